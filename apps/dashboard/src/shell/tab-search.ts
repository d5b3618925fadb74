// Finding a part of the agent by what somebody types: fuzzy, with a score from 0 to 1 that says how sure the match is.
import Fuse from 'fuse.js'

/** A place the search can lead to. */
export interface Findable {
  /** Tells it from all others. */
  readonly id: string
  /** Its name, also together with the part it belongs to, and other words for it. */
  readonly names: readonly string[]
}

export type Match = 'strong' | 'good' | 'possible'
export interface Found<T extends Findable> {
  readonly place: T
  readonly score: number
  readonly match: Match
}

export const SEARCH_PAUSE_MS = 300
const MOST = 5
const LEAST_SCORE = 0.3
/** Names whose letters agree by less than half are noise, however long they are. */
const FARTHEST = 0.5

/** The label of a score; undefined when it is too weak to be shown. */
export function matchOf(score: number): Match | undefined {
  if (score > 0.8) return 'strong'
  if (score > 0.6) return 'good'
  return score >= LEAST_SCORE ? 'possible' : undefined
}

const plain = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/**
 * How well the letters agree, and how much of the name was typed: «know» begins many names, «knowlege» means one.
 * `distance` is Fuse's, 0 for letters that all agree.
 */
export function scoreOf(typed: string, name: string, distance: number): number {
  const share = Math.min(typed.length, name.length) / Math.max(typed.length, name.length, 1)
  return (1 - distance) * (0.5 + 0.5 * share)
}

/** At most five places, the best first; equally good ones stay in the order given. */
export function findPlaces<T extends Findable>(places: readonly T[], text: string): Found<T>[] {
  const typed = plain(text)
  if (typed === '') return []
  const names = places.flatMap((place) => place.names.map((name) => ({ id: place.id, name: plain(name) })))
  const fuse = new Fuse(names, {
    keys: ['name'],
    includeScore: true,
    ignoreLocation: true,
    ignoreFieldNorm: true,
    threshold: FARTHEST,
  })
  const best = new Map<string, number>()
  for (const { item, score = 1 } of fuse.search(typed)) {
    best.set(item.id, Math.max(best.get(item.id) ?? 0, scoreOf(typed, item.name, score)))
  }
  return places
    .flatMap((place) => {
      const score = best.get(place.id) ?? 0
      const match = matchOf(score)
      return match ? [{ place, score, match }] : []
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
}

/** The one place that was surely meant: a strong match that no other comes equally close to. */
export function surePlace<T extends Findable>(found: readonly Found<T>[]): T | undefined {
  const [first, second] = found
  if (first?.match !== 'strong' || (second && second.score === first.score)) return undefined
  return first.place
}
