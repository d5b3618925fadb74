import type { IncomingMessage } from 'node:http'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { exceedsJsonValues } from '../../json-size.ts'

const DEFAULT_MAX = 256 * 1024
/** Maximum nesting, because deeper values make recursive code fail. */
const MAX_DEPTH = 32
/** Millions of empty lists fit into a few megabytes; parsing them would block the process for seconds. */
const MAX_VALUES = 200_000
const MAX_KEYS = 10_000
/** Characters; longer bodies are processed in two steps with a yield in between. */
const LONG = 500_000
const BODY_MS = 30_000
/** Kept of a body that is too large, so that its account can be found. */
const HEAD_BYTES = 64_000
/** Read and discarded of a body that is too large, because most clients read the response only after sending everything. */
const DISCARDED = { bytes: 16_000_000, ms: 10_000 }

/** Carries the start of the body. */
export class BodyTooLarge extends AppError {
  readonly head: Buffer
  constructor(maxBytes: number, head: Buffer) {
    super('PAYLOAD_TOO_LARGE', largerThan(maxBytes))
    this.head = head
  }
}

/** The bytes of a body, as they came. Throws 408 or 413 as an AppError. */
export async function readBytes(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const declared = Number(incoming.headers['content-length'] ?? Number.NaN)
  if (declared > maxBytes) {
    throw new BodyTooLarge(maxBytes, declared <= DISCARDED.bytes ? await discard(incoming) : Buffer.alloc(0))
  }
  const chunks: Buffer[] = []
  let size = 0
  const late = setTimeout(() => incoming.destroy(), BODY_MS).unref()
  try {
    // Destroyed, it could not be answered.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) break
    }
  } catch (error) {
    // A client that disconnects in the middle of a request is not a failure of ours.
    throw new AppError('REQUEST_TIMEOUT', msg('request_ended_early'), { cause: error })
  } finally {
    clearTimeout(late)
  }
  const bytes = Buffer.concat(chunks)
  if (size <= maxBytes) return bytes
  await discard(incoming)
  throw new BodyTooLarge(maxBytes, bytes.subarray(0, HEAD_BYTES))
}

/** The parsed JSON body; `undefined` when there is none. Throws 400, 413 or 415 as an AppError. */
export async function readJson(incoming: IncomingMessage, maxBytes = DEFAULT_MAX): Promise<unknown> {
  const bytes = await readBytes(incoming, maxBytes)
  const size = bytes.length
  if (size === 0) return undefined
  const type = incoming.headers['content-type'] ?? ''
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  const value = parseJson(bytes)
  if (size > LONG) await new Promise(setImmediate)
  assertSafe(value)
  return value
}

/** The start of the body, once it ends, the time is over or the client disconnects. */
function discard(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const head: Buffer[] = []
    let size = 0
    const end = () => {
      clearTimeout(late)
      resolve(Buffer.concat(head).subarray(0, HEAD_BYTES))
    }
    const late = setTimeout(end, DISCARDED.ms)
    if (incoming.readableEnded || incoming.destroyed) return end()
    incoming.once('close', end)
    incoming.once('end', end)
    incoming.once('error', end)
    incoming.on('data', (chunk: Buffer) => {
      if (size < HEAD_BYTES) head.push(chunk)
      size += chunk.length
      if (size > DISCARDED.bytes) end()
    })
  })
}

/** The body as a stream, for calls that take a file. Throws 413 at once if the declared length is too large. */
export function fileBody(incoming: IncomingMessage, maxBytes: number): IncomingMessage {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', largerThan(maxBytes))
  return incoming
}

const largerThan = (maxBytes: number) => msg('request_larger_than', { max: Math.round(maxBytes / 1000) })
const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Buffer): unknown {
  const unreadable = () => new AppError('INVALID_INPUT', msg('body_not_json'))
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw unreadable()
  }
  if (exceedsJsonValues(text, MAX_VALUES)) throw new AppError('INVALID_INPUT', msg('body_too_complex'))
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw unreadable()
  }
}

/** PostgreSQL stores neither NUL nor lone surrogates, and `__proto__` keys pollute careless merges. */
export function assertSafe(value: unknown, depth = 0): void {
  if (typeof value === 'string') return assertText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) throw new AppError('INVALID_INPUT', msg('body_too_deep'))
  if (Array.isArray(value)) {
    for (const item of value) assertSafe(item, depth + 1)
    return
  }
  const entries = Object.entries(value)
  if (entries.length > MAX_KEYS) throw new AppError('INVALID_INPUT', msg('body_object_too_large'))
  for (const [key, item] of entries) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype')
      throw new AppError('INVALID_INPUT', msg('key_not_allowed', { key }))
    assertText(key)
    assertSafe(item, depth + 1)
  }
}

function assertText(text: string): void {
  if (text.includes('\0')) throw new AppError('INVALID_INPUT', msg('text_nul'))
  if (!text.isWellFormed()) throw new AppError('INVALID_INPUT', msg('text_not_unicode'))
}
