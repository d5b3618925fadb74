// One HTTP call of a tool: bounded in time and size, no secrets across redirects, every outcome is a result.
import { type Message, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { ToolRequest } from '@parlance/engine/tools/request'
import { OutboundError } from '../../lib/outbound/guarded-fetch.ts'

export interface HttpAnswer {
  /** 0 without a response. */
  readonly status: number
  readonly contentType: string
  /** At most MAX_BODY_BYTES of the body. */
  readonly text: string
  readonly isCut: boolean
  /** For display; empty if the response is a success. */
  readonly error: Message
}

/** Maximum of the uncompressed response body; the rest is not awaited. */
export const MAX_BODY_BYTES = 200 * 1024
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 3

class RedirectRefused extends Error {
  readonly reason: MessageDescriptor
  constructor(reason: MessageDescriptor) {
    super(reason.message)
    this.reason = reason
  }
}

/** Never rejects. `timeoutMs` is for the whole exchange. */
export async function callHttp(
  guardedFetch: typeof fetch,
  request: ToolRequest,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const response = await follow(guardedFetch, request, either)
    const { text, isCut } = await readBody(response)
    const { status } = response
    const contentType = response.headers.get('content-type') ?? ''
    return { status, contentType, text, isCut, error: response.ok ? '' : msg('call_server_status', { status }) }
  } catch (error) {
    return { status: 0, contentType: '', text: '', isCut: false, error: reasonOf(error, timeout, timeoutMs, signal) }
  }
}

function reasonOf(
  error: unknown,
  timeout: AbortSignal,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): MessageDescriptor {
  if (signal?.aborted) return msg('call_stopped')
  if (timeout.aborted) return msg('call_timeout', { seconds: timeoutMs / 1000 })
  if (error instanceof RedirectRefused) return error.reason
  if (error instanceof OutboundError) return msg('call_address_not_allowed')
  return msg('call_failed')
}

/**
 * Any header may contain a secret: headers and body only follow to the same origin, or from http to https on its host.
 */
async function follow(guardedFetch: typeof fetch, request: ToolRequest, signal: AbortSignal): Promise<Response> {
  let url = new URL(request.url)
  let method: string = request.method
  let headers: Readonly<Record<string, string>> = request.headers
  let body = request.body
  for (let hop = 0; ; hop += 1) {
    const init = { method, headers, signal, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) }
    const response = await guardedFetch(url.href, init)
    const location = REDIRECT_STATUSES.has(response.status) ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    if (hop >= MAX_REDIRECTS) throw new RedirectRefused(msg('call_redirect_loop'))
    if (!URL.canParse(location, url.href)) throw new RedirectRefused(msg('call_redirect_invalid'))
    const next = new URL(location, url)
    if (response.status === 303 || (response.status < 303 && method === 'POST')) {
      method = 'GET'
      body = undefined
      headers = withoutHeaders(headers, ['content-type'])
    }
    if (!isSameHost(url, next)) {
      if (body !== undefined || method !== 'GET') throw new RedirectRefused(msg('call_redirect_to_other_server'))
      headers = { accept: headers['accept'] ?? '*/*' }
    }
    url = next
  }
}

const isSameHost = (from: URL, to: URL): boolean =>
  from.origin === to.origin ||
  (from.hostname === to.hostname && from.protocol === 'http:' && to.protocol === 'https:' && !from.port && !to.port)

const withoutHeaders = (headers: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

async function readBody(response: Response): Promise<{ text: string; isCut: boolean }> {
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  while (reader && size <= MAX_BODY_BYTES) {
    const { done, value } = await reader.read()
    if (done) return { text: decode(parts), isCut: false }
    parts.push(value)
    size += value.byteLength
  }
  await reader?.cancel()
  return { text: decode(parts), isCut: reader !== undefined }
}

const decode = (parts: readonly Uint8Array[]): string =>
  new TextDecoder().decode(Buffer.concat(parts).subarray(0, MAX_BODY_BYTES))
