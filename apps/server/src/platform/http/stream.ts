// Server-sent events written straight to the socket: no web stream stands between a token and the wire.
import type { ServerResponse } from 'node:http'

export interface Sink {
  /** Writes one event; returns false when the socket is full and the writer should wait for `drained`. */
  readonly send: (data: string, id?: string) => boolean
  readonly drained: () => Promise<void>
  readonly end: () => void
  readonly closed: () => boolean
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

export function openSink(response: ServerResponse): Sink {
  let closed = false
  const listeners = new Set<() => void>()
  response.on('close', () => {
    closed = true
    heartbeats.delete(response)
    for (const listener of listeners) listener()
    listeners.clear()
  })
  response.on('error', () => response.destroy())
  heartbeats.add(response)
  return {
    send: (data, id) =>
      closed ? true : response.write(id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`),
    drained: () =>
      new Promise((resolve) =>
        closed || !response.writableNeedDrain
          ? resolve()
          : (response.once('drain', resolve), response.once('close', resolve)),
      ),
    end: () => {
      heartbeats.delete(response)
      if (!closed) response.end()
    },
    closed: () => closed,
    onClose: (listener) => (closed ? listener() : listeners.add(listener)),
  }
}

/** One timer for all open streams: a timer each would cost memory on thousands of idle chats. */
const heartbeats = new Set<ServerResponse>()
setInterval(() => {
  for (const response of heartbeats) response.write(': keep-alive\n\n')
}, HEARTBEAT_MS).unref()
