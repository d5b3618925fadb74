// Rate limits by name, counted per address, person, visitor and agent.
import { AppError } from '@parlance/contract/lib/errors'
import type { LimitName } from '@parlance/contract/lib/operation'
import { addressOf } from '@parlance/contract/lib/mailbox'
import { msg } from '@parlance/i18n/messages'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Actor } from '../../ctx.ts'
import { keyOf } from './authorize.ts'
import { limitKey } from '../client-ip.ts'

const DAY = 86_400

/** Points per seconds; `visitorDay` and `ipDay` are a second window. `failure` rules count only refused sign-ins. */
export const RULES = {
  standard: { actor: [600, 60] },
  public: { ip: [300, 60] },
  search: { actor: [120, 60] },
  /** Fetches pages of other sites, which must not be flooded through us. */
  probe: { actor: [20, 60] },
  /** Every five seconds for each domain that an open screen waits for. */
  domainCheck: { actor: [60, 60] },
  /** Must not help to test stolen keys. */
  keyTest: { actor: [20, 60], workspace: [30, 60] },
  /** Page load counting: one page makes two or three such calls. */
  beacon: { ip: [60, 60], agent: [6000, 60] },
  chat: { visitor: [20, 60], visitorDay: [500, DAY], ip: [60, 60], ipDay: [2000, DAY], agent: [600, 60] },
  upload: { visitor: [20, 60], ip: [20, 60], actor: [60, 60], agent: [300, 60] },
  /** Knowledge files, many at once; the service has a daily limit. */
  sources: { actor: [240, 60], agent: [600, 60] },
  signIn: { ip: [30, 900], failure: [5, 900] },
  signUp: { ip: [5, 3600] },
  /** Mails to people who didn't ask for them; one of these calls takes a secret that could be guessed. */
  invite: { ip: [60, 3600], actor: [60, 3600], account: [3, 900] },
  /** Refused calls of outside services; verified ones are not counted. */
  webhook: { ip: [60, 60] },
  /** A service that calls for the callers of many workspaces. */
  hosted: { ip: [6000, 60] },
  /** DNS records, mailed to an address that did not ask for them. */
  dnsMail: { actor: [3, 3600], actorDay: [10, DAY], workspace: [10, DAY] },
  /** Mails with files from one person to their agency. */
  feedback: { ip: [30, 3600], actor: [5, 900] },
  /** The contact form of the public site; an account is the address that was given. */
  contact: { ip: [5, 3600], account: [3, 3600], all: [200, 3600] },
  mail: { ip: [10, 3600], account: [3, 900] },
} as const satisfies Record<LimitName, Record<string, readonly [number, number]>>

export type Subject = 'ip' | 'actor' | 'visitor' | 'agent' | 'account' | 'workspace' | 'all' | 'failure'
/** What a call can be counted by; absent subjects are skipped. */
export type Subjects = Partial<Record<Subject, string>>

export interface LimitUse {
  readonly policy: string
  readonly quota: number
  /** Seconds in which the quota may be used. */
  readonly window: number
  readonly remaining: number
  /** Seconds until the quota is full again. */
  readonly reset: number
}

/** Only these limits are reported while a call passes; the use of shared ones is private. */
const OWN: ReadonlySet<string> = new Set(['actor', 'ip', 'visitor'] satisfies Subject[])

export interface Limits {
  /** Counts one call; throws 429 beyond a limit. `factor` widens it; `uses` receives the caller's own limits. */
  readonly take: (name: LimitName, subjects: Subjects, factor?: number, uses?: LimitUse[]) => Promise<void>
  /** Throws when too many failures were counted for this account. */
  readonly assertFewFailures: (name: LimitName, account: string) => Promise<void>
  /** Counts a try before its result is known, so that concurrent tries count too. */
  readonly countFailure: (name: LimitName, account: string) => Promise<void>
  readonly forgiveFailure: (name: LimitName, account: string) => Promise<void>
  readonly forgetFailures: (name: LimitName, account: string) => Promise<void>
}

export function createLimits(scale: number): Limits {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiter = (name: LimitName, subject: string, factor: number) => {
    const rule = (RULES[name] as Partial<Record<string, readonly [number, number]>>)[subject]
    if (!rule) return undefined
    const id = `${name}:${subject}:${factor}`
    let found = limiters.get(id)
    if (!found) {
      found = new RateLimiterMemory({
        keyPrefix: id,
        points: Math.max(1, Math.floor(rule[0] * scale * factor)),
        duration: rule[1],
      })
      limiters.set(id, found)
    }
    return found
  }
  const refuse = (result: unknown, rule: RateLimiterMemory): never => {
    if (!(result instanceof RateLimiterRes)) throw result
    const reason = rule.duration === DAY ? msg('daily_limit_reached') : undefined
    throw new AppError('RATE_LIMITED', reason, { retryAfter: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) })
  }
  return {
    async take(name, subjects, factor = 1, uses = []) {
      for (const [subject, key] of Object.entries(subjects)) {
        if (subject === 'failure' || !key) continue
        for (const window of [subject, `${subject}Day`]) {
          const rule = limiter(name, window, factor)
          if (!rule) continue
          try {
            const result = await rule.consume(key)
            if (OWN.has(window)) uses.push(useOf(`${name}-${window}`, rule, result))
          } catch (result) {
            if (result instanceof RateLimiterRes) uses.push(useOf(`${name}-${window}`, rule, result))
            refuse(result, rule)
          }
        }
      }
    },
    async assertFewFailures(name, account) {
      const rule = limiter(name, 'failure', 1)
      const seen = await rule?.get(account)
      if (rule && seen && seen.consumedPoints >= rule.points) refuse(seen, rule)
    },
    async countFailure(name, account) {
      await limiter(name, 'failure', 1)
        ?.consume(account)
        .catch(() => undefined)
    },
    async forgiveFailure(name, account) {
      await limiter(name, 'failure', 1)?.reward(account)
    },
    async forgetFailures(name, account) {
      await limiter(name, 'failure', 1)?.delete(account)
    },
  }
}

const useOf = (policy: string, rule: RateLimiterMemory, result: RateLimiterRes): LimitUse => ({
  policy,
  quota: rule.points,
  window: rule.duration,
  remaining: Math.max(0, result.remainingPoints),
  reset: Math.max(0, Math.ceil(result.msBeforeNext / 1000)),
})

/** In the format of draft-ietf-httpapi-ratelimit-headers; empty for a call without a limit. */
export function rateLimitHeaders(uses: readonly LimitUse[]): Record<string, string> {
  if (uses.length === 0) return {}
  const last = [...new Map(uses.map((use) => [use.policy, use])).values()]
  return {
    'ratelimit-policy': last.map(({ policy, quota, window }) => `"${policy}";q=${quota};w=${window}`).join(', '),
    ratelimit: last.map(({ policy, remaining, reset }) => `"${policy}";r=${remaining};t=${reset}`).join(', '),
  }
}

/** Maximum length of a counter key, which callers choose. */
const MAX_SUBJECT = 200

export function subjectsOf(actor: Actor, ip: string, agent: unknown, raw: Readonly<Record<string, unknown>>): Subjects {
  const visitor = actor.kind === 'visitor' ? actor.key : actor.kind === 'nobody' ? raw.visitorId : undefined
  const known =
    actor.kind === 'nobody' || actor.kind === 'visitor'
      ? undefined
      : actor.kind === 'session'
        ? `s:${actor.userId}`
        : actor.kind === 'agent'
          ? `a:${actor.agentId}`
          : actor.kind === 'agency'
            ? `g:${actor.agencyId}`
            : actor.kind === 'client'
              ? `c:${actor.clientId || actor.sessionToken}`
              : `w:${actor.workspaceId}|${keyOf(actor)?.keyId ?? ''}`
  const isPerson = known === undefined || actor.kind === 'session' || actor.kind === 'client'
  return {
    // Bearers of a secret call from one server for many visitors, so they are counted by secret and not by address.
    ...(isPerson ? { ip: limitKey(ip) } : {}),
    actor: known ?? limitKey(ip),
    ...(typeof visitor === 'string' && visitor ? { visitor: visitor.slice(0, MAX_SUBJECT) } : {}),
    ...(typeof agent === 'string' && agent ? { agent: agent.slice(0, MAX_SUBJECT) } : {}),
    ...(typeof raw.email === 'string' ? { account: addressOf(raw.email.trim().slice(0, 254)) } : {}),
  }
}
