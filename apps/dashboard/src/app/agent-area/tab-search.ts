// Finds the parts of an agent by what somebody types; a score from 0 to 1 says how sure the match is.
import { fit, TYPO_FIT } from '../command-palette/match.ts'

/** A place the search can lead to. */
export interface Findable {
  /** Tells it from all others. */
  readonly id: string
  /** Its label first, then the label together with the part it belongs to, and other words for it. */
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
/** A place found by another word for it stands behind one found by its label. */
const OTHER_WORD = 0.95
/** Keeps all but exact names below a strong match. */
const INEXACT = 0.8

/** The label of a score; undefined when it is too weak to be shown. */
export function matchOf(score: number): Match | undefined {
  if (score > 0.8) return 'strong'
  if (score > 0.6) return 'good'
  return score >= LEAST_SCORE ? 'possible' : undefined
}

/** At most five places, the best first; equally good ones stay in the order given. Typos count only where nothing else fits. */
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

/** The one place with exactly this name. */
export function exactPlace<T extends Findable>(found: readonly Found<T>[]): T | undefined {
  return found[0]?.match === 'strong' ? clearlyBest(found) : undefined
}

/** Where Enter leads while these suggestions are on the screen and none is selected; never to a guess. */
export function placeOnEnter<T extends Findable>(found: readonly Found<T>[]): T | undefined {
  return found[0]?.isTypo ? undefined : clearlyBest(found)
}

const clearlyBest = <T extends Findable>([first, second]: readonly Found<T>[]): T | undefined =>
  second && second.score === first?.score ? undefined : first?.place
