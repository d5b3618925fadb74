/**
 * Measures the contradiction rules. `npx vitest run apps/server/src/modules/gaps/contradiction` prints precision and recall
 * over the labelled pairs, and the misjudged pairs.
 */
import { expect, test } from 'vitest'
import { contradiction } from './contradiction.ts'
import { type LabelledPair, PAIRS } from './pairs.testing.ts'

const LEAST = { precision: 0.9, recall: 0.85 }

const passage = (docId: string, [title, text]: LabelledPair['a']) => ({ docId, title, text })
const found = PAIRS.map(({ a, b }) => contradiction(passage('a', a), passage('b', b)))
const percent = (part: number): string => `${(part * 100).toFixed(1)} %`

test('60 pairs are labelled, in two languages', () => {
  const count = (test: (one: LabelledPair) => boolean) => PAIRS.filter(test).length
  expect(new Set(PAIRS.map(({ a, b }) => `${a[1]} / ${b[1]}`)).size).toBe(60)
  for (const label of ['contradict', 'agree', 'unrelated'])
    for (const language of ['en', 'de'])
      expect(count((one) => one.label === label && one.language === language)).toBeGreaterThanOrEqual(8)
})

test('what is reported is a contradiction, and many are found', () => {
  const reported = PAIRS.filter((_, at) => found[at])
  const right = reported.filter(({ label }) => label === 'contradict').length
  const precision = right / reported.length
  const recall = right / PAIRS.filter(({ label }) => label === 'contradict').length
  const lines = PAIRS.flatMap(({ label, a, b }, at) =>
    (label === 'contradict') === (found[at] !== undefined) ? [] : [`  labelled ${label}: ${a[1]} / ${b[1]}`],
  )
  const sum = `contradictions: precision ${percent(precision)}, recall ${percent(recall)} (${right} of ${reported.length} reported are right)`
  console.info([sum, ...lines].join('\n'))
  expect(precision).toBeGreaterThanOrEqual(LEAST.precision)
  expect(recall).toBeGreaterThanOrEqual(LEAST.recall)
})
