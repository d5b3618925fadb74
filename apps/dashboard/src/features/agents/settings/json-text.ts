// JSON as people type it; an empty text stands for nothing.
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
