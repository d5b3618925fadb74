// Assembles everything served on the port: API, documents, health, widget, dashboard. lib/http/errors.ts handles errors.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAPI } from '@orpc/contract'
import { frameAncestors } from '@parlance/contract/agents/allowed-sites'
import { contract } from '@parlance/contract'
import { AppError } from '@parlance/contract/lib/errors'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { type Context, Hono } from 'hono'
import { msg } from '@parlance/i18n/messages'
import { type AskedPage, TAB_PAGE_POLICY } from './modules/agencies/index.ts'
import { createMcp } from './modules/mcp/service.ts'
import { mountMcp } from './modules/mcp/router.ts'
import { MOST_SKEW_MS } from './lib/clock.ts'
import { answerUnsubscribe, languageOf, type Unsubscribes, UNSUBSCRIBE_PATHS } from './lib/http/unsubscribe.ts'
import { type LinkPage, linkPage, linkPageHeaders } from './lib/http/link-page.ts'
import { type LinkProblem, linkProblem } from './mails/link-problem.ts'
import type { NodeBindings } from './lib/http/app-types.ts'
import { readBytes } from './lib/http/pipeline/body.ts'
import { clientIp, isLocal, limitKey } from './lib/http/client-ip.ts'
import { DOCS_CSS, DOCS_FONT, DOCS_JS, docsPage } from './lib/http/docs.ts'
import { asAppError, errorBody } from './lib/http/errors.ts'
import { createAgencyPages, type FindPageLook } from './lib/http/agency-pages.ts'
import { type ReadFont, serveFont } from './lib/http/files/serve-fonts.ts'
import { frameHeaders, allowCardForm, securityHeaders, withoutName } from './lib/http/headers.ts'
import {
  bringsSignIn,
  isAgencyPage,
  isHostSignIn,
  isOnAgencyHost,
  isPageRequest,
  NOT_AVAILABLE,
  NOT_FOUND,
} from './lib/http/host-shell.ts'
import { type AnyHandlers, LOCAL_FACTOR, mount, type RequestPipeline } from './lib/http/pipeline/request-pipeline.ts'
import { createInternalCalls, mayCall, scopeOfCall } from './lib/http/pipeline/internal-calls.ts'
import { mountSandboxStripe } from './lib/http/sandbox-stripe.ts'
import type { DocumentOptions } from './lib/http/openapi.ts'
import { loadAssets, makeAsset, serveAsset } from './lib/http/files/static.ts'
import { appsFolder } from './lib/paths.ts'
import { sameSecret } from './lib/crypto.ts'
import type { Origin, Origins } from './lib/origin/origin.ts'
import { type ReadMedia, type ReadPhotos, serveMedia, servePhoto, serveStored } from './lib/storage/serve-files.ts'
import type { SignedAddresses } from './lib/storage/signed-urls.ts'
import type { Storage } from './lib/storage/storage.ts'
import { mountProviderWebhooks, type ProviderWebhooks } from './modules/provider-webhooks/index.ts'
import { referral, createSiteRouter } from './modules/site/router.ts'
import type { ContactMessage } from './modules/site/contact-form.ts'
import type { Site } from './modules/site/service.ts'
import type { ShowsDemoNotice } from './modules/widget/index.ts'

export interface AppDeps {
  readonly pipeline: RequestPipeline
  readonly handlers: AnyHandlers
  readonly webhooks: ProviderWebhooks
  /** URLs of simulators that have a page, by name; empty without simulators. */
  readonly simulators: Readonly<Record<string, string>>
  readonly media: ReadMedia
  readonly photos: ReadPhotos
  readonly findPageLook: FindPageLook
  /** The agency of a signed-in client user; nothing for anyone with another session. */
  readonly agencyOfClient: (region: Region, headers: Headers, origin?: Origin) => Promise<string | undefined>
  /** The HTML of a custom tab for its signed URL; undefined for any other URL. */
  readonly tabPage: (region: Region, asked: AskedPage) => Promise<string | undefined>
  readonly font: ReadFont
  /** Mails a message of the public site's contact form to the operator. */
  readonly contactOperator: (message: ContactMessage) => Promise<void>
  readonly unsubscribe: Unsubscribes
  /** Bucket files that are read by signed URL. */
  readonly stored: { readonly storage: Storage; readonly addresses: SignedAddresses }
  /** The sites that may carry an agent's widget; empty allows all, as for an unknown agent. */
  readonly allowedDomains: (region: string, agentId: string) => Promise<readonly string[]>
  readonly showsDemoNotice: ShowsDemoNotice
  readonly sandboxStripe: string | undefined
  readonly version: string
  readonly metricsToken: string
  /** True when every database answers and takes writes. */
  readonly healthy: () => Promise<boolean>
  /** How far this machine's clock is ahead of the databases'. */
  readonly clockSkewMs: () => number
  readonly now: (region: Region) => Date
  readonly origins: Pick<Origins, 'app' | 'resolve'>
}

export function createApp(deps: AppDeps, site: Site): Hono<NodeBindings> {
  const { pipeline } = deps
  const app = new Hono<NodeBindings>()
  app.use(async (c, next) => {
    c.set('requestId', randomBytes(8).toString('hex'))
    await next()
  })
  mountOperations(app, deps)
  mountOrigin(app, deps)
  mountDocuments(app, deps)
  mountMcp(app, {
    pipeline,
    mcp: createMcp(deps),
    inner: createInternalCalls(() => app, contract),
    may: mayCall(contract),
    scopeOf: scopeOfCall(contract),
    appOrigin: deps.origins.app,
  })
  mountTabPages(app, deps)
  mountUnsubscribe(app, deps)
  mount(app, pipeline, contract, deps.handlers)
  mountProviderWebhooks(app, { ...deps, appOrigin: deps.origins.app }, contract)
  app.all('/api/:region/openai/*', (c) => {
    const unknown = new AppError('NOT_FOUND', msg('unknown_call'))
    const error = { message: unknown.message, type: 'invalid_request_error', param: null, code: 'unknown_url' }
    return c.json({ ...errorBody(unknown, c.get('requestId')), error }, 404)
  })
  app.all('/api/*', (c) => refuse(c, pipeline, new AppError('NOT_FOUND', msg('unknown_call'))))
  mountSimulators(app, deps)
  if (deps.sandboxStripe !== undefined) mountSandboxStripe(app, { pipeline, target: deps.sandboxStripe })
  mountMedia(app, deps)
  mountFonts(app, deps)
  mountSite(app, deps, site)
  mountPages(app, deps)
  app.onError((error, c) => {
    pipeline.log.error({ err: error, requestId: c.get('requestId') }, 'request failed outside of API calls')
    return refuse(c, pipeline, asAppError(error))
  })
  return app
}

const plainPage = (c: Context<NodeBindings>, pipeline: RequestPipeline, html: string) =>
  c.html(html, 404, securityHeaders('api', pipeline.https()))

const refuse = (c: Context<NodeBindings>, pipeline: RequestPipeline, error: AppError) => {
  const requestId = c.get('requestId')
  return c.json(errorBody(error, requestId), error.status as 404, {
    'x-request-id': requestId,
    ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
    ...securityHeaders('api', pipeline.https()),
  })
}

/** A page in the look of the host's agency; on our host it names no one, because it may belong to any agency. */
async function showLink(c: Context<NodeBindings>, { pipeline, findPageLook }: AppDeps, page: LinkPage, status = 200) {
  const origin = c.get('origin')
  const look = origin.kind === 'agency' ? await findPageLook(origin).catch(() => undefined) : undefined
  return c.html(linkPage(page, look), status as 200, linkPageHeaders(pipeline.https()))
}

const showProblem = async (c: Context<NodeBindings>, deps: AppDeps, problem: LinkProblem, status: number) =>
  showLink(c, deps, await linkProblem(languageOf(c), problem), status)

/** People who open a file's link get a page, programs and parts of pages JSON. */
const refuseFile = (c: Context<NodeBindings>, deps: AppDeps, error: AppError) =>
  c.req.header('accept')?.includes('text/html') === true
    ? showProblem(c, deps, error.status === 429 ? 'busy' : 'file', error.status)
    : refuse(c, deps.pipeline, error)

/** Liveness, readiness and metrics for operators. Metrics need this machine or the token. */
function mountOperations(
  app: Hono<NodeBindings>,
  { pipeline, healthy, clockSkewMs, metricsToken, origins }: AppDeps,
): void {
  // Answered on agencies' hosts too.
  app.get('/healthz', (c) => {
    const headers = new Headers(securityHeaders('api', pipeline.https()))
    withoutName(headers, c.req.raw.headers)
    return c.json({ ok: true }, 200, Object.fromEntries(headers))
  })
  app.get('/readyz', async (c) => {
    const ready = pipeline.open() && (await healthy())
    const skewMs = clockSkewMs()
    // A wrong clock must not stop a node: it uses the database's time.
    const clock = Math.abs(skewMs) > MOST_SKEW_MS ? { clockSkewSeconds: Math.round(skewMs / 1000) } : {}
    return c.json({ ready, ...clock }, ready ? 200 : 503, securityHeaders('api', pipeline.https()))
  })
  // Caddy asks before it requests a certificate; only hosts that we serve are allowed.
  app.get('/internal/tls-ask', async (c) => {
    await pipeline.limits.take(
      'public',
      { ip: limitKey(clientIp(c.env.incoming, pipeline.trustedProxies)) },
      LOCAL_FACTOR,
    )
    const domain = c.req.query('domain') ?? ''
    const isServed = domain !== '' && (await origins.resolve(new Headers({ host: domain }))) !== undefined
    return c.body(null, isServed ? 200 : 404, { 'cache-control': 'no-store' })
  })
  app.get('/metrics', async (c) => {
    const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    const allowed = metricsToken ? sameSecret(bearer, metricsToken) : isLocal(c.env.incoming)
    if (!allowed) return refuse(c, pipeline, new AppError('NOT_FOUND'))
    return c.text(await pipeline.metrics.registry.metrics(), 200, {
      ...securityHeaders('api', pipeline.https()),
      'content-type': pipeline.metrics.registry.contentType,
    })
  })
}

/** Resolves the host: unknown hosts serve nothing, and an agency's host only what its clients use. */
function mountOrigin(app: Hono<NodeBindings>, { pipeline, origins }: AppDeps): void {
  app.use(async (c, next) => {
    // Node keeps the first of several Host headers; a proxy may have used another.
    const { rawHeaders } = c.env.incoming
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) return refuse(c, pipeline, new AppError('INVALID_INPUT'))
    const origin = await origins.resolve(c.req.raw.headers)
    if (!origin) return c.text('Not found', 404, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    c.set('origin', origin)
    if (origin.kind === 'app') return next()
    if (!pipeline.regions.includes(origin.region)) c.res = refuse(c, pipeline, new AppError('MISDIRECTED'))
    else if (origin.isOver)
      c.res = c.req.path.startsWith('/api/')
        ? refuse(c, pipeline, new AppError('NOT_FOUND'))
        : plainPage(c, pipeline, NOT_AVAILABLE)
    else if (!isOnAgencyHost(c.req.path))
      c.res = isPageRequest(c.req.method, c.req.path, c.req.header('accept'))
        ? plainPage(c, pipeline, NOT_FOUND)
        : refuse(c, pipeline, new AppError('NOT_FOUND'))
    else await next()
    withoutName(c.res.headers, c.req.raw.headers)
    return undefined
  })
}

const load = async (options: DocumentOptions): Promise<OpenAPI.Document> =>
  (await import('./lib/http/openapi.ts')).openApiDocument(options)

function mountDocuments(app: Hono<NodeBindings>, { pipeline, version, origins }: AppDeps): void {
  let made: { readonly appOrigin: string; readonly document: Promise<OpenAPI.Document> } | undefined
  const document = () => {
    const appOrigin = origins.app()
    if (made?.appOrigin !== appOrigin) made = { appOrigin, document: load({ version, appOrigin }) }
    return made.document
  }
  const docs = () => securityHeaders('docs', pipeline.https())
  app.get('/api/openapi.json', async (c) =>
    c.json(await document(), 200, { ...securityHeaders('api', pipeline.https()), 'access-control-allow-origin': '*' }),
  )
  app.get('/api/docs', async (c) => serveAsset(c, docsPage(await document(), origins.app()), docs()))
  app.get('/api/docs.css', (c) => serveAsset(c, DOCS_CSS, docs()))
  app.get('/api/docs.woff2', (c) => serveAsset(c, DOCS_FONT, docs()))
  app.get('/api/docs.js', (c) => serveAsset(c, DOCS_JS, docs()))
}

const PAGES =
  /^\/(login(\/callback)?|sign-up|forgot-password|reset-password|verify-email|invitation|meta-login|sandbox\/mail|bot|404|onboarding|prototype|share|(eu|na)\/prototype\/[^/]+|app(\/.*)?)?\/?$/

/** Drawn in a frame next to the agency's settings. */
const PREVIEW = /^\/app\/(eu|na)\/agency-preview$/

/** Pages with their own title and description in the HTML, for link previews (apps/dashboard/entries.ts). */
const ENTRIES = new Map([
  ['/login', 'login.html'],
  ['/sign-up', 'sign-up.html'],
])

/** Simulator pages for writing as the visitor: only on this machine. */
function mountSimulators(app: Hono<NodeBindings>, { pipeline, simulators }: AppDeps): void {
  app.on(['GET', 'POST'], ['/sandbox/:name', '/sandbox/:name/:part'], async (c, next) => {
    const { name = '', part = '' } = c.req.param() as { name?: string; part?: string }
    const base = Object.hasOwn(simulators, name) ? simulators[name] : undefined
    if (base === undefined) return next()
    const isAllowed = isLocal(c.env.incoming) && ['', 'state', 'say'].includes(part)
    if (!isAllowed) return refuse(c, pipeline, new AppError('NOT_FOUND'))
    const isJson = (c.req.header('content-type') ?? '').startsWith('application/json')
    // Another site can't send JSON here without a CORS preflight.
    if (c.req.method === 'POST' && !isJson) return refuse(c, pipeline, new AppError('UNSUPPORTED_MEDIA_TYPE'))
    const answer = await fetch(`${base}/page${part === '' ? '' : `/${part}`}`, {
      method: c.req.method,
      ...(c.req.method === 'POST' ? { body: await readBytes(c.env.incoming, 20_000) } : {}),
    })
    return new Response(answer.body, {
      status: answer.status,
      headers: {
        ...securityHeaders('api', pipeline.https()),
        'content-security-policy': `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src http: https: data:; connect-src 'self'; frame-ancestors 'none'`,
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      },
    })
  })
}

function mountMedia(app: Hono<NodeBindings>, deps: AppDeps): void {
  const { pipeline, media, photos, stored, now } = deps
  const serve = (c: Context<NodeBindings>) => {
    const to = { regions: pipeline.regions, https: pipeline.https() }
    if (/^\/media\/(people|clients|agencies)\//.test(c.req.path)) return servePhoto(c, { ...to, read: photos })
    return c.req.path.startsWith('/stored/')
      ? serveStored(c, { ...to, ...stored, now: () => now(pipeline.regions[0] ?? 'eu') })
      : serveMedia(c, { ...to, read: media })
  }
  app.on('GET', ['/media/*', '/stored/*'], async (c) => {
    const { incoming } = c.env
    try {
      const ip = limitKey(clientIp(incoming, pipeline.trustedProxies))
      await pipeline.limits.take('public', { ip }, isLocal(incoming) ? LOCAL_FACTOR : 1)
      return (await serve(c)) ?? (await refuseFile(c, deps, new AppError('NOT_FOUND')))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return refuseFile(c, deps, error)
    }
  })
}

/** Pages of custom tabs, each in a sandbox of its own. */
function mountTabPages(app: Hono<NodeBindings>, { pipeline, tabPage }: AppDeps): void {
  app.get('/api/:region/custom-tabs/:agencyId/*', async (c) => {
    const { region, agencyId } = c.req.param()
    const { until = '', sig = '' } = c.req.query()
    const href = c.req.path.slice(`/api/${region}/custom-tabs/${agencyId}`.length)
    const isServed = isRegion(region) && pipeline.regions.includes(region)
    const html = isServed ? await tabPage(region, { agencyId, href, until, sig }) : undefined
    if (html === undefined) return refuse(c, pipeline, new AppError('NOT_FOUND'))
    return c.html(html, 200, {
      ...securityHeaders('api', pipeline.https()),
      'content-security-policy': TAB_PAGE_POLICY,
      'cross-origin-resource-policy': 'same-origin',
    })
  })
}

function mountUnsubscribe(app: Hono<NodeBindings>, deps: AppDeps): void {
  const { pipeline, unsubscribe } = deps
  app.on(['GET', 'POST'], UNSUBSCRIBE_PATHS, async (c) => {
    const { incoming } = c.env
    const { of } = c.req.param() as { of: keyof Unsubscribes }
    try {
      const ip = limitKey(clientIp(incoming, pipeline.trustedProxies))
      await pipeline.limits.take('public', { ip }, isLocal(incoming) ? LOCAL_FACTOR : 1)
      const { regions, contextFor } = pipeline
      const page = await answerUnsubscribe(c, { unsubscribe, regions, contextFor })
      return page ? await showLink(c, deps, page) : await showProblem(c, deps, of, 404)
    } catch (error) {
      const { status } = asAppError(error)
      if (status >= 500) pipeline.log.error({ err: error }, 'unsubscribe link failed')
      return showProblem(c, deps, status === 429 ? 'busy' : 'failed', status)
    }
  })
}

function mountFonts(app: Hono<NodeBindings>, { pipeline, font }: AppDeps): void {
  const { regions } = pipeline
  app.get(
    '/fonts/*',
    async (c) =>
      (await serveFont(c, { regions, read: font, https: pipeline.https() })) ??
      refuse(c, pipeline, new AppError('NOT_FOUND')),
  )
}

function mountSite(app: Hono<NodeBindings>, { pipeline, contactOperator }: AppDeps, site: Site): void {
  createSiteRouter(app, {
    site,
    https: pipeline.https,
    contact: contactOperator,
    limits: pipeline.limits,
    ipOf: (c) => limitKey(clientIp(c.env.incoming, pipeline.trustedProxies)),
    log: pipeline.log,
    // While sessions can't be looked up, everyone gets the public pages.
    signedInTo: async (headers) =>
      headers.has('cookie') ? (await pipeline.guard.session(headers).catch(() => undefined))?.region : undefined,
  })
}

const FRAME = 'frame/index.html'

/** The chat frame for members of the agent's workspace; undefined if the widget is not built. */
function readDemoFrame() {
  const path = join(appsFolder, 'widget', 'dist', FRAME)
  if (!existsSync(path)) return undefined
  return makeAsset(Buffer.from(readFileSync(path, 'utf8').replace('<html', '<html data-demo')), path, false)
}

function mountPages(app: Hono<NodeBindings>, deps: AppDeps): void {
  const { pipeline, allowedDomains, showsDemoNotice } = deps
  // While the database is unreachable, every site may show the frame, which then says that the chat is unavailable.
  const allowed = (region: string, agentId: string) => allowedDomains(region, agentId).catch(() => [])
  const widget = loadAssets(join(appsFolder, 'widget', 'dist'))
  const dashboardFolder = join(appsFolder, 'dashboard', 'dist')
  const dashboard = loadAssets(dashboardFolder)
  const agencyPages = createAgencyPages({
    folder: dashboardFolder,
    regions: pipeline.regions,
    findLook: deps.findPageLook,
    agencyOfClient: deps.agencyOfClient,
  })
  const demoFrame = readDemoFrame()
  const missing = (c: Context<NodeBindings>) => refuse(c, pipeline, new AppError('NOT_FOUND'))
  app.get(
    '/widget.js',
    (c) =>
      widget.serve(c, 'widget.js', {
        ...securityHeaders('script', pipeline.https()),
        'access-control-allow-origin': '*',
      }) ?? missing(c),
  )
  app.get('/widget/frame/:region/:agentId', async (c) => {
    const { region, agentId } = c.req.param()
    const ancestors = frameAncestors(await allowed(region, agentId))
    const headers = frameHeaders(ancestors, pipeline.https())
    if (demoFrame && (await showsDemoNotice(region, agentId, c.req.raw.headers)))
      return serveAsset(c, demoFrame, { ...headers, 'cache-control': 'private, no-store' })
    return widget.serve(c, FRAME, headers, ancestors) ?? missing(c)
  })
  app.get('/widget/*', (c) => {
    const name = c.req.path.slice('/widget/'.length)
    // The frame's own path names no agent, so nothing says on which sites it may be embedded.
    if (name === FRAME) return missing(c)
    // The loader fetches its parts as modules, for which browsers require CORS.
    const headers = { ...securityHeaders('script', pipeline.https()), 'access-control-allow-origin': '*' }
    return widget.serve(c, name, headers) ?? missing(c)
  })
  app.get('*', async (c) => {
    const surface = PREVIEW.test(c.req.path) ? 'preview' : 'dashboard'
    const common = { ...securityHeaders(surface, pipeline.https()), ...referral(c, pipeline.https()) }
    const headers = deps.sandboxStripe === undefined ? allowCardForm(common) : common
    const file = dashboard.serve(c, c.req.path.slice(1), headers)
    if (file) return file
    const origin = c.get('origin')
    if (origin.kind === 'agency') {
      const isIn = async () => (await deps.agencyOfClient(origin.region, c.req.raw.headers, origin)) !== undefined
      const isSignIn =
        isHostSignIn(c.req.path) && (c.req.path !== '/' || bringsSignIn(c.req.query()) || !(await isIn()))
      const page = isAgencyPage(c.req.path) ? await agencyPages.serveFor(c, origin, isSignIn, headers) : undefined
      return page ?? missing(c)
    }
    const ofAgency = await agencyPages.serve(c, headers)
    if (ofAgency) return ofAgency
    // A path without a file extension is a page of the single-page app; a missing file is a 404.
    const name = ENTRIES.get(c.req.path) ?? 'index.html'
    const page = /\.\w+$/.test(c.req.path) ? undefined : dashboard.serve(c, name, headers)
    if (!page) return missing(c)
    return PAGES.test(c.req.path) || page.status !== 200
      ? page
      : new Response(page.body, { status: 404, headers: page.headers })
  })
}
