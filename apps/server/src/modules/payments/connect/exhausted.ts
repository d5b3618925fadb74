// What follows when credits run low or don't cover a message: automatic recharge, else a notice to an agency and an
// organisation's admins that its agents have stopped.
import type { Ctx } from '../../../lib/ctx.ts'
import type { Milli } from '@parlance/contract/lib/money'
import { DAY_MS, MINUTE_MS } from '@parlance/contract/lib/time'
import { memoize } from '../../../lib/memoize.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from './repository.ts'

export function createExhausted({
  billing,
  mails,
  orgName,
  enqueue,
  log,
  recharge,
}: PaymentsDeps & { readonly recharge: (ctx: Ctx, orgId: string, needed: Milli) => Promise<void> }) {
  // Every refused message calls this; the jobs decide about recharges and notices.
  const ask = memoize(
    { ttlMs: MINUTE_MS, max: 10_000, key: (_: Ctx, payerId: string, _needed: Milli) => payerId },
    async (ctx, payerId, needed) => {
      const { workspaceId } = ctx
      if (payerId === workspaceId) await enqueue(ctx, 'payments.crossed', { workspaceId, needed })
      else await enqueue(ctx, 'payments.client-exhausted', { workspaceId, orgId: payerId, needed })
      return true
    },
  )
  return {
    /** `needed`: by a message that was refused. */
    async notice(ctx: Ctx, orgId: string, needed: Milli): Promise<void> {
      await recharge(ctx, orgId, needed).catch((error: unknown) =>
        log.warn({ err: error, orgId }, 'recharging an organisation without credits failed'),
      )
      const { available } = await billing.balance(ctx, orgId)
      if (available > 0 && available >= needed) return
      if (await repository.hasOpenRecharge(ctx.db, orgId)) return
      const now = ctx.now()
      if (!(await repository.claimNotice(ctx.db, orgId, 'toldAt', now, new Date(now.getTime() - DAY_MS)))) return
      const org = await orgName(ctx, orgId)
      if (org === '') return
      await mails.notice(ctx, ctx.workspaceId, { kind: 'clientExhausted', org })
      await mails.client(ctx, orgId, { kind: 'clientOut' })
    },
    async low(ctx: Ctx, orgId: string, left: number): Promise<void> {
      const row = await repository.findOrg(ctx.db, ctx.workspaceId, orgId)
      if (row?.automaticBilling && row.paymentMethodId !== '' && row.stopped === '') return
      if ((await mails.client(ctx, orgId, { kind: 'clientLow', credits: left })) > 0) return
      const org = await orgName(ctx, orgId)
      if (org === '') return
      await mails.notice(ctx, ctx.workspaceId, { kind: 'clientRunsLow', org, amount: String(Math.floor(left)) })
    },
    /** A message that needs so many credits could not be paid. Returns at once. */
    refused(ctx: Ctx, workspaceId: string, payerId: string, needed: Milli): void {
      ask({ ...ctx, workspaceId }, payerId, needed).catch((error: unknown) =>
        log.warn({ err: error, payerId }, 'asking for a recharge or a notice of spent credits failed'),
      )
    },
  }
}
