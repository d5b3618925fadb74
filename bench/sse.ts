// Reads server-sent events of the servers measured here, which end lines with LF and write one `data` line an event.

/** An event of an answer, reduced to what the bench needs. */
export type WireEvent =
  | { kind: 'start'; metadata: Record<string, string> }
  | { kind: 'text'; text: string }
  | { kind: 'error'; message: string }
  | { kind: 'done' | 'other' }

/** `openai`: chat.completion.chunk objects. `ui`: the AI SDK's UI message stream. */
export type Format = 'openai' | 'ui'

/** Takes bytes in pieces of any size and returns the `data` of each finished event. */
export function sseReader(): (bytes: Uint8Array) => string[] {
  const decoder = new TextDecoder()
  let rest = ''
  return (bytes) => {
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    return events.flatMap((event) => /^data: ?(.*)$/m.exec(event)?.[1] ?? [])
  }
}

interface Loose {
  readonly error?: unknown
  readonly choices?: readonly { readonly delta?: { readonly content?: string | null } }[]
  readonly type?: string
  readonly delta?: string
  readonly messageMetadata?: Record<string, string>
  readonly errorText?: string
}

/** Throws a SyntaxError for `data` that is not JSON. */
export function readEvent(format: Format, data: string): WireEvent {
  if (data === '[DONE]') return { kind: 'done' }
  const event = JSON.parse(data) as Loose
  if (event.error !== undefined || event.type === 'error' || event.type === 'abort')
    return { kind: 'error', message: event.errorText ?? data }
  if (event.type === 'start') return { kind: 'start', metadata: event.messageMetadata ?? {} }
  const text = format === 'openai' ? event.choices?.[0]?.delta?.content : event.type === 'text-delta' && event.delta
  return text ? { kind: 'text', text } : { kind: 'other' }
}
