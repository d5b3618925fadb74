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
    await ctx.emit({ type: 'credits.notice', workspaceId, mark, left, at })
    const amount = String(Math.floor(left))
    await mails.notice(ctx, workspaceId, { kind: mark === 0 ? 'creditsOut' : 'creditsLow', amount })
  }
