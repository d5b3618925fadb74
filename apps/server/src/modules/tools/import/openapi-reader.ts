// Reads untrusted OpenAPI documents: resolves references, tolerates cycles and wrong types, limits the work.
import { isRecord } from '@parlance/contract/tools/values'

export interface DocumentReader {
  /** Resolves references; an empty object for anything else. */
  readonly record: (value: unknown) => Readonly<Record<string, unknown>>
  /** '' for anything but a string. */
  readonly text: (value: unknown) => string
  /** Strings, numbers and booleans as text. */
  readonly scalar: (value: unknown) => string
  /** Counts a schema; false once the budget of the document is used up. */
  readonly consumeBudget: () => boolean
}

const MAX_REFERENCES = 20
/** Schemas read of a whole document: some hundred operations of some dozen fields. */
const MAX_SCHEMAS = 20_000

export function createDocumentReader(document: unknown): DocumentReader {
  let left = MAX_SCHEMAS
  return {
    record(value) {
      let at = value
      for (let hop = 0; hop < MAX_REFERENCES && isRecord(at); hop += 1) {
        const ref: unknown = Object.hasOwn(at, '$ref') ? at['$ref'] : undefined
        if (typeof ref !== 'string') return at
        at = resolvePointer(document, ref)
      }
      return {}
    },
    text: (value) => (typeof value === 'string' ? value : ''),
    scalar: (value) =>
      typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '',
    consumeBudget() {
      left -= 1
      return left >= 0
    },
  }
}

/** Resolves a JSON pointer within the document. Other documents are never fetched. */
function resolvePointer(document: unknown, ref: string): unknown {
  if (!ref.startsWith('#/') || ref.length > 1000) return undefined
  let at: unknown = document
  for (const step of ref.slice(2).split('/')) {
    const key = unescaped(step)
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

function unescaped(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
