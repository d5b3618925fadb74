// The judge: asks a model whether an answer fulfils a criterion, and charges for it.
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'
import { toCredits } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import { type AskModelDeps, createAskModel, type QuestionModel } from '../billing/index.ts'
import { judgePrompt, parseVerdict, VERDICT_SCHEMA } from './judge-prompt.ts'
import type { Judge } from './ports.ts'

export interface JudgingDeps extends AskModelDeps {
  readonly open: (ctx: Ctx, workspaceId: string, model: string) => Promise<QuestionModel>
}

export const JUDGE_TOKENS = 300
const CAUSE = storedMessage(msg('credit_judgement'))

export function createJudge({ open, ...deps }: JudgingDeps): Judge {
  const ask = createAskModel(deps)
  return async (ctx, request) => {
    const { workspaceId, agentId } = request
    const { text, cost } = await ask(ctx, {
      ...judgePrompt(request),
      model: await open(ctx, workspaceId, request.model),
      schema: VERDICT_SCHEMA,
      maxTokens: JUDGE_TOKENS,
      workspaceId,
      agentId,
      key: `judge:${request.key}`,
      cause: CAUSE,
    })
    return { ...parseVerdict(text), credits: toCredits(cost) }
  }
}
