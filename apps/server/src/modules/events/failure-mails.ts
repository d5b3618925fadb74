// Decides when failed deliveries are mailed: at most one digest an hour for each endpoint.
import { MAIL_EVERY_MS, isMailDue } from './retries.ts'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './deliveries.repository.ts'
import { lockLastMailedAt, setLastMailedAt } from './endpoints.repository.ts'
import { endpointsOf } from './endpoint-settings.ts'
import type { SendFailureDigest } from './ports.ts'

export interface FailureMailsDeps {
  readonly sendFailureDigest: SendFailureDigest
}

const MAX_LISTED = 20
/** The first mail of an endpoint covers failures of the last day. */
const FIRST_MAIL_SPAN_MS = 24 * 3600_000

export function createFailureMails({ sendFailureDigest }: FailureMailsDeps) {
  /** Mails at once if no mail went out within the hour; otherwise failures wait for the next digest. */
  const mailIfDue = (ctx: Ctx, key: repository.EndpointKey): Promise<void> =>
    ctx.tx(async (tx) => {
      const now = ctx.now()
      const { workspaceId, endpointId } = key
      const mailedAt = await lockLastMailedAt(tx.db, workspaceId, endpointId)
      if (mailedAt === undefined || !isMailDue(mailedAt, now)) return
      const since = mailedAt ?? new Date(now.getTime() - FIRST_MAIL_SPAN_MS)
      const failures = await repository.failuresSince(tx.db, key, since, MAX_LISTED)
      const [newest] = failures
      if (!newest) return
      const found = (await endpointsOf(tx, workspaceId)).find(({ id }) => id === endpointId)
      if (!found) return
      await setLastMailedAt(tx.db, workspaceId, endpointId, now)
      await sendFailureDigest(tx, {
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
    /** Sends the digests whose hour is over. */
    async sendDueMails(ctx: Ctx): Promise<void> {
      const due = await repository.endpointsDueForMail(ctx.db, new Date(ctx.now().getTime() - MAIL_EVERY_MS))
      for (const key of due)
        await mailIfDue(ctx, key).catch((error: unknown) =>
          ctx.log.warn({ err: error, ...key }, 'mailing a digest of failed events failed'),
        )
    },
  }
}
