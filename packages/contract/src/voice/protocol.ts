// A call's socket carries JSON for control and binary frames for sound. See docs/voice.md.

export const VOICE_PROTOCOL = 1
/** Below `{api}` of the agent's region. */
export const VOICE_SOCKET = '/v2/voice/ws'
export const VOICE_PHONE_SOCKET = '/v2/voice/phone'
/** Samples a second both ways; 16-bit signed, little-endian, mono. */
export const CALL_RATE = 16_000
export const FRAME_MS = 20
export const FRAME_SAMPLES = (CALL_RATE * FRAME_MS) / 1000
/** Bytes before the sound. Microphone frames carry a sequence number, agent frames the reply and the offset in it. */
export const MIC_HEADER = 4
export const SPEECH_HEADER = 8

export type CallPhase = 'connecting' | 'greeting' | 'listening' | 'userSpeaking' | 'thinking' | 'speaking' | 'ended'

export const END_REASONS = [
  'caller_hung_up',
  'agent_hung_up',
  'staff_hung_up',
  'silence',
  'max_length',
  'connection_lost',
  'never_connected',
  'credits_exhausted',
  'unavailable',
  'voicemail',
  'transferred',
  'server_restart',
  'bad_audio',
  'busy',
  'no_answer',
  'not_connected',
] as const
export type EndReason = (typeof END_REASONS)[number]

export interface CallerCaps {
  /** The browser transcribes speech and sends it as `stt`. */
  readonly webSpeech?: boolean
  readonly aec?: boolean
}

export type CallerMessage =
  | {
      readonly t: 'hello'
      readonly v: number
      readonly token: string
      readonly in?: { readonly enc: 'pcm_s16le'; readonly rate: number }
      readonly caps?: CallerCaps
    }
  /** How much of a reply was played; sent every 100 ms and right after it was cleared. */
  | { readonly t: 'played'; readonly gen: number; readonly ms: number }
  | { readonly t: 'stt'; readonly text: string; readonly final: boolean }
  | { readonly t: 'text'; readonly text: string }
  | { readonly t: 'dtmf'; readonly digit: string }
  | { readonly t: 'mute'; readonly on: boolean }
  | { readonly t: 'hears'; readonly on: boolean }
  | { readonly t: 'ping'; readonly id: number }
  | { readonly t: 'bye' }

export type CallErrorCode =
  | 'bad_message'
  | 'bad_token'
  | 'bad_rate'
  | 'call_over'
  | 'call_in_use'
  | 'no_hello'
  | 'listened_enough'
  | 'too_fast'
  | 'restarting'

export type CallMessage =
  | { readonly t: 'transcriber'; readonly transcriber: VoiceService }
  /** The voice failed: this one speaks from now on. */
  | { readonly t: 'speech'; readonly speech: VoiceService }
  | {
      readonly t: 'ready'
      readonly callId: string
      readonly transcriber: VoiceService
      readonly speech: VoiceService
      readonly records: boolean
      /** Background sound; a name that `noiseBed` knows. */
      readonly noise?: string
      /** Milliseconds since the call was answered; above 0 after a lost connection. */
      readonly at: number
    }
  | { readonly t: 'state'; readonly s: CallPhase }
  | { readonly t: 'conversation'; readonly id: string }
  /** What the caller said; the last one of an utterance is final. */
  | { readonly t: 'user'; readonly text: string; readonly final: boolean }
  /** `heard` follows at the end if the caller did not hear all of it. */
  | { readonly t: 'agent'; readonly gen: number; readonly text: string; readonly heard?: string }
  /** Play more quietly: the caller may be about to speak. */
  | { readonly t: 'duck'; readonly on: boolean }
  /** Stop playing and keep what is left; `on: false` continues at the same sample. */
  | { readonly t: 'hold'; readonly on: boolean }
  /** Discard what is left of this reply and report how much was played. */
  | { readonly t: 'clear'; readonly gen: number }
  /** The reply's sound is complete; `ms` is its length. */
  | { readonly t: 'spoken'; readonly gen: number; readonly ms: number }
  | { readonly t: 'error'; readonly code: CallErrorCode }
  | { readonly t: 'pong'; readonly id: number }
  | { readonly t: 'ended'; readonly reason: EndReason }

/** From a listening teammate: sent first, and again before the token expires. */
export interface ListenerMessage {
  readonly t: 'listen'
  readonly v: number
  readonly token: string
}
/** Server to listener, besides sound frames (`speechFrame`, with the side for `gen` and the time of the call). */
export type ListenedMessage =
  | { readonly t: 'listening'; readonly callId: string }
  | Extract<CallMessage, { t: 'state' | 'user' | 'agent' | 'ended' | 'error' }>
export const LISTENED_SIDES = ['caller', 'agent'] as const
export type ListenedSide = (typeof LISTENED_SIDES)[number]

export interface VoiceService {
  /** `browser` transcribes on the caller's side; `typed` when nothing can. */
  readonly provider: string
  readonly name: string
  readonly isOffline: boolean
}

export function micFrame(seq: number, pcm: Int16Array): ArrayBuffer {
  const frame = new ArrayBuffer(MIC_HEADER + pcm.length * 2)
  const view = new DataView(frame)
  view.setUint32(0, seq, true)
  for (let i = 0; i < pcm.length; i++) view.setInt16(MIC_HEADER + i * 2, pcm[i] ?? 0, true)
  return frame
}

/** Undefined for an invalid frame: too short, or half a sample. */
export function readMicFrame(bytes: Uint8Array): { readonly seq: number; readonly pcm: Int16Array } | undefined {
  if (bytes.byteLength <= MIC_HEADER || (bytes.byteLength - MIC_HEADER) % 2 !== 0) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { seq: view.getUint32(0, true), pcm: samplesOf(view, MIC_HEADER) }
}

export function speechFrame(gen: number, startMs: number, pcm: Int16Array): Uint8Array {
  const frame = new Uint8Array(SPEECH_HEADER + pcm.length * 2)
  const view = new DataView(frame.buffer)
  view.setUint32(0, gen, true)
  view.setUint32(4, startMs, true)
  for (let i = 0; i < pcm.length; i++) view.setInt16(SPEECH_HEADER + i * 2, pcm[i] ?? 0, true)
  return frame
}

export function readSpeechFrame(frame: ArrayBuffer) {
  const view = new DataView(frame)
  return { gen: view.getUint32(0, true), startMs: view.getUint32(4, true), pcm: samplesOf(view, SPEECH_HEADER) }
}

function samplesOf(view: DataView, from: number): Int16Array {
  const pcm = new Int16Array((view.byteLength - from) >> 1)
  for (let i = 0; i < pcm.length; i++) pcm[i] = view.getInt16(from + i * 2, true)
  return pcm
}
