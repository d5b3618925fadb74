// The order and hidden tabs of an agent, stored in this browser.
import { NO_MEMORY, type TabMemory } from '@parlance/contract/agents/tabs'

export const TAB_MEMORY_KEY = 'parlance-tabs'

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, 100) : []

/** Ignores unreadable data. */
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
