// Finds an agent's tabs and pages by text; a score from 0 to 1 tells how sure a match is.
import { fit, TYPO_FIT } from '../command-palette/match.ts'

export interface Findable {
  /** Unique id. */
  readonly id: string
  /** Its label, the label with its tab, and synonyms. */
  readonly names: readonly string[]
}

export type Match = 'strong' | 'good' | 'possible'
export interface Found<T extends Findable> {
  readonly place: T
  readonly score: number
  readonly match: Match
  /** Found only by correcting the spelling. */
  readonly isTypo: boolean
}

export const SEARCH_PAUSE_MS = 300
const MOST = 5
const LEAST_SCORE = 0.3
/** Ranks synonyms below labels. */
const OTHER_WORD = 0.95
/** Keeps all but exact names below a strong match. */
const INEXACT = 0.8

/** A score's category; undefined when too weak to show. */
export function matchOf(score: number): Match | undefined {
  if (score > 0.8) return 'strong'
  if (score > 0.6) return 'good'
  return score >= LEAST_SCORE ? 'possible' : undefined
}

/** At most five places, best first; ties keep their order. Typos count only when nothing else matches. */
export function findPlaces<T extends Findable>(places: readonly T[], text: string): Found<T>[] {
  const found = places.flatMap((place) => {
    const { score, isTypo } = scorePlace(place, text)
    const match = matchOf(score)
    return match ? [{ place, score, match, isTypo }] : []
  })
  const literal = found.filter(({ isTypo }) => !isTypo)
  return (literal.length > 0 ? literal : found).toSorted((a, b) => b.score - a.score).slice(0, MOST)
}

function scorePlace({ names }: Findable, text: string): { score: number; isTypo: boolean } {
  const scores = names.map((name, index) => {
    const fits = fit(text, name)
    return { score: (fits === 1 ? 1 : fits * INEXACT) * (index === 0 ? 1 : OTHER_WORD), isTypo: fits <= TYPO_FIT }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best), { score: 0, isTypo: false })
}

/** The single place with exactly this name. */
export function exactPlace<T extends Findable>(found: readonly Found<T>[]): T | undefined {
  return found[0]?.match === 'strong' ? clearlyBest(found) : undefined
}

/** Enter's target among these suggestions without a selection; never a guess. */
export function placeOnEnter<T extends Findable>(found: readonly Found<T>[]): T | undefined {
  return found[0]?.isTypo ? undefined : clearlyBest(found)
}

const clearlyBest = <T extends Findable>([first, second]: readonly Found<T>[]): T | undefined =>
  second && second.score === first?.score ? undefined : first?.place
