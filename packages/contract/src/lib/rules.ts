import {
  type Message,
  type MessageDescriptor,
  type MessageParams,
  type MessageCode,
  msg,
} from '@parlance/i18n/messages'
import { z } from 'zod'
import { cut } from './text.ts'

/** Response fields next to an English sentence: its code and parameters. */
export const messageFields = {
  code: z.string().optional(),
  params: (z.record(z.string(), z.unknown()) as unknown as z.ZodType<MessageParams>).optional(),
}

/** Absent for text written by other people. */
export const messageRef = z.object({ ...messageFields, code: z.string() }).optional()

interface Reasoned {
  readonly reason?: MessageDescriptor
}

/** For any check that takes a message: `z.string().min(1, rule('agent_name_required'))`. */
export function rule(code: MessageCode, params?: MessageParams) {
  const reason = msg(code, params)
  return {
    error: (issue: object) => {
      Object.assign(issue, { reason })
      return reason.message
    },
  }
}

export const customIssue = (reason: MessageDescriptor, path?: PropertyKey[]) => ({
  code: 'custom' as const,
  message: reason.message,
  reason,
  ...(path && { path }),
})

type Issue = Pick<z.core.$ZodIssue, 'message' | 'code'> & Reasoned

export const issueMessage = (issue: { readonly message: string }): Message => explainIssue(issue).reason

/** `isGeneric`: the sentence does not say what it is about. */
export function explainIssue(issue: { readonly message: string }): {
  readonly reason: Message
  readonly isGeneric: boolean
} {
  const { reason, message } = issue as Issue
  // An outer schema may have replaced the sentence.
  if (reason?.message === message) return { reason, isGeneric: !SENTENCE.test(message) }
  const known = libraryReason(issue as z.core.$ZodIssue)
  return known ? { reason: known, isGeneric: true } : { reason: message, isGeneric: !SENTENCE.test(message) }
}

const SENTENCE = /[.!?]$|^(?:Max|This) /

/** Our sentence for a message that the schema library has made. */
function libraryReason(issue: z.core.$ZodIssue): MessageDescriptor | undefined {
  const { message } = issue
  switch (issue.code) {
    case 'too_small':
      return message.startsWith('Too small: ') ? tooSmall(issue) : undefined
    case 'too_big':
      return message.startsWith('Too big: ') ? tooBig(issue) : undefined
    case 'invalid_type':
      if (!message.startsWith('Invalid input: ')) return undefined
      return message.endsWith('received undefined')
        ? msg('form_required_field')
        : msg(EXPECTED.get(issue.expected) ?? 'value_not_valid')
    case 'invalid_value':
      return /^Invalid (?:option|input): expected /.test(message)
        ? msg('option_unknown', { options: issue.values.map(String).join(', ') })
        : undefined
    case 'invalid_format':
      if (!message.startsWith('Invalid ')) return undefined
      return msg(FORMATS.get(issue.format) ?? 'format_wrong')
    case 'unrecognized_keys':
      return message.startsWith('Unrecognized key')
        ? msg('unknown_fields', { names: cut(issue.keys.join(', '), MAX_NAMES) })
        : undefined
    default:
      return message.startsWith('Invalid ') ? msg('value_not_valid') : undefined
  }
}

const isText = (origin: string) => origin === 'string'
const isNumber = (origin: string) => !isText(origin) && !['array', 'set', 'map', 'object', 'file'].includes(origin)

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): MessageDescriptor {
  const min = Number(minimum)
  if (isNumber(origin)) return inclusive === false ? msg('number_above', { min }) : msg('form_min', { limit: min })
  if (min === 1) return msg('form_required_field')
  return isText(origin) ? msg('form_min_length', { limit: min }) : msg('list_too_short', { min })
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): MessageDescriptor {
  const max = Number(maximum)
  if (isNumber(origin)) return inclusive === false ? msg('number_below', { max }) : msg('form_max', { limit: max })
  return isText(origin) ? msg('form_max_length', { limit: max }) : msg('list_too_long', { max })
}

const EXPECTED: ReadonlyMap<string, MessageCode> = new Map<string, MessageCode>([
  ['string', 'text_expected'],
  ['number', 'form_number'],
  ['int', 'whole_number_expected'],
  ['boolean', 'boolean_expected'],
  ['array', 'list_expected'],
  ['object', 'object_expected'],
  ['record', 'object_expected'],
])

const FORMATS: ReadonlyMap<string, MessageCode> = new Map<string, MessageCode>([
  ['url', 'form_url'],
  ['email', 'form_email'],
  ['datetime', 'datetime_needed'],
  ['date', 'date_needed'],
])

const UPPER: ReadonlySet<string> = new Set(['api', 'css', 'id', 'ip', 'url', 'vat'])
const MAX_LABEL = 80
const MAX_NAMES = 200
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => (UPPER.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
    .join(' ')

/** A field's path in words: `['nodes', 0, 'firstMessage']` is "Nodes 1, first message". Empty for the whole input. */
export function fieldLabel(path: readonly unknown[]): string {
  const parts: string[] = []
  let keep = 0
  for (const segment of path) {
    const last = parts.pop()
    if (typeof segment !== 'number') parts.push(...(last === undefined ? [] : [last]), wordsOf(String(segment)))
    else {
      parts.push(`${last ?? ''} ${segment + 1}`.trim())
      keep = parts.length
    }
  }
  const label = cut([...parts.slice(Math.max(0, keep - 1), keep), ...parts.slice(keep).slice(-1)].join(', '), MAX_LABEL)
  return label.charAt(0).toUpperCase() + label.slice(1)
}
