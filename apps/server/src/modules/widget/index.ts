import { createWidgetRouter } from './router.ts'
import { createWidget, type WidgetDeps } from './service.ts'

export function createWidgetModule(deps: WidgetDeps) {
  const service = createWidget(deps)
  return { service, router: createWidgetRouter(service) }
}
