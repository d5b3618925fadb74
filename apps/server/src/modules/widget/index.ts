import { createDemoNotice, type DemoNoticeDeps } from './demo-notice.ts'
import { createWidgetRouter } from './router.ts'
import { createWidget, type WidgetDeps } from './service.ts'

export type { ShowsDemoNotice } from './demo-notice.ts'

export function createWidgetModule({ demo, ...deps }: WidgetDeps & { readonly demo: DemoNoticeDeps }) {
  const service = createWidget(deps)
  return { service, router: createWidgetRouter(service), showsDemoNotice: createDemoNotice(demo) }
}
