// The router's answer: its JSON Schema and a tolerant parser.
import { candidateId, STAY } from './router-question.ts'
import type { EngineEvent } from '@parlance/contract/engine/types'
import type { DecideCommand } from './router.ts'

/**
 * Strict enough for providers that require every property and no others. Values are strings whatever their type, so
 * that the engine can report an invalid one to the visitor; it checks and converts them.
 */
export function decisionSchema({ candidates, canStay, variables }: DecideCommand): Record<string, unknown> {
  const ids = candidates.map(({ nodeId }) => candidateId(nodeId))
  const names = variables.map(({ name }) => name)
  return closed({
    next: { type: 'string', enum: canStay || ids.length === 0 ? [...ids, STAY] : ids },
    values: closed(Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }]))),
    reason: { type: 'string' },
  })
}
const closed = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

export type Decision = Pick<Extract<EngineEvent, { type: 'decided' }>, 'next' | 'values' | 'reason'>

/** Longer answers are not parsed. */
const MAX = 40_000
const MAX_STARTS = 20

/**
 * Total. Finds a JSON object in code fences or other text, with trailing commas or truncated; otherwise a bare id is
 * the choice. Missing parts are undefined, which the engine treats as staying.
 */
export function parseDecision(text: string): Decision {
  const answer = text.slice(0, MAX)
  let start = answer.indexOf('{')
  for (let tries = 0; start >= 0 && tries < MAX_STARTS; tries++) {
    const parsed = readObject(answer, start)
    if (parsed && ('next' in parsed || 'values' in parsed))
      return { next: parsed['next'], values: parsed['values'], reason: parsed['reason'] }
    start = answer.indexOf('{', start + 1)
  }
  const named = /"next"\s*:\s*"([^"\\]{1,200})"/.exec(answer)?.[1]
  if (named !== undefined) return { next: named, values: undefined, reason: undefined }
  const bare = answer
    .trim()
    .replaceAll(/^[`"'\s]+|[`"'.\s]+$/g, '')
    .trim()
  return { next: bare === '' || bare.length > 100 ? undefined : bare, values: undefined, reason: undefined }
}

function readObject(text: string, start: number): Record<string, unknown> | undefined {
  const source = objectAt(text, start)
  for (const attempt of [source, withoutLooseCommas(source)]) {
    try {
      const parsed: unknown = JSON.parse(attempt)
      return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined
    } catch {
      continue
    }
  }
  return undefined
}

/** Cuts from a brace to the matching one; closes truncated objects. */
function objectAt(text: string, start: number): string {
  const open: string[] = []
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const mark = text[at]
    if (quoted) {
      if (mark === '\\') at++
      else if (mark === '"') quoted = false
    } else if (mark === '"') quoted = true
    else if (mark === '{' || mark === '[') open.push(mark === '{' ? '}' : ']')
    else if (mark === '}' || mark === ']') {
      open.pop()
      if (open.length === 0) return text.slice(start, at + 1)
    }
  }
  return text.slice(start) + (quoted ? '"' : '') + open.toReversed().join('')
}

/** Leaves strings alone. */
const withoutLooseCommas = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (match) => (match === ',' ? '' : match))
