// Whether an agent is live: on a site that loads its widget, or on a connected channel.
import type { AgentFigures } from '@parlance/contract/analytics/api'

/** A site without loads for this long may have lost its code. */
const QUIET_MS = 7 * 86_400_000

export type Liveness = 'live' | 'quiet' | 'none'

export function livenessOf({ site, channels }: Pick<AgentFigures, 'site' | 'channels'>, now = Date.now()): Liveness {
  if (channels.length > 0) return 'live'
  if (!site) return 'none'
  return isQuiet(site, now) ? 'quiet' : 'live'
}

export const isQuiet = ({ lastAt }: { lastAt: string }, now = Date.now()): boolean =>
  now - Date.parse(lastAt) > QUIET_MS

export const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin)
