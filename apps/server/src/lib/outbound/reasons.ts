import { Refused } from './guarded-fetch.ts'

export type OutboundReason =
  | 'not-public'
  | 'redirects'
  | 'too-large'
  | 'timeout'
  | 'certificate'
  | 'busy'
  | 'unreachable'

const TIMEOUTS = /^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/
/** Only certificate errors. A server that answers in plain HTTP or an unknown TLS version counts as unreachable. */
const CERTIFICATES = /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/
const BY_MESSAGE: Record<string, OutboundReason> = {
  redirects: 'redirects',
  'larger than agreed': 'too-large',
  'too many exchanges at once': 'busy',
}

/** Private and unknown hosts are not distinguished, otherwise users could map our network. */
export function reasonFor(error: unknown): OutboundReason {
  for (let one = error, depth = 0; one instanceof Error && depth < 6; one = one.cause, depth += 1) {
    const known = BY_MESSAGE[one.message]
    if (known) return known
    if (one instanceof Refused) return 'not-public'
    if (one.name === 'TimeoutError') return 'timeout'
    const code = 'code' in one && typeof one.code === 'string' ? one.code : ''
    if (code === 'ENOTFOUND' || code === 'ERR_INVALID_URL') return 'not-public'
    if (TIMEOUTS.test(code)) return 'timeout'
    if (CERTIFICATES.test(code)) return 'certificate'
  }
  return 'unreachable'
}
