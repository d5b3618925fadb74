import type { Account } from '@parlance/contract/accounts/schemas'
import { MAX_ADDRESS_MAILS_A_DAY } from '@parlance/contract/accounts/account-data'
import { DEFAULT_LANGUAGE, type Language } from '@parlance/contract/accounts/languages'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { addressChangeMail, addressNoticeMail } from '../../../mails/account-mails.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { type Mailers, MailRefused, TAKES_NO_MAIL } from '../../../lib/mail.ts'
import { countAddressMail, dropAddressMail } from './address-mails.repository.ts'
import {
  addressValue,
  userIdByToken,
  changeEmailByToken,
  languagesOf,
  type AddressChange,
  setLanguage,
} from './profile.repository.ts'
import type { NotifyOwner } from '../security-notices.ts'
import type { IdentityConfirmation } from '../sign-in/confirm-identity.ts'
import { toAccount, sessionOf } from '../account.ts'
import { findUserByEmail, issueToken } from '../repository.ts'

export const ADDRESS_CHANGE_JOB = 'workspaces.account-moved'

export interface ProfileDeps {
  readonly db: Db
  readonly now: () => Date
  readonly identityConfirmation: IdentityConfirmation
  readonly notifyOwner: NotifyOwner
  readonly mailers: Mailers
  readonly appOrigin: () => string
  /** Updates the served regions at once; other regions, and failures, are handled by the job. */
  readonly onAddressChanged: (move: AddressChange) => Promise<void>
}

export function createProfile({
  db,
  now,
  identityConfirmation,
  notifyOwner,
  mailers,
  appOrigin,
  onAddressChanged: moved,
}: ProfileDeps) {
  return {
    /** By address in lower case; unknown addresses are left out. */
    languagesOf: (emails: readonly string[]) => languagesOf(db, emails),

    async setLanguage(ctx: Ctx, { language }: { language: Language }): Promise<{ account: Account }> {
      const user = await setLanguage(db, sessionOf(ctx).userId, language, now())
      if (!user) throw new AppError('UNAUTHORIZED')
      return { account: toAccount(user) }
    },

    /**
     * Mails a link to the new address and a notice to the current one; nothing changes yet. Errors: as `confirm`;
     * EMAIL_TAKEN; LIMIT_REACHED per mailbox; INVALID_INPUT if it refuses mail; UNAVAILABLE.
     */
    async changeEmail(
      ctx: Ctx,
      { newEmail, password }: { newEmail: string; password?: string | undefined },
    ): Promise<{ success: true }> {
      const { userId, email, region } = await identityConfirmation.confirm(ctx, password)
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
          untranslated('This address has received enough emails today. Try again tomorrow.'),
        )
      const language = (await languagesOf(db, [email])).get(email) ?? DEFAULT_LANGUAGE
      const until = new Date(at.getTime() + DAY_MS)
      const token = await issueToken(db, 'change-email', userId, until, addressValue(userId, newEmail))
      const mailer = mailers.of(region)
      const link = `${appOrigin()}/verify-email?token=${token}`
      try {
        await mailer.send({ to: newEmail, ...(await addressChangeMail({ language, link })) })
      } catch (cause) {
        await dropAddressMail(db, counted)
        if (cause instanceof MailRefused) throw new AppError('INVALID_INPUT', TAKES_NO_MAIL, { cause })
        throw new AppError('UNAVAILABLE', msg('mail_failed_retry_in_minutes'), { cause })
      }
      const page = `${appOrigin()}/app/${region}/account?tab=profile`
      await mailer.sendOrLater({ to: email, ...(await addressNoticeMail({ language, link: page, newEmail })) })
      return { success: true }
    },

    /**
     * Needs a session of the account, as the mailbox may be another person's. False for other tokens. Errors:
     * UNAUTHORIZED, FORBIDDEN, EMAIL_TAKEN.
     */
    async confirmNewAddress(ctx: Ctx, token: string): Promise<boolean> {
      const asker = await userIdByToken(db, token, now())
      if (asker === undefined) return false
      if (ctx.actor.kind !== 'session') throw new AppError('UNAUTHORIZED', msg('sign_in_for_address'))
      if (ctx.actor.userId !== asker) throw new AppError('FORBIDDEN', msg('link_of_other_account'))
      const move = await changeEmailByToken(db, token, now(), ADDRESS_CHANGE_JOB, async (tx, user, after) => {
        const about = { before: user.email, after }
        await notifyOwner(tx, ctx, user, { news: 'address-left', ...about })
        await notifyOwner(tx, ctx, { ...user, email: after, emailVerified: true }, { news: 'address-taken', ...about })
      })
      if (move === 'taken') throw new AppError('EMAIL_TAKEN', msg('address_has_account_by_now'))
      if (!move) return false
      await moved(move).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'applying a new address at once failed; its job will do it'),
      )
      return true
    },
  }
}
