// Parses an event stream; loaded with the first one.
import { createSseParser, type SseEvent } from '@parlance/contract/lib/sse'

/** The server writes at least every 20 s, so a longer silence means a dead stream. */
const SILENCE_MS = 45_000
const END = '[DONE]'

/** Resolves when the server has ended the stream; rejects when it breaks. */
export async function readEvents(response: Response, onEvent: (event: SseEvent) => void): Promise<void> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  const feed = createSseParser((event) => event.data !== END && onEvent(event))
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      clearTimeout(timer)
      timer = setTimeout(() => void reader.cancel().catch(() => undefined), SILENCE_MS)
      const { done, value } = await reader.read()
      if (done) return
      feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(timer)
  }
}
