// Records a call as two channels on one clock: the caller as received, the agent as played.
import { CALL_RATE } from '@parlance/contract/voice/protocol'
import { wavOf } from '../../../lib/sound/wav.ts'

const PER_MS = CALL_RATE / 1000
/** Audio that starts within this distance of the previous chunk continues without a gap. */
const JITTER = 100 * PER_MS

export interface Recorder {
  /** A chunk from the microphone that ended at `at` (milliseconds since the answer). */
  readonly caller: (pcm: Int16Array, at: number) => void
  /** A chunk of the agent that had been played at `at`. */
  readonly agent: (pcm: Int16Array, at: number) => void
  /** Stereo: caller left, agent right. */
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
  return {
    caller: (pcm, at) => put(caller, pcm, at * PER_MS - pcm.length),
    agent: (pcm, at) => put(agent, pcm, at * PER_MS - pcm.length),
    wav: () => wavOf([samplesOf(caller), samplesOf(agent)], CALL_RATE),
  }
}
