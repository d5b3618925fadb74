// The judge: a model that says whether an answer fulfils a criterion, paid for like everything that a model does.
import { METER_DEFAULTS, type TokenUsage, turnCost, turnHold, priceOf } from '../billing/index.ts'
import { estimateTokens } from '@parlance/engine/prompt'
import { judgePrompt, parseVerdict, VERDICT_SCHEMA } from './judge-prompt.ts'
import { toCredits, type Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import type { Judge, JudgeModel } from './ports.ts'

interface Item {
  readonly workspaceId: string
  readonly agentId: string
  readonly key: string
  readonly cause: string
}
export interface JudgingDeps {
  readonly open: (ctx: Ctx, workspaceId: string, model: string) => Promise<JudgeModel>
  readonly hold: (ctx: Ctx, item: Item & { readonly amount: Milli }) => Promise<void>
  readonly settle: (ctx: Ctx, item: Item & { readonly cost: Milli }) => Promise<void>
  readonly creditValueUsd: number
}

export const JUDGE_TOKENS = 300
/** What the credit log says of it. */
const CAUSE = 'Judgement of a test'

export function createJudge({ open, hold, settle, creditValueUsd }: JudgingDeps): Judge {
  return async (ctx, request) => {
    const { workspaceId, agentId } = request
    const model = await open(ctx, workspaceId, request.model)
    const { system, user } = judgePrompt(request)
    const settings = { ...METER_DEFAULTS, creditValueUsd }
    const meter = { paidBy: model.paidBy, price: priceOf(model.name), settings }
    const estimatedInputTokens = estimateTokens(system + user)
    const item = { workspaceId, agentId, key: `judge:${request.key}`, cause: CAUSE }
    await hold(ctx, { ...item, amount: turnHold({ ...meter, estimatedInputTokens, maxOutputTokens: JUDGE_TOKENS }) })
    let text = ''
    const costOf = (usage: TokenUsage | undefined): Milli =>
      turnCost({
        ...meter,
        usage: usage ?? { inputTokens: estimatedInputTokens, outputTokens: estimateTokens(text) },
      })
    let cost: Milli = 0
    try {
      cost = costOf(await model.ask(system, user, VERDICT_SCHEMA, (delta) => (text += delta)))
      return { ...parseVerdict(text), credits: toCredits(cost) }
    } catch (error) {
      if (text !== '') cost = costOf(undefined)
      throw error
    } finally {
      await settle(ctx, { ...item, cost })
    }
  }
}
