// Messages stored as text: code and parameters, so that readers get them in their language.
import {
  isMessageCode,
  type Message,
  type MessageDescriptor,
  type MessageParam,
  type MessageRef,
  msg,
} from '@parlance/i18n/messages'

/** Empty for no message. */
export const storedMessage = (message: Message | undefined): string =>
  typeof message === 'object' ? JSON.stringify(bare(message)) : (message ?? '')

function bare({ code, params }: MessageDescriptor): object {
  if (params === undefined) return { code }
  const values = Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? bare(value) : value])
  return { code, params: Object.fromEntries(values) }
}

/** Plain text, from an older version or another service, is returned as text. */
export function readMessage(stored: string): Message {
  if (!stored.startsWith('{"code":"')) return stored
  try {
    return revived(JSON.parse(stored)) ?? stored
  } catch {
    return stored
  }
}

function revived(value: unknown): MessageDescriptor | undefined {
  const { code, params } = value as { code: string; params?: Record<string, unknown> }
  if (!isMessageCode(code)) return undefined
  if (params === undefined) return msg(code)
  const entries = Object.entries(params).map(([name, one]): [string, MessageParam] => [
    name,
    typeof one === 'object' ? (revived(one) ?? '') : (one as string | number),
  ])
  return msg(code, Object.fromEntries(entries))
}

/** The English sentence of a stored message, and its code if it has one. */
export function messageOf(stored: string): { readonly text: string; readonly message?: MessageRef } {
  const read = readMessage(stored)
  if (typeof read === 'string') return { text: read }
  const { message: text, ...message } = read
  return { text, message }
}
