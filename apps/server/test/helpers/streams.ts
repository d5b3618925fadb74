// Reads a turn's event stream as a client would: part by part, to a certain point, or to its end.
import type { Answer } from '@parlance/contract/conversations/answer'
import { NO_ANSWER, readAnswer } from '@parlance/contract/conversations/answer'
import type { StreamPart } from '@parlance/contract/conversations/schemas'
import { createSseParser } from '@parlance/contract/lib/sse'

export interface HeardPart {
  /** The event id, as Last-Event-ID takes it. */
  readonly id: number
  readonly part: StreamPart
}

export interface TurnStream {
  readonly status: number
  readonly headers: Headers
  readonly parts: HeardPart[]
  /** True once `[DONE]` was read. */
  readonly done: () => boolean
  /** The error body of a response that is not a stream. */
  readonly refusal: { code: string; message: string } | undefined
  /** Reads on until `enough` is true for the answer so far, or the stream ends. */
  readonly until: (enough: (answer: Answer) => boolean) => Promise<Answer>
  readonly rest: () => Promise<Answer>
  readonly answer: () => Answer
  readonly leave: () => void
}

/** Sends a request whose response is a turn's stream. */
export async function openStream(url: string, init: RequestInit): Promise<TurnStream> {
  const hangUp = new AbortController()
  const response = await fetch(url, { ...init, signal: hangUp.signal })
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const refusal = streams ? undefined : ((await response.json()) as { code: string; message: string })
  const parts: HeardPart[] = []
  let answer = NO_ANSWER
  let done = false
  const parse = createSseParser(({ id, data }) => {
    if (data === '[DONE]') done = true
    else {
      const part = JSON.parse(data) as StreamPart
      parts.push({ id: Number(id), part })
      answer = readAnswer(answer, part)
    }
  })
  const reader = streams ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
  const until = async (enough: (answer: Answer) => boolean) => {
    for (;;) {
      if (enough(answer)) return answer
      const read = await reader?.read()
      if (!read || read.done) return answer
      parse(read.value)
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    parts,
    done: () => done,
    refusal,
    until,
    rest: () => until(() => false),
    answer: () => answer,
    leave: () => hangUp.abort(),
  }
}
