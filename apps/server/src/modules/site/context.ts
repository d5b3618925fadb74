// What every public page is made from: the operator's settings, the origin, and the addresses of files.
import type { SiteSettings } from '../../lib/settings.ts'
import type { Html } from './html.ts'

export interface SiteContext {
  readonly settings: SiteSettings
  /** Origin people open, without a trailing slash. */
  readonly origin: string
  /** Address of a file of the site, with the hash of its content. */
  readonly file: (name: string) => string
}

export type Query = Readonly<Record<string, string>>

export interface SitePage {
  readonly path: string
  /** Of the browser's tab and of search results. */
  readonly title: string
  readonly description: string
  /** Widens what the page may load, for one that carries the widget. */
  readonly hasWidget?: boolean
  /** A file of the site that the page runs beside those of every page. */
  readonly script?: string
  /** What of the query changes the page, in one form; '' for what stands there without a query. */
  readonly variant?: (query: Query) => string
  /** Facts for search engines, beside those of every page. */
  readonly facts?: (site: SiteContext) => readonly object[]
  readonly body: (site: SiteContext, query: Query) => Html
}
