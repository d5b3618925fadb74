import { isRecord } from './values.ts'

/** Needs no escaping in an address, a header or JSON. */
export const MASK = '***'

/** Shorter secrets would mask half of every text; they can't be stored either. */
export const SECRET_MIN = 4

const SCHEME = /^(?:bearer|basic|token|apikey|api-key|key)\s+(\S{4,})$/i

export interface Masker {
  readonly text: (text: string) => string
  /** Masks texts, keys and numbers of a JSON value. */
  readonly json: (value: unknown) => unknown
}

export function masker(secrets: Iterable<string>): Masker {
  const forms = new Set<string>()
  for (const secret of secrets)
    for (const value of [secret, SCHEME.exec(secret)?.[1] ?? '']) for (const form of written(value)) forms.add(form)
  // Longest first, so that no part of a longer secret is left.
  const all = [...forms].filter((form) => form.length >= SECRET_MIN).toSorted((a, b) => b.length - a.length)
  const text = (shown: string) => all.reduce((rest, form) => rest.replaceAll(form, MASK), shown)
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number') return all.includes(String(value)) ? MASK : value
    if (Array.isArray(value)) return value.map(json)
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), json(item)]))
  }
  return all.length === 0 ? { text: (shown) => shown, json: (value) => value } : { text, json }
}

function written(secret: string): string[] {
  const plain = secret.toWellFormed()
  const encoded = encodeURIComponent(plain)
  return [secret, plain, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(plain).slice(1, -1)]
}
