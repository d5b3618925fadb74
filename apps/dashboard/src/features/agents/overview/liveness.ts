// Whether an agent is live: on which site its widget was loaded last, and how long ago.
import type { AgentFigures } from '@parlance/contract/analytics/api'

/** A site that nobody has loaded it on for so long may have lost its code. */
const QUIET_MS = 7 * 86_400_000

export type Liveness = 'live' | 'quiet' | 'none'

export function livenessOf(site: AgentFigures['site'], now = Date.now()): Liveness {
  if (!site) return 'none'
  return now - Date.parse(site.lastAt) > QUIET_MS ? 'quiet' : 'live'
}

export const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin)
