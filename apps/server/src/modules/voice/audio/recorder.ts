// Records a call as two channels on one clock: the caller as spoken, the agent as played.
import { CALL_RATE } from '@parlance/contract/voice/protocol'
import { wavOf } from '../../../lib/sound/wav.ts'
import { energyOf } from './vad.ts'

const PER_MS = CALL_RATE / 1000
/** Reports of playback vary: agent audio that starts within this distance of the previous chunk continues it. */
const REPORT_JITTER_MS = 100
/** A caller's clock drifts: the difference is made up for in silence, or at the latest when it is this large. */
const QUIET_DRIFT_MS = 4
const DRIFT_MS = 15
/** Decibels; quieter audio is silence. */
const QUIET = -50

export interface Recorder {
  /** A chunk from the microphone that was spoken until `at` (milliseconds since the answer). */
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

const add = (lane: Lane, pcm: Int16Array, at: number): void => {
  if (pcm.length === 0) return
  lane.pieces.push({ at, pcm })
  lane.end = at + pcm.length
}

function putAgent(lane: Lane, pcm: Int16Array, from: number): void {
  const wanted = Math.max(lane.end, from)
  add(lane, pcm, wanted - lane.end < REPORT_JITTER_MS * PER_MS ? lane.end : wanted)
}

/** Leaves a gap where the audio is ahead of its time, and leaves out samples where it is behind. */
function putCaller(lane: Lane, pcm: Int16Array, from: number): void {
  const drift = from - lane.end
  const most = (energyOf(pcm) < QUIET ? QUIET_DRIFT_MS : DRIFT_MS) * PER_MS
  if (Math.abs(drift) < most) add(lane, pcm, lane.end)
  else if (drift > 0) add(lane, pcm, from)
  else add(lane, pcm.subarray(-drift), lane.end)
}

function samplesOf({ pieces, end }: Lane): Int16Array {
  const all = new Int16Array(end)
  for (const { at, pcm } of pieces) all.set(pcm, at)
  return all
}

export function createRecorder(): Recorder {
  const caller: Lane = { pieces: [], end: 0 }
  const agent: Lane = { pieces: [], end: 0 }
  const from = (pcm: Int16Array, at: number) => Math.max(0, Math.round(at * PER_MS) - pcm.length)
  return {
    caller: (pcm, at) => putCaller(caller, pcm, from(pcm, at)),
    agent: (pcm, at) => putAgent(agent, pcm, from(pcm, at)),
    wav: () => wavOf([samplesOf(caller), samplesOf(agent)], CALL_RATE),
  }
}
