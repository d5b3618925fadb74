export interface SseEvent {
  readonly id: string
  readonly data: string
}

/** Takes decoded text in any chunks and calls back once per complete event. Skips comments and unknown fields. */
export function createSseParser(onEvent: (event: SseEvent) => void): (chunk: string) => void {
  let rest = ''
  let id = ''
  let data: string[] = []
  const take = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ id, data: data.join('\n') })
      data = []
      return
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
  }
  return (chunk) => {
    const text = rest + chunk
    // A trailing CR may be half of a CRLF, so it waits for the next chunk.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + text.slice(end)
    for (const line of lines) take(line)
  }
}
