// Server-sent events written straight to the socket: no web stream stands between a token and the wire.
import type { ServerResponse } from 'node:http'

export interface Sink {
  /** Writes one event; `id` is what a reader says as Last-Event-ID when it comes back. */
  readonly send: (data: string, id?: string) => void
  readonly end: () => void
  /** Called once when the reader is gone; at once when it already is. One listener at most. */
  readonly onClose: (listener: () => void) => void
}

/** What a streaming edge answers: headers of its own, and a writer that is called once they are sent. */
export interface StreamAnswer {
  readonly headers?: Record<string, string>
  /** Instead of a stream: one JSON body. */
  readonly json?: unknown
  readonly run?: (sink: Sink) => void | Promise<void>
}

/** Comment line every so often, so that proxies keep an idle stream open. */
const HEARTBEAT_MS = 20_000
/** A reader that takes nothing while this much waits for it is gone or hostile. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/** Streams that are open now. One timer serves them all: a timer each would cost memory on thousands of idle chats. */
const open = new Set<ServerResponse>()
setInterval(() => {
  for (const response of open) response.write(': keep-alive\n\n')
}, HEARTBEAT_MS).unref()

export const openStreams = (): number => open.size

class ResponseSink implements Sink {
  readonly #response: ServerResponse
  #listener: (() => void) | undefined

  constructor(response: ServerResponse) {
    this.#response = response
    open.add(response)
    response.on('close', () => {
      open.delete(response)
      this.#listener?.()
    })
    response.on('error', () => response.destroy())
  }

  send(data: string, id?: string): void {
    const response = this.#response
    if (response.destroyed) return
    response.write(id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`)
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy()
  }

  end(): void {
    open.delete(this.#response)
    if (!this.#response.destroyed) this.#response.end()
  }

  onClose(listener: () => void): void {
    this.#listener = listener
    if (this.#response.destroyed) listener()
  }
}

export const openSink = (response: ServerResponse): Sink => new ResponseSink(response)
