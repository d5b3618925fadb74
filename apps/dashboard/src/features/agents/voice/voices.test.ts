import { expect, test } from 'vitest'
import { findVoices, VOICES } from './voices.ts'

test('lists every voice once', () => {
  const ids = VOICES.map(({ provider, voiceId }) => `${provider}/${voiceId}`)
  expect(new Set(ids).size).toBe(ids.length)
})
test.each([
  ['asteria', ['Asteria']],
  ['  OPENAI ', ['Coral', 'Nova', 'Sage', 'Shimmer', 'Ash', 'Echo', 'Onyx', 'Verse', 'Alloy', 'Ballad', 'Fable']],
  ['neutral', ['Alloy', 'Ballad', 'Fable']],
  ['nobody', []],
])('searching for «%s»', (text, names) => {
  expect(findVoices(VOICES, text).map(({ name }) => name)).toEqual(names)
})
