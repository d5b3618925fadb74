/** Timing of calls in milliseconds; waits for the caller's last word are in endpointing.ts. */
export const TIMES = {
  /**
   * Speech over the agent: playback is held after the first time, and discarded after the second even without words.
   */
  holdMs: 200,
  wordlessMs: 10_000,
  /** Silence after which playback resumes if nothing was said: when ducked, and when held. */
  unduckMs: 300,
  resumeMs: 700,
  /** A caller's «yes» this close to the end of the agent's speech is an answer. */
  edgeMs: 1000,
  /** Delay of recognised words. */
  interimLagMs: 150,
  finalLagMs: 50,
  /** Words whose turn no engine takes are answered after this time. */
  engineTurnMs: 5000,
  /** Speech without words is forgotten after this time. */
  noWordsMs: 3000,
  /** The same words within this time are a late recognition result. */
  lateMs: 3000,
  playedReportMs: 300,
  thinkMs: 15_000,
  noSoundMs: 4000,
  stalledMs: 5000,
  /** Delay before a filler: while a tool runs, and while nothing is known. */
  toolMs: 700,
  slowMs: 3000,
  nextFillerMs: 4000,
  digitsMs: 2500,
  /** A caller who never pauses is answered after this time, and sound without words counts as noise. */
  longestTurnMs: 45_000,
  noiseMs: 20_000,
  /** Speech of this length should have produced words. */
  wordlessSpeechMs: 800,
  /** «Mm-hm»: after this much speech, in a pause of this length, and at most this often. */
  backchannelSpeechMs: 4000,
  backchannelPauseMs: 250,
  backchannelEveryMs: 8000,
} as const
