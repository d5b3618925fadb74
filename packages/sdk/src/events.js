import { ParlanceError } from './errors.js'

const PREFIX = 'whsec_'
const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
const wrong = (message) => new ParlanceError({ status: 0, code: 'EVENT_INVALID', message })

/** Node 18 has it, but not as a global; the name is put together so that bundlers for browsers leave it alone. */
const cryptoOf = async () => globalThis.crypto ?? (await import(['node', 'crypto'].join(':'))).webcrypto

/** Header of a fetch `Headers`, of Node's `request.headers`, or of any object, whatever its case. */
function headerOf(headers, name) {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name)
  const value = key === undefined ? undefined : headers[key]
  return Array.isArray(value) ? value[0] : value
}

/** The event of a request that this secret has signed, not longer ago than `toleranceSeconds`. Throws ParlanceError. */
export async function verifyEvent({ payload, headers, secret, toleranceSeconds = 300, now = Date.now() }) {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) throw wrong('The request carries no signature.')
  const age = Math.abs(now / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) throw wrong('The request was signed too long ago, or ahead of time.')
  const body = typeof payload === 'string' ? payload : new TextDecoder().decode(payload)
  const { subtle } = await cryptoOf()
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  let key
  try {
    const raw = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
    key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  } catch {
    throw wrong('The signing secret is not one: it begins with whsec_.')
  }
  for (const one of signatures.split(' ')) {
    const [version, signature = ''] = one.split(',')
    if (version !== 'v1') continue
    let bytes
    try {
      bytes = bytesOf(signature)
    } catch {
      continue
    }
    // `verify` takes the same time wherever the first difference is.
    if (await subtle.verify('HMAC', key, bytes, signed)) return JSON.parse(body)
  }
  throw wrong('No signature of the request fits this secret.')
}
