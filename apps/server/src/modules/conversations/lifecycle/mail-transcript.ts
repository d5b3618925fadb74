import type { Language } from '@parlance/contract/accounts/languages'
import { mailLimit } from '@parlance/contract/conversations/lifecycle'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { mailboxOf } from '@parlance/contract/lib/mailbox'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Logger } from '../../../lib/log.ts'
import { type Mailers, MailRefused, TAKES_NO_MAIL } from '../../../lib/mail.ts'
import type { MailBrand } from '../../../mails/email-document.ts'
import { transcriptMail, type TranscriptReader } from '../../../mails/transcript.ts'
import { type ConversationRow, readMessages } from '../repository.ts'
import type { TurnAgent } from '../turn/types.ts'
import * as repository from './repository.ts'

export interface MailDeps {
  readonly mailers: Mailers
  readonly log: Logger
  readonly mailBrand: (ctx: Ctx, workspaceId: string) => Promise<MailBrand>
}
interface Wanted {
  readonly agent: TurnAgent
  readonly email: string
  readonly language: Language
  readonly reader: TranscriptReader
}

const MAILED_MESSAGES = 200
const LIMIT_TEXT = {
  conversation: msg('transcript_limit_conversation'),
  recipient: msg('transcript_limit_recipient'),
  agent: msg('transcript_limit_agent'),
} as const

/** @throws CONFLICT before the first answer, LIMIT_REACHED, UNAVAILABLE when the mail can't be sent. */
export async function mailMessages(deps: MailDeps, ctx: Ctx, row: ConversationRow, wanted: Wanted): Promise<void> {
  const { agent, email, language, reader } = wanted
  const messages = await readMessages(ctx.db, row.id, undefined, MAILED_MESSAGES)
  if (!messages.some(({ from, items }) => (from === 'agent' || from === 'human') && items.length > 0))
    throw new AppError('CONFLICT', msg('transcript_nothing'))
  const mail = {
    id: randomId(24),
    kind: 'transcript' as const,
    agentId: row.agent_id,
    conversationId: row.id,
    recipient: sha256(`mailbox:${mailboxOf(email)}`),
  }
  // Counted before sending, so that no limit is exceeded.
  await ctx.tx(async (tx) => {
    const limit = mailLimit(await repository.countMails(tx.db, mail, new Date(ctx.now().getTime() - DAY_MS)))
    if (limit) throw new AppError('LIMIT_REACHED', LIMIT_TEXT[limit])
    await repository.insertMail(tx.db, mail, ctx.now())
  })
  try {
    const owned = JSON.stringify(agent.config)
    const { colours } = await deps.mailBrand(ctx, row.workspace_id)
    const content = await transcriptMail({ colours, language, title: agent.title, messages, owned, reader })
    await deps.mailers.of(ctx.region).send({ ...content, to: email, onBehalfOf: row.workspace_id })
  } catch (error) {
    deps.log.warn({ err: error, agentId: row.agent_id }, 'mailing a transcript failed')
    await repository.deleteMail(ctx.db, mail.id)
    if (error instanceof MailRefused) throw new AppError('INVALID_INPUT', TAKES_NO_MAIL)
    throw new AppError('UNAVAILABLE', msg('mail_failed'))
  }
}
