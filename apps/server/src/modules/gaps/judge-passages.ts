// Asks a model to compare two passages, and charges for it.
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { type AskModelDeps, createAskModel, type QuestionModel } from '../billing/index.ts'
import { CONFLICT_SCHEMA, conflictPrompt, parseConflict } from './conflict-prompt.ts'
import type { JudgeFor } from './ports.ts'

export interface JudgingDeps extends AskModelDeps {
  /** The agent's model; undefined for an unknown agent. */
  readonly open: (ctx: Ctx, agentId: string) => Promise<QuestionModel | undefined>
}

export const JUDGE_TOKENS = 300
const CAUSE = storedMessage(msg('credit_comparison'))

export function createJudgeFor({ open, ...deps }: JudgingDeps): JudgeFor {
  const ask = createAskModel(deps)
  return async (ctx, agentId) => {
    const model = await open(ctx, agentId)
    // The sandbox model would only guess: rules are better.
    if (!model || model.paidBy === 'sandbox') return undefined
    return {
      name: model.name,
      async judge(inner, { a, b, key }) {
        const { text } = await ask(inner, {
          ...conflictPrompt(a, b),
          model,
          schema: CONFLICT_SCHEMA,
          maxTokens: JUDGE_TOKENS,
          workspaceId: inner.workspaceId,
          agentId,
          key: `conflict:${key}`,
          cause: CAUSE,
        })
        return parseConflict(text)
      },
    }
  }
}
