/** Builds chat completions in OpenAI's format, cut by limits and stop words, as one body or as chunks. */
import { randomBytes } from 'node:crypto'
import type { ScriptedReply } from './control.ts'
import type { Model } from './models.ts'
import { tokenize } from './tokens.ts'
import type { ChatRequest, ToolCall } from './types.ts'

export type Usage = {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
  [details: string]: unknown
}

/** A finished answer, before it is written to the wire. */
export type Completion = {
  id: string
  created: number
  model: string
  /** The text in tokens; comes before the tool calls. */
  pieces: string[]
  toolCalls: ToolCall[]
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  usage: Usage
  includeUsage: boolean
}

const FINGERPRINT = 'fp_0a1b2c3d4e'

/** The answer to a validated request, within its limits. */
export function complete(
  request: ChatRequest,
  model: Model,
  promptTokens: number,
  reply: ScriptedReply & { thinks?: number },
): Completion {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Infinity
  const thought = Math.min(reply.thinks ?? 0, limit)
  const said = limitText(reply.text ?? '', request.stop, limit - thought)
  const toolCalls = (reply.toolCalls ?? []).map((called): ToolCall => ({
    id: `call_${randomId(24)}`,
    type: 'function',
    function: called,
  }))
  const completionTokens =
    thought +
    said.pieces.length +
    toolCalls.reduce((sum, { function: called }) => sum + 4 + tokenize(called.name + called.arguments).length, 0)
  return {
    id: `chatcmpl-${randomId(29)}`,
    created: Math.floor(Date.now() / 1000),
    model: model.snapshot ?? model.id,
    pieces: said.pieces,
    toolCalls,
    finishReason: reply.finishReason ?? (toolCalls.length > 0 ? 'tool_calls' : said.finishReason),
    usage: usageOf(promptTokens, completionTokens, thought),
    includeUsage: request.stream_options?.include_usage === true,
  }
}

/** Ends a text before its first stop word and after its last allowed token. */
function limitText(
  text: string,
  stop: string | string[] | null | undefined,
  limit: number,
): { pieces: string[]; finishReason: 'stop' | 'length' } {
  const stops = typeof stop === 'string' ? [stop] : (stop ?? [])
  const ends = stops.map((word) => text.indexOf(word)).filter((at) => at >= 0)
  const pieces = tokenize(ends.length > 0 ? text.slice(0, Math.min(...ends)) : text)
  return pieces.length > limit
    ? { pieces: pieces.slice(0, limit), finishReason: 'length' }
    : { pieces, finishReason: 'stop' }
}

function usageOf(prompt: number, completion: number, thought: number): Usage {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: thought,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}

/** The body of an answer without streaming. */
export function completionBody(completion: Completion): object {
  const { pieces, toolCalls, finishReason, usage } = completion
  const calls = toolCalls.length > 0
  const message = {
    role: 'assistant',
    content: calls && pieces.length === 0 ? null : pieces.join(''),
    ...(calls ? { tool_calls: toolCalls } : {}),
    refusal: null,
    annotations: [],
  }
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReason }]
  return { ...envelope(completion, 'chat.completion'), choices, usage }
}

const envelope = ({ id, created, model }: Completion, object: string): object => ({
  id,
  object,
  created,
  model,
  service_tier: 'default',
  system_fingerprint: FINGERPRINT,
})

/** The chunks of a streamed answer in order: the role, one delta per token, and the end. */
export function chunksOf(completion: Completion): { opening: object; deltas: object[]; closing: object[] } {
  const { finishReason, usage, includeUsage, pieces, toolCalls } = completion
  const deltas = [...pieces.map((content) => ({ content })), ...toolCalls.flatMap(toolDeltas)]
  const closing = [chunk(completion, [choice({}, finishReason)], includeUsage ? { usage: null } : {})]
  if (includeUsage) closing.push(chunk(completion, [], { usage }))
  const opening = { role: 'assistant', content: toolCalls.length > 0 && pieces.length === 0 ? null : '', refusal: null }
  return {
    opening: deltaChunk(completion, opening),
    deltas: deltas.map((delta) => deltaChunk(completion, delta)),
    closing,
  }
}

/** One chunk with this delta. */
export function deltaChunk(completion: Completion, delta: object): object {
  return chunk(completion, [choice(delta, null)], completion.includeUsage ? { usage: null } : {})
}

function choice(delta: object, finishReason: string | null): object {
  return { index: 0, delta, logprobs: null, finish_reason: finishReason }
}

const chunk = (completion: Completion, choices: object[], more: object): object => ({
  ...envelope(completion, 'chat.completion.chunk'),
  choices,
  ...more,
})

function toolDeltas(call: ToolCall, index: number): object[] {
  const opening = { index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } }
  const rest = tokenize(call.function.arguments).map((piece) => ({ index, function: { arguments: piece } }))
  return [opening, ...rest].map((part) => ({ tool_calls: [part] }))
}

function randomId(length: number): string {
  return randomBytes(length).toString('base64url').replace(/[-_]/g, 'x').slice(0, length)
}
