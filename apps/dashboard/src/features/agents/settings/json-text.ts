// JSON typed by users; an empty text means undefined.
import { sameConfig } from '@parlance/contract/agents/same-config'

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

export function parseJson(text: string): Parsed {
  if (text.trim() === '') return { ok: true, value: null }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}

export const printJson = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The field's text: as typed while it matches the value or is invalid, otherwise the value, which was changed elsewhere
 * (discarded drafts, restored versions).
 */
export function shownText(typed: string | undefined, value: unknown, fits: (value: unknown) => boolean): string {
  if (typed === undefined) return printJson(value)
  const read = parseJson(typed)
  const elsewhere = read.ok && fits(read.value) && !sameConfig({ value: read.value }, { value: value ?? null })
  return elsewhere ? printJson(value) : typed
}
