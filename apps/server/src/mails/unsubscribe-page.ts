// The page of an unsubscribe link, as plain as its content policy requires.
import { directionOf, type Language } from '@parlance/contract/accounts/languages'

export interface UnsubscribePage {
  readonly language: Language
  readonly title: string
  readonly text: string
  /** Undefined once it is done. */
  readonly button: string | undefined
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export function unsubscribePage({ language, title, text, button }: UnsubscribePage): string {
  const form = button === undefined ? '' : `<form method="post"><button>${escape(button)}</button></form>`
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escape(title)}</title></head><body><main><h1>${escape(title)}</h1><p>${escape(text)}</p>${form}</main></body></html>`
}
