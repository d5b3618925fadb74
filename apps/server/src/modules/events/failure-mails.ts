// What people are mailed of deliveries that were not accepted, without being flooded.
import { MAIL_EVERY_MS, mailDue } from './retries.ts'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './deliveries.repository.ts'
import { lockMailed, setMailed } from './endpoints.repository.ts'
import { endpointsOf } from './endpoint-settings.ts'
import type { MailFailures } from './ports.ts'

export interface FailuresDeps {
  readonly mail: MailFailures
}

const LISTED = 20
/** Failures before the first mail of an endpoint are of that day. */
const FIRST_MS = 24 * 3600_000

export function createFailures({ mail }: FailuresDeps) {
  /** The first failure since the last mail is mailed at once for each endpoint; what comes within the hour waits for one digest. */
  const mailIfDue = (ctx: Ctx, key: repository.EndpointKey): Promise<void> =>
    ctx.tx(async (tx) => {
      const now = ctx.now()
      const { workspaceId, endpointId } = key
      const mailedAt = await lockMailed(tx.db, workspaceId, endpointId)
      if (mailedAt === undefined || !mailDue(mailedAt, now)) return
      const since = mailedAt ?? new Date(now.getTime() - FIRST_MS)
      const failures = await repository.failuresSince(tx.db, key, since, LISTED)
      const [newest] = failures
      if (!newest) return
      const found = (await endpointsOf(tx, workspaceId)).find(({ id }) => id === endpointId)
      if (!found) return
      await setMailed(tx.db, workspaceId, endpointId, now)
      await mail(tx, {
        workspaceId,
        endpointId,
        workspace: found.workspace_name,
        endpoint: found.endpoint || newest.endpoint,
        total: newest.total,
        failures: failures.map(({ type, at, reason, attempts }) => ({ type, at: new Date(at), reason, attempts })),
      })
    })

  return {
    mailIfDue,
    /** Digests whose hour is over. */
    async sweepMails(ctx: Ctx): Promise<void> {
      const owed = await repository.owedMails(ctx.db, new Date(ctx.now().getTime() - MAIL_EVERY_MS))
      for (const key of owed)
        await mailIfDue(ctx, key).catch((error: unknown) =>
          ctx.log.warn({ err: error, ...key }, 'a digest of failed events could not be mailed'),
        )
    },
  }
}
