// Mounts every call of the contract with the same steps in the same order.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { AnyContractProcedure } from '@orpc/contract'
import type { OpMeta } from '@parlance/contract/lib/operation'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { addressOf } from '@parlance/contract/lib/mailbox'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { API_VERSIONS, VERSION_HEADER } from '../api-versions.ts'
import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import { msg } from '@parlance/i18n/messages'
import type { Actor, Ctx, RequestInfo } from '../../ctx.ts'
import { assertStill, authenticate, authorize, claimOf, type Guard, isSupport, keyOf } from './authorize.ts'
import { assertSafe, fileBody, readJson } from './body.ts'
import { clientIp, isLocal, limitKey } from '../client-ip.ts'
import type { NodeBindings } from '../app-types.ts'
import { asAppError, errorBody, invalidInput, logError, openAiError } from '../errors.ts'
import { CORS, NAMING_HEADERS, preflightHeaders, securityHeaders } from '../headers.ts'
import { type Answer, type Idempotency, idempotencyKeyOf } from '../idempotency/idempotency.ts'
import { type HeavyReads, heavyKindOf } from './heavy-reads.ts'
import { type Limits, rateLimitHeaders, subjectsOf } from './limits.ts'
import type { Metrics } from '../../metrics.ts'
import type { Origin } from '../../origin/origin.ts'
import type { StreamLimits } from '../streams/stream-limits.ts'
import { type Caller, loggedRequest, type RecordRequest } from './request-log.ts'
import { type Hold, serveStream } from '../streams/serve-stream.ts'
import { blankSecrets, withoutBlankSecrets, withoutSecrets } from './secrets.ts'
import {
  auditCall,
  type Notes,
  openNotes,
  type AuditRecorder,
  supportOperationAuditPolicy,
  type AuditedOperation,
  operationAuditPolicy,
} from './audit-middleware.ts'
import type { StreamRevalidation } from '../streams/stream-revalidation.ts'
import type { Logger } from '../../log.ts'

export interface RequestPipeline {
  readonly guard: Guard
  /** The audit log; nothing is logged when absent. */
  readonly audit?: AuditRecorder
  /** The request log; nothing is logged when absent. */
  readonly recordRequest?: RecordRequest
  readonly limits: Limits
  readonly idempotency: Idempotency
  /** When absent, exports and searches run like all other calls. */
  readonly heavyReads?: HeavyReads
  readonly streamLimits: StreamLimits
  readonly streamRevalidation: StreamRevalidation
  readonly recheckStreams: () => void
  readonly metrics: Metrics
  readonly log: Logger
  readonly trustedProxies: number
  readonly https: () => boolean
  readonly sandbox: boolean
  readonly regions: readonly Region[]
  /** A context without an actor, for the region (the first served one for global calls). */
  readonly contextFor: (region: Region, request?: RequestInfo, origin?: Origin) => Ctx
  /** False while shutting down: new calls are refused with 503. */
  readonly open: () => boolean
}

type Handler = (ctx: Ctx, input: never) => Promise<unknown>
export type AnyHandlers = Readonly<Record<string, Readonly<Record<string, Handler>>>>

export interface Op extends AuditedOperation {
  readonly method: string
  /** Replaces `auditPolicy` for support. */
  readonly supportAuditPolicy: AuditedOperation['auditPolicy']
  readonly input: z.ZodType | undefined
  readonly output: z.ZodType | undefined
  readonly handle: Handler
  readonly cors: boolean
}

/** Rate limits are wider for requests from this machine. */
export const LOCAL_FACTOR = 50
/** If receiving the body took longer, the caller is authenticated again. */
const SLOW_BODY_MS = 500
/** Longest id of an agent or a workspace, in characters. */
const MAX_NAME = 200

export function mount(
  app: Hono<NodeBindings>,
  pipeline: RequestPipeline,
  contract: Readonly<Record<string, Readonly<Record<string, AnyContractProcedure>>>>,
  handlers: AnyHandlers,
): void {
  /** Methods that pages of other sites may use, by path. */
  const shared = new Map<string, string[]>()
  for (const [noun, ops] of Object.entries(contract)) {
    for (const [name, procedure] of Object.entries(ops)) {
      const definition = procedure['~orpc']
      const meta = definition.meta as OpMeta
      // Verified by their raw bytes and mounted by modules/provider-webhooks.
      if (meta.webhook !== undefined) continue
      const handle = handlers[noun]?.[name]
      if (!handle) throw new Error(`no handler for ${noun}.${name}`)
      const op: Op = {
        name: `${noun}.${name}`,
        method: definition.route.method ?? 'POST',
        path: definition.route.path ?? '',
        auditPolicy: operationAuditPolicy(definition.route.method ?? 'POST', meta),
        supportAuditPolicy: supportOperationAuditPolicy(definition.route.method ?? 'POST', meta),
        meta,
        input: definition.inputSchema as z.ZodType | undefined,
        output: definition.outputSchema as z.ZodType | undefined,
        handle,
        // Visitors chat from any site; everything else is for our own pages.
        cors:
          meta.scope === 'region' &&
          !meta.access.ownPages &&
          (meta.access.by.includes('public') || meta.access.by.includes('visitor')),
      }
      const path = `${meta.scope === 'region' ? '/api/:region' : '/api'}${definition.route.path?.replace(/\{(\w+)\}/g, ':$1')}`
      app.on(definition.route.method ?? 'POST', path, (c) => serve(c, pipeline, op))
      if (op.cors) shared.set(path, [...(shared.get(path) ?? []), definition.route.method ?? 'POST'])
    }
  }
  // Only these paths answer preflight requests; for all others browsers block cross-origin requests.
  for (const [path, methods] of shared) app.options(path, (c) => c.body(null, 204, preflightHeaders(methods)))
}

async function serve(c: Context<NodeBindings>, pipeline: RequestPipeline, op: Op): Promise<Response> {
  const requestId = c.get('requestId')
  const caller: Caller = { limits: [] }
  const done = observe(c, pipeline, op, caller)
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    ...securityHeaders('api', pipeline.https()),
    ...(op.cors ? CORS : {}),
  }
  if (c.get('origin').kind === 'agency') {
    for (const name of NAMING_HEADERS) delete headers[name]
  }
  const extra: [string, string][] = []
  try {
    const admitted = await admit(c, pipeline, op, { extra, caller })
    const { ctx, input, failures, hold, notes, asSupport } = admitted
    Object.assign(headers, rateLimitHeaders(caller.limits))
    const logged = asSupport ? { ...op, auditPolicy: op.supportAuditPolicy } : op
    if (hold) {
      const work = op.handle(ctx, input as never).then(async (output) => {
        if (asSupport) await auditCall(auditDepsOf(pipeline), logged, { ctx, input, output: undefined }, notes)
        return output
      })
      return await serveStream(c, pipeline, op, hold, work, { headers, done })
    }
    const answer = await settled(pipeline, op, ctx, failures, answerOnce(pipeline, op, logged, admitted, extra))
    done(answer.status)
    const { body } = answer
    if (body instanceof Readable) endWithClient(pipeline, body, c.env.outgoing, { op: op.name, requestId })
    const content = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body
    const response = c.body(content, answer.status as 200, {
      ...headers,
      'content-type': answer.contentType,
      ...(answer.replayed ? { 'idempotency-replayed': 'true' } : {}),
    })
    // Cookies are appended; any other header replaces the default.
    for (const [name, value] of answer.headers) response.headers[name === 'set-cookie' ? 'append' : 'set'](name, value)
    return response
  } catch (thrown) {
    const error = asAppError(thrown)
    Object.assign(headers, rateLimitHeaders(caller.limits))
    logError(pipeline.log, error, { op: op.name, requestId })
    done(error.status, error.code)
    if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter)
    const body = errorBody(error, requestId)
    return c.json(
      op.name.startsWith('conversations.openai') ? { ...body, error: openAiError(error) } : body,
      error.status as 400,
      headers,
    )
  }
}

function endWithClient(
  pipeline: RequestPipeline,
  body: Readable,
  outgoing: NodeBindings['Bindings']['outgoing'],
  where: { op: string; requestId: string },
) {
  body.on('error', (thrown) => logError(pipeline.log, asAppError(thrown), where))
  outgoing.once('close', () => body.destroy())
}

/** Records metrics and the request log entry, once, when the response is ready. */
function observe(c: Context<NodeBindings>, pipeline: RequestPipeline, op: Op, caller: Caller) {
  const counted = pipeline.metrics.started(op.name)
  const start = performance.now()
  let isDone = false
  return (status: number, code = '') => {
    counted(status)
    if (isDone) return
    isDone = true
    const outcome = { op, params: c.req.param(), requestId: c.get('requestId'), status, code }
    const request = loggedRequest(caller, { ...outcome, durationMs: performance.now() - start })
    if (request && caller.region) pipeline.recordRequest?.(caller.region, request)
  }
}

/** With an Idempotency-Key a writing call runs once. Streams use message ids instead. */
async function answerOnce(
  pipeline: RequestPipeline,
  op: Op,
  logged: AuditedOperation,
  admitted: Admitted,
  extra: readonly [string, string][],
): Promise<Answer & { readonly replayed?: boolean }> {
  const { ctx, key, raw, asSupport } = admitted
  if (key === undefined) return answer(pipeline, op, logged, admitted, extra)
  const { scope, file } = op.meta
  const call = { name: op.name, scope, ctx, raw, key, maxFileBytes: file?.maxBytes ?? 0 }
  const once = await pipeline.idempotency.once(call, (given) =>
    answer(pipeline, op, logged, { ...admitted, ctx: given }, extra),
  )
  // A stored response may contain secrets that support must not see.
  return once.replayed && asSupport && typeof once.body === 'string' && once.contentType === JSON_TYPE
    ? { ...once, body: JSON.stringify(blankSecrets(JSON.parse(once.body))) }
    : once
}

const JSON_TYPE = 'application/json'

async function answer(
  pipeline: RequestPipeline,
  op: Op,
  logged: AuditedOperation,
  { ctx, input, notes, asSupport, person }: Admitted,
  extra: readonly [string, string][],
): Promise<Answer> {
  const kind = pipeline.heavyReads && heavyKindOf(op.method, op.meta, input)
  const handle = (given: Ctx) => op.handle(given, input as never)
  const handled = kind && pipeline.heavyReads ? pipeline.heavyReads.run(kind, ctx, person, handle) : handle(ctx)
  const output = await handled.finally(() => {
    // A failed call may have changed something before.
    if (op.meta.changesAccess) pipeline.recheckStreams()
  })
  // A stream has no schema to check.
  const whole = op.output && !(output instanceof Readable) ? checkedOutput(op.output, output) : output
  const checked = op.method === 'GET' ? cutList(whole, input) : whole
  await auditCall(auditDepsOf(pipeline), logged, { ctx, input, output }, notes)
  const isBlank = asSupport || (await isSupport(pipeline.guard, { ...ctx, workspaceId: notes.workspace() }))
  const shown = keyOf(ctx.actor) ? withoutSecrets : isBlank ? blankSecrets : (all: unknown) => all
  const body = op.meta.text ? (checked as string | Readable) : JSON.stringify(shown(checked))
  return { status: 200, body, contentType: op.meta.text ?? JSON_TYPE, headers: extra }
}

/** Counts sign-in tries per account and address, and takes them back unless the password was wrong. */
async function settled<T>(
  pipeline: RequestPipeline,
  op: Op,
  ctx: Ctx,
  failures: string | undefined,
  work: Promise<T>,
): Promise<T> {
  let wrong = false
  try {
    return await work
  } catch (error) {
    wrong = error instanceof AppError && error.code === 'INVALID_CREDENTIALS'
    throw error
  } finally {
    if (failures !== undefined && !wrong) await pipeline.limits.forgiveFailure('signIn', failures)
    // For client users the address may belong to another person's account.
    if (failures !== undefined && wrong && op.meta.scope === 'global')
      pipeline.audit?.signInFailed(ctx, failures.slice(0, failures.lastIndexOf('|')))
  }
}

interface Admitted {
  readonly ctx: Ctx
  readonly input: unknown
  readonly raw: Readonly<Record<string, unknown>>
  readonly key: string | undefined
  readonly failures: string | undefined
  readonly hold: Hold | undefined
  /** Secrets are blanked in the response. */
  readonly asSupport: boolean
  readonly notes: Notes
  /** Exports and searches are counted per this person. */
  readonly person: string
}

const auditDepsOf = ({ audit, guard: { workspaceOfAgent }, log }: RequestPipeline) => ({ audit, workspaceOfAgent, log })

/** Everything before the handler: authentication, rate limits, input, authorization, validation. In this order. */
async function admit(
  c: Context<NodeBindings>,
  pipeline: RequestPipeline,
  op: Op,
  { extra, caller }: { readonly extra: [string, string][]; readonly caller: Caller },
): Promise<Admitted> {
  assertOpen(pipeline)
  const incoming = c.env.incoming
  const origin = c.get('origin')
  assertServedOn(origin, op)
  const region = regionOf(c, pipeline, op)
  caller.region = region
  const request = requestInfo(c, pipeline, op, extra)
  assertVersion(request.headers)
  const key = op.method === 'GET' || op.meta.stream ? undefined : idempotencyKeyOf(request.headers)
  const access = op.meta.access
  const bare = pipeline.contextFor(region, request, origin)
  const local = isLocal(incoming)
  const asking = {
    headers: request.headers,
    method: c.req.method,
    origin,
    local,
    identified: (actor: Actor) => (caller.actor = actor),
  }
  const authenticated = () => authenticate(pipeline.guard, bare, access, { ...asking, sandbox: pipeline.sandbox })
  const first = await authenticated()
  const limit = access.limit ?? 'standard'
  const factor = local ? LOCAL_FACTOR : 1
  // Large uploads are counted before they are read.
  const isHeavy = limit === 'upload' || limit === 'sources'
  if (isHeavy)
    await pipeline.limits.take(
      limit,
      subjectsOf(first, request.ip, c.req.param(access.agent ?? ''), {}),
      factor,
      caller.limits,
    )
  const since = performance.now()
  const raw = await rawInput(c, op)
  // While a slow body arrived, the caller may have been signed out or their key revoked.
  const actor = performance.now() - since > SLOW_BODY_MS ? await authenticated() : first
  assertNames(access, raw)
  const subjects = subjectsOf(actor, request.ip, access.agent ? raw[access.agent] : undefined, raw)
  if (!isHeavy) await pipeline.limits.take(limit, subjects, factor, caller.limits)
  // A signed-in caller can only guess the password of their own account.
  const guessed = subjects.account ?? (actor.kind === 'session' ? actor.email : undefined)
  const failures = limit === 'signIn' && guessed ? failuresKey(guessed, request.ip) : undefined
  if (failures !== undefined) await pipeline.limits.assertFewFailures('signIn', failures)
  const ctx: Ctx = { ...bare, actor }
  const workspaceId = await authorize(pipeline.guard, ctx, access, raw)
  if (origin.kind === 'agency' && workspaceId !== '' && workspaceId !== origin.workspaceId)
    throw new AppError('NOT_FOUND')
  await pipeline.limits.take(limit, { workspace: workspaceId }, factor, caller.limits)
  const asSupport = await isSupport(pipeline.guard, { ...ctx, workspaceId })
  const input = op.input ? parse(op.input, asSupport ? withoutBlankSecrets(raw) : raw) : undefined
  // Shutdown may have begun meanwhile, and nothing was done yet.
  assertOpen(pipeline)
  if (access.mails && actor.kind === 'session')
    await pipeline.limits.take('mail', { account: `s:${actor.userId}` }, factor, caller.limits)
  if (failures !== undefined) await pipeline.limits.countFailure('signIn', failures)
  const claim = claimOf(actor, request.headers, access, raw)
  const hold = op.meta.stream && { region, claim, release: pipeline.streamLimits.take(actor, subjects, factor) }
  const notes = openNotes(auditDepsOf(pipeline), asSupport ? { ...op, auditPolicy: op.supportAuditPolicy } : op, input)
  const still = (tx: Ctx) => assertStill(pipeline.guard, tx, access, claim)
  const given = notes.given({ ...ctx, workspaceId, asSupport, assertStill: still })
  return { ctx: given, input, raw, key, failures, hold, notes, asSupport, person: subjects.actor ?? '' }
}

function assertOpen(pipeline: RequestPipeline): void {
  if (!pipeline.open()) throw new AppError('UNAVAILABLE', msg('server_restarting'), { retryAfter: 2 })
}

function regionOf(c: Context, pipeline: RequestPipeline, op: Op): Region {
  const first = pipeline.regions[0] ?? 'eu'
  if (op.meta.scope === 'global') return first
  const region = c.req.param('region')
  if (!isRegion(region))
    throw new AppError('NOT_FOUND', untranslated('There is no such region. The regions are eu and na.'))
  const origin = c.get('origin')
  if (origin.kind === 'agency' && region !== origin.region) throw new AppError('NOT_FOUND')
  if (!pipeline.regions.includes(region)) throw new AppError('MISDIRECTED')
  return region
}

/** On an agency's host there are no account calls, except those that show that no one is signed in. */
function assertServedOn(origin: Origin, { meta, method }: Op): void {
  if (origin.kind === 'app' || meta.scope === 'region') return
  if (!meta.access.by.includes('public') || method !== 'GET') throw new AppError('NOT_FOUND', msg('unknown_call'))
}

const failuresKey = (account: string, ip: string) => `${account}|${limitKey(ip)}`

function requestInfo(
  c: Context<NodeBindings>,
  pipeline: RequestPipeline,
  op: Op,
  extra: [string, string][],
): RequestInfo {
  const { incoming, outgoing } = c.env
  const ip = clientIp(incoming, pipeline.trustedProxies)
  let controller: AbortController | undefined
  return {
    id: c.get('requestId'),
    ip,
    headers: c.req.raw.headers,
    setHeader: (name, value) => extra.push([name, value]),
    forgetFailedSignIns: (email) => pipeline.limits.forgetFailures('signIn', failuresKey(addressOf(email), ip)),
    ...(op.meta.file ? { file: fileBody(incoming, op.meta.file.maxBytes) } : {}),
    // Created lazily: most calls never use it, and an idle stream would keep it for hours.
    get signal() {
      if (!controller) {
        controller = new AbortController()
        if (outgoing.destroyed) controller.abort()
        else outgoing.once('close', () => controller?.abort())
      }
      return controller.signal
    },
  }
}

/** Merges path, query and body; the path wins, so that a body can't name another record. */
async function rawInput(c: Context<NodeBindings>, op: Op): Promise<Record<string, unknown>> {
  const { region: _, ...params } = c.req.param() as Record<string, string>
  if (op.meta.scope === 'global' && _ !== undefined) params.region = _
  let rest: unknown
  if (c.req.method === 'GET' || op.meta.file) rest = c.req.query()
  else rest = await readJson(c.env.incoming as IncomingMessage, op.meta.maxBody)
  if (rest === undefined) rest = {}
  const query = op.meta.query ? c.req.query() : {}
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest))
    throw new AppError('INVALID_INPUT', untranslated('The body must be a JSON object.'))
  assertSafe(params)
  if (c.req.method === 'GET' || op.meta.file) assertSafe(rest)
  if (op.meta.query) assertSafe(query)
  return { ...query, ...rest, ...params }
}

const LIST_KEYS = ['items', 'languages', 'data']

/** Cuts a list that a service returns whole to `limit`. Paged lists are not longer than that anyway. */
function cutList(output: unknown, input: unknown): unknown {
  const limit = (input as { limit?: number } | undefined)?.limit
  if (limit === undefined || typeof output !== 'object' || output === null) return output
  const [key, list] =
    Object.entries(output).find(([name, value]) => LIST_KEYS.includes(name) && Array.isArray(value)) ?? []
  return key === undefined ? output : { ...output, [key]: (list as unknown[]).slice(0, limit) }
}

/** A response that violates its schema is our fault and not the caller's. */
function checkedOutput(schema: z.ZodType, output: unknown): unknown {
  const result = schema.safeParse(output)
  if (!result.success) throw new AppError('INTERNAL', undefined, { cause: result.error })
  return result.data
}

function assertVersion(headers: Headers): void {
  const version = headers.get(VERSION_HEADER)
  if (version !== null && !API_VERSIONS.some((known) => known === version))
    throw new AppError('UNKNOWN_VERSION', undefined, { data: { versions: API_VERSIONS } })
}

/** Ids are used as rate limit keys before the schema is checked, so their length is limited here. */
function assertNames({ agent, workspace, org }: OpMeta['access'], raw: Readonly<Record<string, unknown>>): void {
  for (const key of [agent, workspace, org]) {
    if (key === undefined) continue
    const name = raw[key]
    if (typeof name === 'string' && name.length > MAX_NAME)
      throw new AppError('INVALID_INPUT', msg('key_too_long', { key }))
  }
}

function parse(schema: z.ZodType, raw: Record<string, unknown>): unknown {
  const result = schema.safeParse(raw)
  if (!result.success) throw invalidInput(result.error.issues)
  return result.data
}
