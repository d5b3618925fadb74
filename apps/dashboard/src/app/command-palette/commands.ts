// What the palette can lead to, and which of it is shown for what somebody types.
import { bestFit } from './match.ts'

export const GROUPS = ['agents', 'pages', 'documents', 'actions'] as const
export type Group = (typeof GROUPS)[number]

export interface Command {
  /** Tells it from all others. */
  readonly id: string
  readonly group: Group
  readonly label: string
  /** Its name, also together with what it belongs to, and other words for it. */
  readonly names: readonly string[]
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
/** Shown of each group. */
const MOST = 5

/** The best first; equally good ones stay in the order given. */
const found = (commands: readonly Command[], typed: string) =>
  commands
    .map((command) => ({ command, score: bestFit(typed, command.names) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)

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
  const matches = GROUPS.map((key) => ({ key, matching: found(of(key), typed) }))
  const best = Math.max(...matches.map(({ matching }) => matching[0]?.score ?? 0))
  return matches
    .map(({ key, matching }) => {
      const near = matching.filter(({ score }) => score >= best * NOISE).map(({ command }) => command)
      return { key, items: key === 'documents' ? of(key) : near, score: matching[0]?.score ?? 0 }
    })
    .filter(({ items }) => items.length > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ key, items }) => ({ key, items }))
}
