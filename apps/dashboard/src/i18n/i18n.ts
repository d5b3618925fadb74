// The translation catalogue: every visible sentence has a key in `en`; other languages follow the same shape.
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en/en.ts'

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
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
})

export { i18n }
