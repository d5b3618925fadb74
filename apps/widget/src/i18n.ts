// The language of the widget: chosen for the visitor, fetched when it is not English.
import { en, type Texts } from './texts.ts'

export interface Language {
  readonly code: string
  readonly dir: 'ltr' | 'rtl'
  readonly texts: Texts
}

/** The languages that can be fetched; languages/load.ts knows how. */
const CODES = 'ar bg cs da de el es fa fi fr he hi hu id it ja ko nb nl pl pt ro ru sv th tr uk vi zh'
const isOther = (code: string) => code.length === 2 && CODES.includes(code)
/** Codes whose words another code has. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id' }
const FROM_THE_RIGHT = ['ar', 'he', 'fa', 'ur']
const ENGLISH: Language = { code: 'en', dir: 'ltr', texts: en }

/** Undefined for what is none of ours. */
const ours = (wanted = '') => {
  const code = wanted.slice(0, 2).toLowerCase()
  const known = ALIASES[code] ?? code
  return known === ENGLISH.code || isOther(known) ? known : undefined
}

/**
 * The agent's language when we have it, else the visitor's, else English. `auto` leaves it to the visitor. `browser` is not
 * asked where the agent has said it: `navigator` costs the frame 15 KB of memory.
 */
export function pickLanguage(agentLang: string | undefined, browser: () => readonly string[]): string {
  return (
    ours(agentLang) ??
    browser()
      .map((wanted) => ours(wanted))
      .find(Boolean) ??
    ENGLISH.code
  )
}

type Fetch = (code: string) => Promise<{ readonly texts: Texts }>
const fetchLanguage: Fetch = async (code) => (await import('./languages/load.ts')).loadTexts(code)

/** Never rejects: a language that can't be fetched, or that we don't have, is English. */
export async function loadLanguage(code: string, fetch: Fetch = fetchLanguage): Promise<Language> {
  if (!isOther(code)) return ENGLISH
  try {
    const { texts } = await fetch(code)
    return { code, dir: FROM_THE_RIGHT.includes(code) ? 'rtl' : 'ltr', texts }
  } catch {
    return ENGLISH
  }
}

/** Puts values into `{name}` places. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
