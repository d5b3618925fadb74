// A caller on a web call: sends frames, plays received sound instantly, and reads all messages.
import type { CallMessage, CallerMessage } from '@parlance/contract/voice/protocol'
import { CALL_RATE, FRAME_SAMPLES, micFrame, readSpeechFrame } from '@parlance/contract/voice/protocol'
import { randomId } from '@parlance/contract/lib/ids'
import { WebSocket } from 'ws'
import type { TestDatabases } from './databases.ts'
import type { Names } from './operation-names.ts'
import type { Person } from './people.ts'

type Kind = CallMessage['t']
type Named<K extends Kind> = Extract<CallMessage, { t: K }>

export interface CallerOptions {
  readonly url: string
  readonly token: string
  /** False: nothing that arrives is played. */
  readonly plays?: boolean
  readonly webSpeech?: boolean
  readonly rate?: number
}

const WAIT_MS = 30_000

export function openCaller({ url, token, plays = true, webSpeech = true, rate = CALL_RATE }: CallerOptions) {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const messages: CallMessage[] = []
  const sounds = new Map<number, number>()
  const waiting = new Set<() => void>()
  let closed: number | undefined
  let seq = 0
  const tell = () => waiting.forEach((check) => check())
  const send = (message: CallerMessage | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const playAll = (gen: number) => {
    if (plays) send({ t: 'played', gen, ms: sounds.get(gen) ?? 0 })
  }
  socket.on('open', () =>
    send({ t: 'hello', v: 1, token, in: { enc: 'pcm_s16le', rate }, caps: { webSpeech, aec: true } }),
  )
  socket.on('message', (data: ArrayBuffer | Buffer, isBinary) => {
    if (isBinary) {
      const { gen, startMs, pcm } = readSpeechFrame(data as ArrayBuffer)
      sounds.set(gen, startMs + Math.round(pcm.length / 16))
      playAll(gen)
    } else {
      const message = JSON.parse(Buffer.from(data as ArrayBuffer).toString('utf8')) as CallMessage
      messages.push(message)
      if (message.t === 'spoken' && plays) send({ t: 'played', gen: message.gen, ms: message.ms })
    }
    tell()
  })
  socket.on('close', (code) => ((closed = code), tell()))
  socket.on('error', () => undefined)

  function until<T>(found: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const value = found()
        if (value === undefined) return
        clearTimeout(timer)
        waiting.delete(check)
        resolve(value)
      }
      const timer = setTimeout(() => {
        waiting.delete(check)
        reject(new Error(`no ${what}; there came ${JSON.stringify(messages).slice(-1500)}`))
      }, WAIT_MS)
      waiting.add(check)
      check()
    })
  }
  return {
    messages,
    send,
    /** Milliseconds of sound received for a reply. */
    soundOf: (gen: number) => sounds.get(gen) ?? 0,
    hear: <K extends Kind>(kind: K, wanted: (message: Named<K>) => boolean = () => true): Promise<Named<K>> =>
      until(
        () => messages.find((one): one is Named<K> => one.t === kind && wanted(one as Named<K>)),
        `message ${kind}`,
      ),
    sound: (gen: number, ms = 1) => until(() => ((sounds.get(gen) ?? 0) >= ms ? true : undefined), `sound of ${gen}`),
    closed: () => until(() => closed, 'end of the socket'),
    /** Frames of silence, or of a tone as loud as speech. */
    frames(count: number, amplitude = 0) {
      for (let i = 0; i < count; i++) {
        const pcm = Int16Array.from({ length: FRAME_SAMPLES }, (_, at) => Math.sin(at / 5) * amplitude)
        socket.send(micFrame(seq++, pcm))
      }
    },
    raw: (data: string | Uint8Array) => socket.send(data),
    drop: () => socket.terminate(),
  }
}

/** A call that is over, with a recording whose file is gone. */
export async function makeCall(dbs: TestDatabases, owner: Person, agentId: string): Promise<Pick<Names, 'callId'>> {
  const callId = randomId(24)
  await dbs[owner.region].pool.query(
    `insert into calls (id, workspace_id, agent_id, kind, state, end_reason, created_at, ended_at, recording)
      values ($1, $2, $3, 'web', 'ended', 'caller_hung_up', now(), now(), $4)`,
    [callId, owner.workspace.uid, agentId, randomId(20)],
  )
  return { callId }
}
