/** What the simulators of speech providers share: sound that resembles speech, and ways to fail while it is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * How a provider misbehaves: it is down, it has too many requests, it never answers, it stops in the middle of the sound, it
 * breaks the connection there, or it answers a web page with status 200.
 */
export type SpeechFailure = 'refuse' | 'busy' | 'silent' | 'stall' | 'cut' | 'garbage'

const CHAR_MS = 60
const PITCH = 140
/** Sent before a failure in the middle. */
const BEGINNING_MS = 200
/** Chunks may end within a sample, as on a real network. */
const CHUNK = 4097
const PAGE = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>'

/** Voiced sound with a syllable every five letters and a pause for every space: 16-bit samples, mono. */
export function soundOf(text: string, rate: number): Buffer {
  const perChar = Math.round((CHAR_MS * rate) / 1000)
  const period = Float32Array.from({ length: Math.round(rate / PITCH) }, (_, at) => {
    const phase = (2 * Math.PI * at * PITCH) / rate
    return 6000 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(5 * phase))
  })
  const pcm = new Int16Array(text.length * perChar)
  for (let char = 0; char < text.length; char++) {
    if (/\s/.test(text[char] ?? '')) continue
    const syllable = 0.25 + 0.75 * Math.abs(Math.sin((Math.PI * (char + 0.5)) / 5))
    for (let i = char * perChar; i < (char + 1) * perChar; i++) pcm[i] = (period[i % period.length] ?? 0) * syllable
  }
  return Buffer.from(pcm.buffer)
}

export interface Sound {
  readonly pcm: Buffer
  readonly rate: number
  readonly headers: Readonly<Record<string, string>>
  readonly failure: SpeechFailure | undefined
}

/** Streams the sound, or fails while it does. `refuse` and `busy` are answered by the provider itself. */
export function sendSound(response: ServerResponse, { pcm, rate, headers, failure }: Sound): void {
  if (failure === 'silent') return
  if (failure === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  response.writeHead(200, headers)
  if (failure === 'stall' || failure === 'cut') {
    response.write(pcm.subarray(0, (BEGINNING_MS * rate * 2) / 1000), () => {
      if (failure === 'cut') response.destroy()
    })
    return
  }
  for (let from = 0; from < pcm.length; from += CHUNK) response.write(pcm.subarray(from, from + CHUNK))
  response.end()
}

const MAX_BODY = 200_000

/** The JSON object of a request; undefined when it is none. */
export async function readObject(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) return undefined
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
