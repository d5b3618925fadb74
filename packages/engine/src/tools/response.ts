// Maps a response to variables and to what the model sees of a call.
import type { Value } from '@parlance/contract/agents/variables'
import { cut } from '@parlance/contract/lib/text'
import type { Tool, ToolCallResult } from '@parlance/contract/tools/schemas'
import { isRecord } from '@parlance/contract/tools/values'

/** Characters of the response kept for the trace and shown to the model. */
export const RESPONSE_MAX = 20_000
/** Per variable, like a variable's default. */
const VALUE_MAX = 5000
/** Nesting limit, so that walking a response ends; real ones are shallower. */
const LEVELS_MAX = 200

/**
 * A response as JSON; undefined when invalid or nested too deeply. Ignores the content type, which many servers get
 * wrong.
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
 * Variables from a response. Missing paths and null set nothing. Lists and objects become JSON, cut to 5,000 characters
 * like long texts.
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

/** The value at a path such as `data.items.0.price` or `data.items[0].price`; own keys only. */
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
