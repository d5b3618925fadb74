import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../lib/ctx.ts'
import { MailRefused, type Mailers, TAKES_NO_MAIL } from '../lib/mail.ts'
import type { SentFeedback } from '../modules/agencies/feedback.ts'
import type { ClientMails } from '../modules/orgs/ports.ts'

/** Sent now or, if the mail server is unreachable, later. */
export const createClientMails = (mailers: Mailers): ClientMails => ({
  async code({ region }, { to, workspaceId: onBehalfOf, ...about }) {
    const { clientCodeMail } = await import('../mails/client-mails.ts')
    await mailers.of(region).sendOrLater({ to, onBehalfOf, ...(await clientCodeMail(about)) })
  },
  async invitation({ region }, { to, workspaceId: onBehalfOf, ...about }) {
    const { clientInvitationMail } = await import('../mails/client-mails.ts')
    await mailers.of(region).sendOrLater({ to, onBehalfOf, ...(await clientInvitationMail(about)) })
  },
})

/** Sent now or, if the mail server is unreachable, later. `nameOfOrg` is called in the client's workspace. */
export const createFeedbackMails =
  (mailers: Mailers, nameOfOrg: (ctx: Ctx, orgId: string) => Promise<string>) =>
  async (ctx: Ctx, { to, orgId, files, from, ...about }: SentFeedback): Promise<void> => {
    const { feedbackMail } = await import('../mails/client-mails.ts')
    const org = await nameOfOrg(ctx, orgId)
    // The support address may be shared, so its language is unknown.
    const mail = await feedbackMail({ ...about, from, org, language: DEFAULT_LANGUAGE })
    await mailers
      .of(ctx.region)
      .sendOrLater({
        ...mail,
        to,
        onBehalfOf: ctx.workspaceId,
        replyTo: from.email,
        ...(files.length > 0 && { attachments: files }),
      })
      .catch((error: unknown) => {
        if (error instanceof MailRefused) throw new AppError('UNAVAILABLE', TAKES_NO_MAIL)
        throw error
      })
  }
