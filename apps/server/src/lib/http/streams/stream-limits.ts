// Limits concurrent event streams, which rate limits do not cover.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Actor } from '../../ctx.ts'
import type { Subjects } from '../pipeline/limits.ts'

/** Maximum per visitor key or session, per address, and per secret (whose bearer acts for many people). */
export const MOST_STREAMS = { own: 20, ip: 200, secret: 500 } as const

export interface StreamLimits {
  /** Takes a slot and returns the function that frees it. Throws 429 if there are too many. */
  readonly take: (actor: Actor, subjects: Subjects, factor?: number) => () => void
}

/** `scale` multiplies all limits, `factor` those of one call. */
export function createStreamLimits(scale: number): StreamLimits {
  const taken = new Map<string, number>()
  const add = (key: string, count: number) => {
    const now = (taken.get(key) ?? 0) + count
    if (now > 0) taken.set(key, now)
    else taken.delete(key)
  }
  return {
    take(actor, subjects, factor = 1) {
      const asked = keysOf(actor, subjects)
      for (const [kind, key] of asked)
        if ((taken.get(key) ?? 0) >= Math.max(1, Math.floor(MOST_STREAMS[kind] * scale * factor)))
          throw new AppError('RATE_LIMITED', msg('too_many_streams'), {
            retryAfter: 10,
          })
      const keys = asked.map(([, key]) => key)
      for (const key of keys) add(key, 1)
      let given = false
      return () => {
        if (given) return
        given = true
        for (const key of keys) add(key, -1)
      }
    },
  }
}

function keysOf(actor: Actor, { ip, visitor }: Subjects): (readonly [keyof typeof MOST_STREAMS, string])[] {
  const address = ip ? ([['ip', `ip:${ip}`]] as const) : []
  if (actor.kind === 'session' || actor.kind === 'client') return [['own', `s:${actor.sessionToken}`], ...address]
  if (actor.kind === 'visitor' || actor.kind === 'nobody') return [...own(visitor), ...address]
  if (actor.kind === 'agent') return [['secret', `a:${actor.agentId}`]]
  const key = actor.kind === 'workspace' ? actor.keyId : undefined
  return [['secret', key === undefined ? `w:${actor.workspaceId}` : `k:${key}`]]
}
const own = (visitor: string | undefined) => (visitor ? ([['own', `v:${visitor}`]] as const) : [])
