// Voiceflow buttons: what they say or open here, and what Voiceflow receives when one is pressed.
import type { Button } from '@parlance/contract/items/schemas'
import { canonicalUrl } from '../items/urls.ts'
import { cut } from '@parlance/contract/lib/text'
import { isJsonObject, asArray, asString } from './clean.ts'
import { DIALOGUE_LIMITS, type DialogueAction } from '@parlance/contract/dialogue/schemas'

const MAX_NAME = 200
const MAX_SAID = 500
const MAX_URL = 2000

export interface ParsedButton {
  readonly button: Button
  /** Undefined when pressing it only sends its text. */
  readonly action: DialogueAction | undefined
}

/** Normalizes an absolute http(s) address; undefined otherwise. */
export function webUrl(value: unknown): string | undefined {
  const url = canonicalUrl(asString(value).trim())
  return url?.startsWith('http') && url.length <= MAX_URL ? url : undefined
}

export const nameOf = (value: unknown): string => cut(asString(value).trim().replace(/\s+/g, ' '), MAX_NAME).trim()

/** Pure and total: undefined without a name. A button with an unsafe address only sends its name. */
export function readButton(raw: unknown): ParsedButton | undefined {
  if (!isJsonObject(raw)) return undefined
  const request = isJsonObject(raw['request']) ? raw['request'] : {}
  const payload = request['payload']
  const label = isJsonObject(payload) ? payload['label'] : undefined
  const name = nameOf(raw['name']) || nameOf(label)
  if (name === '') return undefined
  const url = addressOf(request)
  if (url !== undefined) return { button: { name, request: { type: 'open_url', payload: url } }, action: undefined }
  const said = asString(isJsonObject(payload) ? payload['message'] : payload).trim()
  if (request['type'] === 'text' && said !== '')
    return { button: { name, request: { type: 'text', payload: cut(said, MAX_SAID) } }, action: undefined }
  return { button: { name, request: { type: 'text' } }, action: actionOf(request) }
}

/** Voiceflow puts addresses among a path's actions; custom actions also have separate requests. */
function addressOf(request: Readonly<Record<string, unknown>>): string | undefined {
  const { type, payload } = request
  const actions = isJsonObject(payload) ? asArray(payload['actions']) : []
  const opening = [...actions, ...(type === 'open_url' ? [request] : [])].find(
    (action) => isJsonObject(action) && action['type'] === 'open_url',
  )
  if (!isJsonObject(opening)) return undefined
  const where = opening['payload']
  return webUrl(isJsonObject(where) ? where['url'] : where)
}

/** Drops actions that could restart the conversation or are too large: the button then sends its name. */
function actionOf({ type, payload }: Readonly<Record<string, unknown>>): DialogueAction | undefined {
  const name = asString(type)
  if (name === '' || ['text', 'open_url', 'launch'].includes(name)) return undefined
  const action = { type: name, ...(payload === undefined ? {} : { payload }) }
  return JSON.stringify(action).length <= DIALOGUE_LIMITS.replyChars ? action : undefined
}
