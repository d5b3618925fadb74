// Parses server-sent events and finds the text of an answer.

/** An event of an answer, reduced to what the bench needs. */
export type WireEvent =
  | { kind: 'start'; metadata: Record<string, string> }
  | { kind: 'text'; text: string }
  | { kind: 'error'; message: string }
  | { kind: 'done' }
  | { kind: 'other' }

/** `openai`: chat.completion.chunk objects. `ui`: the AI SDK's UI message stream. */
export type Format = 'openai' | 'ui'

const OTHER: WireEvent = { kind: 'other' }
const DONE: WireEvent = { kind: 'done' }

/**
 * An incremental parser: takes bytes in chunks of any size and returns the `data` of each finished event. Lines end
 * with LF or CRLF; several `data` lines of one event are joined by LF, as in the standard.
 */
export class SseParser {
  #decoder = new TextDecoder()
  #rest = ''
  #data: string | undefined

  push(bytes: Uint8Array): string[] {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true })
    const events: string[] = []
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      const line = text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end)
      from = end + 1
      if (line === '') {
        if (this.#data !== undefined) events.push(this.#data)
        this.#data = undefined
      } else if (line.startsWith('data:')) {
        const value = line.slice(line[5] === ' ' ? 6 : 5)
        this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`
      }
    }
    this.#rest = text.slice(from)
    return events
  }
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

function parse(data: string): Record<string, unknown> | undefined {
  try {
    return record(JSON.parse(data))
  } catch {
    return undefined
  }
}

function fromOpenai(event: Record<string, unknown>): WireEvent {
  if (event.error !== undefined) return { kind: 'error', message: JSON.stringify(event.error) }
  const choice = Array.isArray(event.choices) ? record(event.choices[0]) : undefined
  const content = record(choice?.delta)?.content
  return typeof content === 'string' && content !== '' ? { kind: 'text', text: content } : OTHER
}

function fromUi(event: Record<string, unknown>): WireEvent {
  switch (event.type) {
    case 'text-delta':
      return typeof event.delta === 'string' && event.delta !== '' ? { kind: 'text', text: event.delta } : OTHER
    case 'start': {
      const given = Object.entries(record(event.messageMetadata) ?? {})
      return { kind: 'start', metadata: Object.fromEntries(given.map(([key, value]) => [key, String(value)])) }
    }
    case 'error':
      return { kind: 'error', message: String(event.errorText) }
    case 'abort':
      return { kind: 'error', message: 'the answer was aborted' }
    default:
      return OTHER
  }
}

/** Interprets an event's `data`. Invalid JSON is an error: neither format has any. */
export function readEvent(format: Format, data: string): WireEvent {
  if (data === '[DONE]') return DONE
  const event = parse(data)
  if (event === undefined) return { kind: 'error', message: `not a JSON event: ${data.slice(0, 80)}` }
  return format === 'openai' ? fromOpenai(event) : fromUi(event)
}
