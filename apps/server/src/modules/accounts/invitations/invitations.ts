// The way into a workspace by a mailed link. Its token names region, workspace and address, works once, for seven days, and
// only as long as the workspace invites that address: it goes out by mail alone, so whoever has it has the mailbox.
import { msg } from '@parlance/i18n/messages'
import { KnownEmail } from '@parlance/contract/accounts/schemas'
import type { Invitation } from '@parlance/contract/accounts/invitations-api'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { REGIONS } from '@parlance/contract/lib/regions'
import { z } from 'zod'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import type { DomainEvent } from '../../../lib/events.ts'
import { keepInvitation } from './invitations.repository.ts'
import type { Invited, Place, PlaceOf } from '../ports.ts'
import { sessionOf } from '../account.ts'
import * as repository from '../repository.ts'

interface InvitationsDeps {
  readonly db: Db
  readonly now: () => Date
  readonly settings: { readonly publicUrl: string }
  readonly placeOf: PlaceOf
  readonly emit: (ctx: Ctx, event: DomainEvent) => Promise<void>
}

const INVITED_MS = 7 * 24 * 3600_000
const gone = () => new AppError('INVALID_TOKEN', msg('invitation_invalid'))
const OTHER_ADDRESS = msg('invitation_for_other_email')

const Claims = z.tuple([z.enum(REGIONS), z.string().min(1).max(100), KnownEmail])
const tokenFor = ({ region, workspaceId, email }: Invited) =>
  `${randomId(32)}.${Buffer.from(JSON.stringify([region, workspaceId, email])).toString('base64url')}`

/** What the token says of itself, which holds only where the table knows the hash of all of it. */
function claimsOf(token: string): Invited | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const [region, workspaceId, email] = Claims.parse(said)
    return { region, workspaceId, email }
  } catch {
    return undefined
  }
}

/** What stands in the table: somebody who was removed and is invited again has another one. */
const valueOf = (place: Pick<Place, 'invitedAt'>) => String(place.invitedAt.getTime())

/** What a token is worth, and the one proof that it gives. */
function checking({ db, now, placeOf }: InvitationsDeps) {
  const find = async (token: string) => {
    const invited = claimsOf(token)
    const place = invited && (await placeOf(invited))
    if (!invited || !place) return undefined
    const holds = (await repository.holderOf(db, 'invitation', token, now())) === valueOf(place)
    return { invited, place, holds }
  }
  /** Who is in already needs no token: they come back by the link of their mail. */
  const isIn = ({ actor }: Ctx, { email }: Invited) =>
    actor.kind === 'session' && actor.emailVerified && actor.email === email
  const followed = async (ctx: Ctx, token: string) => {
    const found = await find(token)
    if (!found || !(found.holds || isIn(ctx, found.invited))) throw gone()
    return found
  }

  /** Uses the token up and confirms the address for this user, whose it must be; undefined where it does not hold. */
  const confirm = (token: string, userId: string, before: (user: repository.UserRow) => Promise<void>) =>
    inTx(db, async (tx) => {
      const invited = claimsOf(token)
      const value = await repository.consume(tx, 'invitation', token, now())
      const user = await repository.lockUser(tx, userId, 'update')
      if (!invited || value === undefined || user?.email !== invited.email) return undefined
      const place = await placeOf(invited)
      if (!place || valueOf(place) !== value) return undefined
      const news = await repository.markVerified(tx, userId, now())
      if (news) await before(news)
      return place
    })

  return { find, followed, isIn, confirm }
}

export function createInvitations(deps: InvitationsDeps) {
  const { db, now, settings, emit } = deps
  const { find, followed, isIn, confirm } = checking(deps)
  return {
    /** Errors: INVALID_TOKEN where the token is not one of an invitation to this address. */
    async assertInvites(token: string, email: string): Promise<void> {
      const found = await find(token)
      if (!found?.holds || found.invited.email !== email) throw gone()
    },

    /** Of an account just made, which nobody has heard of yet: whether its address is confirmed now. */
    confirmNew: async (token: string, userId: string): Promise<boolean> =>
      (await confirm(token, userId, async () => {})) !== undefined,

    calls: {
      /** For the mail and nothing else: whoever has it counts as the owner of the mailbox. */
      async invitationLink(invited: Invited, invitedAt: Date): Promise<string> {
        const [token, value] = [tokenFor(invited), valueOf({ invitedAt })]
        await keepInvitation(db, invited, { token, value, now: now(), until: new Date(now().getTime() + INVITED_MS) })
        return `${settings.publicUrl}/invitation?token=${token}`
      },

      /** Errors: INVALID_TOKEN for a token that is unknown, used, replaced or too old, and once the place is gone. */
      async invitation(ctx: Ctx, { token }: { token: string }): Promise<{ data: Invitation }> {
        const { invited, place } = await followed(ctx, token)
        const [inviter, account] = [
          await repository.findUserByEmail(db, place.inviter),
          await repository.findUserByEmail(db, invited.email),
        ]
        return {
          data: {
            ...invited,
            workspaceName: place.workspaceName,
            role: place.role,
            inviterName: inviter?.name ?? '',
            inviterEmail: place.inviter,
            hasAccount: account !== undefined,
          },
        }
      },

      /** Errors: INVALID_TOKEN as above; FORBIDDEN for a session of another address, which leaves the token valid. */
      async acceptInvitation(ctx: Ctx, { token }: { token: string }) {
        const { userId, email } = sessionOf(ctx)
        const { invited, place } = await followed(ctx, token)
        if (invited.email !== email) throw new AppError('FORBIDDEN', OTHER_ADDRESS)
        const confirmed = await confirm(token, userId, (user) =>
          emit(ctx, { type: 'account.verified', userId, email, name: user.name, region: user.region }),
        )
        if (!confirmed && !isIn(ctx, invited)) throw gone()
        const { region, workspaceId } = invited
        return { data: { region, workspaceId, workspaceName: place.workspaceName } }
      },
    },
  }
}
