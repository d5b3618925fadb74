// Serves the public pages. Signed-in people are redirected to the app.
import { cleanReferral, REFERRAL_PARAMETER, referralCookie } from '@parlance/contract/accounts/referral'
import type { Context, Hono } from 'hono'
import type { NodeBindings } from '../../lib/http/app-types.ts'
import { securityHeaders } from '../../lib/http/headers.ts'
import { serveAsset } from '../../lib/http/static.ts'
import type { Site } from './service.ts'

/** Redirects from common alternative paths. */
const ALSO: Readonly<Record<string, string>> = {
  '/legal/privacy': '/legal/privacy-policy',
  '/privacy-policy': '/legal/privacy-policy',
}

export interface SiteRoutesDeps {
  readonly site: Site
  readonly https: () => boolean
  /** The region of the signed-in person; undefined for everybody else, and if the look-up fails. */
  readonly signedInTo: (headers: Headers) => Promise<string | undefined>
}

export function createSiteRouter(app: Hono<NodeBindings>, deps: SiteRoutesDeps): void {
  const { site, https, signedInTo } = deps
  const [start = '/', ...others] = site.paths
  app.get(start, async (c, next) => {
    // On the host of an agency its sign-in page is there.
    if (c.get('origin').kind === 'agency') return next()
    const region = await signedInTo(c.req.raw.headers)
    if (region === undefined)
      return answer(c, deps, start, { 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' })
    return c.body(null, 302, {
      ...securityHeaders('site', https()),
      location: `/app/${region}/agents`,
      'cache-control': 'no-store',
    })
  })
  for (const path of others) {
    app.get(path, (c) => answer(c, deps, path))
    app.get(`${path}/`, (c) => c.redirect(path + new URL(c.req.url).search, 301))
  }
  for (const [other, path] of Object.entries(ALSO)) app.get(other, (c) => c.redirect(path, 301))
  app.get('/favicon.ico', (c) => serveAsset(c, site.favicon, securityHeaders('script', https())))
  app.get('/site/*', async (c, next) => {
    const file = site.file(c.req.path)
    return file ? serveAsset(c, file, securityHeaders('script', https())) : next()
  })
  app.get('/sitemap.xml', async (c) => serveAsset(c, await site.sitemap(), securityHeaders('site', https())))
  app.get('/robots.txt', async (c) => serveAsset(c, await site.robots(), securityHeaders('site', https())))
}

async function answer(
  c: Context<NodeBindings>,
  { site, https }: SiteRoutesDeps,
  path: string,
  caching: Record<string, string> = {},
): Promise<Response> {
  const page = await site.page(path, c.req.query())
  if (!page) return c.notFound()
  const surface = site.hasWidget(path) ? 'siteWithWidget' : 'site'
  return serveAsset(c, page, { ...securityHeaders(surface, https()), ...caching, ...referral(c, https()) })
}

/** Stores a referral code in a cookie; then the response must not be cached publicly. */
export function referral(c: Context, https: boolean): Record<string, string> {
  const code = cleanReferral(c.req.query(REFERRAL_PARAMETER))
  return code === '' ? {} : { 'set-cookie': referralCookie(code, https), 'cache-control': 'private, no-cache' }
}
