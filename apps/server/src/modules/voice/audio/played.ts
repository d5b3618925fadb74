// The agent's audio as the caller hears it: audio is sent ahead and emitted here once it is played.
import { CALL_RATE } from '@parlance/contract/voice/protocol'

const PER_MS = CALL_RATE / 1000

interface Reply {
  pieces: { readonly from: number; readonly pcm: Int16Array }[]
  played: number
}

/** `onPlayed` gets each chunk with the time at which it ended. */
export function createPlayed(onPlayed: (pcm: Int16Array, at: number) => void) {
  const replies = new Map<number, Reply>()
  return {
    /** Audio was sent that starts at `startMs` of its reply. */
    sent(gen: number, startMs: number, pcm: Int16Array): void {
      const reply = replies.get(gen) ?? { pieces: [], played: 0 }
      reply.pieces.push({ from: startMs * PER_MS, pcm })
      replies.set(gen, reply)
    },
    /** This much of a reply had been played at `at` (milliseconds since the answer). */
    played(gen: number, ms: number, at: number): void {
      const reply = replies.get(gen)
      const until = Math.round(ms * PER_MS)
      if (!reply || until <= reply.played) return
      const from = reply.played
      reply.played = until
      for (const piece of reply.pieces) {
        const begin = Math.max(from, piece.from)
        const end = Math.min(until, piece.from + piece.pcm.length)
        if (end > begin) onPlayed(piece.pcm.slice(begin - piece.from, end - piece.from), at - (until - end) / PER_MS)
      }
      reply.pieces = reply.pieces.filter((piece) => piece.from + piece.pcm.length > until)
    },
    /** The rest of this reply is not played. */
    drop: (gen: number): void => void replies.delete(gen),
  }
}
