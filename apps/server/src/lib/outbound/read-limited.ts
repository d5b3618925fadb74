// Limits the size of a response body, compressed or not.

/** The same response; `failed` creates the error for readers of its body, `ended` is called at its end. */
export function limitResponseSize(
  response: Response,
  maxBytes: number,
  failed: (error: unknown) => unknown,
  ended: () => void = () => {},
): Response {
  const declared = Number(response.headers.get('content-length') ?? 0)
  if (declared > maxBytes) {
    void response.body?.cancel().catch(() => undefined)
    throw new Error('larger than agreed')
  }
  const body = response.body && limited(response.body, maxBytes, failed, ended)
  if (!body) ended()
  const copy = new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
  })
  Object.defineProperty(copy, 'url', { value: response.url })
  return copy
}

function limited(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  failed: (error: unknown) => unknown,
  ended: () => void,
) {
  const reader = body.getReader()
  let read = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            ended()
            return controller.close()
          }
          read += value.byteLength
          if (read > maxBytes) throw new Error('larger than agreed')
          controller.enqueue(value)
        } catch (error) {
          ended()
          controller.error(failed(error))
          await reader.cancel().catch(() => undefined)
        }
      },
      cancel(reason) {
        ended()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
