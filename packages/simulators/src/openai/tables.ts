/** Quotes rows of a table: one as a sentence, several as a list. Pure. */
import type { Match } from './match.ts'
import type { Row } from './sentences.ts'

const MOST_ROWS = 20

/** The rows of the best row's table that answer as well as it does: those with as many of the question's words. */
export function quoteRows(best: Match, matches: readonly Match[]): string | undefined {
  const row = best.sentence.row
  if (!row) return undefined
  const rows = matches.filter(
    ({ sentence, own }) =>
      sentence.row !== undefined &&
      sentence.passage === best.sentence.passage &&
      sentence.heading === best.sentence.heading &&
      (best.own === 0 || own === best.own),
  )
  if (rows.length <= 1) return `${written(row)}.`.replace(/([.!?])\.$/, '$1')
  return rows
    .slice(0, MOST_ROWS)
    .flatMap(({ sentence }) => (sentence.row ? [`- ${written(sentence.row)}`] : []))
    .join('\n')
}

/** «Nordlicht: 24.50 €»; with more columns each value has its name: «Nordlicht: Price 24.50 €, Fibre wool». */
function written({ cells, headers }: Row): string {
  const [name = '', ...values] = cells
  const named = values.flatMap((value, at) => {
    if (!value) return []
    const header = headers[at + 1]
    return values.length > 1 && header ? [`${header} ${value}`] : [value]
  })
  return named.length > 0 ? `${name}: ${named.join(', ')}` : name
}
