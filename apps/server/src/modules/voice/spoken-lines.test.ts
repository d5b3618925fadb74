import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { expect, it } from 'vitest'
import { linesOf } from './spoken-lines.ts'

it.each(LANGUAGES.filter((language) => language !== 'en'))('speaks its own phrases in %s', (language) => {
  expect(linesOf(language)).not.toBe(linesOf('en'))
})
