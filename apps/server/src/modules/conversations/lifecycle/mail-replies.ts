// Mails people's replies to visitors who left a message: all in one, some time after the first. Each mail has its own
// reply address.
import { randomBytes } from 'node:crypto'
import { type Language, languageFor } from '@parlance/contract/accounts/languages'
import { mailLimit, REPLY_MAIL_LIMITS } from '@parlance/contract/conversations/lifecycle'
import { opensPage } from '@parlance/contract/conversations/page-address'
import { randomId } from '@parlance/contract/lib/ids'
import { mailboxOf } from '@parlance/contract/lib/mailbox'
import type { Region } from '@parlance/contract/lib/regions'
import { DAY_MS } from '@parlance/contract/lib/time'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { InboundMailService } from '../../../lib/inbound-mail.ts'
import type { Logger } from '../../../lib/log.ts'
import { BY_A_PERSON, type Mailers, threadHeaders } from '../../../lib/mail.ts'
import type { MailBrand } from '../../../mails/email-document.ts'
import { replyMail } from '../../../mails/reply.ts'
import { readMessages } from '../repository.ts'
import type { TurnAgent } from '../turn/types.ts'
import * as mails from './repository.ts'
import * as repository from './reply-mails.repository.ts'

export interface ReplyMailsDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  readonly mailers: Mailers
  readonly log: Logger
  /** Receives mail; absent without such a service. */
  readonly inboundMail?: Pick<InboundMailService, 'domain'> | undefined
  readonly mailBrand: (ctx: Ctx, workspaceId: string) => Promise<MailBrand>
}

/** A visitor with the chat open has read it by then. */
const REPLY_MAIL_DELAY_MS = 120_000
const POSTPONED_MS = 3600_000
/** The answer that is being written goes into the same mail. */
const ANSWERING_MS = 60_000
const MOST_AT_ONCE = 100
const MOST_MESSAGES = 60
const ANSWERED_DAYS = 90

/** The local part of the reply address: the region, so that the mail is routed there, and 128 random bits. */
export const newReplyAddress = (region: Region): string => `reply+${region}${randomBytes(16).toString('hex')}`
export const hashOfReplyAddress = (local: string): string => sha256(`reply-address:${local}`)
/** The region of a reply address; undefined for other addresses. */
export const regionOfReplyAddress = (local: string): string | undefined =>
  /^reply\+([a-z]{2})[0-9a-f]{32}$/.exec(local)?.[1]

export function createReplyMails({ forTurn, mailers, log, inboundMail, mailBrand }: ReplyMailsDeps) {
  const languageOf = (lang: string, browser: string): Language => languageFor([lang === 'auto' ? browser : lang])

  /** Whether a mail is sent. It is queued in the same transaction. */
  const mailOne = (ctx: Ctx, { id, agent_id: agentId }: repository.DueRow): Promise<boolean> =>
    ctx.tx(async (tx) => {
      const row = await repository.lockDue(tx.db, id, tx.now())
      if (!row) return false
      if (row.running_turn !== null) {
        await repository.postponeReplyMail(tx.db, id, new Date(tx.now().getTime() + ANSWERING_MS))
        return false
      }
      const agent = await forTurn(tx, agentId, { draft: false })
      const messages = await readMessages(tx.db, id, undefined, MOST_MESSAGES)
      const from = Math.max(row.reply_mail_seq, row.visitor_read_seq + 1, row.reply_mailed_seq + 1)
      // A visitor who wrote by mail gets the agent's answers by mail too.
      const byMail = (await repository.answeredSeq(tx.db, id)) ?? Infinity
      const replies = messages.filter(
        ({ from: by, seq, items }) =>
          seq >= from && items.length > 0 && (by === 'human' || (by === 'agent' && seq > byMail)),
      )
      const last = replies.at(-1)
      if (!agent || !last) {
        await repository.clearReplyMail(tx.db, id)
        return false
      }
      const { email, message } = row.left_message
      const recipient = sha256(`mailbox:${mailboxOf(email)}`)
      const mail = { id: randomId(24), kind: 'reply' as const, agentId, conversationId: id, recipient }
      const sent = await mails.countMails(tx.db, mail, new Date(tx.now().getTime() - DAY_MS))
      // Replies over the daily limit are sent later.
      if (mailLimit(sent, REPLY_MAIL_LIMITS)) {
        await repository.postponeReplyMail(tx.db, id, new Date(tx.now().getTime() + POSTPONED_MS))
        return false
      }
      const owned = [JSON.stringify(agent.config), ...messages.flatMap(({ sources }) => sources.map(({ url }) => url))]
      const { colours, supportAddress } = await mailBrand(tx, tx.workspaceId)
      const content = await replyMail({
        colours,
        takesAnswers: inboundMail !== undefined,
        language: languageOf(agent.config.lang, row.language),
        title: agent.title,
        replies,
        message,
        pageUrl: opensPage(row.page_url) ? row.page_url : '',
        owned: owned.join('\n'),
      })
      await mails.insertMail(tx.db, mail, tx.now())
      await repository.setMailed(tx.db, id, last.seq)
      const local = newReplyAddress(tx.region)
      const replyTo = inboundMail ? `${local}@${inboundMail.domain}` : supportAddress
      if (inboundMail) {
        const address = {
          tokenHash: hashOfReplyAddress(local),
          workspaceId: tx.workspaceId,
          agentId,
          conversationId: id,
        }
        const expiresAt = new Date(tx.now().getTime() + ANSWERED_DAYS * DAY_MS)
        await repository.insertReplyAddress(tx.db, { ...address, recipient }, expiresAt)
      }
      const head = { to: email, onBehalfOf: tx.workspaceId, key: mail.id, ...(replyTo !== '' && { replyTo }) }
      await mailers
        .of(tx.region)
        .later({ ...content, ...head, headers: { ...threadHeaders(id), ...BY_A_PERSON } }, tx.db)
      return true
    })

  return {
    /** Plans the mail for a stored reply. The delay counts from when the reply was stored. */
    plan: (ctx: Ctx, { conversationId, seq, at }: { conversationId: string; seq: number; at: Date }): Promise<void> =>
      repository.planReplyMail(ctx.db, conversationId, seq, new Date(at.getTime() + REPLY_MAIL_DELAY_MS)),
    /** For a region. Returns the number of mails. */
    async mailReplies(ctx: Ctx): Promise<number> {
      let mailed = 0
      for (const due of await repository.listDue(ctx.db, ctx.now(), MOST_AT_ONCE)) {
        try {
          if (await mailOne({ ...ctx, workspaceId: due.workspace_id }, due)) mailed++
        } catch (error) {
          log.warn({ err: error, agentId: due.agent_id }, 'mailing replies failed')
          await repository.postponeReplyMail(ctx.db, due.id, new Date(ctx.now().getTime() + POSTPONED_MS))
        }
      }
      return mailed
    },
  }
}
