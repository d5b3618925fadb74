// Notifies an outside system with one POST of JSON. The response is ignored and a failure only logged.
import type { Logger } from '../../lib/log.ts'
import { createGuardedFetch } from '../../lib/outbound/guarded-fetch.ts'

const TIMEOUT_MS = 10_000

export type Hook = (body: object) => Promise<void>

/** Returns a function that posts a body and resolves within 10 s. `url` is the operator's and may be internal. */
export function createHook(name: string, url: string, log: Logger, timeoutMs = TIMEOUT_MS): Hook {
  const { hostname, port, protocol } = new URL(url)
  const fetch = createGuardedFetch({
    allow: [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`],
    timeoutMs,
  })
  return async (body) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await response.body?.cancel()
      if (!response.ok) log.info({ status: response.status }, `the ${name} hook answered with an error`)
    } catch (error) {
      log.info({ reason: error instanceof Error ? error.message : 'unknown' }, `calling the ${name} hook failed`)
    }
  }
}

export const hookOf = (name: string, url: string | undefined, log: Logger): Hook =>
  url === undefined ? async () => {} : createHook(name, url, log)
