// What people are mailed of deliveries that were not accepted, without being flooded.
import { MAIL_EVERY_MS, mailDue } from '@parlance/core/events/retries'
import type { Ctx } from '../../platform/ctx.ts'
import * as store from './deliveries.store.ts'
import { choiceOf, settingsOf } from './events.choice.ts'
import type { MailFailures } from './events.port.ts'

export interface FailuresDeps {
  readonly mail: MailFailures
}

const LISTED = 20
/** Failures before the first mail of a workspace are of that day. */
const FIRST_MS = 24 * 3600_000

export function createFailures({ mail }: FailuresDeps) {
  /** The first failure since the last mail is mailed at once; what comes within the hour waits for one digest. */
  const mailIfDue = (ctx: Ctx, workspaceId: string): Promise<void> =>
    ctx.tx(async (tx) => {
      const now = ctx.now()
      const mailedAt = await store.lockMailed(tx.db, workspaceId)
      if (mailedAt === undefined || !mailDue(mailedAt, now)) return
      const since = mailedAt ?? new Date(now.getTime() - FIRST_MS)
      const failures = await store.failuresSince(tx.db, workspaceId, since, LISTED)
      const [newest] = failures
      if (!newest) return
      const choice = await choiceOf(tx, workspaceId)
      await store.setMailed(tx.db, workspaceId, now)
      await mail(tx, {
        workspaceId,
        workspace: choice.workspace_name,
        endpoint: settingsOf(choice).endpoint || newest.endpoint,
        total: newest.total,
        failures: failures.map(({ type, at, reason, attempts }) => ({ type, at: new Date(at), reason, attempts })),
      })
    })

  return {
    mailIfDue,
    /** Digests whose hour is over. */
    async sweepMails(ctx: Ctx): Promise<void> {
      const owed = await store.owedMails(ctx.db, new Date(ctx.now().getTime() - MAIL_EVERY_MS))
      for (const workspaceId of owed)
        await mailIfDue(ctx, workspaceId).catch((error: unknown) =>
          ctx.log.warn({ err: error, workspaceId }, 'a digest of failed events could not be mailed'),
        )
    },
  }
}
