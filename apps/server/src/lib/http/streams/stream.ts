// Server-sent events, written directly to the socket for low latency.
import type { ServerResponse } from 'node:http'

export interface Sink {
  /** Writes one event; the client sends `id` as Last-Event-ID when it reconnects. */
  readonly send: (data: string, id?: string) => void
  readonly end: () => void
  /** Calls the listener once the client has disconnected, at once if it already has. One listener at most. */
  readonly onClose: (listener: () => void) => void
}

/** The result of a streaming handler: its headers, and a function called once they are sent. */
export interface StreamAnswer {
  readonly headers?: Record<string, string>
  readonly json?: unknown
  readonly run?: (sink: Sink) => void | Promise<void>
}

const HEARTBEAT_MS = 20_000
/** A client that reads nothing while this much is buffered is disconnected. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/** Open streams. They share one timer, to save memory with thousands of idle chats. */
const open = new Set<ServerResponse>()
setInterval(() => {
  for (const response of open) response.write(': keep-alive\n\n')
}, HEARTBEAT_MS).unref()

export const openStreams = (): number => open.size

export function endStreams(): void {
  for (const response of open) response.end()
  open.clear()
}

/** Headers are sent with the first write; this comment sends them at once. */
const FIRST_BEAT = ': open\n\n'

/** The first writes are sent without delay. */
const EAGER_WRITES = 4
/** Later events are batched per screen frame: more writes would cost much and show nothing. */
const FRAME_MS = 16

class ResponseSink implements Sink {
  readonly #response: ServerResponse
  #listener: (() => void) | undefined
  #waiting = ''
  #scheduled = false
  #writes = 0
  #lastWrite = 0

  constructor(response: ServerResponse) {
    this.#response = response
    // If the client disconnected before the stream began, no close event will follow.
    if (response.destroyed) return
    open.add(response)
    response.on('close', () => {
      open.delete(response)
      this.#listener?.()
    })
    response.on('error', () => response.destroy())
    this.#write(FIRST_BEAT)
  }

  send(data: string, id?: string): void {
    this.#write(id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`)
  }

  #write(text: string): void {
    this.#waiting += text
    if (this.#scheduled) return
    this.#scheduled = true
    if (this.#writes < EAGER_WRITES) process.nextTick(() => this.#flush())
    else {
      const due = this.#lastWrite + FRAME_MS - performance.now()
      if (due <= 0) process.nextTick(() => this.#flush())
      else setTimeout(() => this.#flush(), due)
    }
  }

  #flush(): void {
    this.#scheduled = false
    const response = this.#response
    const text = this.#waiting
    this.#waiting = ''
    if (text === '' || response.destroyed || response.writableEnded) return
    this.#writes++
    this.#lastWrite = performance.now()
    const { socket } = response
    // Corked, so that the parts of a chunk leave in one packet.
    socket?.cork()
    response.write(text)
    socket?.uncork()
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy()
  }

  end(): void {
    open.delete(this.#response)
    const text = this.#waiting
    this.#waiting = ''
    if (!this.#response.destroyed && !this.#response.writableEnded) this.#response.end(text)
  }

  onClose(listener: () => void): void {
    this.#listener = listener
    if (this.#response.destroyed) listener()
  }
}

export const openSink = (response: ServerResponse): Sink => new ResponseSink(response)
