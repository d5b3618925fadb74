// The languages to choose from for a chat, by their names in the language of the page.

/** Those the chat’s own sentences exist in; it speaks the visitor’s or English where an agent asks for another. */
export const CHAT_LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar']

/** Leaves the choice to the visitor’s browser. */
export const VISITORS_LANGUAGE = 'auto'

/** Others that agents often answer in. */
const COMMON =
  'bg bn ca cs da el et fa fi fil gu he hi hr hu id is it ja ka kk km kn ko lt lv mk ml mr ms my nb ne nl pa pl ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant'.split(
    ' ',
  )

interface Option {
  value: string
  label: string
}
export interface LanguageGroups {
  /** Of these the chat’s buttons and notices exist too. */
  chat: Option[]
  others: Option[]
}

/** `stored` is always among them, whatever it is; each group is in the order of its names. */
export function languageGroups(stored: string, inLanguage: string): LanguageGroups {
  const names = new Intl.DisplayNames(inLanguage, { type: 'language' })
  const order = new Intl.Collator(inLanguage)
  const options = (codes: readonly string[]) =>
    codes.map((value) => ({ value, label: nameOf(names, value) })).toSorted((a, b) => order.compare(a.label, b.label))
  const known = ['', VISITORS_LANGUAGE, ...CHAT_LANGUAGES, ...COMMON]
  const others = known.includes(stored) ? COMMON : [stored, ...COMMON]
  return { chat: options(CHAT_LANGUAGES), others: options(others) }
}

function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    const name = names.of(code) ?? code
    return name.toLowerCase() === code.toLowerCase() ? code : `${name} (${code})`
  } catch {
    // A code that is none, stored by another program.
    return code
  }
}
