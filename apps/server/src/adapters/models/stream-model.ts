// One model call with deadlines, retries before the first word, and provider failures in our own terms.
import { msg } from '@parlance/i18n/messages'
import { APICallError, type LanguageModelV4, type LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { cut } from '@parlance/contract/lib/text'
import { thinkingTokens } from '../../modules/billing/index.ts'
import { type ModelCall, type ModelEnd, ModelError, type ModelToolCall } from '../../modules/conversations/ports.ts'
import { TextOnlyAnswer } from './stream-ending.ts'
import { callOptions, toolCallOf } from './call-options.ts'
import { takingText } from './text-fast-path.ts'

export interface StreamDeadlines {
  /** Up to the first token, and between any two after it. */
  readonly silenceMs: number
  readonly totalMs: number
}
const DEADLINES: StreamDeadlines = { silenceMs: 30_000, totalMs: 180_000 }
const MAX_CHARS = 400_000
/** No genuine answer has more characters per allowed token. */
const CHARS_PER_TOKEN = 20
/** Most tool calls in one answer; the engine allows fewer per turn. */
const MAX_CALLS = 20
const MAX_RETRIES = 2
const LONGEST_WAIT_MS = 4000

/** Retries only before the first text, so that nobody sees two beginnings. */
export async function streamModel(
  model: LanguageModelV4,
  call: ModelCall,
  onText: (delta: string) => void,
  limits: StreamDeadlines = DEADLINES,
): Promise<ModelEnd> {
  let said = false
  const say = (delta: string) => {
    said = true
    onText(delta)
  }
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptStream(model, call, say, limits)
    } catch (thrown) {
      const error = asModelError(thrown)
      const retry =
        !said && attempt < MAX_RETRIES && (error.kind === 'busy' || error.kind === 'down') && !call.signal.aborted
      const wait = error.retryAfterMs ?? 200 * 2 ** attempt * (0.5 + Math.random())
      if (!retry || wait > LONGEST_WAIT_MS) throw error
      await sleep(wait, call.signal)
    }
  }
}

async function attemptStream(
  model: LanguageModelV4,
  call: ModelCall,
  onText: (delta: string) => void,
  limits: StreamDeadlines,
): Promise<ModelEnd> {
  const guard = new AbortController()
  const give = () => guard.abort(call.signal.reason)
  call.signal.addEventListener('abort', give, { once: true })
  if (call.signal.aborted) give()
  const clock = deadlines(guard, limits)
  const ear = createEar(clock, Math.min(MAX_CHARS, call.maxTokens * CHARS_PER_TOKEN), onText)
  try {
    const answer = takingText(ear.hear, () =>
      model.doStream({ ...callOptions(call, model), abortSignal: guard.signal }),
    )
    const end = await answer.then(({ stream }) => readParts(stream.getReader(), clock, ear), wholeOf)
    // A stream that just closes was cut: its text is kept, but the answer is incomplete.
    if (!end || (end.finishReason === 'other' && !isReported(end))) throw brokeOff()
    const isSilent = ear.chars() === 0 && end.calls.length === 0
    if (isSilent && !(call.mayBeSilent && end.finishReason === 'stop'))
      throw new ModelError('garbled', msg('model_silent'))
    return {
      finishReason: end.finishReason,
      usage: usageOf(end, call, call.maxTokens + thinkingTokens(model.modelId)),
      calls: end.calls,
    }
  } catch (error) {
    // Cancels the rest of the stream. One that was read to its end needs no cancelling, which is slow.
    guard.abort()
    throw clock.expired() ? new ModelError('timeout', msg('model_timeout'), { cause: error }) : error
  } finally {
    clock.stop()
    call.signal.removeEventListener('abort', give)
  }
}

interface Ear {
  /** Passes text on up to the allowed length; false once the answer exceeds it. */
  readonly hear: (delta: string) => boolean
  readonly chars: () => number
}

function createEar(clock: Deadlines, maxChars: number, onText: (delta: string) => void): Ear {
  let chars = 0
  return {
    hear(delta) {
      clock.heard()
      // Text within the limit was shown and is paid for, even when the first part is too long.
      if (delta !== '' && chars < maxChars) onText(cut(delta, maxChars - chars))
      chars += delta.length
      return chars <= maxChars
    },
    chars: () => chars,
  }
}

async function readParts(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  clock: Deadlines,
  ear: Ear,
): Promise<Finish | undefined> {
  let end: Omit<Finish, 'calls'> | undefined
  const calls: ModelToolCall[] = []
  for (;;) {
    const { done, value: part } = await reader.read()
    if (done) break
    if (part.type === 'text-delta') {
      if (!ear.hear(part.delta)) throw new ModelError('garbled', msg('model_endless'))
    } else if (part.type === 'tool-call' && calls.length < MAX_CALLS) {
      clock.heard()
      calls.push(toolCallOf(part))
    } else if (part.type === 'error') throw part.error
    else if (part.type === 'finish') {
      const { inputTokens, outputTokens } = part.usage
      end = { finishReason: reasonOf(part.finishReason.unified), input: inputTokens.total, output: outputTokens.total }
    } else if (part.type !== 'ping') clock.heard()
  }
  return end && { ...end, calls }
}

/** The end of an answer that the text fast path read completely. */
function wholeOf(error: unknown): Finish {
  if (!(error instanceof TextOnlyAnswer)) throw error
  const { reason, inputTokens, outputTokens } = error.end
  return { finishReason: reason, input: inputTokens, output: outputTokens, calls: [] }
}

const brokeOff = (cause?: unknown) => new ModelError('down', msg('model_broke_off'), { cause })

const reasonOf = (unified: string): ModelEnd['finishReason'] =>
  unified === 'stop' || unified === 'length' ? unified : unified === 'tool-calls' ? 'tools' : 'other'

interface Finish {
  readonly finishReason: ModelEnd['finishReason']
  readonly input: number | undefined
  readonly output: number | undefined
  readonly calls: readonly ModelToolCall[]
}

/** Tokens that providers add per message, and once per call. */
const TOKENS_A_MESSAGE = 16
const TOKENS_A_PICTURE = 60_000
const TOKENS_AROUND = 1000
const isCount = (count: number | undefined): count is number =>
  count !== undefined && Number.isSafeInteger(count) && count >= 0
const isReported = ({ input, output }: Finish) => isCount(input) && isCount(output)

/** Plausible token counts: a token is at least a byte, output stays in the limit. Otherwise the text is charged. */
function usageOf({ input, output }: Finish, call: ModelCall, mostOutput: number): ModelEnd['usage'] {
  if (!isCount(input) || !isCount(output) || input > mostInput(call)) return undefined
  return { inputTokens: input, outputTokens: Math.min(output, mostOutput) }
}

const mostInput = ({ system, messages, tools, json }: ModelCall): number =>
  messages.reduce(
    (sum, message) =>
      sum +
      Buffer.byteLength(message.content) +
      sizeOf('calls' in message && message.calls) +
      ('pictures' in message ? message.pictures.length * TOKENS_A_PICTURE : 0) +
      TOKENS_A_MESSAGE,
    Buffer.byteLength(system) + sizeOf(tools) + sizeOf(json) + TOKENS_AROUND,
  )
const sizeOf = (value: unknown): number => (value ? Buffer.byteLength(JSON.stringify(value)) : 0)

interface Deadlines {
  readonly heard: () => void
  readonly expired: () => boolean
  readonly stop: () => void
}

function deadlines(guard: AbortController, { silenceMs, totalMs }: StreamDeadlines): Deadlines {
  let expired = false
  const end = () => {
    expired = true
    guard.abort(new Error('deadline'))
  }
  const total = setTimeout(end, totalMs)
  const idle = setTimeout(end, silenceMs)
  // Resetting a timer for each token is expensive; a little slack does not matter here.
  const slackMs = silenceMs / 30
  let last = 0
  return {
    heard: () => {
      const now = performance.now()
      if (now - last < slackMs) return
      last = now
      idle.refresh()
    },
    expired: () => expired,
    stop: () => {
      clearTimeout(total)
      clearTimeout(idle)
    },
  }
}

function asModelError(thrown: unknown): ModelError {
  if (thrown instanceof ModelError) return thrown
  if (APICallError.isInstance(thrown)) {
    const status = thrown.statusCode ?? 0
    const detail = thrown.message.slice(0, 500)
    const after = Number(thrown.responseHeaders?.['retry-after'])
    const retryAfterMs = Number.isFinite(after) ? after * 1000 : undefined
    if (status === 429) return new ModelError('busy', detail, { retryAfterMs, cause: thrown })
    if (status === 0) return new ModelError('down', msg('model_unreachable'), { cause: thrown })
    if (status >= 500) return new ModelError('down', detail, { retryAfterMs, cause: thrown })
    return new ModelError(status >= 400 ? 'refused' : 'garbled', detail, { cause: thrown })
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (/ended without a finish reason/.test(message)) return brokeOff(thrown)
  if (thrown instanceof Error && (thrown.name === 'AbortError' || message === 'deadline'))
    return new ModelError('timeout', msg('model_call_ended'), { cause: thrown })
  if (/fetch failed|terminated|ECONN|socket|other side closed|network/i.test(message))
    return new ModelError('down', msg('model_unreachable'), { cause: thrown })
  return new ModelError('garbled', msg('model_unreadable', { message: message.slice(0, 300) }), {
    cause: thrown,
  })
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
