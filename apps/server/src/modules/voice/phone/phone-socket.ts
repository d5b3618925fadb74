// The carrier's audio socket of one phone call, and limits for bad messages.
import type { EndReason } from '@parlance/contract/voice/protocol'
import { createDoubler, decodeMulaw } from '../../../lib/sound/mulaw.ts'
import { createBucket } from '../session/bucket.ts'
import type { CallSession } from '../session/call-session.ts'
import type { Socket } from '../session/socket.ts'
import type { Bridge } from '../session/socket-bridge.ts'
import type { CallClock } from '../session/clock.ts'
import { createPhoneLine, type PhoneLineState } from './phone-line.ts'
import type { PhoneProvider, StreamEvent } from './ports.ts'

type Start = Extract<StreamEvent, { k: 'start' }>

/** Milliseconds within which the stream must start. */
const START_MS = 10_000
/** Number of bad messages that end the call. */
const MOST_BAD = 20
/** A telephone cannot send this much more audio than time has passed. */
const MOST_AHEAD_MS = 4000
/** Maximum drift of the carrier's clock. */
const DRIFT = 1.02
const MAX_BUFFERED = 1_000_000
const MOST_EARLY = 20
/** 50 of them are audio. */
const MESSAGES_A_SECOND = 120
const MESSAGES_AT_ONCE = 600

export interface PhoneSocketDeps {
  readonly clock: CallClock
  readonly stream: PhoneProvider['stream']
  /**
   * The call of a starting stream; undefined for an unknown one, or one that is over or has a socket. Where another
   * process has it, the stream's messages are passed on from the first one.
   */
  readonly begin: (start: Start) => Promise<CallSession | { readonly passOn: (first: Buffer) => Bridge } | undefined>
  /** Why the call is over when the carrier ends its stream. */
  readonly stopped: () => EndReason
  /** Not telephone audio: the call ends before it starts. */
  readonly refuse: (start: Start) => Promise<void>
}

export function servePhoneSocket(socket: Socket, { clock, stream, begin, stopped, refuse }: PhoneSocketDeps): void {
  let session: CallSession | undefined
  let bridge: Bridge | undefined
  let phone: PhoneLineState | undefined
  let isAsked = false
  let isClosed = false
  let bad = 0
  let firstSoundAt: number | undefined
  let soundMs = 0
  /** Keys pressed until the call is found. */
  const early: { readonly digit: string; readonly data: Buffer }[] = []
  const doubler = createDoubler()
  const messages = createBucket({ perSecond: MESSAGES_A_SECOND, most: MESSAGES_AT_ONCE, now: clock.now })
  const close = (code: number, reason: string) => {
    if (isClosed) return
    isClosed = true
    cancelLate()
    socket.close(code, reason)
  }
  const cancelLate = clock.after(START_MS, () => !session && !bridge && close(4400, 'no_start'))
  const send = (data: string) => {
    if (isClosed) return
    if (socket.buffered() > MAX_BUFFERED) close(4400, 'too_slow')
    else socket.send(data)
  }
  const complain = () => {
    bad += 1
    if (bad <= MOST_BAD) return
    if (session) session.hangUp('bad_audio' satisfies EndReason)
    else close(4400, 'bad_message')
  }

  const start = async (event: Start, first: Buffer) => {
    if (isAsked) return complain()
    isAsked = true
    if (!event.isOurFormat) {
      await refuse(event)
      return close(1000, 'bad_format')
    }
    const found = await begin(event)
    if (!found) return close(4400, 'no_call')
    if ('passOn' in found) {
      if (isClosed) return undefined
      cancelLate()
      bridge = found.passOn(first)
      for (const { data } of early) bridge.push(data, false)
      return undefined
    }
    if (isClosed) return found.hangUp('caller_hung_up')
    cancelLate()
    session = found
    phone = createPhoneLine({
      clock,
      wire: {
        media: (mulaw) => send(stream.media(event.streamId, mulaw)),
        mark: (name) => send(stream.mark(event.streamId, name)),
        clear: () => send(stream.clear(event.streamId)),
        close: () => close(1000, 'call over'),
      },
      noise: found.noise,
      onPlayed: found.played,
    })
    found.connect(phone.line)
    for (const { digit } of early) found.digit(digit)
    return undefined
  }

  /** The line of a transferred caller closes before the call ends. */
  const gone = (reason: EndReason) => {
    if (!session) return
    if (session.isAway() && phone) session.disconnect(phone.line)
    else session.hangUp(reason)
  }

  const hear = (mulaw: Uint8Array) => {
    firstSoundAt ??= clock.now()
    const ms = mulaw.length / 8
    if (soundMs + ms - (clock.now() - firstSoundAt) * DRIFT > MOST_AHEAD_MS) return complain()
    soundMs += ms
    return session?.sound(doubler.push(decodeMulaw(mulaw)))
  }

  const act = async (event: StreamEvent | undefined, data: Buffer) => {
    if (!event || !messages.take()) return complain()
    switch (event.k) {
      case 'connected':
        return undefined
      case 'start':
        return start(event, data)
      case 'media':
        return session ? hear(event.mulaw) : isAsked ? undefined : complain()
      case 'mark':
        return phone?.marked(event.name)
      case 'dtmf':
        if (session) session.digit(event.digit)
        else if (isAsked && early.length < MOST_EARLY) early.push({ digit: event.digit, data })
        return undefined
      case 'stop':
        return gone(stopped())
    }
  }

  socket.on('message', (data, isBinary) => {
    if (isClosed) return
    if (bridge) return bridge.push(data, isBinary)
    void act(isBinary ? undefined : stream.read(data.toString('utf8')), data).catch(() => close(4400, 'unavailable'))
  })
  socket.onClose(() => {
    isClosed = true
    cancelLate()
    bridge?.close()
    if (!phone || !session) return
    // A carrier does not reopen a lost stream: it asks what to do next, and the answer is to connect again.
    session.disconnect(phone.line)
    phone.line.close()
  })
}
