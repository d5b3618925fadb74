// Which passages of different documents are worth comparing, by their words alone.
import { closeness, type PassageText } from './contradiction.ts'
import { type Statement, statementsOf } from './statements.ts'

/** From here on two sentences may speak of the same thing. */
const CLOSE = 0.6
/** A word that so many sentences use brings none of them together. */
const COMMON = 60

interface Said {
  readonly at: number
  readonly statement: Statement
}

/**
 * Pairs of places in `passages`, the nearest first, at most `most`. Two passages are as near as their nearest two sentences;
 * sentences that name no value and no day are compared as well, since one may deny the other.
 */
export function likelyPairs(passages: readonly PassageText[], most: number): [a: number, b: number][] {
  const said: Said[] = passages.flatMap(({ text }, at) => statementsOf(text).map((statement) => ({ at, statement })))
  const byWord = new Map<string, number[]>()
  for (const [index, { statement }] of said.entries())
    for (const word of statement.labels) {
      // Forms of a word meet under its beginning.
      const key = word.slice(0, 5)
      const known = byWord.get(key)
      if (!known) byWord.set(key, [index])
      else if (known.at(-1) !== index) known.push(index)
    }
  const best = new Map<string, { pair: [number, number]; close: number }>()
  for (const indexes of byWord.values()) {
    if (indexes.length > COMMON) continue
    for (const [place, first] of indexes.entries())
      for (const second of indexes.slice(place + 1)) compare(passages, said[first], said[second], best)
  }
  return [...best.values()]
    .sort((x, y) => y.close - x.close || x.pair[0] - y.pair[0] || x.pair[1] - y.pair[1])
    .slice(0, most)
    .map(({ pair }) => pair)
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
