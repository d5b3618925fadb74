// The translation catalogue: every visible sentence has a key in `en`; other languages follow the same shape.
// The build hands it over in parts, with the modules that name their keys (texts.ts beside vite.config.ts).
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { en } from './en/en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

const i18n = createInstance()
void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: {} } },
  interpolation: { escapeValue: false },
  returnNull: false,
  // A finding that needs no advice has an empty one; otherwise its key would be shown.
  returnEmptyString: true,
  initAsync: false,
})

/** Takes a part of the English catalogue, as it lies in the whole. */
export const addTexts = (texts: object) => void i18n.addResourceBundle('en', 'translation', texts, true, true)

export { i18n }
