// Notifies a workspace that its credits run low or are used up, unless automatic recharge adds some.
import type { Ctx } from '../../../lib/ctx.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { createOverview } from '../overview.ts'

export const createLowCredits =
  ({ mails }: Pick<PaymentsDeps, 'mails'>, { autoRecharge }: Pick<ReturnType<typeof createOverview>, 'autoRecharge'>) =>
  /** `mark` and `left`: credits. */
  async (ctx: Ctx, { mark, left, at }: { readonly mark: number; readonly left: number; readonly at: number }) => {
    const { automaticBilling, stopped } = await autoRecharge(ctx)
    if (automaticBilling && stopped === null) return
    const { workspaceId } = ctx
    const amount = String(Math.floor(left))
    await ctx.tx(async (tx) => {
      await tx.emit({ type: 'credits.notice', workspaceId, mark, left, at })
      await mails.notice(tx, workspaceId, { kind: mark === 0 ? 'creditsOut' : 'creditsLow', amount })
    })
  }
