import type { Texts } from './texts.ts'

const FILES = import.meta.glob<Texts>(['../../../packages/i18n/locales/*/chat.json', '!**/en/*'], { import: 'default' })

export function loadTexts(code: string): Promise<Texts> {
  const load = FILES[`../../../packages/i18n/locales/${code}/chat.json`]
  return load ? load() : Promise.reject(new Error(`There is no language ${code}`))
}
