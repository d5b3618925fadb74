// Replies to our own mails become the visitor's next message in their conversation. Automatic mail, and mail that may
// not be theirs, becomes a note for the team.
import { AppError } from '@parlance/contract/lib/errors'
import { mailboxOf } from '@parlance/contract/lib/mailbox'
import { cut } from '@parlance/contract/lib/text'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import {
  type InboundMail,
  type InboundMailService,
  isAttached,
  isAutomatic,
  isForged,
  wordsOf,
} from '../../../lib/inbound-mail.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { insertNoteOnce } from '../inbox/repository.ts'
import { type ConversationRow, findConversation } from '../repository.ts'
import type { AttachmentStore } from '../files.ts'
import type { Turns } from '../turn/turns.ts'
import * as repository from './reply-mails.repository.ts'

export interface MailAnswersDeps {
  readonly inboundMail?: InboundMailService | undefined
  readonly turns: Pick<Turns, 'handleMessage'>
  readonly files: Pick<AttachmentStore, 'attach'>
  readonly bus: Pick<Bus, 'publish'>
}

const MAX_FILES = 5
const MAX_FILE_BYTES = 20_000_000
const MAX_NOTE = 5000
/** Short enough to share a mail with the next reply, long enough for the agent to answer. */
const ANSWER_MAIL_DELAY_MS = 60_000
/** Refusals that a later retry may avoid. */
const PASSING = new Set(['TURN_RUNNING', 'UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL'])

export function createMailAnswers({ inboundMail, turns, files, bus }: MailAnswersDeps) {
  async function attach(ctx: Ctx, mail: InboundMail, row: ConversationRow): Promise<string[]> {
    const urls: string[] = []
    for (const { id, filename, bytes } of mail.attachments.filter(isAttached)) {
      if (urls.length >= MAX_FILES || bytes > MAX_FILE_BYTES || !inboundMail) continue
      try {
        const content = await inboundMail.attachment(ctx.region, mail.id, id)
        const owner = { agentId: row.agent_id, visitorHash: row.visitor_hash }
        const upload = { filename, base64Payload: content.toString('base64'), allowed: { files: true, sound: true } }
        urls.push((await files.attach(ctx, { ...upload, ...owner })).url)
      } catch (error) {
        ctx.log.info({ err: error }, 'a file of a mail was not taken')
      }
    }
    return urls
  }

  async function note(ctx: Ctx, mail: InboundMail, row: ConversationRow, words: string): Promise<void> {
    const { address, name } = mail.from
    const sender = name === '' ? address : `${name} <${address}>`
    const names = mail.attachments
      .filter(isAttached)
      .slice(0, MAX_FILES)
      .map(({ filename }) => `[${filename}]`)
    const text = cut([mail.subject, words, names.join(' ')].filter((part) => part.trim() !== '').join('\n\n'), MAX_NOTE)
    const isNew = await insertNoteOnce(ctx.db, {
      id: `mail_${sha256(`${row.id}|${mail.id}`).slice(0, 24)}`,
      workspaceId: row.workspace_id,
      conversationId: row.id,
      orgId: '',
      author: { kind: 'user', id: '', name: cut(sender, 200) },
      text: text.toWellFormed().replaceAll('\u0000', '') || '…',
      mentions: [],
      at: ctx.now(),
    })
    if (!isNew) return
    const event = { type: 'conversation', agentId: row.agent_id, conversationId: row.id }
    for (const topic of [`conversation:${row.id}`, `workspace:${row.workspace_id}`])
      bus.publish(ctx.region, topic, event)
  }

  async function say(ctx: Ctx, mail: InboundMail, row: ConversationRow, words: string): Promise<void> {
    const attachmentUrls = await attach(ctx, mail, row)
    await turns.handleMessage(ctx, {
      agentId: row.agent_id,
      conversationId: row.id,
      visitorHash: row.visitor_hash,
      messageId: `mail-${sha256(mail.id).slice(0, 32)}`,
      text: words,
      attachmentUrls,
      draft: false,
      channel: row.channel,
    })
  }

  return {
    /** Handles one mail. Idempotent; throws errors that are worth a retry. */
    async take(ctx: Ctx, { tokenHash, mailId }: { tokenHash: string; mailId: string }): Promise<void> {
      const address = await repository.findReplyAddress(ctx.db, tokenHash, ctx.now())
      const mail = address && (await inboundMail?.fetch(ctx.region, mailId))
      const row = address && (await findConversation(ctx.db, address.agentId, address.conversationId))
      if (!mail || !row) {
        ctx.log.info({ known: address !== undefined }, 'an answer by mail belongs to nothing')
        return
      }
      const inside = { ...ctx, workspaceId: row.workspace_id }
      const words = wordsOf(mail)
      const isTheirs = sha256(`mailbox:${mailboxOf(mail.from.address)}`) === address.recipient && !isForged(mail)
      if (!isTheirs || isAutomatic(mail)) return note(inside, mail, row, words)
      if (words === '' && mail.attachments.length === 0) return
      // Set before the message is stored, so that even a fast answer is mailed.
      await repository.setAnswered(inside.db, tokenHash, row.message_count)
      const due = new Date(inside.now().getTime() + ANSWER_MAIL_DELAY_MS)
      await repository.planReplyMail(inside.db, row.id, row.message_count + 1, due)
      try {
        await say(inside, mail, row, words)
      } catch (error) {
        if (!(error instanceof AppError) || PASSING.has(error.code)) throw error
        if (error.code === 'VISITOR_BLOCKED') return
        // It was ended meanwhile, or the agent's limit is used up: the team reads it.
        return note(inside, mail, row, words)
      }
    },
    sweep: (ctx: Ctx): Promise<void> => repository.deleteReplyAddressesBefore(ctx.db, ctx.now()),
  }
}
