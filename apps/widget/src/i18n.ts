// The widget's language, loaded unless it is English.
import { en, type Texts } from './texts.ts'

export interface Language {
  readonly code: string
  readonly dir: 'ltr' | 'rtl'
  readonly texts: Texts
}

/** Available languages, see load-texts.ts. */
const CODES = 'ar bg cs da de el es fa fi fr he hi hu id it ja ko nb nl pl pt ro ru sv th tr uk vi zh'
const isOther = (code: string) => code.length === 2 && CODES.includes(code)
/** Codes that share another code's texts. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id' }
const FROM_THE_RIGHT = ['ar', 'he', 'fa', 'ur']
const ENGLISH: Language = { code: 'en', dir: 'ltr', texts: en }

/** Undefined for unsupported languages. */
const ours = (wanted = '') => {
  const code = wanted.slice(0, 2).toLowerCase()
  const known = ALIASES[code] ?? code
  return known === ENGLISH.code || isOther(known) ? known : undefined
}

/**
 * The agent's language if supported, else the visitor's, else English. `auto` means the visitor's. Reads `browser` only
 * when needed: `navigator` costs the frame 15 KB of memory.
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

type Fetch = (code: string) => Promise<Texts>
const fetchLanguage: Fetch = async (code) => (await import('./load-texts.ts')).loadTexts(code)

/** Never rejects: falls back to English. */
export async function loadLanguage(code: string, fetch: Fetch = fetchLanguage): Promise<Language> {
  if (!isOther(code)) return ENGLISH
  try {
    const texts = await fetch(code)
    return { code, dir: FROM_THE_RIGHT.includes(code) ? 'rtl' : 'ltr', texts }
  } catch {
    return ENGLISH
  }
}

/** Replaces `{name}` placeholders. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
