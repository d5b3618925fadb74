import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_ANSWER, readAnswer } from '@parlance/contract/conversations/answer'
import type { Source } from '@parlance/contract/conversations/schemas'
import type { Item } from '@parlance/contract/items/schemas'
import {
  addItem,
  addSources,
  addText,
  bodyOf,
  type Chunk,
  chunkEnd,
  chunksFrom,
  endTurn,
  finishReasonOf,
  newParagraph,
  type NumberedPart,
  openTurn,
  replay,
  type Turn,
  turnText,
} from './stream-parts.ts'

const metadata = { conversationId: 'c', turnId: 't', visitorId: 'v', model: 'm' }
const source = (index: number): Source => ({ docId: `d${index}`, title: `T${index}`, text: 'passage', score: 1 })
const STATUSES = ['complete', 'interrupted', 'failed'] as const

function live(sources: number, deltas: readonly string[], status: (typeof STATUSES)[number], error?: string) {
  const turn = openTurn(metadata, 'reply')
  const told: NumberedPart[] = replay(turn, 0)
  told.push(
    ...addSources(
      turn,
      Array.from({ length: sources }, (_, index) => source(index)),
    ),
  )
  for (const delta of deltas) told.push(...addText(turn, delta))
  told.push(...endTurn(turn, { status, ...(error ? { error } : {}) }))
  return { turn, told }
}
/** The same turn rebuilt by another node, with the text in one piece. */
function rebuilt(sources: number, text: string, status: (typeof STATUSES)[number], error?: string): Turn {
  return live(sources, [text], status, error).turn
}
const textOf = (parts: readonly NumberedPart[]) =>
  parts.map(({ part }) => (part.type === 'text-delta' ? part.delta : '')).join('')
const others = (parts: readonly NumberedPart[]) => parts.filter(({ part }) => part.type !== 'text-delta')

const story = fc.record({
  sources: fc.integer({ min: 0, max: 3 }),
  deltas: fc.array(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 12 }),
  status: fc.constantFrom(...STATUSES),
  error: fc.option(fc.constant('It broke.'), { nil: undefined }),
})

test('has increasing ids, without gaps outside text', () => {
  fc.assert(
    fc.property(story, ({ sources, deltas, status, error }) => {
      const { told } = live(sources, deltas, status, error)
      const ids = told.map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.at(-1)).toBe(others(told).length + deltas.join('').length)
    }),
    { seed: 12 },
  )
})

test('yields the whole from any cut and its replay, here and rebuilt', () => {
  fc.assert(
    fc.property(story, fc.nat(), ({ sources, deltas, status, error }, at) => {
      const { turn, told } = live(sources, deltas, status, error)
      const cut = at % ((told.at(-1)?.id ?? 0) + 1)
      const heard = told.filter(({ id }) => id <= cut)
      const seen = heard.at(-1)?.id ?? 0
      for (const from of [turn, rebuilt(sources, deltas.join(''), status, error)]) {
        const rest = replay(from, seen)
        expect(rest.every(({ id }) => id > seen)).toBe(true)
        expect(textOf(heard) + textOf(rest)).toBe(deltas.join(''))
        expect(others([...heard, ...rest])).toEqual(others(told))
      }
    }),
    { seed: 13 },
  )
})

test('resumes within text from an id in its middle', () => {
  const { turn } = live(1, ['Hello world'], 'complete')
  // The text-start takes an id too.
  const opened = turn.opening.length + 1
  expect(textOf(replay(turn, opened + 6))).toBe('world')
  expect(replay(turn, opened + 11).map(({ part }) => part.type)).toEqual(['text-end', 'finish-step', 'finish'])
})

test('adds nothing after the end', () => {
  const { turn } = live(0, ['Hi'], 'complete')
  const before = structuredClone(turn)
  expect(addText(turn, 'more')).toEqual([])
  expect(endTurn(turn, { status: 'failed', error: 'late' })).toEqual([])
  expect(turn).toEqual(before)
})

test('opens no text for a turn without text', () => {
  const { told } = live(0, [], 'failed', 'Sorry.')
  expect(told.map(({ part }) => part.type)).toEqual(['start', 'start-step', 'error', 'finish-step', 'finish'])
})

test('ends a stopped turn with abort, a broken one with an error', () => {
  const kinds = (error?: string) => live(0, ['Hi'], 'interrupted', error).told.map(({ part }) => part.type)
  expect(kinds()).toContain('abort')
  expect(kinds()).not.toContain('error')
  expect(kinds('It broke.')).toContain('error')
  expect(kinds('It broke.')).not.toContain('abort')
})

test('gives the finish reason live and in replays', () => {
  expect(finishReasonOf({ status: 'complete' })).toBe('stop')
  expect(finishReasonOf({ status: 'interrupted' })).toBe('other')
  expect(finishReasonOf({ status: 'complete', finishReason: 'length' })).toBe('length')
})

test('gives a reader of all parts text, sources, status and error', () => {
  fc.assert(
    fc.property(story, ({ sources, deltas, status, error }) => {
      const { told } = live(sources, deltas, status, error)
      const answer = told.reduce((sofar, { part }) => readAnswer(sofar, part), NO_ANSWER)
      const text = deltas.join('')
      expect(answer).toMatchObject({ text, messageId: 'reply', error: error ?? '', metadata: { turnId: 't', status } })
      expect(answer.sources).toHaveLength(sources)
      if (error) expect(answer.status).toBe(text === '' ? 'failed' : 'interrupted')
      else if (status !== 'failed') expect(answer.status).toBe(status)
    }),
    { seed: 14 },
  )
})

const visual: Item = { type: 'visual', image: 'https://example.org/a.png', alt: 'A' }
const choice: Item = { type: 'choice', buttons: [{ name: 'Yes', request: { type: 'text' } }] }
const said = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom<Item>(visual, choice, { type: 'text', text: 'Hi' }),
  ),
  { maxLength: 12 },
)
/** Sends all pieces; `note` is called after each. */
function saying(pieces: readonly (string | Item)[], late: number, note: (turn: Turn) => void = () => {}) {
  const turn = openTurn(metadata, 'reply')
  const told = replay(turn, 0)
  for (const piece of pieces) {
    told.push(...(typeof piece === 'string' ? addText(turn, piece) : addItem(turn, piece)))
    note(turn)
  }
  told.push(
    ...addSources(
      turn,
      Array.from({ length: late }, (_, index) => source(index)),
    ),
  )
  return { turn, told }
}
/** Rebuilt by another node from the stored data. */
function again(items: readonly Item[], late: readonly Source[], early: readonly Source[]): Turn {
  const turn = openTurn(metadata, 'reply')
  addSources(turn, early)
  for (const item of items) addItem(turn, structuredClone(item))
  turn.lateSources.push(...late)
  return turn
}

test('yields the whole with items between texts', () => {
  fc.assert(
    fc.property(said, fc.nat({ max: 2 }), fc.nat(), (pieces, late, at) => {
      const { turn, told } = saying(pieces, late)
      const { body, lateSources } = structuredClone(turn)
      told.push(...endTurn(turn, { status: 'complete' }))
      const rebuiltTurn = again(
        body,
        lateSources,
        lateSources.length > 0 ? [] : turn.opening.slice(2).map((_, i) => source(i)),
      )
      endTurn(rebuiltTurn, { status: 'complete' })
      expect(turnText(rebuiltTurn)).toBe(turnText(turn))
      const cut = at % ((told.at(-1)?.id ?? 0) + 1)
      const heard = told.filter(({ id }) => id <= cut)
      const seen = heard.at(-1)?.id ?? 0
      for (const from of [turn, rebuiltTurn]) {
        const rest = replay(from, seen)
        expect(textOf(heard) + textOf(rest)).toBe(textOf(told))
        expect(others([...heard, ...rest])).toEqual(others(told))
      }
    }),
    { seed: 15 },
  )
})

test('restores the output from chunks, however often it was saved', () => {
  fc.assert(
    fc.property(said, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (pieces, saves) => {
      const kept: Chunk[] = []
      let from = 0
      const save = (turn: Turn) => {
        for (const chunk of chunksFrom(turn.body, from)) {
          kept.push(chunk)
          from = chunkEnd(chunk)
        }
      }
      let index = 0
      const { turn } = saying(pieces, 0, (now) => (saves[index++] ? save(now) : undefined))
      save(turn)
      const back = bodyOf(kept)
      // The second half of a surrogate pair may still be missing.
      expect(turnText(turn).startsWith(turnText({ body: back }))).toBe(true)
      expect(turnText(turn).length - turnText({ body: back }).length).toBeLessThanOrEqual(1)
      expect(bodyOf(kept.filter((_, i) => i !== 1)).length).toBeLessThanOrEqual(back.length)
    }),
    { seed: 16 },
  )
})

test('starts a paragraph after tools, and a text after an item', () => {
  const turn = openTurn(metadata, 'reply')
  expect(newParagraph(turn)).toEqual([])
  addText(turn, 'One.')
  newParagraph(turn)
  addText(turn, 'Two.')
  addItem(turn, visual)
  const [start] = addText(turn, 'Three.')
  expect(start?.part).toEqual({ type: 'text-start', id: 'answer-3' })
  expect(turn.body.map(({ type }) => type)).toEqual(['text', 'visual', 'text'])
  expect(turnText(turn)).toBe('One.\n\nTwo.\n\nA: https://example.org/a.png\n\nThree.')
})
