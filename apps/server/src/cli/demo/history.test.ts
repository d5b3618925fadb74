import { expect, test } from 'vitest'
import { AGENCIES } from './businesses.ts'
import { NewMetric, UNCLEAR, valuesOf } from '@parlance/contract/metrics/schemas'
import { DAYS, makeHistory, numbers } from './history.ts'
import { judge } from './judgements.ts'

const NOW = new Date('2026-03-18T15:00:00Z')
const PEOPLE = [
  { kind: 'client', id: 'c1', name: 'Mara' },
  { kind: 'user', id: 'u1', name: 'Ines' },
] as const
const BUSINESSES = AGENCIES.flatMap(({ businesses }) => businesses)
const historyOf = (business: (typeof BUSINESSES)[number], now = NOW, seed = 1) =>
  makeHistory({ business, people: PEOPLE, now, random: numbers(seed) })

test.each(BUSINESSES.map((business) => [business.org, business] as const))(
  '%s: two months that could have happened',
  (_, business) => {
    const history = historyOf(business)
    expect(history.length).toBeGreaterThanOrEqual(business.conversations)
    for (const { messages, state, handoffAt, endedAt, rating, assignee, seen, leftMessage } of history) {
      const times = messages.map(({ at }) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime())
      expect(NOW.getTime() - (times[0] ?? 0)).toBeLessThanOrEqual((DAYS + 1) * 24 * 3600_000)
      expect(messages[0]?.author).toBe('user')
      expect(seen).toBeLessThanOrEqual(messages.length)
      expect(handoffAt !== undefined).toBe(state === 'requested_chat')
      expect(assignee !== undefined).toBe(state === 'human-chatting')
      if (endedAt) expect(state).toBe('ended_chat')
      if (leftMessage) expect(state).toBe('ai-chatting')
      if (rating) expect([1, 2, 3, 4, 5]).toContain(rating.score)
      const answers = messages.filter(({ author }) => author === 'agent').map(({ turnId }) => turnId)
      expect(new Set(answers).size).toBe(answers.length)
    }
    const waiting = history.filter(({ state }) => state === 'requested_chat')
    expect(waiting.length).toBe(Math.min(2, business.byPeople.length))
    const sources = history.flatMap(({ messages }) => messages.flatMap(({ from }) => from ?? []))
    const titles = new Set(business.documents.map(({ name }) => name))
    expect(sources.filter((from) => !titles.has(from))).toEqual([])
  },
)

test('makes the same history from the same numbers, and another from others', () => {
  const [business] = BUSINESSES
  if (!business) throw new Error('There is no business.')
  const told = (seed: number) =>
    historyOf(business, NOW, seed).map(({ messages }) => [messages[0]?.text, messages[0]?.at.getTime()])
  expect(told(1)).toEqual(told(1))
  expect(told(2)).not.toEqual(told(1))
})

test.each(BUSINESSES.map((business) => [business.org, business] as const))(
  '%s: measures quote what was said, and people agree with most answers',
  (_, business) => {
    const history = historyOf(business)
    const said = new Map(history.map(({ id, messages }) => [id, messages.map(({ text }) => text)]))
    for (const { metric, judgements } of judge(business, history, NOW)) {
      expect(NewMetric.safeParse(metric).error).toBeUndefined()
      const values = valuesOf({ ...metric, choices: metric.choices ?? [] })
      expect(judgements.length).toBeGreaterThan(history.length / 2)
      for (const { conversationId, value, quote, seq, label } of judgements) {
        expect([...values, UNCLEAR]).toContain(value)
        expect(quote === '').toBe(value === UNCLEAR)
        if (quote) expect(said.get(conversationId)?.[seq - 1]).toBe(quote)
        if (label) expect(values).toContain(label)
      }
      const checked = judgements.filter(({ label }) => label !== undefined)
      const agreed = checked.filter(({ label, value }) => label === value)
      expect(agreed.length / checked.length).toBeGreaterThan(0.7)
    }
  },
)
