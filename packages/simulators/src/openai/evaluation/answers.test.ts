/**
 * Measures the answers of the sandbox model on six small sites, with the product's own prompt. `npx vitest run
 * packages/simulators/src/openai/evaluation` prints the shares, and the errors of the tuning set; the held-out
 * questions show only numbers, so that nobody tunes on them.
 */
import { describe, expect, test } from 'vitest'
import { FRESH_SITES } from './fresh-sites.ts'
import { rate, share, summary, UNKNOWN } from './rate.ts'
import { SITES } from './sites.ts'
import { TUNING_SITES } from './tuning-sites.ts'

const LEAST_RIGHT = 0.85
const MOST_WRONG = 0.05
const tuning = [...SITES, ...TUNING_SITES].flatMap((site) => site.tuning.map((question) => rate(site, question)))
const fresh = FRESH_SITES.flatMap((site) => site.questions.map((question) => rate(site, question)))
const heldOut = SITES.flatMap((site) => site.heldOut.map((question) => rate(site, question)))

test('keeps 100 questions for measuring and 121 for tuning, 101 of these on sites of their own', () => {
  expect([tuning.length, heldOut.length]).toEqual([121, 100])
  for (const site of SITES) expect(site.tuning.length + site.heldOut.length).toBe(20)
  expect(new Set([...tuning, ...heldOut].map(({ site, question }) => `${site}: ${question.ask}`)).size).toBe(221)
})

test('names the passage of an answer, and none without an answer', () => {
  for (const { said } of [...tuning, ...heldOut]) expect(/\[[1-4]\]/.test(said)).toBe(!UNKNOWN.has(said))
})

describe.each([
  { name: 'tuning' as const, all: tuning },
  { name: 'held-out' as const, all: heldOut },
  { name: 'fresh' as const, all: fresh },
])('the $name questions', ({ name, all }) => {
  test('get right answers at the required rate, and seldom confidently wrong ones', () => {
    const failed = name !== 'held-out' ? all.filter(({ outcome }) => outcome !== 'right') : []
    const lines = failed.map(({ site, question, said, outcome }) => `  ${outcome} – ${site}: ${question.ask} → ${said}`)
    console.info([`${name}: ${summary(all)}`, ...lines].join('\n'))
    expect(share(all, 'right')).toBeGreaterThanOrEqual(LEAST_RIGHT)
    expect(share(all, 'wrong')).toBeLessThanOrEqual(MOST_WRONG)
  })
})
