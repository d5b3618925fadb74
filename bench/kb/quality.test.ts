// Guards that hybrid search beats each search alone on the bench's questions.
import { readFileSync } from 'node:fs'
import { fuseScores, SANDBOX_WEIGHT, confidenceOf } from '@parlance/contract/knowledge/score-fusion'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { beats, rankOf, scoresOf } from './scores.ts'

const Hits = z.array(z.tuple([z.int(), z.number()]))
const Found = z.array(z.object({ answers: z.array(z.int()), most: z.number(), words: Hits, meaning: Hits }))
const found = Found.parse(JSON.parse(readFileSync(new URL('data/hits.json', import.meta.url), 'utf8')))

const asHits = (list: z.infer<typeof Hits>) => list.map(([id, score]) => ({ id, score }))
const both = ({ words, meaning, most }: (typeof found)[number]) =>
  fuseScores({
    text: { hits: asHits(words), weight: confidenceOf(words[0]?.[1] ?? 0, most), nothing: 'zero' },
    vector: { hits: asHits(meaning), weight: SANDBOX_WEIGHT, nothing: 'last' },
  })

it.each([
  ['all questions', () => true],
  ['the half that parameters were not chosen by', (_: unknown, at: number) => at % 2 === 1],
])('both beat words alone and meaning alone, for %s', (_of, wanted) => {
  const ranks = found.filter(wanted).map((one) => {
    const isRight = ({ id }: { id: number }) => one.answers.includes(id)
    return [rankOf(both(one), isRight), rankOf(asHits(one.words), isRight), rankOf(asHits(one.meaning), isRight)]
  })
  const [fused, words, meaning] = [0, 1, 2].map((n) => scoresOf(ranks.map((rank) => rank[n])))
  if (!fused || !words || !meaning) throw new Error('no scores')
  expect(ranks.length).toBeGreaterThan(100)
  expect(beats(fused, [words, meaning]), JSON.stringify({ fused, words, meaning })).toBe(true)
})
