// Texts of mails and stored messages in the reader's language, loaded with the first mail in that
// language.
import type { Language } from '@parlance/contract/accounts/languages'
import type emails from '@parlance/i18n/locales/en/emails.json'
import type messages from '@parlance/i18n/locales/en/messages.json'
import type { MessageDescriptor } from '@parlance/i18n/messages'
import { createInstance, type i18n, type KeyPrefix, type TFunction } from 'i18next'
import { readMessage } from '../lib/stored-message.ts'
import type { EmailFrameTexts } from './email-document.ts'
import { numberIn } from './locale.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'emails'
    resources: { emails: typeof emails; messages: typeof messages }
  }
}

export type EmailTexts = TFunction<'emails'>

type File = Promise<{ readonly default: Readonly<Record<string, unknown>> }>
const FILES: Readonly<Record<Language, readonly [emails: () => File, messages: () => File]>> = {
  en: [
    () => import('@parlance/i18n/locales/en/emails.json', { with: { type: 'json' } }),
    () => import('@parlance/i18n/locales/en/messages.json', { with: { type: 'json' } }),
  ],
  ar: [
    () => import('@parlance/i18n/locales/ar/emails.json', { with: { type: 'json' } }),
    () => import('@parlance/i18n/locales/ar/messages.json', { with: { type: 'json' } }),
  ],
  de: [
    () => import('@parlance/i18n/locales/de/emails.json', { with: { type: 'json' } }),
    () => import('@parlance/i18n/locales/de/messages.json', { with: { type: 'json' } }),
  ],
  es: [
    () => import('@parlance/i18n/locales/es/emails.json', { with: { type: 'json' } }),
    () => import('@parlance/i18n/locales/es/messages.json', { with: { type: 'json' } }),
  ],
  fr: [
    () => import('@parlance/i18n/locales/fr/emails.json', { with: { type: 'json' } }),
    () => import('@parlance/i18n/locales/fr/messages.json', { with: { type: 'json' } }),
  ],
  pt: [
    () => import('@parlance/i18n/locales/pt/emails.json', { with: { type: 'json' } }),
    () => import('@parlance/i18n/locales/pt/messages.json', { with: { type: 'json' } }),
  ],
}

const instances = new Map<Language, Promise<i18n>>()

function instanceFor(language: Language): Promise<i18n> {
  const found = instances.get(language)
  if (found) return found
  const made = createTexts(language)
  instances.set(language, made)
  made.catch(() => instances.delete(language))
  return made
}

async function createTexts(language: Language): Promise<i18n> {
  const [loadEmails, loadMessages] = FILES[language]
  const [emails, messages] = await Promise.all([loadEmails(), loadMessages()])
  const texts = createInstance()
  await texts.init({
    lng: language,
    resources: { [language]: { emails: emails.default, messages: messages.default } },
    ns: ['emails', 'messages'],
    defaultNS: 'emails',
    interpolation: {
      // Parameters are plain text; layout.ts escapes them for HTML.
      escape: (value: unknown) => (typeof value === 'number' ? numberIn(language, value) : String(value)),
      useRawValueToEscape: true,
    },
  })
  return texts
}

/** `(await emailTexts('de', 'reset'))('subject')`. */
export async function emailTexts<Prefix extends KeyPrefix<'emails'> = undefined>(
  language: Language,
  prefix?: Prefix,
): Promise<TFunction<'emails', Prefix>> {
  return (await instanceFor(language)).getFixedT(language, 'emails', prefix) as TFunction<'emails', Prefix>
}

export async function emailFrameTexts(language: Language): Promise<EmailFrameTexts> {
  const t = await emailTexts(language, 'letter')
  return { sentBy: t('sentBy'), noButton: t('noButton'), colon: t('colon') }
}

export async function messageTexts(language: Language): Promise<(message: MessageDescriptor) => string> {
  const t = (await instanceFor(language)).getFixedT(language, 'messages') as unknown as Translate
  return (message) => translated(message, t)
}

/** A stored message in the language of the mail; plain text is unchanged. */
export async function storedMessageIn(language: Language, stored: string): Promise<string> {
  const message = readMessage(stored)
  if (typeof message === 'string') return message
  return (await messageTexts(language))(message)
}

type Translate = (code: string, options: object) => string

function translated({ code, params = {} }: MessageDescriptor, t: Translate): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? translated(value, t) : value,
  ])
  return t(code, { replace: Object.fromEntries(values) })
}
