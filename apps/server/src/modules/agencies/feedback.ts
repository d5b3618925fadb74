import { Email } from '@parlance/contract/accounts/schemas'
import { type Feedback, FEEDBACK_MAX } from '@parlance/contract/agencies/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { addressOf } from '@parlance/contract/lib/mailbox'
import { cleanFilename, TOO_LARGE, MAX_UPLOAD_BYTES } from '@parlance/contract/files/schemas'
import { msg } from '@parlance/i18n/messages'
import type { ClientActor, Ctx } from '../../lib/ctx.ts'
import type { MailAttachment } from '../../lib/mail.ts'
import { whyNotTaken } from '../../lib/media/contents.ts'
import { FILE_MIMES, fileKind, WRONG_FILE_KIND } from '../../lib/media/kinds.ts'
import { decode } from '../../lib/storage/decode-payload.ts'
import type { Agencies } from './service.ts'

export interface SentFeedback {
  readonly to: string
  readonly agency: string
  readonly orgId: string
  readonly from: { readonly name: string; readonly email: string }
  readonly subject: string
  readonly message: string
  readonly files: readonly MailAttachment[]
}

export interface FeedbackDeps {
  readonly agencies: Pick<Agencies, 'find'>
  readonly ownerEmail: (ctx: Ctx, workspaceId: string) => Promise<string | undefined>
  /** Rejects with MailRefused if the address rejects mail for good. */
  readonly mailFeedback: (ctx: Ctx, feedback: SentFeedback) => Promise<void>
}

/**
 * Goes to the support address, or to the owner without one. NOT_FOUND for other agencies, FORBIDDEN for admins, CONFLICT
 * when nobody can be mailed, INVALID_INPUT, PAYLOAD_TOO_LARGE (5 MB).
 */
export const createSendFeedback =
  ({ agencies, ownerEmail, mailFeedback }: FeedbackDeps) =>
  async (ctx: Ctx, { agencyId, ...feedback }: Feedback & { readonly agencyId: string }): Promise<void> => {
    const from = writer(ctx)
    const isOwn = agencyId === from.agencyId && (feedback.agencyData?.ID ?? agencyId) === agencyId
    const agency = isOwn ? await agencies.find(ctx, agencyId) : undefined
    if (!agency) throw new AppError('NOT_FOUND', msg('agency_unknown'))
    const support = Email.safeParse(agency.profile.supportEmail).data
    const to = support ?? (await ownerEmail(ctx, agency.workspaceId))
    if (to === undefined) throw new AppError('CONFLICT', msg('agency_has_no_support_address'))
    if (feedback.to && addressOf(feedback.to) !== support) throw new AppError('INVALID_INPUT')
    const message = await plainOf(feedback.html)
    if (message.length > FEEDBACK_MAX) throw new AppError('INVALID_INPUT')
    await mailFeedback(
      { ...ctx, workspaceId: from.workspaceId },
      {
        to,
        agency: agency.profile.name,
        orgId: from.orgId,
        from: { name: from.name, email: from.email },
        subject: feedback.subject ?? '',
        message,
        files: filesOf(feedback.bucket ?? []),
      },
    )
  }

function writer({ actor }: Ctx): ClientActor {
  if (actor.kind !== 'client') throw new AppError('FORBIDDEN')
  if (actor.clientId === '') throw new AppError('FORBIDDEN', msg('agency_admin_has_no_account'))
  return actor
}

function filesOf(sent: NonNullable<Feedback['bucket']>): MailAttachment[] {
  let left = MAX_UPLOAD_BYTES
  return sent.map(({ filename, base64Payload }) => {
    const bytes = decode(base64Payload, left, TOO_LARGE)
    left -= bytes.length
    const kind = fileKind(bytes, filename)
    if (kind === undefined) throw new AppError('INVALID_INPUT', whyNotTaken(filename, bytes, WRONG_FILE_KIND))
    return { filename: cleanFilename(filename, kind), contentType: FILE_MIMES[kind], base64: bytes.toString('base64') }
  })
}

/** The visible text of HTML; plain text is unchanged. */
async function plainOf(html: string): Promise<string> {
  const { Parser } = await import('htmlparser2')
  let text = ''
  let hidden = 0
  const isHidden = (name: string) => name === 'script' || name === 'style'
  const parser = new Parser({
    onopentagname(name) {
      if (isHidden(name)) hidden += 1
      if (name === 'br') text += '\n'
    },
    ontext(said) {
      if (hidden === 0) text += said
    },
    onclosetag(name) {
      if (isHidden(name)) hidden -= 1
      if (/^(p|div|li|h[1-6])$/.test(name)) text += '\n'
    },
  })
  parser.end(html)
  return text.trim()
}
