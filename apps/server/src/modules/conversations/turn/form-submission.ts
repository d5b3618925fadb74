// What comes with a message beside its text: values sent from an item of an earlier answer, or a way back for its owner.
import type { Values } from '@parlance/contract/agents/variables'
import type { Asked } from './admission-rules.ts'
import type { Graph } from '@parlance/contract/engine/types'
import type { Item, Submission } from '@parlance/contract/items/schemas'
import { checkSubmission, fieldsOf } from '@parlance/contract/items/submissions'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../../lib/ctx.ts'
import { invalidInput } from '../../../lib/http/errors.ts'
import { foreignFiles } from '../files.ts'
import { findConversation, findItem, rewind, wasAccepted } from '../repository.ts'
import type { TurnRuntime } from './runtime.ts'
import type { TurnRequest } from './types.ts'
import { maySee } from './conversation-access.ts'

interface Given {
  /** What the transcript shows and the model reads: never the client's own words. */
  readonly text: string
  readonly values: Values
  readonly stored: Submission
}

/**
 * Checks a submission against the very item it names, and takes what is meant for the graph. NOT_FOUND for another
 * conversation's, INVALID_INPUT with a sentence per field.
 */
export async function fromItem(
  { deps: { files } }: TurnRuntime,
  ctx: Ctx,
  request: TurnRequest,
  graph: Graph,
): Promise<Given | undefined> {
  const { submission, conversationId, agentId } = request
  if (!submission) return undefined
  const conversation = conversationId ? await findConversation(ctx.db, agentId, conversationId) : undefined
  if (!conversation || !maySee(ctx.actor, conversation.visitor_hash, request.visitorId)) throw new AppError('NOT_FOUND')
  const item = await findItem(ctx.db, conversation.id, submission.messageId, submission.item)
  if (!item) throw new AppError('NOT_FOUND')
  const read = checkSubmission(item, submission)
  if (!read.ok)
    throw invalidInput(Object.entries(read.errors).map(([name, message]) => ({ path: name ? [name] : [], message })))
  const { values, shown, text } = read
  const foreign = await foreignFiles(files, ctx, conversation.id, { item, values })
  if (foreign.length > 0) throw invalidInput(foreign)
  const { messageId, item: index, button } = submission
  const isButton = button !== undefined && Object.keys(shown).length === 0
  return {
    text,
    values: askedFor(graph, item, values),
    stored: { messageId, item: index, ...(isButton ? { button } : { values: shown }) },
  }
}

/** Addresses of files come back as they were told, signed; signatures are kept nowhere. */
export function asStored(request: TurnRequest, bare: (address: string) => string): TurnRequest {
  const values = request.submission?.values
  if (!request.submission || !values) return request
  const stored = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? bare(value) : value])
  return { ...request, submission: { ...request.submission, values: Object.fromEntries(stored) } }
}

/** What a conversation knows goes into prompts and traces: a password only where the agent has a variable for it. */
function askedFor(graph: Graph, item: Item, values: Values): Values {
  const passwords = new Set(fieldsOf(item).flatMap(({ name, type }) => (type === 'password' ? [name] : [])))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !passwords.has(name) || graph.names.has(name)))
}

/**
 * Takes a test conversation back to before a message, and lets nobody debug another one: NOT_FOUND. Nothing is forgotten for a message that was accepted before, or that
 * can't be: TURN_RUNNING while it is being answered, CREDITS_EXHAUSTED without what is to be held.
 */
export async function rewound(
  { deps: { ledger } }: TurnRuntime,
  ctx: Ctx,
  { debug, conversationId, agentId }: TurnRequest,
  asked: Asked,
): Promise<void> {
  if (!debug || !conversationId) return
  const found = await findConversation(ctx.db, agentId, conversationId)
  // Nobody's variables or place are set in a conversation with a visitor.
  if (!found || found.channel !== 'test') throw new AppError('NOT_FOUND')
  const { rewindTo } = debug
  if (rewindTo === undefined || rewindTo > found.message_count) return
  await ctx.tx(async (tx) => {
    const { workspaceId, hold } = asked
    const balance = (await ledger.lockBalances(tx.db, [workspaceId])).get(workspaceId) ?? 0
    if (await wasAccepted(tx.db, asked)) return
    if (balance <= 0 || balance < hold) throw new AppError('CREDITS_EXHAUSTED')
    if (!(await rewind(tx.db, conversationId, rewindTo))) throw new AppError('TURN_RUNNING')
  })
}
