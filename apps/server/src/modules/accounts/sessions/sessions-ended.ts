import { REGIONS } from '@parlance/contract/lib/regions'
import type { Db } from '../../../lib/db/pool.ts'
import { putIn } from '../../../lib/jobs/outbox.ts'

export const SESSIONS_ENDED_JOB = 'accounts.sessions-ended'

export async function putSessionsEnded(tx: Db, userId: string, now: Date): Promise<void> {
  for (const region of REGIONS) await putIn(tx, region, SESSIONS_ENDED_JOB, { userId, at: now.getTime() })
}
