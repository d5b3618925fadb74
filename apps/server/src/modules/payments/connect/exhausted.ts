// Notifies an agency and an organisation's admins that its credits run low, or are used up, so that its agents have
// stopped.
import type { Ctx } from '../../../lib/ctx.ts'
import { DAY_MS, MINUTE_MS } from '@parlance/contract/lib/time'
import { memoize } from '../../../lib/memoize.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from './repository.ts'

export function createExhausted({ mails, orgName, enqueue, log }: PaymentsDeps) {
  // Every refused message calls this; the job decides about notices.
  const ask = memoize(
    { ttlMs: 10 * MINUTE_MS, max: 10_000, key: (_: Ctx, orgId: string) => orgId },
    async (ctx, orgId) => {
      await enqueue(ctx, 'payments.client-exhausted', { workspaceId: ctx.workspaceId, orgId })
      return true
    },
  )
  return {
    async notice(ctx: Ctx, orgId: string): Promise<void> {
      const now = ctx.now()
      if (!(await repository.claimNotice(ctx.db, orgId, now, new Date(now.getTime() - DAY_MS)))) return
      const org = await orgName(ctx, orgId)
      if (org === '') return
      await mails.notice(ctx, ctx.workspaceId, { kind: 'clientExhausted', org })
      await mails.client(ctx, orgId, { kind: 'clientOut' })
    },
    async low(ctx: Ctx, orgId: string, left: number): Promise<void> {
      if ((await mails.client(ctx, orgId, { kind: 'clientLow', credits: left })) > 0) return
      const org = await orgName(ctx, orgId)
      if (org === '') return
      await mails.notice(ctx, ctx.workspaceId, { kind: 'clientRunsLow', org, amount: String(Math.floor(left)) })
    },
    /** A message could not be paid. Returns at once. */
    refused(ctx: Ctx, workspaceId: string, payerId: string): void {
      if (payerId === workspaceId) return
      ask({ ...ctx, workspaceId }, payerId).catch((error: unknown) =>
        log.warn({ err: error, orgId: payerId }, 'asking for a notice of spent credits failed'),
      )
    },
  }
}
