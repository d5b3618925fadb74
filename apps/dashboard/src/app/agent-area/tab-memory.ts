// What this browser remembers of the order of an agent's parts and of what was put away.
import { NO_MEMORY, type TabMemory } from '@parlance/contract/agents/tabs'

export const TAB_MEMORY_KEY = 'parlance-tabs'

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, 100) : []

/** Reads what was stored; anything unreadable is as if nothing had been stored. */
export function readTabMemory(text: string | undefined | null): TabMemory {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value !== 'object' || value === null) return NO_MEMORY
    const { hidden, order } = value as Record<string, unknown>
    return { hidden: texts(hidden), order: texts(order) }
  } catch {
    return NO_MEMORY
  }
}
