import { VOICES } from '@parlance/contract/voice/voices'
import { expect, test } from 'vitest'
import { findVoices } from './voices.ts'

test('lists every voice once', () => {
  const ids = VOICES.map(({ provider, voiceId }) => `${provider}/${voiceId}`)
  expect(new Set(ids).size).toBe(ids.length)
})

const german = (code: string) => (code === 'de' ? 'German' : code)
test.each([
  ['asteria', ['Asteria']],
  ['  ElevenLabs ', ['Sarah', 'Laura', 'Alice', 'George', 'Roger', 'Charlie', 'Daniel', 'River']],
  ['cartesia', ['Katie', 'Jacqueline', 'Tessa', 'Kiefer', 'Theo']],
  ['neutral', ['Alloy', 'Ballad', 'Fable', 'Marin', 'River']],
  ['german', ['Viktoria', 'Julius']],
  ['nobody', []],
])('searching for «%s»', (text, names) => {
  expect(findVoices(VOICES, text, german).map(({ name }) => name)).toEqual(names)
})
