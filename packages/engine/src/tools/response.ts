// Maps a response to variables and to what the model sees of a call.
import type { Value } from '@parlance/contract/agents/variables'
import { cut } from '@parlance/contract/lib/text'
import type { Tool, ToolCallResult } from '@parlance/contract/tools/schemas'
import { isRecord } from '@parlance/contract/tools/values'

/** Characters of the response kept for the trace and shown to the model. */
export const RESPONSE_MAX = 20_000
/** Of one variable, as long as a variable's own default may be. */
const VALUE_MAX = 5000
/** Of lists and objects in each other: no real answer has more, and what walks through them must come to an end. */
const LEVELS_MAX = 200

/**
 * The JSON of an answer; undefined where it is none, or nested so deeply that nobody meant it. A wrong content type does
 * not matter, many servers send one.
 */
export function readJson(text: string, contentType: string): unknown {
  if (!/json/i.test(contentType) && !/^\s*[[{]/.test(text)) return undefined
  try {
    const json = JSON.parse(text) as unknown
    return isDeeper(json, LEVELS_MAX) ? undefined : json
  } catch {
    return undefined
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)))

/**
 * Variables from an answer. A path that leads nowhere, and null, set nothing. Lists and objects become their JSON, cut
 * like long texts to 5,000 characters.
 */
export function mapResponse(
  text: string,
  contentType: string,
  mapping: Tool['responseMapping'],
): Record<string, Value> {
  if (mapping.length === 0) return {}
  const json = readJson(text, contentType)
  return Object.fromEntries(
    mapping.flatMap(({ variable, path }) => {
      const found = json === undefined ? (path === '' ? text : undefined) : lookUp(json, path)
      const value = asValue(found)
      return value === undefined ? [] : [[variable, value]]
    }),
  )
}

/** The value at a dotted path, e.g. `data.items.0.price` or `data.items[0].price`; own keys only. */
export function lookUp(json: unknown, path: string): unknown {
  const steps = path
    .replaceAll(/\[(\d{1,9})\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '')
  let value: unknown = json
  for (const step of steps) {
    if (Array.isArray(value)) value = /^\d{1,9}$/.test(step) ? (value as unknown[])[Number(step)] : undefined
    else value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined
    if (value === undefined) return undefined
  }
  return value
}

function asValue(found: unknown): Value | undefined {
  if (found === undefined || found === null) return undefined
  if (typeof found === 'number' || typeof found === 'boolean') return found
  return cut(typeof found === 'string' ? found : JSON.stringify(found), VALUE_MAX)
}

/**
 * What the model sees of a call: the mapped values if there is a mapping, otherwise the response, or why there is none.
 */
export function toolAnswer(result: ToolCallResult, mapping: Tool['responseMapping'] = []): string {
  if (!result.ok)
    return JSON.stringify({ error: result.error, status: result.status, answer: cut(result.response, 2000) })
  if (mapping.length > 0) return JSON.stringify(result.variables)
  return result.response === '' ? JSON.stringify({ status: result.status }) : result.response
}
