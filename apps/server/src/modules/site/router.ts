// Serves the public pages. Signed-in people are redirected to the app.
import { cleanReferral, REFERRAL_PARAMETER, referralCookie } from '@parlance/contract/accounts/referral'
import { AppError } from '@parlance/contract/lib/errors'
import { mailboxOf } from '@parlance/contract/lib/mailbox'
import type { Context, Hono } from 'hono'
import type { NodeBindings } from '../../lib/http/app-types.ts'
import { readBytes } from '../../lib/http/pipeline/body.ts'
import { securityHeaders } from '../../lib/http/headers.ts'
import type { Limits } from '../../lib/http/pipeline/limits.ts'
import { serveAsset } from '../../lib/http/files/static.ts'
import type { Logger } from '../../lib/log.ts'
import { type ContactMessage, readContact } from './contact-form.ts'
import { CONTACT_PATH, type ContactState } from './pages/contact.ts'
import type { Site } from './service.ts'

const ALSO: Readonly<Record<string, string>> = {
  '/legal/privacy': '/legal/privacy-policy',
  '/privacy-policy': '/legal/privacy-policy',
}

export interface SiteRoutesDeps {
  readonly site: Site
  readonly https: () => boolean
  /** The region of the signed-in user; undefined for everyone else, and if the look-up fails. */
  readonly signedInTo: (headers: Headers) => Promise<string | undefined>
  readonly contact: (message: ContactMessage) => Promise<void>
  readonly limits: Pick<Limits, 'take'>
  readonly ipOf: (c: Context<NodeBindings>) => string
  readonly log: Logger
}

const CONTACT_BYTES = 40_000
const MINUTE = 60

/** Answers 303 to the same page, so that reloading sends nothing again; and the form with what is wrong. */
async function takeMessage(c: Context<NodeBindings>, deps: SiteRoutesDeps): Promise<Response> {
  const { site, contact, limits, ipOf, https } = deps
  const headers = { ...securityHeaders('site', https()), 'cache-control': 'no-store' }
  const again = async (state: ContactState, status: 422 | 429 | 503, more: Record<string, string> = {}) =>
    c.html(await site.contactAgain(state), status, { ...headers, ...more })
  if (!site.takesMail) throw new AppError('NOT_FOUND')
  if (!isOwnPage(c)) throw new AppError('FORBIDDEN')
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  const bytes = await readBytes(c.env.incoming, CONTACT_BYTES)
  const { values, errors, isTrapped } = readContact(new URLSearchParams(bytes.toString('utf8')))
  const sent = () => c.body(null, 303, { ...headers, location: `${CONTACT_PATH}?sent=1#form` })
  if (isTrapped) return sent()
  if (Object.keys(errors).length > 0) return again({ values, errors }, 422)
  let why = 'You’ve sent several messages already.'
  try {
    await limits.take('contact', { ip: ipOf(c), account: mailboxOf(values.email) })
    why = 'We’re getting too many messages just now.'
    await limits.take('contact', { all: 'everyone' })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error
    const seconds = error.retryAfter ?? MINUTE
    const minutes = Math.ceil(seconds / MINUTE)
    const refusal = `${why} Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
    return again({ values, errors, refusal }, 429, { 'retry-after': String(seconds) })
  }
  try {
    await contact(values)
  } catch (error) {
    deps.log.error({ err: error }, 'a message from the contact form could not be queued')
    return again(
      { values, errors, refusal: 'We couldn’t send your message just now. Try again in a few minutes.' },
      503,
    )
  }
  return sent()
}

/** Browsers name the page a form was sent from; programs that are no browser may leave it out. */
function isOwnPage(c: Context<NodeBindings>): boolean {
  const origin = c.req.header('origin')
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === c.req.header('host'))
}

export function createSiteRouter(app: Hono<NodeBindings>, deps: SiteRoutesDeps): void {
  const { site, https, signedInTo } = deps
  const [start = '/', ...others] = site.paths
  app.get(start, async (c, next) => {
    // On an agency's host this is its sign-in page.
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
  app.post(CONTACT_PATH, (c) => takeMessage(c, deps))
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
