/** Asks a custom model as Vapi does, and yields its answer sentence by sentence. */
interface Model {
  readonly url: string
  readonly model: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Rejects for an error status, an error in the stream, or a stream of another form. */
export async function* readAnswer(
  { url, model, headers }: Model,
  { body, signal }: { readonly body: Record<string, unknown>; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model, stream: true, temperature: 0, max_tokens: 250, ...body }),
    signal,
  })
  if (!response.ok || !response.body) throw new Error(`the model answered ${response.status}`)
  let held = ''
  for await (const text of deltas(response.body)) {
    held += text
    const sentences = held.split(/(?<=[.!?])\s+/)
    held = sentences.pop() ?? ''
    for (const sentence of sentences) if (sentence.trim() !== '') yield sentence.trim()
  }
  if (held.trim() !== '') yield held.trim()
}

async function* deltas(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(piece, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue
      const data = line.slice(6)
      if (data === '[DONE]') return
      const chunk = JSON.parse(data) as {
        object?: string
        error?: { message?: string }
        choices?: { delta?: { content?: string | null } }[]
      }
      if (chunk.error) throw new Error(chunk.error.message)
      if (chunk.object !== 'chat.completion.chunk') throw new Error('not a chat completion')
      const content = chunk.choices?.[0]?.delta?.content
      if (content) yield content
    }
  }
  throw new Error('the answer was cut off')
}
