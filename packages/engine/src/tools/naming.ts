// Derives valid names of tools and secrets from descriptions.
import { withoutMarks } from '@parlance/contract/lib/fold'

/** The longest tool name of model APIs. */
const NAME_MAX = 64

/** A valid tool name derived from the text; `fallback` when nothing is left. */
export function toolName(text: string, fallback = 'tool'): string {
  const name = withoutMarks(text.slice(0, 300))
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/_{2,}/g, '_')
    .replace(/^[_-]+/, '')
    .slice(0, NAME_MAX)
    .replace(/[_-]+$/, '')
  if (name === '') return fallback
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`.slice(0, NAME_MAX)
}

/** A valid secret name derived from the text, in capitals. */
export function secretName(text: string): string {
  return toolName(text, 'SECRET').replaceAll('-', '_').toUpperCase()
}

/** Makes names unique: a second one gets `_2`, a third `_3`. */
export function createNames(max = NAME_MAX): (name: string) => string {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return (name) => {
    let free = name.slice(0, max)
    let count = next.get(free) ?? 1
    while (taken.has(free)) {
      count += 1
      const end = `_${count}`
      free = `${name.slice(0, max - end.length)}${end}`
    }
    next.set(name.slice(0, max), count)
    taken.add(free)
    return free
  }
}
