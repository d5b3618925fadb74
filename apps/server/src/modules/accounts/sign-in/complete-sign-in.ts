// How a sign-in ends: with a session, or with the wait for a second step.
import type { SecondStep, SignedIn } from '@parlance/contract/accounts/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { DomainEvent } from '../../../lib/events.ts'
import { recordDevice } from './devices.repository.ts'
import type { SignInMethod, NotifyOwner } from '../security-notices.ts'
import { accountOf, type User } from '../account.ts'
import { deviceOf } from '../sessions/sessions.ts'
import { openSession, withUnchangedSignIn } from '../sessions/sessions.repository.ts'
import { dropExpiredSessions } from '../repository.ts'
import type { Tickets } from './tickets.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'

/** Asked in the transaction that makes the session, while nobody changes how the account is entered. */
type Still = (tx: Db) => Promise<boolean>

export interface CompleteSignIn {
  /** Makes a session and sets its cookie; undefined where what was shown does not hold any more. */
  readonly now: (ctx: Ctx, user: User, method: SignInMethod, still: Still) => Promise<SignedIn | undefined>
  /** The same, unless the account wants a code too: then the browser is told, and has ten minutes. */
  readonly orAsk: (
    ctx: Ctx,
    user: User,
    method: SignInMethod,
    still: Still,
  ) => Promise<SignedIn | SecondStep | undefined>
}

export function createCompleteSignIn(deps: {
  readonly db: Db
  readonly now: () => Date
  readonly tickets: Tickets
  readonly factor: TwoFactor
  readonly tell: NotifyOwner
  readonly announce: (ctx: Ctx, user: User) => Promise<void>
  readonly setCookie: (ctx: Ctx, token: string) => void
  readonly emit: (ctx: Ctx, event: DomainEvent) => Promise<void>
}): CompleteSignIn {
  const { db, now, tickets, factor, tell, announce, setCookie, emit } = deps

  async function createSignedInCalls(ctx: Ctx, user: User, method: SignInMethod, token: string): Promise<SignedIn> {
    await dropExpiredSessions(db, user.id, now())
    await announce(ctx, user)
    await emit(ctx, { type: 'account.signed-in', userId: user.id, region: user.region, method })
    setCookie(ctx, token)
    return { account: accountOf(user), token }
  }
  const open: CompleteSignIn['now'] = async (ctx, user, method, still) => {
    const token = await withUnchangedSignIn(db, user.id, still, async (tx) => {
      const device = deviceOf(ctx)
      const strange = await recordDevice(tx, user.id, device, now(), 'sign-in')
      if (strange) await tell(tx, ctx, user, { news: 'sign-in', method })
      return openSession(tx, user.id, device, now())
    })
    return token === undefined ? undefined : createSignedInCalls(ctx, user, method, token)
  }
  return {
    now: open,
    async orAsk(ctx, user, method, still) {
      const isEnough = async (tx: Db) => (await still(tx)) && !(await factor.isOn(user.id, tx))
      if (!(await factor.isOn(user.id))) {
        const entered = await open(ctx, user, method, isEnough)
        // The second factor may have been turned on at this moment.
        if (entered || !(await factor.isOn(user.id))) return entered
      }
      return withUnchangedSignIn(db, user.id, still, async (tx) => {
        await tickets.issue(ctx, 'second-step', user.id, tx)
        return { secondStep: true }
      })
    },
  }
}
