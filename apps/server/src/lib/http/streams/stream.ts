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

/** Ends every stream as if its writer had. */
export function endStreams(): void {
  for (const response of open) response.end()
  open.clear()
}

/** Headers leave with the first write: a reader whose first event is long in coming knows by this that the stream is open. */
const FIRST_BEAT = ': open\n\n'

/** The first writes go out at once, so that nobody waits for a beginning. */
const EAGER_WRITES = 4
/** After them a write holds what came within one frame of a screen: more of them cost most of a turn's time and show nothing. */
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
    // One whose reader left before the stream began closes no second time.
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
    // Corked here, what makes up a chunk leaves in one packet at once instead of after the tick.
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
