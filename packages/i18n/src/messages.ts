// Product messages as codes: code and parameters are sent, readers get the sentence in their language.
import english from '../locales/en/messages.json' with { type: 'json' }

export type MessageCode = keyof typeof english
/** Numbers are formatted and nested messages translated for the reader. */
export type MessageParam = string | number | MessageDescriptor
export type MessageParams = Readonly<Record<string, MessageParam>>

export interface MessageDescriptor {
  readonly code: MessageCode
  readonly params?: MessageParams
  /** In English, for developers. */
  readonly message: string
}

export type Message = MessageDescriptor | string

/** As API responses carry it next to the English sentence. */
export interface MessageRef {
  readonly code: string
  readonly params?: MessageParams
}

export const englishOf = (message: Message): string => (typeof message === 'string' ? message : message.message)

/**
 * `withRef('reason', …)` is `{ reason: 'in English', reasonMessage: { code, params } }`; foreign texts have no code.
 */
export function withRef<Field extends string>(
  field: Field,
  message: Message,
): { readonly [Key in Field]: string } & { readonly [Key in `${Field}Message`]?: MessageRef } {
  if (typeof message === 'string') return { [field]: message } as never
  const { message: english, ...ref } = message
  return { [field]: english, [`${field}Message`]: ref } as never
}

export const messageFrom = (english: string, ref: MessageRef | undefined): Message =>
  ref && isMessageCode(ref.code) ? { ...ref, code: ref.code, message: english } : english

/** `{{max, number}}` groups digits: 1,000. */
const PLACE = /\{\{(\w+)(, number)?\}\}/g

/** A message by its code, e.g. `msg('too_many_tools', { max: 1000 })`; `message` is the English sentence. */
export function msg(code: MessageCode, params?: MessageParams): MessageDescriptor {
  const message = messageText(english, 'en-US', { code, ...(params && { params }) })
  return params === undefined ? { code, message } : { code, params, message }
}

/** The sentence of a code from the language's messages.json. */
export function messageText(
  texts: Readonly<Record<MessageCode, string>>,
  locale: string,
  { code, params }: Omit<MessageDescriptor, 'message'>,
): string {
  return texts[code].replaceAll(PLACE, (place, name: string, grouped?: string) => {
    const value = params?.[name]
    if (value === undefined) return place
    if (typeof value === 'object') return messageText(texts, locale, value)
    return grouped ? value.toLocaleString(locale) : String(value)
  })
}

export const inSequence = (first: MessageDescriptor, ...rest: readonly MessageDescriptor[]): MessageDescriptor =>
  rest.reduce((before, next) => msg('both', { first: before, second: next }), first)

export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(english, code)
