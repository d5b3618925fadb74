// Reads an OpenAPI document that may hold anything: references within it, cycles, wrong types, too much of everything.
import { isRecord } from '@parlance/contract/tools/values'

export interface Reader {
  /** The object that this is or refers to; an empty one for anything else. */
  readonly record: (value: unknown) => Readonly<Record<string, unknown>>
  /** '' for what is no text. */
  readonly text: (value: unknown) => string
  /** Texts, numbers and truth values as text. */
  readonly scalar: (value: unknown) => string
  /** False once more schemas were read than a document of this size needs; counts down with every call. */
  readonly spend: () => boolean
}

const HOPS_MAX = 20
/** Schemas read of a whole document: some hundred operations of some dozen fields. */
const SCHEMAS_MAX = 20_000

export function createReader(document: unknown): Reader {
  let left = SCHEMAS_MAX
  return {
    record(value) {
      let at = value
      for (let hop = 0; hop < HOPS_MAX && isRecord(at); hop += 1) {
        const ref: unknown = Object.hasOwn(at, '$ref') ? at['$ref'] : undefined
        if (typeof ref !== 'string') return at
        at = pointed(document, ref)
      }
      return {}
    },
    text: (value) => (typeof value === 'string' ? value : ''),
    scalar: (value) =>
      typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '',
    spend() {
      left -= 1
      return left >= 0
    },
  }
}

/** What a JSON pointer within the document points at; nothing for other documents, which are never fetched. */
function pointed(document: unknown, ref: string): unknown {
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
