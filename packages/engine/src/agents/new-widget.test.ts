import { expect, test } from 'vitest'
import { AgentSave } from '@parlance/contract/agents/schemas'
import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { newWidgetConfig, newWidgetWords } from './new-widget.ts'

test('gives a new vg widget the starter, a first step and its credit cap', () => {
  const config = newWidgetConfig('vg')
  expect(config).toMatchObject({
    title: '',
    agentPlatform: 'vg',
    maxTokensUsage: 1_000_000,
    messageDelayMS: 1000,
    lang: 'auto',
    recordChatHistory: true,
    enableNodes: true,
    fontFamily: 'DM Sans',
    vg_defaultModel: 'gpt-4o',
    vg_maxTokens: 1024,
  })
  expect(config.nodes.some(({ type }) => type === 'start')).toBe(true)
})

test('gives a Voiceflow widget neither', () => {
  const config = newWidgetConfig('vf')
  expect(config).toMatchObject({ title: '', agentPlatform: 'vf', maxTokensUsage: 1_000_000, nodes: [] })
  expect(Object.keys(config).filter((key) => key.startsWith('vg'))).toEqual([])
})

test.each(['vg', 'vf'] as const)('%s: with a name it can be saved as it is, and survives JSON', (platform) => {
  const config = { ...newWidgetConfig(platform), title: 'Shop' }
  expect(JSON.parse(JSON.stringify(config))).toEqual(config)
  expect(AgentSave.safeParse(config).success).toBe(true)
})

test.each(['vg', 'vf'] as const)('%s: what it says is in the language of who makes it', (platform) => {
  const words = newWidgetWords(platform)
  for (const language of LANGUAGES)
    expect({ ...newWidgetConfig(platform), ...words[language] }).toEqual(newWidgetConfig(platform, language))
  expect(words.en).toEqual({})
  const greeting = platform === 'vg' ? ['vg_initMessages'] : []
  expect(Object.keys(words.fr).toSorted()).toEqual(['unavailableMessage', ...greeting])
})
