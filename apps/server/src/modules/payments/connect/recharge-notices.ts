// Mails about automatic recharges and payments of organisations that brought no credits.
import { fromCredits } from '@parlance/contract/lib/money'
import { DAY_MS } from '@parlance/contract/lib/time'
import type { Ctx } from '../../../lib/ctx.ts'
import type { PaymentsDeps } from '../deps.ts'
import { amountOf } from '../invoices/disputes.ts'
import * as repository from './repository.ts'

export const createRechargeNotices = ({ mails, orgName, enqueue }: PaymentsDeps) => ({
  async declined(ctx: Ctx, { orgId, total }: repository.SaleRow, isStopped: boolean): Promise<void> {
    const amount = amountOf(total, 'usd')
    await mails.client(ctx, orgId, { kind: isStopped ? 'rechargeStopped' : 'rechargeDeclined', amount })
    const org = isStopped ? await orgName(ctx, orgId) : ''
    if (org !== '') await mails.notice(ctx, ctx.workspaceId, { kind: 'clientRechargeStopped', org })
  },
  /** The agency has fewer than these credits: it recharges itself if it can, and gets at most one mail a day. */
  async uncovered(
    ctx: Ctx,
    orgId: string,
    credits: number,
    kind: 'clientRechargeUncovered' | 'clientCreditsOwed',
  ): Promise<void> {
    const { workspaceId } = ctx
    await enqueue(ctx, 'payments.crossed', { workspaceId, needed: fromCredits(credits) })
    const now = ctx.now()
    if (!(await repository.claimNotice(ctx.db, orgId, 'uncoveredAt', now, new Date(now.getTime() - DAY_MS)))) return
    const org = await orgName(ctx, orgId)
    if (org !== '') await mails.notice(ctx, workspaceId, { kind, org, amount: `${credits}` })
  },
})
