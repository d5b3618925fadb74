// Stores what is said while a call runs.
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'
import type { CallSession } from './session/call-session.ts'
import type { CallClock } from './session/clock.ts'

const PAUSE_MS = 2000

interface Deps {
  readonly clock: CallClock
  readonly ctx: Ctx
  readonly callId: string
  readonly session: () => CallSession
}

/** To be called at each change. */
export function createTranscriptKeeper({ clock, ctx, callId, session }: Deps): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    clock.after(PAUSE_MS, () => {
      isWaiting = false
      // Its end stores the whole call.
      if (session().isOver()) return
      repository
        .keepTranscript(ctx.db, callId, session().transcript())
        .catch((error: unknown) => ctx.log.warn({ err: error, callId }, 'the transcript of a call was not stored yet'))
    })
  }
}
