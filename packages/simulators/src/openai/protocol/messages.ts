/** Checks the `messages` of a chat request: roles, contents, and that tool calls match their results. */
import { badRequest } from './errors.ts'
import type { ChatMessage } from './types.ts'
import { checkName } from './schemas.ts'
import { describeValue, isObject, missingField } from './check-fields.ts'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function']
const PARTS = ['text', 'image_url', 'input_audio', 'file', 'refusal']

/** Returns the typed messages, or throws a 400 with OpenAI's message. */
export function checkMessages(messages: unknown): ChatMessage[] {
  if (!Array.isArray(messages)) throw missingField('messages')
  if (messages.length === 0)
    throw badRequest(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      'messages',
      'empty_array',
    )
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
  if (!isObject(message))
    throw badRequest(
      `Invalid type for '${at}': expected an object, but got ${describeValue(message)} instead.`,
      at,
      'invalid_type',
    )
  const { role, content } = message
  if (role === undefined) throw missingField(`${at}.role`)
  if (typeof role !== 'string' || !ROLES.includes(role))
    throw badRequest(
      `Invalid value: '${String(role).slice(0, 100)}'. Supported values are: ${ROLES.map((name) => `'${name}'`).join(', ')}.`,
      `${at}.role`,
      'invalid_value',
    )
  const calls = message['tool_calls']
  if (calls != null) checkCalls(role, calls, at)
  if (role === 'tool' && typeof message['tool_call_id'] !== 'string') throw missingField(`${at}.tool_call_id`)
  if (content == null) {
    if (role !== 'assistant' || calls == null)
      throw badRequest(`Invalid value for 'content': expected a string, got null.`, `${at}.content`)
  } else if (Array.isArray(content)) checkParts(content, at)
  else if (typeof content !== 'string')
    throw badRequest(
      `Invalid type for '${at}.content': expected one of a string or array of objects, but got ${describeValue(content)} instead.`,
      `${at}.content`,
      'invalid_type',
    )
  return message as ChatMessage
}

function checkCalls(role: string, calls: unknown, at: string): void {
  if (role !== 'assistant')
    throw badRequest(`Unknown parameter: '${at}.tool_calls'.`, `${at}.tool_calls`, 'unknown_parameter')
  if (!Array.isArray(calls) || calls.length === 0)
    throw badRequest(
      `Invalid '${at}.tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      `${at}.tool_calls`,
      'empty_array',
    )
  for (const [index, call] of calls.entries()) {
    const named = isObject(call) && typeof call['id'] === 'string' && isObject(call['function'])
    if (
      !named ||
      !isObject(call['function']) ||
      typeof call['function']['name'] !== 'string' ||
      typeof call['function']['arguments'] !== 'string'
    )
      throw missingField(`${at}.tool_calls[${index}].function`)
    if (call['type'] !== 'function')
      throw badRequest(
        `Invalid value: '${String(call['type']).slice(0, 100)}'. Supported values are: 'function'.`,
        `${at}.tool_calls[${index}].type`,
        'invalid_value',
      )
    checkName(call['function']['name'], `${at}.tool_calls[${index}].function.name`)
  }
}

function checkParts(parts: unknown[], at: string): void {
  if (parts.length === 0)
    throw badRequest(
      `Invalid '${at}.content': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      `${at}.content`,
      'empty_array',
    )
  for (const [index, part] of parts.entries()) {
    const type = isObject(part) ? part['type'] : undefined
    if (!isObject(part) || typeof type !== 'string' || !PARTS.includes(type))
      throw badRequest(
        `Invalid value: '${String(type).slice(0, 100)}'. Supported values are: ${PARTS.map((name) => `'${name}'`).join(', ')}.`,
        `${at}.content[${index}].type`,
        'invalid_value',
      )
    if (type === 'text' && typeof part['text'] !== 'string') throw missingField(`${at}.content[${index}].text`)
    if (type === 'image_url') checkPicture(part['image_url'], `${at}.content[${index}].image_url`)
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
