import { expect, test } from 'vitest'
import { keySourceOf } from './key-source.ts'

const price = { input: 0, output: 0, turn: 1 }
const model = (provider: 'openai' | 'anthropic', paidBy: 'ownKey' | 'platform' | 'sandbox') => ({
  id: 'm',
  name: 'm',
  provider,
  paidBy,
  price,
})

test.each([
  ['openai', [{ provider: 'openai' as const }], [], true, 'ownKey'],
  ['anthropic', [{ provider: 'openai' as const }], [model('openai', 'ownKey')], true, 'sandbox'],
  ['anthropic', [{ provider: 'openai' as const }], [model('anthropic', 'sandbox')], true, 'sandbox'],
  ['openai', [], [model('openai', 'platform')], false, 'platform'],
  ['anthropic', [], [model('openai', 'platform')], false, 'nobody'],
  // A list from before the key was deleted.
  ['openai', [], [model('openai', 'ownKey')], false, 'nobody'],
] as const)('%s with %j stored and %j offered, sandbox %s: %s', (provider, stored, items, sandbox, answer) => {
  expect(keySourceOf(provider, { stored, models: { items: [...items] }, sandbox })).toBe(answer)
})
