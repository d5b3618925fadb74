// Who is at the ends of a call besides the agent: the caller's line, listeners, and people who take over.
import type { CallMessage, ListenedSide, VoiceService } from '@parlance/contract/voice/protocol'

/** The caller's line, of any kind. */
export interface CallLine {
  readonly send: (message: CallMessage) => void
  readonly sendSpeech: (gen: number, startMs: number, pcm: Int16Array) => void
  readonly close: () => void
  /** Nothing has come for longer than a caller's side is ever silent: its network is gone. */
  readonly isQuiet?: () => boolean
}

export interface Ears {
  /** Audio that ended at `at`. */
  readonly sound: (side: ListenedSide, pcm: Int16Array, at: number) => void
  readonly told: (message: CallMessage) => void
}
export interface PeopleFollower {
  readonly taken: (on: boolean, by: string) => void
  readonly relay: (text: string, by: string) => void
  /** The caller waits for the team, or no longer does; `isMissed`: nobody came. */
  readonly waits: (on: boolean, isMissed: boolean) => void
}

export const NO_TRANSCRIBER: VoiceService = { provider: 'typed', name: 'Typing', isOffline: true }
export const BROWSER_TRANSCRIBER: VoiceService = { provider: 'browser', name: 'Web Speech API', isOffline: false }
