// What a browser has begun and must finish itself: a cookie that scripts can't read, of which the database knows the hash.
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { STEP_MS } from '@parlance/contract/accounts/security'
import { readCookie, stepCookie } from '../sessions/cookies.ts'
import * as repository from '../repository.ts'
import type { TicketPurpose } from '../repository.ts'

export interface Tickets {
  /** Begins anew: an earlier ticket of this browser for the same purpose is forgotten. `value` must fit one line of text. */
  readonly issue: (ctx: Ctx, purpose: TicketPurpose, value: string, db?: Db) => Promise<void>
  /** What was begun, without ending it; undefined for another browser, after ten minutes, or once it was used. */
  readonly peek: (ctx: Ctx, purpose: TicketPurpose) => Promise<string | undefined>
  /** Ends it; of several who come at once, one gets the value. */
  readonly use: (ctx: Ctx, purpose: TicketPurpose, db?: Db) => Promise<string | undefined>
}

/** `settings.publicUrl` is read at each call: it may become known after the start. */
export function createTickets(db: Db, settings: { readonly publicUrl: string }, now: () => Date): Tickets {
  const tokenOf = (ctx: Ctx, purpose: TicketPurpose) =>
    (ctx.request && readCookie(ctx.request.headers, settings.publicUrl, purpose)) || undefined
  const setCookie = (ctx: Ctx, purpose: TicketPurpose, token: string) =>
    ctx.request?.setHeader('set-cookie', stepCookie(settings.publicUrl, purpose, token))
  return {
    async issue(ctx, purpose, value, on = db) {
      const token = await repository.issueTicket(on, purpose, value, now(), new Date(now().getTime() + STEP_MS))
      setCookie(ctx, purpose, token)
    },
    async peek(ctx, purpose) {
      const token = tokenOf(ctx, purpose)
      return token === undefined ? undefined : repository.holderOf(db, purpose, token, now())
    },
    async use(ctx, purpose, on = db) {
      const token = tokenOf(ctx, purpose)
      if (token === undefined) return undefined
      setCookie(ctx, purpose, '')
      return repository.consume(on, purpose, token, now())
    },
  }
}
