import type { Agreement } from './schemas.ts'

export interface LabelledCount {
  readonly value: string
  readonly label: string
  readonly count: number
}

export function agreementOf(pairs: readonly LabelledCount[]): Agreement {
  const labelled = pairs.reduce((sum, { count }) => sum + count, 0)
  const agreed = pairs.reduce((sum, { value, label, count }) => sum + (value === label ? count : 0), 0)
  if (labelled === 0) return { labelled, agreed, share: null, kappa: null }
  const share = agreed / labelled
  const judged = new Map<string, number>()
  const told = new Map<string, number>()
  for (const { value, label, count } of pairs) {
    judged.set(value, (judged.get(value) ?? 0) + count)
    told.set(label, (told.get(label) ?? 0) + count)
  }
  // Agreement by chance, given how often each answer occurs.
  let chance = 0
  for (const [value, count] of judged) chance += (count / labelled) * ((told.get(value) ?? 0) / labelled)
  return { labelled, agreed, share, kappa: chance === 1 ? null : (share - chance) / (1 - chance) }
}
