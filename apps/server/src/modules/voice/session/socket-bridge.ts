// A caller who returns may reach another process than the one that has the call. That process passes the socket's messages
// over the bus, and the call's process serves them like those of its own sockets.
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import type { Bus } from '../../../lib/realtime/bus.ts'
import type { Socket } from './socket.ts'
import type { CallClock } from './clock.ts'

const OFFER = 'call-socket-offer'
/** Within this time the call's process takes the socket. */
const TAKEN_MS = 3000
/** How long a message of the bus may be missing before the socket is closed. */
const MISSING_MS = 2000
/** Characters of one piece: a batch of the bus has room for one more of up to 1,900. */
const PIECE = 1600
/** Pieces that may wait for a missing one. */
const MOST_WAITING = 1000

/** `answer`: a request of the service that runs the call. */
export type BridgedKind = 'web' | 'phone' | 'answer'
interface Offer {
  readonly id: string
  readonly callId: string
  readonly kind: BridgedKind
}
/** `data` is base64; `more`: the message continues in the next piece. */
type Sent =
  | { readonly n: number; readonly data: string; readonly isBinary: boolean; readonly more: boolean }
  | { readonly n: number; readonly close: { readonly code: number; readonly reason: string } }

interface Received {
  readonly message: (data: Buffer, isBinary: boolean) => void
  readonly close: (code: number, reason: string) => void
}

/** One side: messages in pieces, in order both ways. */
function openSide(
  { bus, region, clock }: { readonly bus: Bus; readonly region: Region; readonly clock: CallClock },
  { from, to }: { readonly from: string; readonly to: string },
  received: Received,
) {
  const early = new Map<number, Sent>()
  let sent = 0
  let next = 0
  let text = ''
  let isOver = false
  let cancelMissing: (() => void) | undefined
  const end = () => {
    isOver = true
    cancelMissing?.()
    stop()
  }
  const fail = (reason: string) => {
    if (isOver) return
    end()
    received.close(4400, reason)
  }
  const take = (piece: Sent) => {
    next += 1
    if ('close' in piece) {
      end()
      return received.close(piece.close.code, piece.close.reason)
    }
    text += piece.data
    if (piece.more) return undefined
    const data = Buffer.from(text, 'base64')
    text = ''
    return received.message(data, piece.isBinary)
  }
  const stop = bus.subscribe(region, from, (piece: Sent) => {
    if (isOver || piece.n < next) return
    early.set(piece.n, piece)
    for (let found = early.get(next); found && !isOver; found = early.get(next)) {
      early.delete(next)
      take(found)
    }
    if (early.size > MOST_WAITING) return fail('too_slow')
    if (early.size > 0) cancelMissing ??= clock.after(MISSING_MS, () => fail('message_lost'))
    else {
      cancelMissing?.()
      cancelMissing = undefined
    }
  })
  return {
    send(data: string | Uint8Array, isBinary: boolean) {
      if (isOver) return
      const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : Buffer.from(data)
      const all = bytes.toString('base64')
      for (let at = 0; at === 0 || at < all.length; at += PIECE) {
        const more = at + PIECE < all.length
        bus.publish(region, to, { n: sent++, data: all.slice(at, at + PIECE), isBinary, more } satisfies Sent)
      }
    },
    close(code: number, reason: string) {
      if (isOver) return
      bus.publish(region, to, { n: sent++, close: { code, reason } } satisfies Sent)
      end()
    },
  }
}

const topicsOf = (id: string) => ({ toCall: `call-socket:${id}:in`, toCaller: `call-socket:${id}:out` })

export interface BridgeDeps {
  readonly bus: Bus
  readonly region: Region
  readonly clock: CallClock
}

export interface Bridge {
  readonly push: (data: Buffer, isBinary: boolean) => void
  readonly close: () => void
}

/** Offers a socket to the process that has the call; `first` is the message that names it. */
export function passSocketOn(
  deps: BridgeDeps,
  socket: Pick<Socket, 'send' | 'close'>,
  { callId, kind, first }: Omit<Offer, 'id'> & { readonly first: Buffer },
): Bridge {
  const id = randomId(20)
  const { toCall, toCaller } = topicsOf(id)
  const side = openSide(
    deps,
    { from: toCaller, to: toCall },
    {
      message(data, isBinary) {
        cancel()
        socket.send(isBinary ? data : data.toString('utf8'))
      },
      close(code, reason) {
        cancel()
        socket.close(code, reason)
      },
    },
  )
  const cancel = deps.clock.after(TAKEN_MS, () => {
    side.close(1000, 'not taken')
    socket.close(4400, 'no_call')
  })
  deps.bus.publish(deps.region, OFFER, { id, callId, kind } satisfies Offer)
  side.send(first, false)
  return {
    push: (data, isBinary) => side.send(data, isBinary),
    close() {
      cancel()
      side.close(1000, 'gone')
    },
  }
}

/** Serves sockets that other processes pass on for calls of this one. Returns a function that stops it. */
export function takeSockets(
  deps: BridgeDeps,
  has: (callId: string) => boolean,
  serve: (kind: BridgedKind, socket: Socket) => void,
): () => void {
  return deps.bus.subscribe(deps.region, OFFER, ({ id, callId, kind }: Offer) => {
    if (!has(callId)) return
    const { toCall, toCaller } = topicsOf(id)
    let hear: (data: Buffer, isBinary: boolean) => void = () => {}
    let gone = () => {}
    const side = openSide(
      deps,
      { from: toCall, to: toCaller },
      {
        message: (data, isBinary) => hear(data, isBinary),
        close: () => gone(),
      },
    )
    serve(kind, {
      send: (data) => side.send(data, typeof data !== 'string'),
      close(code, reason) {
        side.close(code, reason)
        gone()
      },
      on: (_, listener) => void (hear = listener),
      onClose: (listener) => void (gone = listener),
      buffered: () => 0,
    })
  })
}
