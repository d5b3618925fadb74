// Translates messages of the server and the contract by code.
import type { MessageParam, MessageParams } from '@parlance/i18n/messages'
import { isolateInRtl } from './bidi-isolate.ts'
import { i18n } from './i18n.ts'
import { numberLocale } from './number-locale.ts'

/** Messages without a code, or with the code of a newer server, stay English. */
export interface Translatable {
  readonly code?: string | undefined
  readonly params?: MessageParams | undefined
  readonly message: string
}

/** Namespace of these messages. */
export const MESSAGES = 'messages'

export function translateMessage({ code, params = {}, message }: Translatable): string {
  if (code === undefined || !isTranslated(code)) return message
  const replace = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)]))
  const options = { ns: MESSAGES, replace, interpolation: { escapeValue: false } }
  return (i18n.t as (code: string, options: object) => string)(code, options)
}

function isTranslated(code: string): boolean {
  const texts: unknown = i18n.getResourceBundle(i18n.language, MESSAGES)
  return typeof texts === 'object' && texts !== null && Object.hasOwn(texts, code)
}

/** Nested messages need no isolation; other values do. */
function shown(value: MessageParam): string {
  if (typeof value === 'object') return translateMessage(value)
  if (typeof value === 'number') return value.toLocaleString(numberLocale(i18n.language))
  return isolateInRtl(value, i18n.dir() === 'rtl')
}
