import { expect, test } from 'vitest'
import { hasWrittenEnough, MESSAGES_A_DAY } from './sender-limits.ts'

const now = new Date('2026-11-29T12:00:00Z')
const { person, group } = MESSAGES_A_DAY

test.each([
  ['a person at the limit', false, person, '2026-11-29T00:00:00Z', false],
  ['a person above it', false, person + 1, '2026-11-29T00:00:00Z', true],
  ['a person above it, yesterday', false, person + 1, '2026-11-28T12:00:00Z', false],
  ['a group above that of a person', true, person + 1, '2026-11-29T00:00:00Z', false],
  ['a group above its own', true, group + 1, '2026-11-29T00:00:00Z', true],
  ['someone who never wrote', false, 0, null, false],
])('%s', (_name, is_group, received, received_since, isEnough) =>
  expect(hasWrittenEnough({ is_group, received, received_since }, now)).toBe(isEnough),
)
