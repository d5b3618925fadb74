// Completes a sign-in: opens a session or asks for the second step.
import type { SecondStep, SignedIn } from '@parlance/contract/accounts/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { DomainEvent } from '../../../lib/events.ts'
import { recordDevice } from './devices.repository.ts'
import type { SignInMethod, NotifyOwner } from '../security-notices.ts'
import { toAccount, type User } from '../account.ts'
import { deviceOf } from '../sessions/sessions.ts'
import { openSession, withLockedSignIn } from '../sessions/sessions.repository.ts'
import { dropExpiredSessions } from '../repository.ts'
import type { Tickets } from './tickets.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'

/** Checked in the transaction that creates the session, while the account is locked. */
type StillValid = (tx: Db) => Promise<boolean>

export interface CompleteSignIn {
  /** Creates a session and sets its cookie; undefined if `stillValid` is false. */
  readonly openSession: (
    ctx: Ctx,
    user: User,
    method: SignInMethod,
    stillValid: StillValid,
  ) => Promise<SignedIn | undefined>
  /** The same, unless the account has a second factor: then the browser has ten minutes for the code. */
  readonly openSessionOrSecondStep: (
    ctx: Ctx,
    user: User,
    method: SignInMethod,
    stillValid: StillValid,
  ) => Promise<SignedIn | SecondStep | undefined>
}

export function createCompleteSignIn(deps: {
  readonly db: Db
  readonly now: () => Date
  readonly tickets: Tickets
  readonly twoFactor: TwoFactor
  readonly notifyOwner: NotifyOwner
  readonly announce: (ctx: Ctx, user: User) => Promise<void>
  readonly setCookie: (ctx: Ctx, token: string) => void
  readonly emit: (ctx: Ctx, event: DomainEvent) => Promise<void>
}): CompleteSignIn {
  const { db, now, tickets, twoFactor, notifyOwner, announce, setCookie, emit } = deps

  async function finish(ctx: Ctx, user: User, method: SignInMethod, token: string): Promise<SignedIn> {
    await dropExpiredSessions(db, user.id, now())
    await announce(ctx, user)
    await emit(ctx, { type: 'account.signed-in', userId: user.id, region: user.region, method })
    setCookie(ctx, token)
    return { account: toAccount(user), token }
  }
  const open: CompleteSignIn['openSession'] = async (ctx, user, method, stillValid) => {
    const token = await withLockedSignIn(db, user.id, stillValid, async (tx) => {
      const device = deviceOf(ctx)
      const isNewOrigin = await recordDevice(tx, user.id, device, now(), 'sign-in')
      if (isNewOrigin) await notifyOwner(tx, ctx, user, { news: 'sign-in', method })
      return openSession(tx, user.id, device, now())
    })
    return token === undefined ? undefined : finish(ctx, user, method, token)
  }
  return {
    openSession: open,
    async openSessionOrSecondStep(ctx, user, method, stillValid) {
      const isEnough = async (tx: Db) => (await stillValid(tx)) && !(await twoFactor.isOn(user.id, tx))
      if (!(await twoFactor.isOn(user.id))) {
        const entered = await open(ctx, user, method, isEnough)
        // The second factor may have been turned on meanwhile.
        if (entered || !(await twoFactor.isOn(user.id))) return entered
      }
      return withLockedSignIn(db, user.id, stillValid, async (tx) => {
        await tickets.issue(ctx, 'second-step', user.id, tx)
        return { secondStep: true }
      })
    },
  }
}
