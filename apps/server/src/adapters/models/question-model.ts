import type { Model } from '../../modules/conversations/ports.ts'

const TIMEOUT_MS = 60_000

/** `maxTokens`: the longest answer. With `isText` the schema of a question is ignored. */
export const questionModel = (model: Model, maxTokens: number, { isText = false } = {}) => ({
  name: model.name,
  paidBy: model.paidBy,
  async ask(system: string, user: string, schema: Record<string, unknown>, onText: (delta: string) => void) {
    const call = {
      system,
      messages: [{ role: 'user' as const, content: user }],
      temperature: 0,
      maxTokens,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(!isText && { json: { name: 'answer', schema } }),
    }
    return (await model.stream(call, onText)).usage
  },
})
