import type { DemoPage as PageKey } from '../../../lib/paths.ts'

export interface SiteLinks {
  to: (key: PageKey) => string
}
