// Chats and messages of visitors, counted where their turns end.
import { countsOfTurn } from '@parlance/core/analytics/counts'
import { placeOf } from '@parlance/core/analytics/places'
import type { CountTurns } from '../conversations/conversations.port.ts'
import { addCounts } from './counts.store.ts'
import { createTally } from './analytics.tally.ts'

/** `own` answers the origin of this installation, on whose preview pages owners talk to their own agents. */
export function createTurnCounts(own: () => string): CountTurns {
  const place = placeOf(own)
  return async (db, turns) => {
    const tally = createTally()
    for (const turn of turns)
      for (const count of countsOfTurn(turn, place)) tally.add({ ...count, agentId: turn.agentId, day: turn.day })
    await addCounts(db, tally.take())
  }
}
