// The OpenAI-compatible API: an agent as a model. Only the wire format differs; the turn is the same.
import type { ChatMessage } from '@parlance/engine/prompt'
import { type NumberedPart, turnText } from './turn/stream-parts.ts'
import { MAX_MESSAGE_CHARS } from '@parlance/contract/conversations/schemas'
import { itemText } from '@parlance/contract/items/plain'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { OPENAI_VISITOR, randomId } from '@parlance/contract/lib/ids'
import { unixSeconds } from '@parlance/contract/lib/time'
import type { Ctx } from '../../lib/ctx.ts'
import type { StreamAnswer } from '../../lib/http/streams/stream.ts'
import type { RunningTurn } from './turn/running-turns.ts'
import type { Turns } from './turn/turns.ts'

interface ChatRequest {
  readonly model: string
  readonly messages: readonly {
    readonly role: string
    readonly content?:
      | string
      | readonly { readonly type: string; readonly text?: string | undefined }[]
      | null
      | undefined
  }[]
  readonly stream?: boolean | null | undefined
  readonly stream_options?: { readonly include_usage?: boolean | undefined } | null | undefined
  readonly user?: string | null | undefined
}

const textOf = (content: ChatRequest['messages'][number]['content']): string =>
  (typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')).trim()

/** The client keeps the conversation: the last user message is the question, those before are the history. */
export function readRequest(request: ChatRequest): { text: string; history: ChatMessage[] } {
  if (request.messages.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type !== 'text')))
    throw new AppError('INVALID_INPUT', untranslated('Only text is supported here, no images, sound or files.'))
  const messages = request.messages
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ role, content }) => ({ role: role as ChatMessage['role'], content: textOf(content) }))
  const last = messages.at(-1)
  if (!last || last.role !== 'user' || last.content === '')
    throw new AppError('INVALID_INPUT', untranslated('The last message must be a user message with text.'))
  if (last.content.length > MAX_MESSAGE_CHARS)
    throw new AppError(
      'INVALID_INPUT',
      untranslated(`The last message is too long: at most ${MAX_MESSAGE_CHARS.toLocaleString('en')} characters.`),
    )
  return { text: last.content, history: messages.slice(0, -1).filter(({ content }) => content !== '') }
}

export async function chatCompletion(ctx: Ctx, turns: Turns, request: ChatRequest): Promise<StreamAnswer> {
  const { text, history } = readRequest(request)
  // Read before the turn begins, so that a client that leaves meanwhile is noticed.
  const signal = request.stream ? undefined : ctx.request?.signal
  const handled = await turns.handleMessage(ctx, {
    agentId: request.model,
    visitorId: request.user ? `${OPENAI_VISITOR}${request.user}` : undefined,
    messageId: randomId(24),
    text,
    history,
    draft: false,
    channel: 'api',
  })
  if (handled.kind !== 'running') throw new AppError('CONFLICT')
  const { running } = handled
  const base = { id: `chatcmpl-${running.turn.metadata.turnId}`, created: unixSeconds(ctx.now()), model: request.model }
  if (request.stream)
    return {
      run: (sink) => {
        // Clients of this protocol cannot resume, so a disconnected one will not read the rest.
        sink.onClose(() => void turns.stop(running.turn.metadata.turnId))
        return streamChunks(running, base, request.stream_options?.include_usage === true ? text : undefined, sink)
      },
    }
  const stop = () => void turns.stop(running.turn.metadata.turnId)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  await running.ended
  signal?.removeEventListener('abort', stop)
  const { turn } = running
  const failure = turn.ending?.find((part) => part.type === 'error')
  const answer = turnText(turn)
  // Clients repeat a request after an error, and with it what the agent's tools did: text that broke off counts as cut.
  if (failure?.type === 'error' && answer === '')
    throw new AppError('MODEL_UNAVAILABLE', untranslated(failure.errorText))
  return {
    json: {
      ...base,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: answer, refusal: null },
          logprobs: null,
          finish_reason: failure ? 'length' : finishOf(turn.ending),
        },
      ],
      usage: usageOf(text, answer),
    },
  }
}

type ChunkBase = { readonly id: string; readonly created: number; readonly model: string }

async function streamChunks(
  running: RunningTurn,
  base: ChunkBase,
  /** The question when the client asks for usage. */
  usageQuestion: string | undefined,
  sink: Parameters<NonNullable<StreamAnswer['run']>>[0],
): Promise<void> {
  const sendChunk = (delta: object, finish: string | null) =>
    sink.send(
      JSON.stringify({
        ...base,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
        ...(usageQuestion === undefined ? {} : { usage: null }),
      }),
    )
  sendChunk({ role: 'assistant', content: '' }, null)
  const before = turnText(running.turn)
  let hasFailed = false
  let hasText = before !== ''
  if (hasText) sendChunk({ content: before }, null)
  const send = ({ part }: NumberedPart) => {
    if (part.type === 'text-start' && part.id !== 'answer') sendChunk({ content: '\n\n' }, null)
    if (part.type === 'text-delta') sendChunk({ content: part.delta }, null)
    // The protocol carries text only, so an item is sent as text.
    if (part.type === 'data-item') sendChunk({ content: `${hasText ? '\n\n' : ''}${itemText(part.data)}` }, null)
    if (part.type === 'text-delta' || part.type === 'data-item') hasText = true
    if (part.type === 'error') {
      hasFailed = true
      sink.send(
        JSON.stringify({
          error: { message: part.errorText, type: 'server_error', param: null, code: 'model_unavailable' },
        }),
      )
    }
  }
  running.listeners.add(send)
  await running.ended
  if (!hasFailed) sendChunk({}, finishOf(running.turn.ending))
  if (!hasFailed && usageQuestion !== undefined)
    sink.send(
      JSON.stringify({
        ...base,
        object: 'chat.completion.chunk',
        choices: [],
        usage: usageOf(usageQuestion, turnText(running.turn)),
      }),
    )
  sink.send('[DONE]')
  sink.end()
}

const finishOf = (ending: RunningTurn['turn']['ending']) =>
  ending?.some((part) => part.type === 'finish' && part.finishReason === 'length') ? 'length' : 'stop'
/** An estimate of four characters per token, for clients that require numbers; the provider's count is in the receipt. */
const usageOf = (question: string, answer: string) => {
  const [prompt_tokens, completion_tokens] = [Math.ceil(question.length / 4), Math.ceil(answer.length / 4)]
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

export const openAiModel = ({ id, created }: { readonly id: string; readonly created: number }) => ({
  id,
  object: 'model' as const,
  created,
  // As at OpenAI; the product's name would show on agencies' hosts.
  owned_by: 'organization-owner',
})
