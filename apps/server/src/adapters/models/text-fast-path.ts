// A fast path for text: events of OpenAI's protocol that hold only text go straight to the consumer. All others go
// through the provider, which handles every server's quirks but, run for each token, would cost more than the rest of a
// turn. A text-only answer needs none of its streams.
import { AsyncLocalStorage } from 'node:async_hooks'
import { beginsEnd, plainEnd, TextOnlyAnswer } from './stream-ending.ts'

/** Takes a piece of text, which may be empty; false leaves the event to the provider. */
type TextConsumer = (delta: string) => boolean

const consumers = new AsyncLocalStorage<TextConsumer>()

/** Gives `take` the text of the model call that `ask` makes, if its provider fetches through `withTextFastPath`. */
export const takingText = <T>(take: TextConsumer, ask: () => T): T => consumers.run(take, ask)

/** A good response resolves once its text was taken. Throws `TextOnlyAnswer` if only the end is left. */
export function withTextFastPath(fetcher: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetcher(input, init)
    const take = consumers.getStore()
    if (!take || !response.ok || !response.body) return response
    const { status, statusText, headers } = response
    const body = await consumeText(response.body.getReader(), createTextFilter(take))
    if (body instanceof TextOnlyAnswer) throw body
    return new Response(body, { status, statusText, headers })
  }
}

async function consumeText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  filterText: TextFilter,
): Promise<ReadableStream<Uint8Array> | TextOnlyAnswer> {
  const decoder = new TextDecoder()
  const read = async () => {
    const { done, value } = await reader.read()
    return { done, text: decoder.decode(value, { stream: !done }) }
  }
  try {
    for (;;) {
      const { done, text } = await read()
      let left = filterText(text, done)
      if (left === undefined) continue
      if (!done && beginsEnd(left)) {
        const rest = await readToEnd(left, read)
        const end = rest.done ? plainEnd(rest.text) : undefined
        if (end) return new TextOnlyAnswer(end)
        left = rest.text
      }
      return streamRest(left, read, (reason) => reader.cancel(reason))
    }
  } catch (error) {
    // The provider reports a broken answer as if it had read all of it.
    return new ReadableStream({ start: (controller) => controller.error(error) })
  }
}

/** The end is short and arrives at once; anything longer than an event is not an end. */
async function readToEnd(
  left: string,
  read: () => Promise<{ done: boolean; text: string }>,
): Promise<{ done: boolean; text: string }> {
  let rest = left
  for (;;) {
    const { done, text } = await read()
    rest += text
    if (done || rest.length > MAX_EVENT) return { done, text: rest }
  }
}

function streamRest(
  left: string,
  read: () => Promise<{ done: boolean; text: string }>,
  cancel: (reason: unknown) => Promise<void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(left)),
    async pull(controller) {
      const { done, text } = await read()
      controller.enqueue(encoder.encode(text))
      if (done) controller.close()
    },
    cancel,
  })
}

/** Returns undefined while only text arrives, then once the rest for the provider to read. */
type TextFilter = (piece: string, isLast: boolean) => string | undefined

const END_OF_EVENT = /\r?\n\r?\n/g
/** No text event is longer. */
const MAX_EVENT = 64 * 1024
/** Other line ends are allowed, though no known server uses them. */
const OTHER_END = /\r(?!\n|$)/

export function createTextFilter(take: TextConsumer): TextFilter {
  let kept = ''
  return (piece, isLast) => {
    const text = kept + piece
    let from = 0
    for (const { index, 0: end } of text.matchAll(END_OF_EVENT)) {
      const event = text.slice(from, index)
      if (!isComment(event)) {
        const delta = textOf(event)
        if (delta === undefined || !take(delta)) return text.slice(from)
      }
      from = index + end.length
    }
    kept = text.slice(from)
    return isLast || kept.length > MAX_EVENT || OTHER_END.test(kept) ? kept : undefined
  }
}

const isComment = (event: string): boolean => event.startsWith(':') && !event.includes('\n')

/** The text of an event that holds nothing else: no finish reason, call, reasoning, usage or error. */
export function textOf(event: string): string | undefined {
  if (!/^data: ?\{/.test(event) || event.includes('\n')) return undefined
  const { choices, usage, error } = parsed(event.slice('data:'.length))
  if (!Array.isArray(choices) || choices.length !== 1 || isPresent(usage) || error !== undefined) return undefined
  const { delta, finish_reason: reason } = record(choices[0])
  const { content, role: _, ...more } = record(delta)
  if (typeof content !== 'string' || isPresent(reason)) return undefined
  return Object.values(more).some(isPresent) ? undefined : content
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function parsed(json: string): Record<string, unknown> {
  try {
    return record(JSON.parse(json))
  } catch {
    return {}
  }
}
