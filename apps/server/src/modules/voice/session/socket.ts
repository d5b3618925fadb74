// A WebSocket as calls use it.

/** Matches `ws`. */
export interface Socket {
  readonly send: (data: string | Uint8Array) => void
  readonly close: (code: number, reason: string) => void
  readonly on: (event: 'message', listener: (data: Buffer, isBinary: boolean) => void) => unknown
  readonly onClose: (listener: () => void) => unknown
  /** Bytes waiting to be sent. */
  readonly buffered: () => number
}
