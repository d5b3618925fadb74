// Sanitises the response of another service before anything else reads it.
import { cut, storable } from '@parlance/contract/lib/text'

export type JsonObject = Readonly<Record<string, unknown>>
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const asString = (value: unknown): string => (typeof value === 'string' ? value : '')

const MAX_DEPTH = 16
const MAX_VALUES = 50_000
const MAX_TEXT = 20_000
const MAX_KEY = 200

/**
 * Pure and total: a copy as plain JSON of limited depth and size. Keeps only storable texts and keys; drops nulls and
 * values JSON cannot express.
 */
export const cleanJson = (value: unknown): unknown => copy(value, { left: MAX_VALUES }, 0)

function copy(value: unknown, budget: { left: number }, depth: number): unknown {
  if (budget.left-- <= 0 || depth > MAX_DEPTH) return undefined
  if (typeof value === 'string') return storable(cut(value, MAX_TEXT))
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (Array.isArray(value))
    return value.map((each) => copy(each, budget, depth + 1)).filter((each) => each !== undefined)
  if (!isJsonObject(value)) return undefined
  const pairs = Object.entries(value).flatMap(([key, each]) => {
    const kept = copy(each, budget, depth + 1)
    return kept === undefined || key === '__proto__' ? [] : [[storable(cut(key, MAX_KEY)), kept] as const]
  })
  return Object.fromEntries(pairs)
}
