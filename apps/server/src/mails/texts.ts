// The sentences of mails by language. A catalogue is read with the first mail that is written in its language.
import type { Language } from '@parlance/contract/accounts/languages'
import type { MailTexts } from './texts/en.ts'

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

/** What the log of deliveries says in English, in another language; as it is where it is none of our sentences. */
export async function reasonIn(language: Language, english: string): Promise<string> {
  const { reasons: known } = await textsIn('en')
  const number = /\d+(?:\.\d+)?/.exec(english)?.[0] ?? ''
  const names = Object.keys(known) as (keyof typeof known)[]
  const name = names.find((each) => known[each]({ number }) === english)
  return name === undefined ? english : (await textsIn(language)).reasons[name]({ number })
}
