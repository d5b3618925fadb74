import { describe, expect, test } from 'vitest'
import { VG_STARTER } from '@parlance/contract/agents/schemas'
import { chooseModel, DEFAULT_MODEL, KNOWN_MODELS, modelId, type ModelKeys, rateOf } from './models.ts'
import { providerOf } from '@parlance/contract/workspaces/provider-of'
import { turnCost } from './metering.ts'
import { priceOf, UNKNOWN_MODEL } from './prices.ts'

test('names the default for new agents, and has a price for every offered model', () => {
  expect(VG_STARTER.vg_defaultModel).toBe(DEFAULT_MODEL)
  for (const [provider, names] of Object.entries(KNOWN_MODELS))
    for (const name of names) {
      expect(providerOf(name)).toEqual({ provider, name })
      expect(priceOf(name)).not.toEqual(UNKNOWN_MODEL)
    }
})

test.each([
  ['openai', 'gpt-4o', 'gpt-4o'],
  ['anthropic', 'claude-sonnet-4-5', 'claude-sonnet-4-5'],
  ['openai', 'claude-like', 'openai/claude-like'],
  ['google', 'gemma-3', 'google/gemma-3'],
  ['openai-compatible', 'llama3.2', 'openai-compatible/llama3.2'],
  ['openai-compatible', 'google/gemma-3', 'openai-compatible/google/gemma-3'],
  ['openai', 'openai/x', 'openai/openai/x'],
] as const)('%s’s %s is written %s and read back', (provider, name, id) => {
  expect(modelId({ provider, name })).toBe(id)
  expect(providerOf(id)).toEqual({ provider, name })
})

describe('who answers', () => {
  const keys = (own: ModelKeys['own'], platform: ModelKeys['platform'] = [], sandbox = false) => ({
    own,
    platform,
    sandbox,
  })
  const [claude = '', gemini = ''] = [KNOWN_MODELS.anthropic[0], KNOWN_MODELS.google[0]]
  test.each<[string, string, ModelKeys, string | undefined]>([
    ['the key of the workspace', 'gpt-4o', keys(['openai'], ['openai']), 'openai gpt-4o ownKey'],
    ['the platform', 'gpt-4o', keys(['anthropic'], ['openai']), 'openai gpt-4o platform'],
    ['the sandbox', 'gpt-4o', keys([], [], true), 'openai gpt-4o sandbox'],
    ['the sandbox for a model somebody chose', 'gpt-4.1', keys(['anthropic'], [], true), 'openai gpt-4.1 sandbox'],
    ['an own key before the sandbox', 'gpt-4o', keys(['anthropic'], [], true), `anthropic ${claude} ownKey`],
    ['a stand-in by own key', 'gpt-4o', keys(['google'], ['anthropic']), `google ${gemini} ownKey`],
    [
      'a stand-in by the platform',
      'gpt-4o',
      keys(['openai-compatible'], ['google', 'anthropic']),
      `anthropic ${claude} platform`,
    ],
    ['nobody for a model somebody chose', 'gpt-4.1', keys(['anthropic']), undefined],
    ['nobody for one that names its provider', 'openai/gpt-4o', keys(['anthropic']), undefined],
    ['nobody without a key', 'gpt-4o', keys([]), undefined],
    ['nobody known, with a server of one’s own', 'gpt-4o', keys(['openai-compatible']), undefined],
  ])('%s', (_, asked, given, expected) => {
    const chosen = chooseModel(asked, given)
    expect(chosen && `${chosen.provider} ${chosen.name} ${chosen.paidBy}`).toBe(expected)
  })
})

test('shows the rate of a turn of a thousand tokens', () => {
  expect(rateOf('gpt-4o', 'platform')).toEqual({ input: 3.25, output: 13, turn: 0 })
  expect(rateOf('gpt-4o', 'ownKey')).toEqual({ input: 0, output: 0, turn: 1 })
  expect(rateOf('whatever', 'sandbox')).toEqual({ input: 0, output: 0, turn: 1 })
  for (const name of Object.values(KNOWN_MODELS).flat()) {
    const { input, output } = rateOf(name, 'platform')
    const meter = { paidBy: 'platform' as const, price: priceOf(name) }
    expect(turnCost({ ...meter, usage: { inputTokens: 1_000_000, outputTokens: 0 } })).toBeCloseTo(
      input * 1_000_000,
      -2,
    )
    expect(turnCost({ ...meter, usage: { inputTokens: 0, outputTokens: 1_000_000 } })).toBeCloseTo(
      output * 1_000_000,
      -2,
    )
  }
})
