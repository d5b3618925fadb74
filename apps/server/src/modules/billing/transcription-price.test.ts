import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimatedSeconds, transcriptionCost } from './transcription-price.ts'
import { supportsVision } from './models.ts'

const cost = (seconds: number, model = 'whisper-1') => transcriptionCost({ paidBy: 'platform', model, seconds })

test('charges the provider’s price with the markup per minute', () => {
  // 0.006 dollars times 1.3, at a tenth of a cent a credit.
  expect(cost(60)).toBe(7800)
  expect(cost(60, 'gpt-4o-mini-transcribe')).toBe(3900)
  expect(cost(60, 'someone-else')).toBe(26_000)
  expect(cost(60, 'toString')).toBe(26_000)
  expect(cost(1)).toBe(130)
})

test('charges one credit when the platform pays nothing', () => {
  for (const paidBy of ['ownKey', 'sandbox'] as const)
    expect(transcriptionCost({ paidBy, model: 'whisper-1', seconds: 299 })).toBe(1000)
})

test('trusts the declared duration unless the file is too large for it', () => {
  expect(estimatedSeconds(40_000, undefined)).toBe(10)
  expect(estimatedSeconds(40_000, 30)).toBe(30)
  expect(estimatedSeconds(3_200_000, 1)).toBe(100)
})

test('is never free or negative, and grows with the duration', () => {
  fc.assert(
    fc.property(fc.double(), fc.double({ min: 0, max: 80_000, noNaN: true }), (any, seconds) => {
      expect(cost(any)).toBeGreaterThan(0)
      expect(Number.isSafeInteger(cost(any))).toBe(true)
      expect(cost(seconds + 60)).toBeGreaterThan(cost(seconds))
    }),
  )
})

test.each([
  ['gpt-4o', true],
  ['gpt-4o-2024-08-06', true],
  ['openai/gpt-4o-mini', true],
  ['gpt-4.1-nano', true],
  ['gpt-5', true],
  ['claude-sonnet-4-5', true],
  ['anthropic/claude-3-haiku', true],
  ['gemini-2.5-flash', true],
  ['openai-compatible/llava:13b', true],
  ['openai-compatible/qwen2.5vl:7b', true],
  ['llama3.2-vision:11b', true],
  ['gpt-4o-transcribe', false],
  ['gpt-4omega', false],
  ['gpt-3.5-turbo', false],
  ['o3-mini', false],
  ['llama3.1:8b', false],
  ['mistral-large', false],
  ['visionary-7b', false],
  ['sandbox', false],
  ['', false],
])('pictures to %s: %s', (model, sees) => expect(supportsVision(model)).toBe(sees))
