// A call as two channels on one clock: the caller as they were received, the agent as far as it was played.
import { CALL_RATE } from '@parlance/contract/voice/protocol'
import { wavOf } from '../../../lib/sound/wav.ts'

const PER_MS = CALL_RATE / 1000
/** Nearer to what came before than this, sound goes on without a gap. */
const JITTER = 100 * PER_MS
/** Agent's sound that was not played yet. */
interface Reply {
  readonly pieces: { readonly from: number; readonly pcm: Int16Array }[]
  /** Samples that were played. */
  played: number
}

export interface Recorder {
  /** A piece of the microphone that ended at `at` (milliseconds since the answer). */
  readonly caller: (pcm: Int16Array, at: number) => void
  /** Sound that was sent, beginning at `startMs` of its reply. */
  readonly agent: (gen: number, startMs: number, pcm: Int16Array) => void
  /** So much of a reply had been played at `at`. */
  readonly played: (gen: number, ms: number, at: number) => void
  /** Nothing more of this reply is played. */
  readonly drop: (gen: number) => void
  /** Stereo: the caller left, the agent right. */
  readonly wav: () => Buffer
}

interface Lane {
  readonly pieces: { readonly at: number; readonly pcm: Int16Array }[]
  end: number
}

function put(lane: Lane, pcm: Int16Array, from: number): void {
  const wanted = Math.max(lane.end, Math.round(from))
  const at = wanted - lane.end < JITTER ? lane.end : wanted
  lane.pieces.push({ at, pcm })
  lane.end = at + pcm.length
}

function samplesOf({ pieces, end }: Lane): Int16Array {
  const all = new Int16Array(end)
  for (const { at, pcm } of pieces) all.set(pcm, at)
  return all
}

export function createRecorder(): Recorder {
  const caller: Lane = { pieces: [], end: 0 }
  const agent: Lane = { pieces: [], end: 0 }
  const replies = new Map<number, Reply>()
  return {
    caller: (pcm, at) => put(caller, pcm, at * PER_MS - pcm.length),
    agent(gen, startMs, pcm) {
      const reply = replies.get(gen) ?? { pieces: [], played: 0 }
      reply.pieces.push({ from: startMs * PER_MS, pcm })
      replies.set(gen, reply)
    },
    played(gen, ms, at) {
      const reply = replies.get(gen)
      const until = Math.round(ms * PER_MS)
      if (!reply || until <= reply.played) return
      const from = reply.played
      reply.played = until
      for (const piece of reply.pieces) {
        const begin = Math.max(from, piece.from)
        const end = Math.min(until, piece.from + piece.pcm.length)
        if (end > begin)
          put(agent, piece.pcm.slice(begin - piece.from, end - piece.from), at * PER_MS - (until - begin))
      }
    },
    drop: (gen) => void replies.delete(gen),
    wav: () => wavOf([samplesOf(caller), samplesOf(agent)], CALL_RATE),
  }
}
