import { z } from 'zod'

export const MOST_GENERATED = 3

export const GeneratedStarters = z.object({
  questions: z.array(z.string()),
  /** Milliseconds since 1970. */
  madeAt: z.number(),
})
export type GeneratedStarters = z.infer<typeof GeneratedStarters>

export const offeredStarters = (
  agent: { readonly starterQuestions: readonly string[]; readonly offerGeneratedStarters: boolean },
  generated: readonly string[] | undefined,
): readonly string[] => {
  if (agent.starterQuestions.length > 0 || !agent.offerGeneratedStarters) return agent.starterQuestions
  return generated ?? []
}
