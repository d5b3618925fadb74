// A model of turns as a judge asks it: one question without chance, answered by a strict schema.
import type { Model } from './modules/conversations/ports.ts'

const JUDGE_MS = 60_000

/** `maxTokens`: the longest verdict. */
export const judging = (model: Model, maxTokens: number) => ({
  name: model.name,
  paidBy: model.paidBy,
  async ask(system: string, user: string, schema: Record<string, unknown>, onText: (delta: string) => void) {
    const call = {
      system,
      messages: [{ role: 'user' as const, content: user }],
      temperature: 0,
      maxTokens,
      signal: AbortSignal.timeout(JUDGE_MS),
      json: { name: 'verdict', schema },
    }
    return (await model.stream(call, onText)).usage
  },
})
