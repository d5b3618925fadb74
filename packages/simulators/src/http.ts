/** How simulators read HTTP requests and answer them. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** @throws for a body of more than `maxBytes` */
export async function readBody(request: IncomingMessage, maxBytes = 1_000_000): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** An empty body is an empty object. @throws for anything but JSON */
export const parseJson = (bytes: Buffer): Record<string, unknown> =>
  bytes.length === 0 ? {} : (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>)

/** The form of a body, by its content type; undefined when it is none. */
export async function parseForm(request: IncomingMessage, bytes: Buffer): Promise<FormData | undefined> {
  const type = request.headers['content-type'] ?? ''
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)) return undefined
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
}

/** Answers with JSON; without a body when it is undefined. */
export const jsonTo =
  (response: ServerResponse) =>
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
    if (body === undefined) response.writeHead(status, headers).end()
    else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
