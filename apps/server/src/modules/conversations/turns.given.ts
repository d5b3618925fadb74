// What comes with a message beside its text: values sent from an item of an earlier answer, or a way back for its owner.
import type { Values } from '@parlance/core/agents/variables'
import type { Submission } from '@parlance/core/items/items'
import { checkSubmission } from '@parlance/core/items/submissions'
import { AppError } from '@parlance/core/kit/errors'
import type { Ctx } from '../../platform/ctx.ts'
import { findConversation, findItem, rewind } from './conversations.store.ts'
import type { TurnRequest } from './turns.engine.ts'
import { maySee } from './turns.see.ts'

interface Given {
  /** What the transcript shows and the model reads: never the client's own words. */
  readonly text: string
  readonly values: Values
  readonly stored: Omit<Submission, 'messageId'>
}

/** Checks a submission against the very item it names. NOT_FOUND for another conversation's, INVALID_INPUT with a sentence per field. */
export async function fromItem(ctx: Ctx, request: TurnRequest): Promise<Given | undefined> {
  const { submission, conversationId, agentId } = request
  if (!submission) return undefined
  const conversation = conversationId ? await findConversation(ctx.db, agentId, conversationId) : undefined
  if (!conversation || !maySee(ctx.actor, conversation.visitor_hash, request.visitorId)) throw new AppError('NOT_FOUND')
  const item = await findItem(ctx.db, conversation.id, submission.messageId, submission.item)
  if (!item) throw new AppError('NOT_FOUND')
  const read = checkSubmission(item, submission)
  if (!read.ok) throw new AppError('INVALID_INPUT', Object.values(read.errors)[0], { data: { fields: read.errors } })
  const { values, shown, text } = read
  const { item: index, button } = submission
  const isButton = button !== undefined && Object.keys(shown).length === 0
  return { text, values, stored: { item: index, ...(isButton ? { button } : { values: shown }) } }
}

/** Takes a test conversation back to before a message. TURN_RUNNING while it is being answered. */
export async function rewound(ctx: Ctx, { debug, conversationId, agentId }: TurnRequest): Promise<void> {
  if (debug?.rewindTo === undefined || !conversationId) return
  const found = await findConversation(ctx.db, agentId, conversationId)
  if (!found || found.channel !== 'test') throw new AppError('NOT_FOUND')
  const { rewindTo } = debug
  if (rewindTo <= found.message_count && !(await ctx.tx((tx) => rewind(tx.db, conversationId, rewindTo))))
    throw new AppError('TURN_RUNNING')
}
