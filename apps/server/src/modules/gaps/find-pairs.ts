// Finds passages of different documents that are worth comparing, by their words.
import { closeness, type PassageText } from './contradiction/contradiction.ts'
import { type Statement, statementsOf } from './contradiction/statements.ts'

/** Minimum similarity of sentences about the same subject. */
const CLOSE = 0.6
/** Words used by more sentences are ignored. */
const COMMON = 40
const STEPS = 4000

interface Said {
  readonly at: number
  readonly statement: Statement
}

/**
 * Pairs of indexes into `passages`, most similar first, by their most similar sentences. Sentences without values count
 * too, since one may negate the other. Yields regularly for the event loop.
 */
export function* findPairs(passages: readonly PassageText[], most: number): Generator<void, [a: number, b: number][]> {
  const said: Said[] = []
  for (const [at, { text, statements = statementsOf(text) }] of passages.entries()) {
    for (const statement of statements) said.push({ at, statement })
    if (at % 5 === 4) yield
  }
  const best = new Map<string, { pair: [number, number]; close: number }>()
  let steps = 0
  for (const indexes of byWord(said)) {
    if (indexes.length > COMMON) continue
    for (const [place, first] of indexes.entries())
      for (const second of indexes.slice(place + 1)) compare(passages, said[first], said[second], best)
    steps += indexes.length ** 2
    if (steps < STEPS) continue
    steps = 0
    yield
  }
  return [...best.values()]
    .sort((x, y) => y.close - x.close || x.pair[0] - y.pair[0] || x.pair[1] - y.pair[1])
    .slice(0, most)
    .map(({ pair }) => pair)
}

export function likelyPairs(passages: readonly PassageText[], most: number): [a: number, b: number][] {
  const steps = findPairs(passages, most)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Sentences by word; forms of a word share its stem. */
function byWord(said: readonly Said[]): Iterable<readonly number[]> {
  const lists = new Map<string, number[]>()
  for (const [index, { statement }] of said.entries())
    for (const word of statement.labels) {
      const key = word.slice(0, 5)
      const known = lists.get(key)
      if (!known) lists.set(key, [index])
      else if (known.at(-1) !== index) known.push(index)
    }
  return lists.values()
}

function compare(
  passages: readonly PassageText[],
  one: Said | undefined,
  two: Said | undefined,
  best: Map<string, { pair: [number, number]; close: number }>,
): void {
  if (!one || !two || passages[one.at]?.docId === passages[two.at]?.docId) return
  if (one.statement.text === two.statement.text) return
  const close = closeness(one.statement, two.statement)
  if (close < CLOSE) return
  const pair: [number, number] = [Math.min(one.at, two.at), Math.max(one.at, two.at)]
  const key = pair.join()
  const known = best.get(key)
  if (!known || known.close < close) best.set(key, { pair, close })
}
