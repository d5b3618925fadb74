/** Checks the `messages` of a chat request: roles, contents, and that tool calls match their results. */
import { badRequest } from './errors.ts'
import type { ChatMessage } from './types.ts'
import {
  checkArray,
  checkFields,
  type FieldRules,
  invalidType,
  invalidValue,
  isObject,
  missingField,
  NAME,
  unknownField,
} from './check-fields.ts'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function']
const PARTS = ['text', 'image_url', 'input_audio', 'file', 'refusal']
const CALL: FieldRules = {
  id: { type: 'string', required: true },
  type: { type: 'string', required: true, oneOf: ['function'] },
  function: { type: 'object', required: true, fields: { name: NAME, arguments: { type: 'string', required: true } } },
}

/** Returns the typed messages, or throws a 400 with OpenAI's message. */
export function checkMessages(messages: readonly unknown[]): ChatMessage[] {
  let open: { ids: Set<string>; at: number } | undefined
  for (const [at, message] of messages.entries()) {
    const checked = checkMessage(message, `messages[${at}]`)
    if (checked.role === 'tool') {
      if (!open?.ids.delete(checked.tool_call_id ?? ''))
        throw badRequest(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          `messages.[${at}].role`,
        )
      continue
    }
    if (open && open.ids.size > 0) throw unanswered(open)
    open = checked.tool_calls ? { ids: new Set(checked.tool_calls.map(({ id }) => id)), at } : undefined
  }
  if (open && open.ids.size > 0) throw unanswered(open)
  return messages as ChatMessage[]
}

function unanswered({ ids, at }: { ids: Set<string>; at: number }): Error {
  return badRequest(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...ids].join(', ')}`,
    `messages.[${at}].role`,
  )
}

function checkMessage(message: unknown, at: string): ChatMessage {
  if (!isObject(message)) throw invalidType(at, 'an object', message)
  const { role, content, tool_calls: calls } = message
  if (role === undefined) throw missingField(`${at}.role`)
  if (!ROLES.includes(String(role))) throw invalidValue(`${at}.role`, role, ROLES)
  if (calls != null) checkCalls(role, calls, at)
  if (role === 'tool' && typeof message['tool_call_id'] !== 'string') throw missingField(`${at}.tool_call_id`)
  if (content == null && (role !== 'assistant' || calls == null))
    throw badRequest(`Invalid value for 'content': expected a string, got null.`, `${at}.content`)
  if (content != null && typeof content !== 'string') checkParts(content, `${at}.content`)
  return message as ChatMessage
}

function checkCalls(role: unknown, calls: unknown, at: string): void {
  if (role !== 'assistant') throw unknownField(`${at}.tool_calls`)
  for (const [index, call] of checkArray(`${at}.tool_calls`, calls).entries())
    checkFields(isObject(call) ? call : {}, CALL, `${at}.tool_calls[${index}].`)
}

function checkParts(parts: unknown, at: string): void {
  if (!Array.isArray(parts)) throw invalidType(at, 'one of a string or array of objects', parts)
  for (const [index, part] of checkArray(at, parts).entries()) {
    const where = `${at}[${index}]`
    if (!isObject(part) || !PARTS.includes(String(part['type'])))
      throw invalidValue(`${where}.type`, isObject(part) ? part['type'] : part, PARTS)
    if (part['type'] === 'text' && typeof part['text'] !== 'string') throw missingField(`${where}.text`)
    if (part['type'] === 'image_url') checkPicture(part['image_url'], `${where}.image_url`)
  }
}

/** The first bytes of each picture type. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  png: /^\x89PNG\r\n/,
  jpeg: /^\xff\xd8\xff/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[^]{4}WEBP/,
}

function checkPicture(picture: unknown, at: string): void {
  const url = isObject(picture) ? picture['url'] : undefined
  if (typeof url !== 'string') throw missingField(`${at}.url`)
  if (/^https?:\/\//.test(url)) return
  const [, kind = '', data = ''] = /^data:image\/(\w+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? []
  const head = Buffer.from(data.slice(0, 64), 'base64').toString('latin1')
  if (!Object.hasOwn(PICTURES, kind) || !PICTURES[kind]?.test(head))
    throw badRequest(
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      null,
      'invalid_image_format',
    )
}
