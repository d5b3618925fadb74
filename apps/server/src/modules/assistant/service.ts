// Owns the writing assistant: suggestions for the texts of an agent. It stores nothing.
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
  /** The model that the agent's draft names; undefined when nothing serves it. */
  readonly open: (ctx: Ctx, agentId: string, maxTokens: number) => Promise<QuestionModel | undefined>
}

const SUGGESTION_TOKENS = 2000
/** An improved text is rarely longer than the one before; this is what it may grow to. */
const improvementTokens = (text: string) => Math.min(16_000, 500 + Math.ceil(text.length / 2))
const NO_KEY = 'Add an API key for the agent’s model first. The demo model does not write prompts.'
const REFUSALS: Readonly<Record<ModelError['kind'], string>> = {
  refused: 'The provider refused the request. Check the API key and the model’s name under Credentials.',
  busy: 'The provider has too many requests, or the key has no credit left. Try again later, or check your account there.',
  down: 'The language model could not be reached. Try again in a moment.',
  timeout: 'The model did not answer in time. Try again.',
  garbled: 'The model gave no usable text. Try again, or choose another model.',
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
    if (!model || model.paidBy === 'sandbox') throw new AppError('CONFLICT', NO_KEY)
    const key = `assistant:${randomId(20)}`
    const { text, cost } = await askModel(ctx, {
      ...question,
      model,
      maxTokens,
      workspaceId: ctx.workspaceId,
      key,
    }).catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error
      throw new AppError('MODEL_UNAVAILABLE', REFUSALS[error.kind], { cause: error })
    })
    const data = parse(text)
    if (data === undefined) throw new AppError('MODEL_UNAVAILABLE', REFUSALS.garbled)
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
          cause: 'Suggestions for an agent',
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
          cause: 'Improvement of a prompt',
        },
        (answer) => {
          const text = parseImprovement(answer, input.text)
          return text === undefined ? undefined : { text }
        },
      ),
  }
}
export type Assistant = ReturnType<typeof createAssistant>
