// Citation numbers in an answer: «[1]». A model may invent sources, so only existing numbers reach the reader.
import type { Source } from './schemas.ts'

/** «[1]», «[1, 3]», with preceding spaces, possibly incomplete. */
const BEGUN = /(?<![ \t])[ \t]*(?:\[[\d,; \t]{0,40}\]?)?$/
const CITED = /(?<![ \t])([ \t]*)\[(\d{1,3}(?:[,;][ \t]*\d{1,3})*[ \t]*)\](?!\()/g
const NUMBER = /\d+/g

export interface CitationReader {
  readonly push: (delta: string) => string
  readonly end: () => string
}

/**
 * Drops numbers outside 1 to `most()`, wherever the text is split. Code between backticks, and links, are unchanged.
 */
export function createCitationReader(most: () => number): CitationReader {
  let held = ''
  let isCode = false
  const release = (text: string): string => {
    const parts = text.split(/(`+)/)
    return parts
      .map((part, at) => {
        if (at % 2 === 1) {
          isCode = !isCode
          return part
        }
        return isCode ? part : withoutWrong(part, most())
      })
      .join('')
  }
  return {
    push(delta) {
      held += delta
      const ticks = /`+$/.exec(held)?.index
      const from = ticks ?? BEGUN.exec(held)?.index ?? held.length
      const safe = held.slice(0, from)
      held = held.slice(from)
      return release(safe)
    },
    end() {
      const rest = held
      held = ''
      return release(rest)
    },
  }
}

const withoutWrong = (text: string, most: number): string =>
  text.replaceAll(CITED, (whole, space: string, list: string) => {
    const numbers = numbersIn(list).filter((n) => n >= 1 && n <= most)
    if (numbers.length === 0) return ''
    return numbers.length === numbersIn(list).length ? whole : `${space}[${numbers.join(', ')}]`
  })

const numbersIn = (text: string): number[] => Array.from(text.matchAll(NUMBER), ([number]) => Number(number))

export function citedIn(text: string): number[] {
  const prose = text.split(/`+/).filter((_, at) => at % 2 === 0)
  return [...new Set(prose.flatMap((part) => [...part.matchAll(CITED)].flatMap(([, , list = '']) => numbersIn(list))))]
}

/** For excerpts and speech. Code is unchanged. */
export const withoutCitations = (text: string): string =>
  text
    .split(/(`+[^`]*`+)/)
    .map((part, at) => (at % 2 === 1 ? part : withoutWrong(part, 0)))
    .join('')

/** The cited ones in order, or all if none is cited. */
export function shownSources<S extends Pick<Source, 'n'>>(sources: readonly S[], text: string): readonly S[] {
  const cited = new Set(citedIn(text))
  const named = sources.filter(({ n }) => n !== undefined && cited.has(n))
  return named.length > 0 ? named : sources
}

export type CitedPart = { readonly text: string } | { readonly cites: number }

export function splitCitations(text: string, known: ReadonlySet<number>): CitedPart[] {
  const parts: CitedPart[] = []
  let at = 0
  for (const match of text.matchAll(CITED)) {
    const numbers = numbersIn(match[2] ?? '')
    if (!numbers.every((n) => known.has(n))) continue
    const before = text.slice(at, match.index)
    if (before) parts.push({ text: before })
    parts.push(...numbers.map((cites) => ({ cites })))
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}
