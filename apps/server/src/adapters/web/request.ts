import type { PageError } from '../../modules/knowledge/pages.ports.ts'
import { failure, unreachable } from './page-errors.ts'

export interface Exchange {
  readonly response: Response
  readonly url: string
  /** `url` if a temporary redirect led there; empty otherwise. */
  readonly redirectedTo: string
  /** Extends the deadline of the body by `ms`, e.g. once it is known to be a file. */
  readonly extend: (ms: number) => void
  readonly pieces: () => AsyncGenerator<Uint8Array>
  /** The whole body, at most this many bytes. Rejects with a PageError. */
  readonly body: (maxBytes: number) => Promise<Uint8Array<ArrayBuffer>>
  readonly close: () => void
}

export interface ExchangeOptions {
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PERMANENT = new Set([301, 308])

class DeadlineExceeded extends Error {}

/** Rejects with a PageError, or with the reason of the caller's signal. The caller must close the exchange. */
export async function exchange(address: string, asked: ExchangeOptions): Promise<Exchange> {
  const controller = new AbortController()
  const abort = () => controller.abort(asked.signal?.reason)
  if (asked.signal?.aborted) abort()
  asked.signal?.addEventListener('abort', abort, { once: true })
  const late = () => controller.abort(new DeadlineExceeded())
  let timer = setTimeout(late, asked.timeoutMs)
  const close = () => {
    clearTimeout(timer)
    asked.signal?.removeEventListener('abort', abort)
    controller.abort()
  }
  /** `answered`: whether bytes arrived before it failed. */
  const told = (error: unknown, answered: boolean): unknown => {
    if (asked.signal?.aborted) return asked.signal.reason
    const gaveUp = controller.signal.reason instanceof DeadlineExceeded
    const known = gaveUp ? failure('timeout') : unreachable(error)
    return answered && known.kind === 'timeout' ? failure('endless') : known
  }
  try {
    const { response, url, redirectedTo } = await follow(address, asked, controller.signal)
    const pieces = () => piecesOf(response, told)
    return {
      response,
      url,
      redirectedTo,
      close,
      extend(ms) {
        clearTimeout(timer)
        timer = setTimeout(late, ms)
      },
      pieces,
      body: (maxBytes) => gather(response, pieces(), maxBytes),
    }
  } catch (error) {
    const reason = isPageError(error) ? error : told(error, false)
    close()
    throw reason
  }
}

const isPageError = (error: unknown): error is PageError => error instanceof Error && error.name === 'PageError'

async function follow(address: string, { fetch, headers }: ExchangeOptions, signal: AbortSignal) {
  const seen = new Set<string>()
  let url = address
  let temporary = false
  for (let hop = 0; ; hop += 1) {
    seen.add(url)
    const response = await fetch(url, { headers: { ...headers }, redirect: 'manual', signal })
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
    if (location === null) return { response, url, redirectedTo: temporary ? url : '' }
    await response.body?.cancel()
    if (!URL.canParse(location, url)) throw failure('not-public')
    const next = new URL(location, url)
    next.hash = ''
    // Many servers send a temporary status when they move everything to HTTPS.
    if (!PERMANENT.has(response.status) && next.href !== url.replace(/^http:/, 'https:')) temporary = true
    url = next.href
    if (hop >= MAX_REDIRECTS || seen.has(url)) throw failure('redirects')
  }
}

async function* piecesOf(response: Response, told: (error: unknown, answered: boolean) => unknown) {
  if (!response.body) return
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw told(error, true)
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

async function gather(response: Response, pieces: AsyncGenerator<Uint8Array>, maxBytes: number) {
  const declared = Number(response.headers.get('content-length') ?? 0)
  if (declared > maxBytes) throw failure('too-large')
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw failure('too-large')
    parts.push(piece)
  }
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
