/** Twilio's end of Media Streams: a phone in real time, with a playback buffer, marks and clears. */
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'

const FRAME_BYTES = 160
const FRAME_MS = 20
const SILENCE = 0xff
/** Twilio's buffer holds no more. */
const MAX_BUFFERED_FRAMES = 60 * 50

export interface StreamOptions {
  readonly url: string
  readonly signature: string
  readonly accountSid: string
  readonly callSid: string
  readonly parameters: Readonly<Record<string, string>>
  /** Another format than Twilio's, to see how the server reacts. */
  readonly mediaFormat?: { readonly encoding: string; readonly sampleRate: number; readonly channels: number }
  /** Closed by the other side, or by a message that Twilio does not accept. */
  readonly onEnd: () => void
  readonly onFault: (fault: string) => void
  readonly onChange: () => void
}

type Played = { readonly sound: Buffer } | { readonly mark: string }

export function openStream(options: StreamOptions) {
  const { accountSid, callSid, onChange } = options
  const streamSid = `MZ${randomBytes(16).toString('hex')}`
  const socket = new WebSocket(options.url, { headers: { 'x-twilio-signature': options.signature } })
  const speech: Buffer[] = []
  const playing: Played[] = []
  const heard: Buffer[] = []
  let sequence = 0
  let chunk = 0
  let timer: NodeJS.Timeout | undefined
  let startedAt = 0
  let isEnded = false
  let clears = 0
  let lost = 0

  const send = (event: string, body: object = {}) => {
    if (socket.readyState !== socket.OPEN) return
    sequence += 1
    socket.send(JSON.stringify({ event, sequenceNumber: String(sequence), streamSid, ...body }))
  }
  const end = () => {
    if (isEnded) return
    isEnded = true
    clearInterval(timer)
    options.onEnd()
    onChange()
  }
  const fault = (text: string) => {
    options.onFault(text)
    socket.close(1008)
  }
  const tellMarks = () => {
    for (let next = playing[0]; next && 'mark' in next; next = playing[0]) {
      playing.shift()
      send('mark', { mark: { name: next.mark } })
    }
  }
  const tick = () => {
    const due = Math.floor((performance.now() - startedAt) / FRAME_MS)
    while (chunk < due) {
      chunk += 1
      const sound = speech.shift() ?? Buffer.alloc(FRAME_BYTES, SILENCE)
      send('media', {
        media: {
          track: 'inbound',
          chunk: String(chunk),
          timestamp: String(chunk * FRAME_MS),
          payload: sound.toString('base64'),
        },
      })
      const next = playing.shift()
      if (next && 'sound' in next) {
        heard.push(next.sound)
        onChange()
      } else if (next) playing.unshift(next)
      tellMarks()
    }
  }
  const take = (data: string) => {
    const message = readMessage(data, streamSid)
    if (typeof message === 'string') return fault(message)
    if (message.event === 'clear') {
      clears += 1
      lost += playing.filter((one) => 'sound' in one).length
      // Marks of discarded audio come back at once.
      const marks = playing.filter((one) => 'mark' in one)
      playing.splice(0, playing.length, ...marks)
    } else playing.push(message.event === 'mark' ? { mark: message.name } : { sound: message.sound })
    if (playing.length > MAX_BUFFERED_FRAMES) return fault('31951: more sound than Twilio holds')
    return tellMarks()
  }

  socket.on('open', () => {
    socket.send(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }))
    send('start', {
      start: {
        accountSid,
        streamSid,
        callSid,
        tracks: ['inbound'],
        mediaFormat: options.mediaFormat ?? { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
        customParameters: options.parameters,
      },
    })
    startedAt = performance.now()
    timer = setInterval(tick, FRAME_MS)
    onChange()
  })
  socket.on('message', (data: Buffer, isBinary) =>
    isBinary ? fault('31951: a binary message') : take(data.toString('utf8')),
  )
  socket.on('close', end)
  socket.on('error', (error) => {
    options.onFault(`31920: ${error.message}`)
    socket.terminate()
  })

  return {
    streamSid,
    isOpen: () => socket.readyState === socket.OPEN,
    /** µ-law; the last frame is padded with silence. */
    say(mulaw: Buffer) {
      for (let from = 0; from < mulaw.length; from += FRAME_BYTES) {
        const frame = Buffer.alloc(FRAME_BYTES, SILENCE)
        mulaw.copy(frame, 0, from, from + FRAME_BYTES)
        speech.push(frame)
      }
    },
    digit: (digit: string) => send('dtmf', { dtmf: { track: 'inbound_track', digit } }),
    /** Everything played so far. */
    heard: () => Buffer.concat(heard),
    heardMs: () => heard.length * FRAME_MS,
    /** How often audio was discarded, and how many frames. */
    cleared: () => ({ times: clears, frames: lost }),
    raw: (data: string) => socket.send(data),
    /** Simulates a lost network. */
    drop: () => socket.terminate(),
    stop() {
      send('stop', { stop: { accountSid, callSid } })
      socket.close(1000)
    },
  }
}
export type Stream = ReturnType<typeof openStream>

type ToTwilio =
  | { readonly event: 'media'; readonly sound: Buffer }
  | { readonly event: 'mark'; readonly name: string }
  | { readonly event: 'clear' }

/** Returns the error as text; Twilio accepts only these three. */
function readMessage(data: string, streamSid: string): ToTwilio | string {
  let message: Record<string, unknown>
  try {
    message = JSON.parse(data) as Record<string, unknown>
  } catch {
    return '31951: no JSON'
  }
  const { event, streamSid: of, ...rest } = message
  if (of !== streamSid) return `31951: stream ${String(of)}`
  const only = (name: string) => Object.keys(rest).join() === name
  if (event === 'clear') return only('') ? { event } : '31951: clear carries nothing'
  if (event === 'mark') {
    const { mark } = rest as { mark?: { name?: unknown } }
    return only('mark') && typeof mark?.name === 'string' && mark.name !== ''
      ? { event, name: mark.name }
      : '31951: a mark needs a name'
  }
  if (event !== 'media') return `31951: event ${String(event)}`
  const { payload } = (rest.media ?? {}) as { payload?: unknown }
  if (!only('media') || typeof payload !== 'string') return '31951: media needs a payload'
  const sound = Buffer.from(payload, 'base64')
  if (sound.toString('base64') !== payload) return '31951: the payload is no base64'
  if (sound.length !== FRAME_BYTES) return `31951: a payload of ${sound.length} bytes`
  return { event, sound }
}
