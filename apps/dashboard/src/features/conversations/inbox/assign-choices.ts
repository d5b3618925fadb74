// Possible assignees: people and teams that all selected agents share.
import type { Person } from '@parlance/contract/conversations/schemas'

interface Team {
  readonly id: string
  readonly name: string
}
interface Assignees {
  readonly items: readonly Person[]
  readonly teams: readonly Team[]
}
export type Wanted = { kind: Person['kind'] | 'team'; id: string }

export const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`

export function sharedBy(lists: readonly Assignees[]): Assignees {
  const [first, ...others] = lists
  if (!first) return { items: [], teams: [] }
  return {
    items: first.items.filter((one) => others.every(({ items }) => items.some((two) => keyOf(one) === keyOf(two)))),
    teams: first.teams.filter((one) => others.every(({ teams }) => teams.some(({ id }) => id === one.id))),
  }
}

/** The person or team of a key; null for nobody. */
export function wantedBy(key: string | null, { items, teams }: Assignees): Wanted | null {
  const person = items.find((one) => keyOf(one) === key)
  if (person) return { kind: person.kind, id: person.id }
  const team = teams.find(({ id }) => keyOf({ kind: 'team', id }) === key)
  return team ? { kind: 'team', id: team.id } : null
}
