// Pages branded for an agency: its clients' sign-in page and dashboard, with title, icon, font and colours already in
// the HTML.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { type Asset, makeAsset, serveAsset } from './files/static.ts'

/** An agency's branding of a page. Texts are escaped here. */
interface PageLook {
  readonly title: string
  readonly description: string
  readonly icon: string
  readonly head: string
  readonly css: string
  readonly attributes: Readonly<Record<string, string>>
}
export interface AgencyPlace {
  readonly region: Region
  readonly agencyId: string
}
export type FindPageLook = (place: AgencyPlace) => Promise<PageLook | undefined>

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Marks a page that is served on its agency's host. */
const markOf = ({ region, agencyId }: AgencyPlace): string =>
  `<script type="application/json" id="host">${JSON.stringify({ region, agencyId }).replaceAll('<', '\\u003c')}</script>`

export function pageInLook(html: string, look: PageLook): string {
  const attributes = Object.entries(look.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(look.title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, before: string) => before + escaped(look.description))
    .replace(/<noscript>[^<]*<\/noscript>/, '<noscript>This page needs JavaScript.</noscript>')
    .replaceAll(/\s*<link rel="(icon|manifest|apple-touch-icon)"[^>]*>/g, '')
    .replace('<html', () => `<html${attributes.join('')}`)
    .replace('</head>', () => `<link rel="icon" href="${escaped(look.icon)}" />\n    ${look.head}\n  </head>`)
}

const SIGN_IN = /^\/app\/([a-z]+)\/sign-in\/([^/]{1,100})(?:\/password)?\/?$/
const IN_APP = /^\/app\/([a-z]+)(?:\/|$)/

interface Deps {
  readonly folder: string
  readonly regions: readonly Region[]
  readonly findLook: FindPageLook
  /** The agency of a signed-in client user; nothing for anyone with another session. */
  readonly agencyOfClient: (region: Region, headers: Headers) => Promise<string | undefined>
}

/** A sign-in page is always its own agency's; all other pages are branded for the client's agency. */
export function createAgencyPages({ folder, regions, findLook, agencyOfClient }: Deps) {
  const read = (name: string) => {
    const path = join(folder, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  const pages = { signIn: read('sign-in.html'), dashboard: read('index.html') }
  const made = new LRUCache<string, Asset>({ max: 500 })
  const assetOf = (page: string) => {
    const known = made.get(page)
    if (known) return known
    const asset = makeAsset(Buffer.from(page), 'index.html', false)
    made.set(page, asset)
    return asset
  }
  const place = async (path: string, headers: Headers): Promise<(AgencyPlace & { isSignIn: boolean }) | undefined> => {
    const [, region, agencyId = ''] = SIGN_IN.exec(path) ?? []
    if (isRegion(region) && regions.includes(region)) return { region, agencyId, isSignIn: true }
    const [, inside] = IN_APP.exec(path) ?? []
    if (!isRegion(inside) || !regions.includes(inside) || !headers.has('cookie')) return undefined
    const own = await agencyOfClient(inside, headers)
    return own === undefined ? undefined : { region: inside, agencyId: own, isSignIn: false }
  }
  const inLook = async (
    c: Context,
    at: AgencyPlace,
    html: string | undefined,
    headers: Record<string, string>,
    mark = '',
  ) => {
    if (html === undefined) return undefined
    const look = await findLook(at)
    // The sign-in page itself shows that there is no such agency.
    if (!look && html !== pages.signIn) return undefined
    return serveAsset(c, assetOf(look ? pageInLook(html, { ...look, head: look.head + mark }) : html), headers)
  }
  return {
    async serve(c: Context, headers: Record<string, string>): Promise<Response | undefined> {
      const found = await place(c.req.path, c.req.raw.headers)
      if (!found) return undefined
      const html = found.isSignIn ? pages.signIn : pages.dashboard
      return inLook(c, found, html, { ...headers, 'cache-control': 'private, no-cache' })
    },
    /** The same when the host, not the path, names the agency. */
    serveFor: (c: Context, at: AgencyPlace, isSignIn: boolean, headers: Record<string, string>) =>
      inLook(
        c,
        at,
        isSignIn ? pages.signIn : pages.dashboard,
        { ...headers, 'cache-control': 'private, no-cache' },
        markOf(at),
      ),
  }
}
