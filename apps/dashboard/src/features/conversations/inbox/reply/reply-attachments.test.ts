import { MAX_VISITOR_FILE_BYTES } from '@parlance/contract/files/limits'
import { expect, test } from 'vitest'
import { refusalBefore } from './reply-attachments.tsx'

test.each([
  ['plan.PNG', 1, undefined],
  ['offer.docx', MAX_VISITOR_FILE_BYTES, undefined],
  ['offer.docx', MAX_VISITOR_FILE_BYTES + 1, 'size'],
  ['tool.exe', 1, 'kind'],
  ['noending', 1, 'kind'],
] as const)('%s of %s bytes: %s', (name, size, expected) => {
  expect(refusalBefore({ name, size })).toBe(expected)
})
