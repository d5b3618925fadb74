// Owns the writing assistant: suggestions for the texts of an agent. It stores nothing but generated starter questions.
import { type MessageCode, msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'
import type { AgentSuggestion, PromptKind } from '@parlance/contract/assistant/schemas'
import type { Language } from '@parlance/contract/accounts/languages'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { toCredits } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import { type AskModelDeps, createAskModel, type QuestionModel } from '../billing/index.ts'
import { ModelError } from '../conversations/index.ts'
import {
  IMPROVEMENT_SCHEMA,
  improvementPrompt,
  parseImprovement,
  parseSuggestion,
  SUGGESTION_SCHEMA,
  suggestionPrompt,
} from './prompts.ts'

export interface AssistantDeps extends AskModelDeps {
  /** The model of the agent's draft; undefined if no key serves it. */
  readonly open: (ctx: Ctx, agentId: string, maxTokens: number) => Promise<QuestionModel | undefined>
}

const SUGGESTION_TOKENS = 2000
/** Output limit: an improved text is rarely longer than the original. */
const improvementTokens = (text: string) => Math.min(16_000, 500 + Math.ceil(text.length / 2))
const REFUSALS: Readonly<Record<ModelError['kind'], MessageCode>> = {
  refused: 'assistant_refused',
  busy: 'assistant_limited',
  down: 'model_unavailable',
  timeout: 'assistant_timeout',
  garbled: 'assistant_unusable',
}

export function createAssistant({ open, ...deps }: AssistantDeps) {
  const askModel = createAskModel(deps)

  interface Ask {
    readonly agentId: string
    readonly system: string
    readonly user: string
    readonly schema: Record<string, unknown>
    readonly maxTokens: number
    readonly cause: string
  }
  async function ask<T>(ctx: Ctx, { maxTokens, ...question }: Ask, parse: (text: string) => T | undefined) {
    const model = await open(ctx, question.agentId, maxTokens)
    if (!model || model.paidBy === 'sandbox') throw new AppError('CONFLICT', msg('assistant_key_required'))
    const key = `assistant:${randomId(20)}`
    const { text, cost } = await askModel(ctx, {
      ...question,
      model,
      maxTokens,
      workspaceId: ctx.workspaceId,
      key,
    }).catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error
      throw new AppError('MODEL_UNAVAILABLE', msg(REFUSALS[error.kind]), { cause: error })
    })
    const data = parse(text)
    if (data === undefined) throw new AppError('MODEL_UNAVAILABLE', msg(REFUSALS.garbled))
    return { data, written: { model: model.name, credits: toCredits(cost) } }
  }

  return {
    describe: (ctx: Ctx, input: { agentId: string; description: string; lang?: Language | undefined }) =>
      ask<AgentSuggestion>(
        ctx,
        {
          ...suggestionPrompt(input.description, input.lang),
          agentId: input.agentId,
          schema: SUGGESTION_SCHEMA,
          maxTokens: SUGGESTION_TOKENS,
          cause: storedMessage(msg('credit_assistant_suggestions')),
        },
        parseSuggestion,
      ),
    improve: (ctx: Ctx, input: { agentId: string; kind: PromptKind; text: string; wish?: string | undefined }) =>
      ask<{ text: string }>(
        ctx,
        {
          ...improvementPrompt(input.kind, input.text, input.wish),
          agentId: input.agentId,
          schema: IMPROVEMENT_SCHEMA,
          maxTokens: improvementTokens(input.text),
          cause: storedMessage(msg('credit_assistant_improvement')),
        },
        (answer) => {
          const text = parseImprovement(answer, input.text)
          return text === undefined ? undefined : { text }
        },
      ),
  }
}
export type Assistant = ReturnType<typeof createAssistant>
