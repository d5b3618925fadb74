// What people change of who they are: the address by which they are known, and their language.
import type { Account } from '@parlance/contract/accounts/schemas'
import { MAX_ADDRESS_MAILS_A_DAY } from '@parlance/contract/accounts/data'
import { DEFAULT_LANGUAGE, type Language } from '@parlance/contract/accounts/languages'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { addressChangeMail, addressNoticeMail } from '../../../mails/account-mails.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { type Mailers, MailRefused, TAKES_NO_MAIL } from '../../../lib/mail.ts'
import type { Settings } from '../../../lib/settings.ts'
import { countAddressMail, dropAddressMail } from './address-mails.repository.ts'
import {
  addressValue,
  userIdByToken,
  changeEmailByToken,
  languagesOf,
  type NewAddress,
  setLanguage,
} from './profile.repository.ts'
import type { NotifyOwner } from '../security-notices.ts'
import type { Ownership } from '../sign-in/confirm-identity.ts'
import { accountOf, sessionOf } from '../account.ts'
import { findUserByEmail, issueToken } from '../repository.ts'

export const MOVE_JOB = 'workspaces.account-moved'
const DAY_MS = 24 * 3600_000

export interface ProfileDeps {
  readonly db: Db
  readonly now: () => Date
  readonly ownership: Ownership
  readonly tell: NotifyOwner
  readonly mailers: Mailers
  readonly settings: Pick<Settings, 'publicUrl'>
  /** Lets the regions served here follow at once; the others, and those where it fails, follow by their job. */
  readonly moved: (move: NewAddress) => Promise<void>
}

export function createProfile({ db, now, ownership, tell, mailers, settings, moved }: ProfileDeps) {
  return {
    /** Of the accounts with these addresses, in lower case; those of nobody are left out. */
    languagesOf: (emails: readonly string[]) => languagesOf(db, emails),

    async setLanguage(ctx: Ctx, { language }: { language: Language }): Promise<{ account: Account }> {
      const user = await setLanguage(db, sessionOf(ctx).userId, language, now())
      if (!user) throw new AppError('UNAUTHORIZED')
      return { account: accountOf(user) }
    },

    /**
     * Nothing changes yet: the link goes to the new address, a notice to the one that counts. Errors: FORBIDDEN and
     * INVALID_CREDENTIALS as of `ownership.prove`; EMAIL_TAKEN; LIMIT_REACHED where the mailbox has got enough of such mails,
     * whoever asked for them; INVALID_INPUT where that mailbox takes no mail; UNAVAILABLE when no mail can be sent now.
     */
    async changeEmail(
      ctx: Ctx,
      { newEmail, password }: { newEmail: string; password?: string | undefined },
    ): Promise<{ success: true }> {
      const { userId, email, region } = await ownership.prove(ctx, password)
      if (await findUserByEmail(db, newEmail)) throw new AppError('EMAIL_TAKEN', msg('address_has_account'))
      const at = now()
      const counted = await countAddressMail(db, newEmail, {
        most: MAX_ADDRESS_MAILS_A_DAY,
        since: new Date(at.getTime() - DAY_MS),
        now: at,
      })
      if (counted === undefined)
        throw new AppError(
          'LIMIT_REACHED',
          untranslated('This address has got enough mails today. Try again tomorrow.'),
        )
      const language = (await languagesOf(db, [email])).get(email) ?? DEFAULT_LANGUAGE
      const until = new Date(at.getTime() + DAY_MS)
      const token = await issueToken(db, 'change-email', userId, until, addressValue(userId, newEmail))
      const mailer = mailers.of(region)
      const link = `${settings.publicUrl}/verify-email?token=${token}`
      try {
        await mailer.send({ to: newEmail, ...(await addressChangeMail({ language, link })) })
      } catch (cause) {
        await dropAddressMail(db, counted)
        if (cause instanceof MailRefused) throw new AppError('INVALID_INPUT', TAKES_NO_MAIL, { cause })
        throw new AppError('UNAVAILABLE', msg('mail_failed_retry_in_minutes'), { cause })
      }
      const page = `${settings.publicUrl}/app/${region}/account?tab=profile`
      await mailer.sendOrLater({ to: email, ...(await addressNoticeMail({ language, link: page, newEmail })) })
      return { success: true }
    },

    /**
     * Whoever reads the new mailbox is not yet whoever owns the account: the link counts with a session of it alone, and stays
     * good for one until it ends. False for a token that is none of a new address. Errors: UNAUTHORIZED; FORBIDDEN for the
     * session of another account; EMAIL_TAKEN.
     */
    async takeNewAddress(ctx: Ctx, token: string): Promise<boolean> {
      const asker = await userIdByToken(db, token, now())
      if (asker === undefined) return false
      if (ctx.actor.kind !== 'session') throw new AppError('UNAUTHORIZED', msg('sign_in_for_address'))
      if (ctx.actor.userId !== asker) throw new AppError('FORBIDDEN', msg('link_of_other_account'))
      const move = await changeEmailByToken(db, token, now(), MOVE_JOB, async (tx, user, after) => {
        const about = { before: user.email, after }
        await tell(tx, ctx, user, { news: 'address-left', ...about })
        await tell(tx, ctx, { ...user, email: after, emailVerified: true }, { news: 'address-taken', ...about })
      })
      if (move === 'taken') throw new AppError('EMAIL_TAKEN', msg('address_has_account_by_now'))
      if (!move) return false
      await moved(move).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'a new address is carried on by its job'),
      )
      return true
    },
  }
}
