// The side navigation's state in this browser: folded, and closed groups.
export interface NavMemory {
  readonly folded: boolean
  readonly closed: readonly string[]
}
export const NAV_MEMORY_KEY = 'parlance-nav'
export const FRESH: NavMemory = { folded: false, closed: [] }

/** Ignores unreadable data. */
export function readMemory(text: string | undefined | null): NavMemory {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value !== 'object' || value === null) return FRESH
    const { folded, closed } = value as Record<string, unknown>
    return {
      folded: folded === true,
      closed: Array.isArray(closed) ? closed.filter((key) => typeof key === 'string') : [],
    }
  } catch {
    return FRESH
  }
}

export const toggleFolded = (memory: NavMemory): NavMemory => ({ ...memory, folded: !memory.folded })
export const toggleGroup = (memory: NavMemory, key: string): NavMemory => ({
  ...memory,
  closed: memory.closed.includes(key) ? memory.closed.filter((entry) => entry !== key) : [...memory.closed, key],
})
