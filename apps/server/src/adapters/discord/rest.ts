import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 15_000
/** Longer waits go back to the outbox. */
const MAX_WAIT_MS = 5000

export interface RestAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** Set on a 429, and when the call was not made because the limit is used up. */
  readonly retryAfterMs?: number
}
interface Limit {
  remaining: number
  resetAt: number
}

export type DiscordRest = ReturnType<typeof createRest>

export function createRest(baseUrl: string, botToken: string) {
  /** By rate-limit bucket: the webhook or the path. */
  const limits = new Map<string, Limit>()

  const waitFor = async (route: string, most: number): Promise<number | undefined> => {
    const now = Date.now()
    const waits = [limits.get(route), limits.get('global')].map((limit) =>
      limit && limit.remaining <= 0 ? limit.resetAt - now : 0,
    )
    const ms = Math.max(0, ...waits)
    if (ms > most) return ms
    if (ms > 0) await sleep(ms)
    return undefined
  }
  const learn = (route: string, { headers, status }: Response, body: Readonly<Record<string, unknown>>) => {
    const after = Number(headers.get('x-ratelimit-reset-after') ?? Number.NaN) * 1000
    const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN)
    if (Number.isFinite(after) && Number.isFinite(remaining))
      limits.set(route, { remaining, resetAt: Date.now() + after })
    if (status !== 429) return undefined
    const waitMs = Number(body.retry_after ?? headers.get('retry-after') ?? 1) * 1000
    limits.set(body.global === true ? 'global' : route, { remaining: 0, resetAt: Date.now() + waitMs })
    if (limits.size > 5000) limits.clear()
    return waitMs
  }

  return async function ask(
    method: string,
    path: string,
    given: {
      readonly body?: unknown
      readonly asBot?: boolean
      readonly query?: string
      readonly route?: string
      /** Not made when it would have to wait. */
      readonly isOptional?: boolean
    } = {},
  ): Promise<RestAnswer> {
    const route = `${method} ${given.route ?? path}`
    const waits = await waitFor(route, given.isOptional ? 0 : MAX_WAIT_MS)
    if (waits !== undefined) return { status: 429, body: {}, retryAfterMs: waits }
    const limit = limits.get(route)
    if (limit) limit.remaining -= 1
    const response = await fetch(`${baseUrl}${path}${given.query ? `?${given.query}` : ''}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'user-agent': 'DiscordBot (https://parlance.example, 1)',
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(given.asBot ? { authorization: `Bot ${botToken}` } : {}),
      },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    })
    const text = await response.text()
    const body = bodyOf(text)
    const retryAfterMs = learn(route, response, body)
    return { status: response.status, body, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
}

function bodyOf(text: string): Record<string, unknown> {
  try {
    const read = JSON.parse(text) as unknown
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
