// Chats and messages of visitors, counted where their turns end.
import { countsOfTurn } from '@parlance/contract/analytics/counts'
import { placeOf } from '@parlance/contract/analytics/places'
import type { CountTurns } from '../conversations/ports.ts'
import { addCounts } from './counts.repository.ts'
import { createTally } from './tally.ts'

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
