// The OpenAI-compatible door: an agent seen as a model. Only the wire differs; the turn is the same.
import type { ChatMessage } from '@parlance/engine/prompt'
import { type NumberedPart, turnText } from './turn/stream-parts.ts'
import { itemText } from '@parlance/contract/items/plain'
import { AppError } from '@parlance/contract/lib/errors'
import { cut } from '@parlance/contract/lib/text'
import { randomId } from '@parlance/contract/lib/ids'
import { unixSeconds } from '@parlance/contract/lib/time'
import type { Ctx } from '../../lib/ctx.ts'
import type { StreamAnswer } from '../../lib/http/stream.ts'
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
  readonly stream?: boolean | undefined
  readonly stream_options?: { readonly include_usage?: boolean | undefined } | null | undefined
  readonly user?: string | undefined
}

const textOf = (content: ChatRequest['messages'][number]['content']): string =>
  (typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')).trim()

/** The client keeps the conversation: its last user message is the question, what stands before is the history. */
export function readRequest(request: ChatRequest): { text: string; history: ChatMessage[] } {
  const said = request.messages
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ role, content }) => ({ role: role as ChatMessage['role'], content: textOf(content) }))
  const last = said.at(-1)
  if (!last || last.role !== 'user' || last.content === '')
    throw new AppError('INVALID_INPUT', 'The last message must be a user message with text.')
  return { text: cut(last.content, 16_000), history: said.slice(0, -1).filter(({ content }) => content !== '') }
}

export async function chatCompletion(ctx: Ctx, turns: Turns, request: ChatRequest): Promise<StreamAnswer> {
  const { text, history } = readRequest(request)
  const begun = await turns.begin(ctx, {
    agentId: request.model,
    visitorId: request.user ? `openai:${request.user}` : undefined,
    messageId: randomId(24),
    text,
    history,
    draft: false,
    channel: 'api',
  })
  if (begun.kind !== 'running') throw new AppError('CONFLICT')
  const { running } = begun
  const base = { id: `chatcmpl-${running.turn.metadata.turnId}`, created: unixSeconds(ctx.now()), model: request.model }
  if (request.stream)
    return {
      run: (sink) =>
        streamChunks(running, base, request.stream_options?.include_usage === true ? text : undefined, sink),
    }
  await running.ended
  const { turn } = running
  const failure = turn.ending?.find((part) => part.type === 'error')
  const said = turnText(turn)
  if (said === '' && failure?.type === 'error') throw new AppError('MODEL_UNAVAILABLE', failure.errorText)
  return {
    json: {
      ...base,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: said, refusal: null },
          logprobs: null,
          finish_reason: finishOf(turn.ending),
        },
      ],
      usage: usageOf(text, said),
    },
  }
}

type Running = Extract<Awaited<ReturnType<Turns['begin']>>, { kind: 'running' }>['running']
type Base = { readonly id: string; readonly created: number; readonly model: string }

async function streamChunks(
  running: Running,
  base: Base,
  /** The question, for a client that asked for usage. */
  counted: string | undefined,
  sink: Parameters<NonNullable<StreamAnswer['run']>>[0],
): Promise<void> {
  const chunk = (delta: object, finish: string | null) =>
    sink.send(
      JSON.stringify({
        ...base,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
        ...(counted === undefined ? {} : { usage: null }),
      }),
    )
  chunk({ role: 'assistant', content: '' }, null)
  const before = turnText(running.turn)
  let spoke = before !== ''
  if (spoke) chunk({ content: before }, null)
  const give = ({ part }: NumberedPart) => {
    if (part.type === 'text-start' && part.id !== 'answer') chunk({ content: '\n\n' }, null)
    if (part.type === 'text-delta') chunk({ content: part.delta }, null)
    // Models speak text: an item is said in words.
    if (part.type === 'data-item') chunk({ content: `${spoke ? '\n\n' : ''}${itemText(part.data)}` }, null)
    if (part.type === 'text-delta' || part.type === 'data-item') spoke = true
    if (part.type === 'error')
      sink.send(
        JSON.stringify({
          error: { message: part.errorText, type: 'server_error', param: null, code: 'model_unavailable' },
        }),
      )
  }
  running.listeners.add(give)
  await running.ended
  chunk({}, finishOf(running.turn.ending))
  if (counted !== undefined)
    sink.send(
      JSON.stringify({
        ...base,
        object: 'chat.completion.chunk',
        choices: [],
        usage: usageOf(counted, turnText(running.turn)),
      }),
    )
  sink.send('[DONE]')
  sink.end()
}

const finishOf = (ending: Running['turn']['ending']) =>
  ending?.some((part) => part.type === 'finish' && part.finishReason === 'length') ? 'length' : 'stop'
/** Characters by four: what the provider counted is in the receipt, this is for clients that insist on numbers. */
const usageOf = (question: string, answer: string) => {
  const [prompt_tokens, completion_tokens] = [Math.ceil(question.length / 4), Math.ceil(answer.length / 4)]
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}
