import { type Language, languageFor } from '@parlance/contract/accounts/languages'
import { i18n } from './i18n.ts'

/** The language that the page is in: the account's, where somebody is signed in. */
export const pageLanguage = (): Language => languageFor([i18n.language])
