// Notifies an outside system with one POST of JSON. The response is ignored and a failure only logged.
import type { Logger } from '../../lib/log.ts'
import { createGuardedFetch } from '../../lib/outbound/guarded-fetch.ts'

const TIMEOUT_MS = 10_000

/**
 * @param url set by the operator, so it may lie inside the network; what it redirects to may not
 * @returns a function that posts a body; always resolves, after ten seconds at the latest
 */
export function createNewAgentHook(url: string, log: Logger, timeoutMs = TIMEOUT_MS): (body: object) => Promise<void> {
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
      if (!response.ok) log.info({ status: response.status }, 'the new-agent hook answered with an error')
    } catch (error) {
      log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'calling the new-agent hook failed')
    }
  }
}
