// Transcripts for the team to download or send. Notes are not messages, so they are left out.
import { languageAccepted, languageFor } from '@parlance/contract/accounts/languages'
import type { Message } from '@parlance/contract/conversations/schemas'
import {
  MAX_EXPORTED_BYTES,
  MAX_EXPORTED_MESSAGES,
  type transcriptsApi,
} from '@parlance/contract/conversations/transcripts-api'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Handlers } from '../../../lib/http/handlers.ts'
import { requireConversation } from '../access.ts'
import type { ConversationFiles } from '../files.ts'
import { type MailDeps, mailMessages } from '../lifecycle/mail-transcript.ts'
import { type ConversationRow, readMessages, toConversation } from '../repository.ts'
import type { TurnAgent } from '../turn/types.ts'
import { readKnown } from './repository.ts'

export interface TranscriptsDeps extends MailDeps {
  readonly files: Pick<ConversationFiles, 'signFileUrls'>
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
}
interface One {
  readonly agentId: string
  readonly conversationId: string
}

function ownAddress({ actor }: Ctx): string {
  const email = actor.kind === 'session' || actor.kind === 'client' ? actor.email : ''
  if (email === '') throw new AppError('FORBIDDEN', msg('agency_admin_has_no_account'))
  return email
}
/** Signed by the owner's site, or entered by the visitor. */
function visitorAddress(row: ConversationRow): string {
  const email = row.person_email || row.left_message?.email || ''
  if (email === '') throw new AppError('CONFLICT', msg('visitor_email_unknown'))
  return email
}

const PAGE = 50

/** The newest messages that fit, without the text of their sources; oldest first. */
async function readExported(ctx: Ctx, conversationId: string): Promise<Message[]> {
  let room = MAX_EXPORTED_BYTES
  let exported: Message[] = []
  while (exported.length < MAX_EXPORTED_MESSAGES) {
    const page = await readMessages(ctx.db, conversationId, exported[0]?.seq, PAGE, { withSourceText: false })
    const first = page.findLastIndex((message) => (room -= Buffer.byteLength(JSON.stringify(message))) < 0) + 1
    exported = [...page.slice(first), ...exported]
    if (first > 0 || page.length < PAGE) break
  }
  return exported
}

export const createTranscripts = (deps: TranscriptsDeps) => {
  return {
    async exportTranscript(ctx: Ctx, input: One) {
      const row = await requireConversation(ctx, input)
      const messages = await readExported(ctx, row.id)
      return {
        data: {
          conversation: toConversation(row, true),
          messages: [...deps.files.signFileUrls(ctx, row.id, messages)],
          isCut: (messages[0]?.seq ?? row.message_count + 1) > 1,
        },
      }
    },
    async sendTranscript(ctx: Ctx, input: One & { readonly to: 'self' | 'visitor' }) {
      const row = await requireConversation(ctx, input)
      const agent = await deps.forTurn(ctx, input.agentId, { draft: false })
      if (!agent) throw new AppError('NOT_FOUND')
      if (!agent.config.recordChatHistory || row.ephemeral) throw new AppError('FORBIDDEN', msg('transcript_off'))
      const isVisitor = input.to === 'visitor'
      const email = isVisitor ? visitorAddress(row) : ownAddress(ctx)
      const { lang } = agent.config
      const spoken = lang === 'auto' ? (await readKnown(ctx.db, row.id)).language : lang
      const language = isVisitor ? languageFor([spoken]) : languageAccepted(ctx.request?.headers.get('accept-language'))
      await mailMessages(deps, ctx, row, { agent, email, language, reader: isVisitor ? 'sentVisitor' : 'team' })
      return { success: true as const }
    },
  } satisfies Handlers<typeof transcriptsApi>
}
