// Extra input of a message: a form submitted from an earlier answer, or an owner's request to go back.
import type { Values } from '@parlance/contract/agents/variables'
import type { Graph } from '@parlance/contract/engine/types'
import type { Item, Submission } from '@parlance/contract/items/schemas'
import { checkSubmission, type FieldFault, fieldsOf, type SubmissionFault } from '@parlance/contract/items/submissions'
import { customIssue } from '@parlance/contract/lib/rules'
import { type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../../lib/ctx.ts'
import { invalidInput } from '../../../lib/http/errors.ts'
import { maySee } from '../access.ts'
import type { ConversationFiles } from '../files.ts'
import type { TurnLedger } from '../ports.ts'
import { findConversation, findItem, rewind, wasAccepted } from '../repository.ts'
import type { IncomingMessage } from './admission.ts'
import type { TurnRequest } from './types.ts'

interface CheckedSubmission {
  /** The transcript's and the model's text; never written by the client. */
  readonly text: string
  readonly values: Values
  readonly stored: Submission
}

/** NOT_FOUND for another conversation's item, INVALID_INPUT with a message per field. */
export async function readSubmission(
  files: Pick<ConversationFiles, 'isOfConversation'>,
  ctx: Ctx,
  request: TurnRequest,
  graph: Graph,
): Promise<CheckedSubmission | undefined> {
  const { submission, conversationId, agentId } = request
  if (!submission) return undefined
  const conversation = conversationId ? await findConversation(ctx.db, agentId, conversationId) : undefined
  if (!conversation || !maySee(ctx.actor, conversation.visitor_hash, request.visitorId)) throw new AppError('NOT_FOUND')
  const item = await findItem(ctx.db, conversation.id, submission.messageId, submission.item)
  if (!item) throw new AppError('NOT_FOUND')
  const read = checkSubmission(item, submission)
  if (!read.ok)
    throw invalidInput(
      Object.entries(read.faults).map(([name, fault]) => customIssue(faultMessage(fault), name ? [name] : [])),
    )
  const { values, shown, text } = read
  const foreign = await foreignFiles(files, ctx, conversation.id, { item, values })
  if (foreign.length > 0) throw invalidInput(foreign)
  const { messageId, item: index, button } = submission
  const isButton = button !== undefined && Object.keys(shown).length === 0
  return {
    text,
    values: withoutUnknownPasswords(graph, item, values),
    stored: { messageId, item: index, ...(isButton ? { button } : { values: shown }) },
  }
}

/** Replaces signed file URLs by the stored ones, so that signatures are never stored. */
export function withStoredAddresses(request: TurnRequest, unsignedUrl: (address: string) => string): TurnRequest {
  const values = request.submission?.values
  if (!request.submission || !values) return request
  const stored = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? unsignedUrl(value) : value,
  ])
  return { ...request, submission: { ...request.submission, values: Object.fromEntries(stored) } }
}

/** Values appear in prompts and traces: a password is kept only if the agent has a variable for it. */
function withoutUnknownPasswords(graph: Graph, item: Item, values: Values): Values {
  const passwords = new Set(fieldsOf(item).flatMap(({ name, type }) => (type === 'password' ? [name] : [])))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !passwords.has(name) || graph.names.has(name)))
}

/**
 * Rewinds a test conversation; NOT_FOUND for a visitor's. Removes nothing for a message that was accepted before, or
 * can't be: TURN_RUNNING, CREDITS_EXHAUSTED.
 */
export async function rewindTestConversation(
  ledger: Pick<TurnLedger, 'lockBalances'>,
  ctx: Ctx,
  { debug, conversationId, agentId }: TurnRequest,
  message: IncomingMessage,
): Promise<void> {
  if (!debug || !conversationId) return
  const found = await findConversation(ctx.db, agentId, conversationId)
  // Variables and graph state are never set in a visitor's conversation.
  if (!found || found.channel !== 'test') throw new AppError('NOT_FOUND')
  const { rewindTo } = debug
  if (rewindTo === undefined || rewindTo > found.message_count) return
  await ctx.tx(async (tx) => {
    const { workspaceId, hold } = message
    const balance = (await ledger.lockBalances(tx.db, [workspaceId])).get(workspaceId) ?? 0
    if (await wasAccepted(tx.db, message)) return
    if (balance <= 0 || balance < hold) throw new AppError('CREDITS_EXHAUSTED')
    if (!(await rewind(tx.db, conversationId, rewindTo))) throw new AppError('TURN_RUNNING')
  })
}

/** Errors by field name: a file's URL must belong to this conversation. */
async function foreignFiles(
  files: Pick<ConversationFiles, 'isOfConversation'>,
  ctx: Ctx,
  conversationId: string,
  { item, values }: { item: Item; values: Values },
): Promise<readonly ReturnType<typeof customIssue>[]> {
  const names = fieldsOf(item).flatMap(({ name, type }) =>
    type === 'file' && Object.hasOwn(values, name) ? [name] : [],
  )
  const own = await Promise.all(names.map((name) => files.isOfConversation(ctx, conversationId, String(values[name]))))
  return names.flatMap((name, at) => (own[at] ? [] : [customIssue(faultMessage({ fault: 'file' }), [name])]))
}

const FAULT_CODES: Readonly<Record<(FieldFault | SubmissionFault)['fault'], MessageCode>> = {
  required: 'form_required_field',
  email: 'form_email',
  url: 'form_url',
  tel: 'form_phone',
  number: 'form_number',
  min: 'form_min',
  max: 'form_max',
  short: 'form_min_length',
  long: 'form_max_length',
  date: 'form_date',
  time: 'form_time',
  option: 'form_option',
  file: 'form_file',
  button: 'button_unknown',
  values: 'form_required',
}
const faultMessage = (fault: FieldFault | SubmissionFault): MessageDescriptor =>
  msg(FAULT_CODES[fault.fault], 'limit' in fault && fault.limit !== undefined ? { limit: fault.limit } : undefined)
