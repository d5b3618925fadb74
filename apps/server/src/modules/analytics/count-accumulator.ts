// Adds up counts by what they count, so that each stands once in a statement.
import type { DayCount } from './counts.repository.ts'

export interface CountAccumulator {
  /** Once where no number is named. */
  readonly add: (count: Omit<DayCount, 'count'> & { readonly count?: number }) => void
  /** What was added up since the last time. */
  readonly take: () => DayCount[]
  readonly size: () => number
}

export function createCountAccumulator(): CountAccumulator {
  let counts = new Map<string, DayCount & { count: number }>()
  return {
    add({ agentId, day, record, kind, value, count = 1 }) {
      const key = `${agentId}|${day}|${record}|${kind}|${value}`
      const known = counts.get(key)
      if (known) known.count += count
      else counts.set(key, { agentId, day, record, kind, value, count })
    },
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    size: () => counts.size,
  }
}
