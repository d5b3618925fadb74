// The client: one function per call of the contract, made out of the table in calls.js.
import { CALLS } from './calls.js'
import { ParlanceError, refusalOf } from './errors.js'
import { parts } from './stream.js'

export { ParlanceError } from './errors.js'
export { collect } from './stream.js'
export { verifyEvent } from './events.js'

/** Whoever asks for longer than this is told so instead of kept waiting, in seconds. */
const LONGEST_WAIT = 60
/** The first request with this key still runs; its answer is there in a moment. */
const IN_USE = 'IDEMPOTENCY_KEY_IN_USE'

export function createParlance({ url, region = 'eu', token, fetch: fetcher = globalThis.fetch, retries = 2 }) {
  const base = String(url).replace(/\/+$/, '')
  const client = { base, region, token, retries, fetch: (...of) => fetcher(...of) }
  return Object.fromEntries(
    Object.entries(CALLS).map(([noun, calls]) => [
      noun,
      Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, methodOf(client, call)])),
    ]),
  )
}

const methodOf = (client, call) =>
  call[3] === 'stream'
    ? (input, options) => streamed(client, call, input, options)
    : (input, options) => answered(client, call, input, options)

async function answered(client, call, input, options) {
  const response = await ask(client, call, input, options)
  return call[3] === 'text' ? response.text() : response.json()
}

async function* streamed(client, call, input, options) {
  yield* parts(await ask(client, call, input, options))
}

async function ask(client, call, input = {}, options = {}) {
  const { url, init } = requestOf(client, call, input, options)
  // A call that changes something is repeated only where the server knows the repeat by its key.
  const most = init.method === 'GET' || init.headers['idempotency-key'] !== undefined ? client.retries : 0
  for (let tries = 0; ; tries += 1) {
    let response
    try {
      response = await client.fetch(url, init)
    } catch (cause) {
      if (init.signal?.aborted) throw cause
      if (tries >= most)
        throw new ParlanceError({ status: 0, code: 'NETWORK', message: 'The server could not be reached.', cause })
      await pause(backoff(tries), init.signal)
      continue
    }
    if (response.ok) return response
    const error = await refusalOf(response)
    const wait = waitAfter(error, tries)
    if (tries >= most || wait === undefined || wait > LONGEST_WAIT) throw error
    await pause(wait, init.signal)
  }
}

/** Seconds before the next try, longer each time and never the same for many clients at once. */
const backoff = (tries) => 0.25 * 2 ** tries * (0.75 + Math.random() / 2)

/** Undefined for an error that a repeat would meet again, such as a limit that lasts until the month ends. */
function waitAfter({ status, code, retryAfter }, tries) {
  if (status >= 500) return retryAfter ?? backoff(tries)
  return status === 429 || code === IN_USE ? retryAfter : undefined
}

/** Names in the path are taken from the input; the rest is the query of a GET or the body of anything else. */
function requestOf(client, [method, path, scope, kind], { file, ...input }, options) {
  const rest = { ...(kind === 'file' ? input : { ...input, ...(file === undefined ? {} : { file }) }) }
  const filled = path.replace(/\{(\w+)\}/g, (_, key) => {
    const value = rest[key]
    delete rest[key]
    if (value === undefined || value === '')
      throw new ParlanceError({ status: 0, code: 'INVALID_INPUT', message: `${key} is missing.` })
    // Addresses read these as «here» and «one up»: the call would be another one.
    if (/^\.{1,2}$/.test(String(value)))
      throw new ParlanceError({ status: 0, code: 'INVALID_INPUT', message: `${key} is no id.` })
    return encodeURIComponent(String(value))
  })
  const { base, region } = client
  const url = new URL(`${base}/api${scope === 'region' ? `/${options.region ?? region}` : ''}${filled}`)
  const inQuery = method === 'GET' || kind === 'file'
  if (inQuery)
    for (const [key, value] of Object.entries(rest)) if (value !== undefined) url.searchParams.set(key, String(value))
  const token = options.token ?? client.token
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(inQuery ? {} : { 'content-type': 'application/json' }),
    ...(kind === 'file' ? { 'content-type': 'application/octet-stream' } : {}),
    ...keyOf(method, kind, token, options),
    ...options.headers,
  }
  const body = kind === 'file' ? file : inQuery ? undefined : JSON.stringify(rest)
  return { url, init: { method, headers, signal: options.signal, ...(body === undefined ? {} : { body }) } }
}

/** Turns repeat by the id of their message; without a token the server can't tell whose key it is. */
const keyOf = (method, kind, token, { idempotencyKey }) =>
  method === 'GET' || kind === 'stream' || !token
    ? {}
    : { 'idempotency-key': idempotencyKey ?? globalThis.crypto.randomUUID() }

const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

/** Everything of a list, page by page as it is read. */
export async function* paginate(call, input = {}, options = {}) {
  let cursor
  do {
    const page = await call({ ...input, ...(cursor === undefined ? {} : { cursor }) }, options)
    yield* page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
