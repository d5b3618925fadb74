// Makes calls of the contract from inside the server, through the same pipeline: same access rules, limits and checks.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, Writable } from 'node:stream'
import type { AnyContractProcedure } from '@orpc/contract'
import type { OpMeta } from '@parlance/contract/lib/operation'
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import type { Hono } from 'hono'
import type { Actor } from '../../ctx.ts'
import { opensScope } from './authorize.ts'
import type { NodeBindings } from '../app-types.ts'
import { errorBody } from '../errors.ts'

export interface Answer {
  readonly status: number
  /** The parsed JSON; of a stream, all its text. */
  readonly body: unknown
  readonly retryAfter: string | undefined
}
/** Makes a call by its name in the contract, `noun.name`. Rejects only when there is no such call. */
export type InternalCall = (op: string, input: Readonly<Record<string, unknown>>) => Promise<Answer>

/** The request on whose behalf calls are made. */
export interface OnBehalf {
  readonly incoming: IncomingMessage
  readonly region: Region
  readonly signal: AbortSignal
}

/** Headers passed on from the original request. Cookies are not. */
const KEPT = ['authorization', 'host', 'user-agent', 'x-forwarded-for', 'forwarded', 'x-real-ip'] as const
const MAX_STREAM = 2_000_000

type AnyContract = Readonly<Record<string, Readonly<Record<string, AnyContractProcedure>>>>

function metaOf(contract: AnyContract, name: string): OpMeta | undefined {
  const [noun = '', call = ''] = name.split('.')
  return contract[noun]?.[call]?.['~orpc'].meta as OpMeta | undefined
}

export const mayCall =
  (contract: AnyContract) =>
  (actor: Actor, name: string): boolean => {
    const meta = metaOf(contract, name)
    return meta !== undefined && opensScope(actor, meta.access)
  }

/** The scope that a key needs for the call; undefined when keys can't make it. */
export const scopeOfCall =
  (contract: AnyContract) =>
  (name: string): string | undefined => {
    const scope = metaOf(contract, name)?.access.scope
    return scope === 'none' ? undefined : scope
  }

export const createInternalCalls =
  (app: () => Hono<NodeBindings>, contract: AnyContract) =>
  (behalf: OnBehalf): InternalCall =>
  async (name, input) => {
    const [noun = '', call = ''] = name.split('.')
    const definition = contract[noun]?.[call]?.['~orpc']
    if (!definition) throw new Error(`no call ${name}`)
    const { scope } = definition.meta as OpMeta
    const { method = 'POST', path = '' } = definition.route
    const rest = { ...input }
    const filled = fillPath(`${scope === 'region' ? `/api/${behalf.region}` : '/api'}${path}`, rest)
    if (filled === undefined) return NOWHERE
    const url = new URL(`http://inner${filled}`)
    if (method === 'GET')
      for (const [key, value] of Object.entries(rest)) if (value !== undefined) url.searchParams.set(key, String(value))
    return send(app(), behalf, method, url, method === 'GET' ? '' : JSON.stringify(rest))
  }

/** The response for an id that can't be in a path: the same as for an unknown one. */
const NOWHERE: Answer = {
  status: 404,
  body: errorBody(new AppError('NOT_FOUND'), ''),
  retryAfter: undefined,
}
const MAX_PART = 200

/** Moves path parameters from `input` into the path. Undefined for a value that cannot be a path segment. */
function fillPath(path: string, input: Record<string, unknown>): string | undefined {
  let isWhole = true
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = input[key]
    delete input[key]
    const part = typeof value === 'number' ? String(value) : value
    if (typeof part === 'string' && isPart(part)) return encodeURIComponent(part)
    isWhole = false
    return ''
  })
  return isWhole ? filled : undefined
}
const isPart = (text: string): boolean =>
  text !== '' && text.length <= MAX_PART && text.isWellFormed() && text !== '.' && text !== '..'

async function send(
  app: Hono<NodeBindings>,
  behalf: OnBehalf,
  method: string,
  url: URL,
  body: string,
): Promise<Answer> {
  const headers = Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = behalf.incoming.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  if (body !== '') headers['content-type'] = 'application/json'
  const incoming = Object.assign(Readable.from(body === '' ? [] : [Buffer.from(body)]), {
    headers,
    rawHeaders: [],
    socket: behalf.incoming.socket,
    method,
    url: url.pathname,
  })
  const outgoing = new Collected()
  const leave = () => outgoing.destroy()
  behalf.signal.addEventListener('abort', leave, { once: true })
  try {
    const response = await app.fetch(new Request(url, { method, headers }), {
      incoming: incoming as unknown as IncomingMessage,
      outgoing: outgoing as unknown as ServerResponse,
    })
    if (outgoing.begun) return { status: 200, body: await outgoing.text(), retryAfter: undefined }
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') === true
    const retryAfter = response.headers.get('retry-after') ?? undefined
    return { status: response.status, body: json ? (JSON.parse(text) as unknown) : text, retryAfter }
  } finally {
    behalf.signal.removeEventListener('abort', leave)
    outgoing.destroy()
  }
}

/** Replaces the response of a socket: collects what is written, and closes when the client disconnects. */
class Collected extends Writable {
  begun = false
  readonly socket = undefined
  readonly #chunks: Buffer[] = []
  #size = 0

  writeHead(): this {
    this.begun = true
    return this
  }
  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#size += chunk.length
    if (this.#size > MAX_STREAM) return done(new Error('The stream is too long.'))
    this.#chunks.push(chunk)
    done()
  }
  async text(): Promise<string> {
    if (!this.writableFinished && !this.destroyed)
      await new Promise<void>((resolve) => {
        this.once('finish', resolve)
        this.once('close', resolve)
        this.once('error', () => resolve())
      })
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
