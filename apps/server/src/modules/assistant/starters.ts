// Generates starter questions from an agent's knowledge, by rules and free of charge.
import { MOST_GENERATED } from '@parlance/contract/agents/generated-starters'
import type { Ctx } from '../../lib/ctx.ts'
import type { Agents } from '../agents/service.ts'
import type { Knowledge } from '../knowledge/service.ts'
import { answers, startersByRules } from './starter-rules.ts'

export const STARTERS_JOB = 'assistant.make-starters'
const PASSAGES = 300
/** Questions tried with a search, and passages that count as an answer. */
const TRIED = { questions: 12, passages: 3 }

export interface StarterDeps {
  readonly agents: Pick<Agents, 'wantStarters' | 'claimStarters' | 'keepStarters' | 'generatedStarters'>
  readonly knowledge: Pick<Knowledge, 'newestPassages' | 'passages'>
  readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
}

export function createStarters({ agents, knowledge, enqueue }: StarterDeps) {
  const isAnswered = async (ctx: Ctx, agentId: string, query: string): Promise<boolean> => {
    const found = await knowledge.passages(ctx, { agentId, query, limit: TRIED.passages, wordsOnly: true })
    return found.some(({ text }) => answers(text))
  }

  return {
    wanted: agents.wantStarters,
    generated: agents.generatedStarters,
    async sweep(ctx: Ctx): Promise<void> {
      await ctx.tx(async (tx) => {
        for (const due of await agents.claimStarters(tx)) await enqueue(tx, STARTERS_JOB, due)
      })
    },
    /** Also for agents with their own questions: used once those are removed. */
    async make(ctx: Ctx, agentId: string): Promise<void> {
      const sources = await knowledge.newestPassages(ctx, { agentId, limit: PASSAGES })
      const questions: string[] = []
      for (const question of startersByRules(sources).slice(0, TRIED.questions)) {
        if (questions.length === MOST_GENERATED) break
        if (await isAnswered(ctx, agentId, question)) questions.push(question)
      }
      await agents.keepStarters(ctx, agentId, questions)
    },
  }
}
export type Starters = ReturnType<typeof createStarters>
