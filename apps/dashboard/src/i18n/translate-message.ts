// What the server and the rules of the contract say, in the language of the page: by its code, never by its words.
import type { MessageParam, MessageParams } from '@parlance/i18n/messages'
import { isolateInRtl } from './bidi-isolate.ts'
import { i18n } from './i18n.ts'
import { numberLocale } from './number-locale.ts'

/** As it comes from the server: without a code, and with one of a newer server, the words stay English. */
export interface Translatable {
  readonly code?: string | undefined
  readonly params?: MessageParams | undefined
  readonly message: string
}

/** Of the texts of a language, beside the catalogue of the screens. */
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

/** Words of the language need nothing around them; all else keeps to itself. */
function shown(value: MessageParam): string {
  if (typeof value === 'object') return translateMessage(value)
  if (typeof value === 'number') return value.toLocaleString(numberLocale(i18n.language))
  return isolateInRtl(value, i18n.dir() === 'rtl')
}
