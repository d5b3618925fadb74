/** Milliseconds by which a call is led; waits for the caller's last word stand in endpointing.ts. */
export const TIMES = {
  /** Speech over the agent: after so long its playback is held, and after so long it is thrown away even without words. */
  holdMs: 200,
  wordlessMs: 10_000,
  /** Silence after which it goes on where nothing was said: while it was only quieter, and while it was held. */
  unduckMs: 300,
  resumeMs: 700,
  /** A caller's «yes» this close to the end of what the agent says is an answer. */
  edgeMs: 1000,
  /** Words come this much after they were said. */
  interimLagMs: 150,
  finalLagMs: 50,
  /** Speech without a word is forgotten. */
  noWordsMs: 3000,
  /** The same words again within this time are a late result of the recogniser. */
  lateMs: 3000,
  playedReportMs: 300,
  thinkMs: 15_000,
  noSoundMs: 4000,
  stalledMs: 5000,
  /** Until something is said meanwhile: while a tool runs, and while nothing is known. */
  toolMs: 700,
  slowMs: 3000,
  nextFillerMs: 4000,
  digitsMs: 2500,
  /** A caller who never pauses is answered after so long, and sound without a word counts as noise. */
  longestTurnMs: 45_000,
  noiseMs: 20_000,
  /** Speech that should have brought words. */
  wordlessSpeechMs: 800,
  /** «Mm-hm» in a pause: after so much speech, in a pause of so long, and no more often than this. */
  backchannelSpeechMs: 4000,
  backchannelPauseMs: 250,
  backchannelEveryMs: 8000,
} as const
