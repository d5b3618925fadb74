// Entries of the palette, and which of them match a text.
import { bestFit } from './match.ts'

export const GROUPS = ['agents', 'pages', 'documents', 'actions'] as const
export type Group = (typeof GROUPS)[number]

export interface Command {
  /** Unique id. */
  readonly id: string
  readonly group: Group
  readonly label: string
  /** Its name, its name with context, and synonyms. */
  readonly names: readonly string[]
  /** Its context. */
  readonly about?: string
  readonly run: () => unknown
}

export interface CommandGroup {
  readonly key: Group
  readonly items: readonly Command[]
}

/** Shown before anything is typed: recent work and actions. */
const AT_FIRST: Record<Group, number> = { agents: 5, pages: 4, documents: 0, actions: 3 }

/** Groups documents by agent, in the order of each agent's best document. */
export function inAgents<T extends { readonly agentId: string }>(documents: readonly T[]): T[] {
  return [...Map.groupBy(documents, ({ agentId }) => agentId).values()].flat()
}

/** Matches below this share of the best score are noise. */
const NOISE = 0.7
/** The most entries shown per group. */
const MOST = 5

/** Best first; ties keep their order. */
const found = (commands: readonly Command[], typed: string) =>
  commands
    .map((command) => ({ command, score: bestFit(typed, command.names) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)

/**
 * At most five per group, best group first. The server searched documents, also in their text, so all of them are
 * shown; without text, shows the first of each group.
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
