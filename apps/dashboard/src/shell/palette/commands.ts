// What the palette can lead to, and which of it is shown for what somebody types.
import { findPlaces, type Findable } from '../tab-search.ts'

export const GROUPS = ['agents', 'pages', 'documents', 'actions'] as const
export type Group = (typeof GROUPS)[number]

export interface Command extends Findable {
  readonly group: Group
  readonly label: string
  /** What it belongs to. */
  readonly about?: string
  readonly run: () => unknown
}

export interface CommandGroup {
  readonly key: Group
  readonly items: readonly Command[]
}

/** Shown before anything is typed: what was worked on last, and what can be done. */
const AT_FIRST: Record<Group, number> = { agents: 5, pages: 4, documents: 0, actions: 3 }

/** Documents of one agent stand together, agents in the order of their best document. */
export function inAgents<T extends { readonly agentId: string }>(documents: readonly T[]): T[] {
  return [...Map.groupBy(documents, ({ agentId }) => agentId).values()].flat()
}

/** What matches so much worse than the best is noise beside it. */
const NOISE = 0.7

/**
 * At most five of each group, the group with the best match first. Documents were searched by the server, also in their
 * text, so all of them stand there; nothing typed shows the first of each group in the order given.
 */
export function groupsFor(commands: readonly Command[], typed: string): CommandGroup[] {
  const of = (key: Group) => commands.filter(({ group }) => group === key)
  if (typed.trim() === '') {
    return GROUPS.map((key) => ({ key, items: of(key).slice(0, AT_FIRST[key]) })).filter(
      ({ items }) => items.length > 0,
    )
  }
  const matches = GROUPS.map((key) => ({ key, found: findPlaces(of(key), typed) }))
  const best = Math.max(...matches.map(({ found }) => found[0]?.score ?? 0))
  return matches
    .map(({ key, found }) => {
      const near = found.filter(({ score }) => score >= best * NOISE)
      return { key, items: key === 'documents' ? of(key) : near.map(({ place }) => place), score: found[0]?.score ?? 0 }
    })
    .filter(({ items }) => items.length > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ key, items }) => ({ key, items }))
}
