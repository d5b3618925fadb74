import type { Message } from '@parlance/contract/conversations/schemas'
import type { Item } from '@parlance/contract/items/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { shorten } from '@parlance/engine/items/split'
import type { Ctx } from '../../../lib/ctx.ts'
import * as repository from '../identities.repository.ts'
import { compiledOf, threadOf } from '../outbound/queue-message.ts'
import type { Inbound } from '../ports.ts'
import type { Batch, LaneDeps } from './batch.ts'
import { type FormState, nextField, optionsOf } from './fill-form.ts'
import { refOfOption, resolveOption } from './resolve-option.ts'

type Said = Pick<Extract<Inbound, { kind: 'message' }>, 'text' | 'optionId' | 'replyTo' | 'quoted'>

/** The text of a message: a pressed option, or its typed number, becomes the option's meaning. */
export async function textOfMessage(
  { conversations }: LaneDeps,
  ctx: Ctx,
  { identity, connection, adapter, say }: Batch,
  { text: typed, optionId, replyTo, quoted: repeated = '' }: Said,
  form: FormState | null,
): Promise<string> {
  const { conversation_id: conversationId } = identity
  const ref = optionId === undefined ? undefined : refOfOption(optionId)
  if (form && ref !== undefined && ref === form.ref) {
    const field = nextField(form)
    return (field && optionsOf(field, say)[Number(/:(\d+)$/.exec(optionId ?? '')?.[1])]) ?? typed
  }
  if (form && ref === undefined) return typed
  if (conversationId === null) return withQuote(repeated, typed)
  const optionsOfMessage = (message: Message | undefined) =>
    message && message.from !== 'user' ? compiledOf(adapter, message, threadOf(identity, connection)).options : []
  const quotedSeq = replyTo === undefined ? undefined : await repository.seqOfSent(ctx.db, identity, replyTo)
  const quoted = quotedSeq === undefined ? undefined : await conversations.readMessage(ctx, conversationId, quotedSeq)
  const asked =
    ref !== undefined && /^\d+$/.test(ref)
      ? await conversations.readMessage(ctx, conversationId, Number(ref))
      : (quoted ?? (await conversations.lastMessage(ctx, conversationId)))
  const chosen = resolveOption({ optionId, text: typed }, optionsOfMessage(asked))
  return chosen ?? withQuote(repeated || (quoted ? plainText(quoted.items as readonly Item[]) : ''), typed)
}

const MAX_QUOTE = 200
/** Above the message is what it replies to, formatted as people quote. */
const withQuote = (quoted: string, typed: string): string =>
  quoted.trim() === '' || typed === ''
    ? typed
    : `${shorten(quoted, MAX_QUOTE)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}\n\n${typed}`
