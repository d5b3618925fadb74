import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupQuestions, type Group, type Question, representative } from './group-questions.ts'
import { cosine, textSimilarity, similarityOf, centroidOf } from './similarity.ts'

const DIMENSIONS = 24
const near = (axis: number, noise: readonly number[] = []): Float32Array =>
  centroidOf([Float32Array.from({ length: DIMENSIONS }, (_, at) => (at === axis ? 1 : 0) + (noise[at] ?? 0) * 0.15)]) ??
  new Float32Array(DIMENSIONS)
const words = ['parking', 'discount', 'warranty', 'kayak', 'invoice', 'gluten', 'founder', 'voucher']
const asked = (id: number, text: string, vector: Float32Array | null = null): Question => ({
  id,
  text,
  vector,
  model: 'm',
})
const existing = (id: string, text: string, more: Partial<Group> = {}): Group => ({
  id,
  text,
  vector: null,
  model: 'm',
  count: 1,
  fixed: false,
  ...more,
})
const ids = () => {
  let n = 0
  return () => `new${(n += 1)}`
}

describe('by letters alone', () => {
  test('groups rephrasings of one question', () => {
    const { placed } = groupQuestions(
      [],
      [
        asked(1, 'Do you offer student discounts?'),
        asked(2, 'student discount?'),
        asked(3, 'Is there parking?'),
        asked(4, 'parking'),
      ],
      ids(),
    )
    expect([...placed.values()]).toEqual(['new1', 'new1', 'new2', 'new2'])
  })

  test('ignores case, accents and punctuation', () => {
    expect(textSimilarity('Où est la GARE ?', 'ou est la gare')).toBe(1)
    expect(textSimilarity('', '')).toBe(1)
    expect(textSimilarity('abc', 'xyz')).toBe(0)
  })

  test('compares questions of stop words by these', () => {
    expect(textSimilarity('Who are you?', 'who are you')).toBe(1)
  })
})

describe('a question', () => {
  test('joins the nearest group, even a dismissed one', () => {
    const groups = [
      existing('a', 'parking', { vector: near(0) }),
      existing('b', 'kayak', { vector: near(1), fixed: true }),
    ]
    const { placed, merged } = groupQuestions(
      groups,
      [asked(1, 'kayak rental', near(1)), asked(2, 'invoice', near(2))],
      ids(),
    )
    expect([...placed]).toEqual([
      [1, 'b'],
      [2, 'new1'],
    ])
    expect(merged.size).toBe(0)
  })

  test('is compared by letters without a comparable vector', () => {
    const groups = [existing('a', 'Is there parking?', { vector: near(0), model: 'old' })]
    const { placed } = groupQuestions(
      groups,
      [asked(1, 'is there parking', near(5)), asked(2, 'Is there PARKING', null)],
      ids(),
    )
    expect([...placed.values()]).toEqual(['a', 'a'])
  })
})

describe('groups', () => {
  const between = centroidOf([near(0), near(1)])
  test('are merged into the older one by a question that connects them', () => {
    const groups = [
      existing('a', 'parking space', { vector: near(0, [0, 6]), count: 3 }),
      existing('b', 'parking spot', { vector: near(1, [6]), count: 1 }),
    ]
    const { placed, merged } = groupQuestions(groups, [asked(1, 'parking space or spot', between)], ids())
    expect(merged).toEqual(new Map([['b', 'a']]))
    expect(placed.get(1)).toBe('a')
  })

  test('are not merged when one is dismissed', () => {
    const groups = [
      existing('a', 'parking space', { vector: near(0, [0, 6]) }),
      existing('b', 'parking spot', { vector: near(1, [6]), fixed: true }),
    ]
    const { merged } = groupQuestions(groups, [asked(1, 'parking space or spot', between)], ids())
    expect(merged.size).toBe(0)
  })
})

const planted = fc
  .array(
    fc.record({
      axis: fc.nat(words.length - 1),
      noise: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((points) =>
    points.map(({ axis, noise }, id) => ({ axis, question: asked(id, words[axis] ?? '', near(axis, noise)) })),
  )

/** Which questions share a group, regardless of group ids. */
const partition = (placed: ReadonlyMap<number, string>): string[] =>
  [...Map.groupBy([...placed], ([, id]) => id).values()]
    .map((members) =>
      members
        .map(([id]) => id)
        .sort((a, b) => a - b)
        .join(),
    )
    .sort()

test('finds planted groups in any order, at once or one by one', () => {
  fc.assert(
    fc.property(planted, fc.infiniteStream(fc.nat()), (points, order) => {
      const wanted = partition(new Map(points.map(({ question, axis }) => [question.id, String(axis)])))
      const shuffled = points
        .map(({ question }) => ({ question, at: order.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ question }) => question)
      expect(partition(groupQuestions([], shuffled, ids()).placed)).toEqual(wanted)
      const groups = new Map<string, Group>()
      const all = new Map<number, string>()
      const newId = ids()
      for (const question of shuffled) {
        const { placed, merged } = groupQuestions([...groups.values()], [question], newId)
        expect(merged.size).toBe(0)
        for (const [id, to] of placed) {
          all.set(id, to)
          const before = groups.get(to)
          const members = points.filter(({ question: { id: one } }) => all.get(one) === to)
          const vector = centroidOf(members.flatMap(({ question: { vector: v } }) => v ?? []))
          groups.set(to, existing(to, before?.text ?? question.text, { vector, count: members.length }))
        }
      }
      expect(partition(all)).toEqual(wanted)
    }),
    { numRuns: 60 },
  )
})

test('places every question once, into an existing group', () => {
  const any = fc.array(fc.string({ maxLength: 40 }), { maxLength: 25 })
  fc.assert(
    fc.property(any, any, (old, fresh) => {
      const groups = old.map((text, at) => existing(`old${at}`, text))
      const { placed, merged } = groupQuestions(
        groups,
        fresh.map((text, id) => asked(id, text)),
        ids(),
      )
      expect([...placed.keys()].sort((a, b) => a - b)).toEqual(fresh.map((_, id) => id))
      for (const id of placed.values()) {
        expect(merged.has(id)).toBe(false)
        expect(id.startsWith('new') || groups.some((one) => one.id === id)).toBe(true)
      }
      for (const to of merged.values()) expect(merged.has(to)).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('is symmetrical', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const [one, two] = [asked(1, a), asked(2, b)]
      expect(similarityOf(one, two)).toEqual(similarityOf(two, one))
    }),
  )
})

describe('the representative question', () => {
  test('is the nearest to the centroid', () => {
    const points = [asked(1, 'far', near(1)), asked(2, 'mid', near(0, [0, 3])), asked(3, 'other', near(0))]
    const centre = centroidOf(points.flatMap(({ vector }) => vector ?? []))
    const best = points.toSorted(
      (a, b) => cosine(b.vector ?? near(9), centre ?? near(9)) - cosine(a.vector ?? near(9), centre ?? near(9)),
    )[0]
    expect(representative(points)).toBe(best)
    expect(best?.text).toBe('mid')
  })
  test('is the shorter of equals, and by letters without vectors', () => {
    expect(representative([asked(1, 'Is there parking, please?'), asked(2, 'Is there parking?')])?.id).toBe(2)
    expect(representative([asked(1, 'kayak'), asked(2, 'parking lot'), asked(3, 'parking lots')])?.id).not.toBe(1)
    expect(representative([])).toBeUndefined()
  })
})
