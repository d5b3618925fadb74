// Input of all public pages: the operator's settings, the origin, and URLs of files.
import type { AddOnPrices } from '../billing/index.ts'
import type { SiteSettings } from '../../lib/settings.ts'
import type { Html } from './html.ts'

export interface SiteContext {
  readonly settings: SiteSettings
  /** Of this installation, over the defaults. */
  readonly addOnPrices: AddOnPrices
  /** US dollars per credit. */
  readonly creditValueUsd: number
  /** Public origin, without a trailing slash. */
  readonly origin: string
  readonly file: (name: string) => string
}

export type Query = Readonly<Record<string, string>>

export interface SitePage {
  readonly path: string
  /** Title in the tab and in search results. */
  readonly title: string
  readonly description: string
  /** Relaxes the content policy, for a page with the widget. */
  readonly hasWidget?: boolean
  readonly script?: string
  /** Cache key of the query parameters that change the page; '' for none. */
  readonly variant?: (query: Query) => string
  /** JSON-LD for search engines, besides that of every page. */
  readonly facts?: (site: SiteContext) => readonly object[]
  readonly body: (site: SiteContext, query: Query) => Html
}
