// The sentences of mails by language. A catalogue is read with the first mail that is written in its language.
import type { Language } from '@parlance/contract/accounts/languages'
import type { MailTexts } from './texts/en.ts'
import english from '@parlance/i18n/locales/en/messages.json' with { type: 'json' }
import { messageText } from '@parlance/i18n/messages'
import { readMessage } from '../lib/stored-message.ts'

export type { MailTexts } from './texts/en.ts'

const CATALOGUES: Readonly<Record<Language, () => Promise<MailTexts>>> = {
  en: async () => (await import('./texts/en.ts')).en,
  ar: async () => (await import('./texts/ar.ts')).ar,
  de: async () => (await import('./texts/de.ts')).de,
  es: async () => (await import('./texts/es.ts')).es,
  fr: async () => (await import('./texts/fr.ts')).fr,
  pt: async () => (await import('./texts/pt.ts')).pt,
}

export const textsIn = (language: Language): Promise<MailTexts> => CATALOGUES[language]()

const MESSAGES: Readonly<Record<Language, () => Promise<{ default: typeof english }>>> = {
  en: async () => ({ default: english }),
  ar: () => import('@parlance/i18n/locales/ar/messages.json', { with: { type: 'json' } }),
  de: () => import('@parlance/i18n/locales/de/messages.json', { with: { type: 'json' } }),
  es: () => import('@parlance/i18n/locales/es/messages.json', { with: { type: 'json' } }),
  fr: () => import('@parlance/i18n/locales/fr/messages.json', { with: { type: 'json' } }),
  pt: () => import('@parlance/i18n/locales/pt/messages.json', { with: { type: 'json' } }),
}

/** A stored message in the language of the mail; words of others as they are. */
export async function storedMessageIn(language: Language, stored: string): Promise<string> {
  const message = readMessage(stored)
  if (typeof message === 'string') return message
  return messageText((await MESSAGES[language]()).default, language, message)
}
