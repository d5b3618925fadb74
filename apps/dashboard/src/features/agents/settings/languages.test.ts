import { LANGUAGES } from '@parlance/contract/platform/languages'
import { expect, test } from 'vitest'
import { pickLanguage } from '../../../../../widget/src/i18n.ts'
import { CHAT_LANGUAGES } from './languages.ts'

test("offers the languages of the widget's texts", () => {
  const spoken = LANGUAGES.map(({ language }) => language).filter(
    (code) => code === 'en' || pickLanguage(code, () => []) !== 'en',
  )
  expect(spoken.toSorted()).toEqual(CHAT_LANGUAGES.toSorted())
})
