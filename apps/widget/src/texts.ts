// The chat's texts in English, always here; those of other languages are fetched.
import en from '@parlance/i18n/locales/en/chat.json'

export { en }
export type Texts = typeof en
