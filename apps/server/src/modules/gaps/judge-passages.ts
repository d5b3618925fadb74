// A model as a judge of two passages, paid for like everything that a model does.
import { METER_DEFAULTS, type TokenUsage, turnCost, turnHold, priceOf } from '../billing/index.ts'
import { estimateTokens } from '@parlance/engine/prompt'
import { CONFLICT_SCHEMA, conflictPrompt, parseConflict } from './conflict-prompt.ts'
import type { Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import type { JudgeFor, JudgingModel, PairJudge } from './ports.ts'

interface Item {
  readonly workspaceId: string
  readonly agentId: string
  readonly key: string
  readonly cause: string
}
export interface JudgingDeps {
  /** The model that the agent speaks with; undefined for an unknown agent. */
  readonly open: (ctx: Ctx, agentId: string) => Promise<JudgingModel | undefined>
  readonly hold: (ctx: Ctx, item: Item & { readonly amount: Milli }) => Promise<void>
  readonly settle: (ctx: Ctx, item: Item & { readonly cost: Milli }) => Promise<void>
  readonly creditValueUsd: number
}

export const JUDGE_TOKENS = 300
/** What the credit log says of it. */
const CAUSE = 'Comparison of passages'

export const createJudgeFor =
  (deps: JudgingDeps): JudgeFor =>
  async (ctx, agentId) => {
    const model = await deps.open(ctx, agentId)
    // The sandbox's model would only guess: rules know better.
    if (!model || model.paidBy === 'sandbox') return undefined
    return { name: model.name, judge: judgeOf(deps, model, agentId) }
  }

function judgeOf(
  { hold, settle, creditValueUsd }: JudgingDeps,
  model: JudgingModel,
  agentId: string,
): PairJudge['judge'] {
  const meter = { paidBy: model.paidBy, price: priceOf(model.name), settings: { ...METER_DEFAULTS, creditValueUsd } }
  return async (ctx, { a, b, key }) => {
    const { system, user } = conflictPrompt(a, b)
    const estimatedInputTokens = estimateTokens(system + user)
    const item = { workspaceId: ctx.workspaceId, agentId, key: `conflict:${key}`, cause: CAUSE }
    await hold(ctx, { ...item, amount: turnHold({ ...meter, estimatedInputTokens, maxOutputTokens: JUDGE_TOKENS }) })
    let text = ''
    const costOf = (usage: TokenUsage | undefined): Milli =>
      turnCost({ ...meter, usage: usage ?? { inputTokens: estimatedInputTokens, outputTokens: estimateTokens(text) } })
    let cost: Milli = 0
    try {
      cost = costOf(await model.ask(system, user, CONFLICT_SCHEMA, (delta) => (text += delta)))
      return parseConflict(text)
    } catch (error) {
      if (text !== '') cost = costOf(undefined)
      throw error
    } finally {
      await settle(ctx, { ...item, cost })
    }
  }
}
