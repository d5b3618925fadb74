import { isIP, isIPv6 } from 'node:net'
import type { Session } from '@parlance/contract/accounts/security-api'
import { type Browser, BROWSERS, clientOf, type Platform, PLATFORMS } from '@parlance/contract/analytics/clients'
import type { Ctx } from '../../../lib/ctx.ts'
import { sha256 } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { limitKey } from '../../../lib/http/client-ip.ts'
import type { CountryOf } from '../ports.ts'
import { sessionOf } from '../account.ts'
import { type Device, endSessionById, liveSessions, type SessionRow } from './sessions.repository.ts'

/** Truncates an IP address to a.b.c.0 or 48 bits of IPv6, enough for the country. Empty for an invalid address. */
export function networkOf(ip: string): string {
  if (isIPv6(ip)) return `${limitKey(ip).split(':').slice(0, 3).join(':')}::`
  return isIP(ip) ? ip.replace(/\d+$/, '0') : ''
}

export function deviceOf(ctx: Pick<Ctx, 'request'>): Device {
  const headers = ctx.request?.headers
  const header = (name: string) => headers?.get(name) ?? ''
  const { browser, platform } = clientOf({
    agent: header('user-agent'),
    brands: header('sec-ch-ua'),
    platform: header('sec-ch-ua-platform'),
  })
  return { ipAddress: networkOf(ctx.request?.ip ?? ''), userAgent: `${browser}/${platform}` }
}

/** Browser and platform of a stored user agent, which old sessions lack. */
export function clientNames(stored: string | null): { browser: Browser; platform: Platform } {
  const [browser, platform] = (stored ?? '').split('/')
  return {
    browser: BROWSERS.find((name) => name === browser) ?? 'other',
    platform: PLATFORMS.find((name) => name === platform) ?? 'other',
  }
}

export function createSessionList(deps: {
  readonly db: Db
  readonly now: () => Date
  readonly countryOf: CountryOf
  readonly setCookie: (ctx: Ctx, token: string) => void
}) {
  const { db, now, countryOf, setCookie } = deps

  const shown = async (row: SessionRow, current: string): Promise<Session> => ({
    id: row.id,
    ...clientNames(row.userAgent),
    country: (row.ipAddress && (await countryOf(row.ipAddress))) || '',
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.seenAt.toISOString(),
    current: row.token === current,
  })

  return {
    async sessions(ctx: Ctx): Promise<{ items: Session[] }> {
      const { userId, sessionToken } = sessionOf(ctx)
      const rows = await liveSessions(db, userId, now())
      return { items: await Promise.all(rows.map((row) => shown(row, sha256(sessionToken)))) }
    },

    /** Unknown ids and sessions of others get the same answer. */
    async endSession(ctx: Ctx, { sessionId }: { sessionId: string }): Promise<{ success: true }> {
      const { userId, sessionToken } = sessionOf(ctx)
      if ((await endSessionById(db, userId, sessionId)) === sha256(sessionToken)) setCookie(ctx, '')
      return { success: true }
    },
  }
}
