// Counts visitors' chats and messages when their turns end.
import { countsOfTurn } from '@parlance/contract/analytics/counts'
import { locateWidget } from '@parlance/contract/analytics/widget-location'
import type { CountTurns } from '../conversations/ports.ts'
import { addCounts } from './counts.repository.ts'

/** `own` returns the origin of this installation, whose preview pages owners use to try their agents. */
export function createTurnCounts(own: () => string): CountTurns {
  const place = locateWidget(own)
  return (db, turns) =>
    addCounts(
      db,
      turns.flatMap((turn) =>
        countsOfTurn(turn, place).map((count) => ({ ...count, agentId: turn.agentId, day: turn.day, count: 1 })),
      ),
    )
}
