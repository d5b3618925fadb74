import { type MessageDescriptor, type MessageParams, type MessageCode, msg } from '@parlance/i18n/messages'
import { z } from 'zod'

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

export function issueMessage(issue: { readonly message: string }): MessageDescriptor | string {
  const { reason, message } = issue as Issue
  // An outer schema may have replaced the sentence.
  if (reason?.message === message) return reason
  const known = libraryReason(issue as z.core.$ZodIssue)
  return known ? { ...known, message } : message
}

const SIZED = { string: 'characters', array: 'items', set: 'items', map: 'entries', file: 'bytes' } as const
const unitsOf = (origin: string): string | undefined =>
  Object.hasOwn(SIZED, origin) ? SIZED[origin as keyof typeof SIZED] : undefined

/** Maps the common messages of zod; rare ones stay in English. */
function libraryReason(issue: z.core.$ZodIssue): Omit<MessageDescriptor, 'message'> | undefined {
  switch (issue.code) {
    case 'too_small': {
      if (!issue.message.startsWith('Too small: ') || !issue.message.includes('>=')) return undefined
      const min = Number(issue.minimum)
      const units = unitsOf(issue.origin)
      return units === undefined
        ? { code: 'number_too_small', params: { kind: issue.origin, min } }
        : { code: 'too_few', params: { kind: issue.origin, min, units } }
    }
    case 'too_big': {
      if (!issue.message.startsWith('Too big: ') || !issue.message.includes('<=')) return undefined
      const max = Number(issue.maximum)
      const units = unitsOf(issue.origin)
      return units === undefined
        ? { code: 'number_too_big', params: { kind: issue.origin, max } }
        : { code: 'too_many', params: { kind: issue.origin, max, units } }
    }
    case 'invalid_type':
      return issue.message.startsWith('Invalid input: ')
        ? { code: 'wrong_type', params: { kind: issue.expected } }
        : undefined
    case 'invalid_value':
      return issue.message.startsWith('Invalid option: ')
        ? { code: 'option_invalid', params: { options: issue.values.map((value) => JSON.stringify(value)).join('|') } }
        : undefined
    case 'invalid_format':
      return FORMATS.get(issue.message)
    default:
      return issue.message === 'Invalid input' ? { code: 'value_invalid' } : undefined
  }
}

const FORMATS: ReadonlyMap<string, { readonly code: MessageCode }> = new Map([
  ['Invalid URL', { code: 'url_invalid' }],
  ['Invalid email address', { code: 'email_address_invalid' }],
  ['Invalid ISO datetime', { code: 'datetime_invalid' }],
  ['Invalid ISO date', { code: 'date_invalid' }],
])
