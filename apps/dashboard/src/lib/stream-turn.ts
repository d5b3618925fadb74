// Runs one turn and passes on its parts as they arrive.
import type { Answer } from '@parlance/contract/conversations/answer'
import type { DebugOptions, StreamPart } from '@parlance/contract/conversations/schemas'
import type { Submission } from '@parlance/contract/items/schemas'
import type { ErrorBody } from '@parlance/contract/lib/errors'
import { translateMessage } from '../i18n/translate-message.ts'
import { createSseParser } from '@parlance/contract/lib/sse'

export interface TurnRequest {
  url: string
  body: {
    conversationId?: string
    visitorId?: string
    message: { id: string; text: string; submission?: Submission }
    context?: { language: string }
    draft: boolean
    debug?: DebugOptions
  }
  signal: AbortSignal
  onPart: (part: StreamPart) => void
}

/** Why the server refused the message, in the page's language. */
export class TurnRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Why an answer failed or stopped, in the page's language; '' if it did not. */
export const answerError = ({ error, metadata }: Answer): string =>
  translateMessage({ ...metadata?.errorMessage, message: error })

/** Resolves when the stream ends. @throws TurnRefused when the server refuses the message */
export async function streamTurn({ url, body, signal, onPart }: TurnRequest): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok || !response.body) throw await refusal(response)
  const parse = createSseParser(({ data }) => {
    if (data !== '[DONE]') onPart(JSON.parse(data) as StreamPart)
  })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parse(value)
  }
}

async function refusal(response: Response): Promise<TurnRefused> {
  try {
    const error = (await response.json()) as ErrorBody
    const text = translateMessage({ code: error.reason, params: error.params, message: error.message })
    return new TurnRefused(
      error.code,
      response.status >= 500 && error.requestId ? `${text} (${error.requestId})` : text,
    )
  } catch {
    return new TurnRefused('', `${response.status} ${response.statusText}`)
  }
}
