import { type Language, languageFor } from '@parlance/contract/accounts/languages'
import { i18n } from './i18n.ts'

/** The page's language: the account's when signed in. */
export const pageLanguage = (): Language => languageFor([i18n.language])
