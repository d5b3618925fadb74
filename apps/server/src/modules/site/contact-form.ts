import { emailOf } from '@parlance/contract/lib/mailbox'

export const TOPICS = {
  sales: 'Sales',
  agencies: 'Agencies and white label',
  support: 'Support',
  other: 'Something else',
} as const
export type Topic = keyof typeof TOPICS

export const topicOf = (value: string | undefined): Topic =>
  value !== undefined && Object.hasOwn(TOPICS, value) ? (value as Topic) : 'other'

export interface ContactMessage {
  readonly topic: Topic
  readonly name: string
  readonly email: string
  readonly company: string
  readonly message: string
}
export type ContactErrors = Partial<Record<keyof ContactMessage, string>>

export const MAX = { name: 100, email: 254, company: 100, message: 4000 } as const
const MIN_MESSAGE = 10
/** Hidden from people; programs that fill in every field give themselves away. */
export const TRAP = 'topic_other'

export interface ReadContact {
  /** As it was sent, to fill the form in again. */
  readonly values: ContactMessage
  readonly errors: ContactErrors
  readonly isTrapped: boolean
}

/** Pure. Without errors, `values.email` is an address in its one spelling. */
export function readContact(form: URLSearchParams): ReadContact {
  const text = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim()
  const values: ContactMessage = {
    topic: topicOf(form.get('topic') ?? undefined),
    name: text('name'),
    email: text('email'),
    company: text('company'),
    message: text('message'),
  }
  const email = emailOf(values.email)
  const tooLong = (name: keyof typeof MAX) =>
    values[name].length > MAX[name] ? `Use at most ${MAX[name].toLocaleString('en-US')} characters.` : undefined
  const found = {
    name: values.name === '' ? 'Enter your name.' : tooLong('name'),
    email: email === undefined ? 'Enter an email address, like you@example.com.' : undefined,
    company: tooLong('company'),
    message:
      values.message.length < MIN_MESSAGE ? 'Tell us a little more: at least 10 characters.' : tooLong('message'),
  }
  return {
    values: email === undefined ? values : { ...values, email },
    errors: Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined)),
    isTrapped: text(TRAP) !== '',
  }
}
