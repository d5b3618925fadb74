import { z } from 'zod'

export const REFRESHES = ['never', '6h', '12h', '24h'] as const
export const Refresh = z.enum(REFRESHES)
export type Refresh = z.infer<typeof Refresh>

const HOURS: Record<Refresh, number> = { never: 0, '6h': 6, '12h': 12, '24h': 24 }

/** Null if never fetched again. */
export const nextFetch = (refresh: Refresh, after: Date): Date | null =>
  refresh === 'never' ? null : new Date(after.getTime() + HOURS[refresh] * 3_600_000)
