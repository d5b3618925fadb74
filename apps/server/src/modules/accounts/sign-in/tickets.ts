// Tickets bind a multi-step flow to one browser: an HttpOnly cookie whose hash is stored.
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { STEP_MS } from '@parlance/contract/accounts/security'
import { appCookies, readCookie } from '../../../lib/http/cookies.ts'
import { ticketCookie } from '../sessions/cookies.ts'
import * as repository from '../repository.ts'
import type { TicketPurpose } from '../repository.ts'

export interface Tickets {
  /** Replaces an earlier ticket of this browser for the same purpose. */
  readonly issue: (ctx: Ctx, purpose: TicketPurpose, value: string, db?: Db) => Promise<void>
  /** The value without consuming the ticket; undefined for another browser, after ten minutes, or once consumed. */
  readonly peek: (ctx: Ctx, purpose: TicketPurpose) => Promise<string | undefined>
  /** Consumes the ticket; of concurrent callers one gets the value. */
  readonly consume: (ctx: Ctx, purpose: TicketPurpose, db?: Db) => Promise<string | undefined>
}

/** `appOrigin` is called each time, because the origin may be known only after the start. */
export function createTickets(db: Db, appOrigin: () => string, now: () => Date): Tickets {
  const tokenOf = (ctx: Ctx, purpose: TicketPurpose) =>
    (ctx.request && readCookie(ctx.request.headers, appCookies(appOrigin()), purpose)) || undefined
  const setCookie = (ctx: Ctx, purpose: TicketPurpose, token: string) =>
    ctx.request?.setHeader('set-cookie', ticketCookie(appOrigin(), purpose, token))
  return {
    async issue(ctx, purpose, value, on = db) {
      const token = await repository.issueTicket(on, purpose, value, now(), new Date(now().getTime() + STEP_MS))
      setCookie(ctx, purpose, token)
    },
    async peek(ctx, purpose) {
      const token = tokenOf(ctx, purpose)
      return token === undefined ? undefined : repository.findTokenValue(db, purpose, token, now())
    },
    async consume(ctx, purpose, on = db) {
      const token = tokenOf(ctx, purpose)
      if (token === undefined) return undefined
      setCookie(ctx, purpose, '')
      return repository.consumeToken(on, purpose, token, now())
    },
  }
}
