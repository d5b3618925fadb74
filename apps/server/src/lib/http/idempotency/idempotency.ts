// Runs a writing call once per Idempotency-Key: a repeat gets the stored answer instead of a second run.
import { createHash, randomUUID } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { sha256, type Vault } from '../../crypto.ts'
import type { Actor, Ctx } from '../../ctx.ts'
import type { Db } from '../../db/pool.ts'
import type { Logger } from '../../log.ts'
import type { EncryptedColumn } from '../../encrypted-columns.ts'
import { asAppError, errorBody } from '../errors.ts'
import * as repository from './repository.ts'

export interface Answer {
  readonly status: number
  readonly body: string | Readable
  readonly contentType: string
  readonly headers: readonly (readonly [string, string])[]
}

export interface IdempotentCall {
  readonly name: string
  readonly scope: 'global' | 'region'
  readonly ctx: Ctx
  /** Path, query and body as they came. */
  readonly raw: Readonly<Record<string, unknown>>
  readonly key: string
  readonly maxFileBytes: number
}

export interface Idempotency {
  /** Runs `perform` once per key and actor. Throws IDEMPOTENCY_KEY_REUSED for another input, _IN_USE meanwhile. */
  readonly once: (
    call: IdempotentCall,
    perform: (ctx: Ctx) => Promise<Answer>,
  ) => Promise<Answer & { readonly replayed: boolean }>
}

interface Deps {
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly identity: Db
  readonly log: Logger
}

/** Maximum size of a stored response, in characters of body and headers. */
const MOST_CHARACTERS = 1_000_000
const RETRY_SECONDS = 1
/** Statuses of requests rejected before anything was done: the key may be reused for a corrected request. */
const NOT_RUN: ReadonlySet<number> = new Set([400, 401, 403, 408, 413, 415, 421, 429])

const vaultContextOf = (id: string) => `idempotency|${id}`

/** Describes the column for re-encryption under another master key. */
export const idempotentAnswers = (database: EncryptedColumn['in']): EncryptedColumn => ({
  name: database === 'identity' ? 'idempotent answers of global calls' : 'idempotent answers',
  in: database,
  table: 'idempotency_keys',
  key: ['id'],
  value: 't.sealed_answer',
  set: (parameter) => `sealed_answer = ${parameter}`,
  more: { join: '', columns: ['t.actor_hash'] },
  contexts: ({ id = '', actor_hash: tenant = '' }) => [{ tenant, where: vaultContextOf(id) }],
})

/** Undefined without the header. Quotes around the key, as structured headers have them, are not part of it. */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const header = headers.get('idempotency-key')
  if (header === null) return undefined
  const key = /^"([^"\\]*)"$/.exec(header)?.[1] ?? header
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError(
      'INVALID_INPUT',
      untranslated('The Idempotency-Key must have 1 to 255 visible ASCII characters.'),
    )
  return key
}

export function createIdempotency({ vault, identity, log }: Deps): Idempotency {
  const keep = async (db: Db, attempt: repository.Attempt, answer: Answer, fileHash: string) => {
    const { status, body, contentType, headers } = answer
    const text = typeof body === 'string' ? JSON.stringify({ body, contentType, headers }) : ''
    const kept = text !== '' && text.length <= MOST_CHARACTERS
    const sealedAnswer = kept ? vault.seal(attempt.actorHash, vaultContextOf(attempt.id), text) : ''
    await repository.finish(db, attempt, { status, sealedAnswer, fileHash })
  }
  /** The call has finished: a failure here must not make it look failed. */
  const settle = async (work: Promise<unknown>, name: string) => {
    try {
      await work
    } catch (error) {
      log.error({ err: error, op: name }, 'storing an idempotent answer failed')
    }
  }
  const replay = async (row: repository.KeptRow, attempt: repository.Attempt, call: IdempotentCall) => {
    if (row.fingerprint !== attempt.fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    if (row.status === 0) throw inUse()
    if (row.fileHash !== '' && row.fileHash !== (await hashOfFile(call))) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    const text =
      row.sealedAnswer && opened(() => vault.open(attempt.actorHash, vaultContextOf(attempt.id), row.sealedAnswer))
    if (!text) throw new AppError('IDEMPOTENCY_ANSWER_NOT_KEPT')
    return { ...(JSON.parse(text) as Omit<Answer, 'status'>), status: row.status, replayed: true }
  }

  return {
    async once(call, perform) {
      const attempt = attemptOf(call)
      if (!attempt) return { ...(await perform(call.ctx)), replayed: false }
      const db = call.scope === 'global' ? identity : call.ctx.db
      const begun = await repository.begin(db, attempt)
      if (begun === 'gone') throw inUse()
      if ('status' in begun) return replay(begun, attempt, call)
      const timer = setInterval(() => {
        repository
          .extend(db, attempt)
          .catch((error: unknown) => log.warn({ err: error }, 'extending an idempotency lock failed'))
      }, repository.EXTEND_MS).unref()
      const { ctx, fileHash } = withHashedFile(call.ctx)
      try {
        const answer = await perform({ ...ctx, attemptId: sha256(`${attempt.id}|${begun.expires}`) })
        await settle(keep(db, attempt, answer, fileHash()), call.name)
        return { ...answer, replayed: false }
      } catch (thrown) {
        const error = asAppError(thrown)
        const refusal = { ...answerOf(error, call.ctx.request?.id ?? ''), headers: [] }
        const end = () => (NOT_RUN.has(error.status) ? repository.release : repository.unlock)(db, attempt)
        await settle(isOutcome(error) ? keep(db, attempt, refusal, fileHash()) : end(), call.name)
        throw thrown
      } finally {
        clearInterval(timer)
      }
    },
  }
}

const inUse = () => new AppError('IDEMPOTENCY_KEY_IN_USE', undefined, { retryAfter: RETRY_SECONDS })

/** An error that a repeat would get again, so it is stored as the outcome. */
const isOutcome = ({ status, retryAfter }: AppError): boolean =>
  status < 500 && !NOT_RUN.has(status) && retryAfter === undefined

const answerOf = (error: AppError, requestId: string) => ({
  status: error.status,
  body: JSON.stringify(errorBody(error, requestId)),
  contentType: 'application/json',
})

function opened(open: () => string): string {
  try {
    return open()
  } catch {
    // Sealed under a master key that is not configured any more.
    return ''
  }
}

function attemptOf({ ctx, key, name, raw, scope }: IdempotentCall): repository.Attempt | undefined {
  const actor = actorName(ctx.actor)
  if (actor === undefined) return undefined
  return {
    id: sha256(JSON.stringify([actor, key])),
    actorHash: sha256(actor),
    fingerprint: sha256(JSON.stringify([name, sorted(raw)])),
    runId: randomUUID(),
    workspaceId: scope === 'global' ? undefined : ctx.workspaceId,
  }
}

/** Undefined for anonymous callers, whose keys could collide. */
function actorName(actor: Actor): string | undefined {
  switch (actor.kind) {
    case 'session':
      return `session|${actor.userId}`
    case 'workspace':
      return actor.keyId === undefined ? `workspace|${actor.workspaceId}` : `key|${actor.keyId}`
    case 'agency':
      return `agency|${actor.agencyId}`
    case 'agent':
      return `agent|${actor.agentId}`
    case 'visitor':
      return `visitor|${actor.key}`
    case 'client':
      // Admins of an agency have no id of their own.
      return `client|${actor.agencyId}|${actor.clientId || sha256(actor.sessionToken)}`
    case 'nobody':
    case 'system':
      return undefined
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, one]) => [name, sorted(one)]),
  )
}

function withHashedFile(ctx: Ctx): { readonly ctx: Ctx; readonly fileHash: () => string } {
  const { request } = ctx
  const file = request?.file
  if (!request || !file) return { ctx, fileHash: () => '' }
  const hash = createHash('sha256')
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  file.once('error', (error) => tap.destroy(error))
  file.once('close', () => {
    if (!file.readableEnded) tap.destroy(new Error('The request ended before its file did.'))
  })
  file.pipe(tap)
  // The request itself stays open, so that the client can still get an error response.
  tap.once('close', () => file.unpipe(tap))
  const hashed = Object.create(request, { file: { value: tap, enumerable: true } }) as typeof request
  return { ctx: { ...ctx, request: hashed }, fileHash: () => hash.digest('hex') }
}

async function hashOfFile({ ctx, maxFileBytes }: IdempotentCall): Promise<string> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of (ctx.request?.file ?? []) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxFileBytes) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    hash.update(chunk)
  }
  return hash.digest('hex')
}
