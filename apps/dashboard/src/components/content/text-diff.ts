// Diff of a text: by word, or by line for long texts.
import { diffLines, diffWordsWithSpace } from 'diff'

export interface Part {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

const MANY_CHARS = 6000
const PATIENCE_MS = 300

export function diffText(before: string, after: string): Part[] {
  const byWords = before.length + after.length <= MANY_CHARS
  const found =
    (byWords ? diffWordsWithSpace(before, after, { timeout: PATIENCE_MS }) : undefined) ??
    diffLines(before, after, { timeout: PATIENCE_MS })
  // Texts with next to nothing in common are not worth the search.
  if (!found) return [part('removed', before), part('added', after)].filter(({ text }) => text !== '')
  return found.map(({ added, removed, value }) => part(added ? 'added' : removed ? 'removed' : 'same', value))
}

const part = (kind: Part['kind'], text: string): Part => ({ kind, text })

const AROUND = 120

/** Cuts long unchanged parts to the context of changes. */
export function shortened(parts: readonly Part[]): Part[] {
  return parts.map((entry, index) => {
    if (entry.kind !== 'same' || entry.text.length <= AROUND * 2) return entry
    const head = index === 0 ? '' : entry.text.slice(0, AROUND)
    const tail = index === parts.length - 1 ? '' : entry.text.slice(-AROUND)
    return { kind: 'same', text: `${head} … ${tail}` }
  })
}
