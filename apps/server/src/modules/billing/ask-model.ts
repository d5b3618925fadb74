// Asks a model one question: holds the maximum cost before and settles the actual cost after.
import type { Milli } from '@parlance/contract/lib/money'
import { estimateTokens } from '@parlance/engine/prompt'
import type { Ctx } from '../../lib/ctx.ts'
import { METER_DEFAULTS, type PaidBy, type TokenUsage, turnCost, turnHold } from './metering.ts'
import { thinkingTokens } from './models.ts'
import { priceOf } from './prices.ts'

export interface QuestionModel {
  readonly name: string
  readonly paidBy: PaidBy
  /** Streams the text to `onText`, so that a partial answer can be charged. Resolves to the usage reported by the provider. */
  readonly ask: (
    system: string,
    user: string,
    schema: Record<string, unknown>,
    onText: (delta: string) => void,
  ) => Promise<TokenUsage | undefined>
}

interface LedgerItem {
  readonly workspaceId: string
  readonly agentId: string
  readonly key: string
  readonly cause: string
}

export interface AskModelDeps {
  readonly hold: (ctx: Ctx, item: LedgerItem & { readonly amount: Milli }) => Promise<void>
  readonly settle: (ctx: Ctx, item: LedgerItem & { readonly cost: Milli }) => Promise<void>
  readonly creditValueUsd: number
}

export interface Question extends LedgerItem {
  readonly model: QuestionModel
  readonly system: string
  readonly user: string
  readonly schema: Record<string, unknown>
  readonly maxTokens: number
}

/** Throws what the model throws, and CREDITS_EXHAUSTED when the question can't be paid. */
export const createAskModel =
  ({ hold, settle, creditValueUsd }: AskModelDeps) =>
  async (ctx: Ctx, question: Question): Promise<{ readonly text: string; readonly cost: Milli }> => {
    const { model, system, user, schema, maxTokens, workspaceId, agentId, key, cause } = question
    const item = { workspaceId, agentId, key, cause }
    const meter = { paidBy: model.paidBy, price: priceOf(model.name), settings: { ...METER_DEFAULTS, creditValueUsd } }
    const estimatedInputTokens = estimateTokens(system + user)
    const maxOutputTokens = maxTokens + thinkingTokens(model.name)
    await hold(ctx, { ...item, amount: turnHold({ ...meter, estimatedInputTokens, maxOutputTokens }) })
    let text = ''
    let cost: Milli = 0
    const costOf = (usage: TokenUsage | undefined): Milli =>
      turnCost({ ...meter, usage: usage ?? { inputTokens: estimatedInputTokens, outputTokens: estimateTokens(text) } })
    try {
      cost = costOf(await model.ask(system, user, schema, (delta) => (text += delta)))
      return { text, cost }
    } catch (error) {
      if (text !== '') cost = costOf(undefined)
      throw error
    } finally {
      await settle(ctx, { ...item, cost })
    }
  }
