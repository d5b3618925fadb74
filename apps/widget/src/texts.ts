// The chat's English texts, always included.
import en from '@parlance/i18n/locales/en/chat.json'

export { en }
export type Texts = typeof en
