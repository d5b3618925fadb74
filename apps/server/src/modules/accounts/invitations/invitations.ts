// Mailed invitation links. The token names region, workspace and address, works once within seven days and only while the
// workspace invites that address. It is sent by mail only, so its holder has access to the mailbox.
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
import { insertInvitationToken } from './invitations.repository.ts'
import type { Invited, InvitationDetails, FindInvitation } from '../ports.ts'
import { sessionOf } from '../account.ts'
import * as repository from '../repository.ts'

interface InvitationsDeps {
  readonly db: Db
  readonly now: () => Date
  readonly appOrigin: () => string
  readonly findInvitation: FindInvitation
  readonly emit: (ctx: Ctx, event: DomainEvent) => Promise<void>
}

const INVITATION_MS = 7 * 24 * 3600_000
const invitationInvalid = () => new AppError('INVALID_TOKEN', msg('invitation_invalid'))
const OTHER_ADDRESS = msg('invitation_for_other_email')

const Claims = z.tuple([z.enum(REGIONS), z.string().min(1).max(100), KnownEmail])
const tokenFor = ({ region, workspaceId, email }: Invited) =>
  `${randomId(32)}.${Buffer.from(JSON.stringify([region, workspaceId, email])).toString('base64url')}`

/** Unverified content of a token; valid only if the hash of the token is stored. */
function claimsOf(token: string): Invited | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const [region, workspaceId, email] = Claims.parse(said)
    return { region, workspaceId, email }
  } catch {
    return undefined
  }
}

/** Stored with the token, so that a removed and reinvited person's old token is invalid. */
const tokenValueOf = (place: Pick<InvitationDetails, 'invitedAt'>) => String(place.invitedAt.getTime())

function createTokenCheck({ db, now, findInvitation: placeOf }: InvitationsDeps) {
  const find = async (token: string) => {
    const invited = claimsOf(token)
    const place = invited && (await placeOf(invited))
    if (!invited || !place) return undefined
    const isValid = (await repository.findTokenValue(db, 'invitation', token, now())) === tokenValueOf(place)
    return { invited, place, holds: isValid }
  }
  /** Members may reuse the link of their mail without a valid token. */
  const isSignedInAs = ({ actor }: Ctx, { email }: Invited) =>
    actor.kind === 'session' && actor.emailVerified && actor.email === email
  const followed = async (ctx: Ctx, token: string) => {
    const found = await find(token)
    if (!found || !(found.holds || isSignedInAs(ctx, found.invited))) throw invitationInvalid()
    return found
  }

  /** Consumes the token and verifies the user's address, which must be the invited one; undefined for an invalid token. */
  const confirm = (token: string, userId: string, before: (user: repository.UserRow) => Promise<void>) =>
    inTx(db, async (tx) => {
      const invited = claimsOf(token)
      const value = await repository.consumeToken(tx, 'invitation', token, now())
      const user = await repository.lockUser(tx, userId, 'update')
      if (!invited || value === undefined || user?.email !== invited.email) return undefined
      const place = await placeOf(invited)
      if (!place || tokenValueOf(place) !== value) return undefined
      const news = await repository.markVerified(tx, userId, now())
      if (news) await before(news)
      return place
    })

  return { find, followed, isIn: isSignedInAs, confirm }
}

export function createInvitations(deps: InvitationsDeps) {
  const { db, now, appOrigin, emit } = deps
  const { find, followed, isIn, confirm } = createTokenCheck(deps)
  return {
    /** Errors: INVALID_TOKEN unless it is an invitation of this address. */
    async assertInvites(token: string, email: string): Promise<void> {
      const found = await find(token)
      if (!found?.holds || found.invited.email !== email) throw invitationInvalid()
    },

    confirmNew: async (token: string, userId: string): Promise<boolean> =>
      (await confirm(token, userId, async () => {})) !== undefined,

    calls: {
      /** Only for the mail: the holder of the link counts as the owner of the mailbox. */
      async invitationLink(invited: Invited, invitedAt: Date): Promise<string> {
        const [token, value] = [tokenFor(invited), tokenValueOf({ invitedAt })]
        await insertInvitationToken(db, invited, {
          token,
          value,
          now: now(),
          until: new Date(now().getTime() + INVITATION_MS),
        })
        return `${appOrigin()}/invitation?token=${token}`
      },

      /** Errors: INVALID_TOKEN if unknown, used, replaced or expired, and once the invitation was revoked. */
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
        if (!confirmed && !isIn(ctx, invited)) throw invitationInvalid()
        const { region, workspaceId } = invited
        return { data: { region, workspaceId, workspaceName: place.workspaceName } }
      },
    },
  }
}
