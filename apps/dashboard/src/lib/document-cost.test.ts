import { pagesOf } from '@parlance/contract/knowledge/schemas'
import { expect, test } from 'vitest'
import { creditsFor } from './document-cost.ts'

test.each([0, 1, 2999, 3000, 3001, 500_000])('%d characters cost what the server charges', (chars) => {
  expect(creditsFor(chars)).toBe(pagesOf(chars))
})
