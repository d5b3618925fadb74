// Chats and messages of visitors, counted where their turns end.
import { countsOfTurn } from '@parlance/contract/analytics/counts'
import { locateWidget } from '@parlance/contract/analytics/widget-location'
import type { CountTurns } from '../conversations/ports.ts'
import { addCounts } from './counts.repository.ts'
import { createCountAccumulator } from './count-accumulator.ts'

/** `own` answers the origin of this installation, on whose preview pages owners talk to their own agents. */
export function createTurnCounts(own: () => string): CountTurns {
  const place = locateWidget(own)
  return async (db, turns) => {
    const accumulator = createCountAccumulator()
    for (const turn of turns)
      for (const count of countsOfTurn(turn, place)) accumulator.add({ ...count, agentId: turn.agentId, day: turn.day })
    await addCounts(db, accumulator.take())
  }
}
