import { newAgentConfig } from '@parlance/engine/agents/draft'
import { expect, test } from 'vitest'
import { scriptTag } from './deploy/script-tag.ts'
import { ALL_PRESETS, isCustom } from './design/presets.ts'
import { greetingOf } from '@parlance/contract/agents/greeting'
import { interactCommand, openaiCommand } from './settings/commands.ts'
import { shortName } from './short-name.ts'
import { greetsInStarterEnglish } from './starter-greeting.ts'

test('limits names in a switcher to 20 characters', () => {
  expect(shortName('a'.repeat(20))).toBe('a'.repeat(20))
  expect(shortName('a'.repeat(21))).toBe(`${'a'.repeat(20)}…`)
  expect(shortName('😀'.repeat(21))).toBe(`${'😀'.repeat(20)}…`)
})
test('names host, agent, region and position in the script tag', () => {
  const embed = {
    origin: 'https://app.example',
    agentId: 'AbCdEfGhIjKlMnOp',
    region: 'na',
    render: 'bottom-left',
  } as const
  expect(scriptTag(embed)).toBe(
    '<script src="https://app.example/widget.js" data-agent="AbCdEfGhIjKlMnOp" data-region="na" data-render="bottom-left" defer></script>',
  )
})
test('puts a speaking start step before the greeting; a waiting one suppresses it', () => {
  const base = newAgentConfig({ title: 'Ada', vg_initMessages: ['Hi', ' '] })
  expect(greetingOf(base)).toEqual(['Hi'])
  const withStart = (startConfig: { initialMessage: string; userStarts: boolean }) =>
    newAgentConfig({ ...base, nodes: [{ id: 's', type: 'start', startConfig } as never] })
  expect(greetingOf(withStart({ initialMessage: 'Welcome', userStarts: false }))).toEqual(['Welcome'])
  expect(greetingOf(withStart({ initialMessage: '', userStarts: true }))).toEqual([])
})
test.each([
  ['another language with the greeting it began with', { lang: 'de' }, true],
  ['English', { lang: 'en' }, false],
  ['a kind of English', { lang: 'en-GB' }, false],
  ['the language of the visitor', { lang: 'auto' }, false],
  ['a greeting of its own', { lang: 'de', vg_initMessages: ['Hallo!'] }, false],
  ['no greeting', { lang: 'de', vg_initMessages: [] }, false],
  ['answers from elsewhere', { lang: 'de', agentPlatform: 'vf' }, false],
] as const)('the English greeting is pointed out or not: %s', (_, fields, wanted) => {
  const config = newAgentConfig({ title: 'Ada' })
  expect(greetsInStarterEnglish({ ...config, ...structuredClone(fields) } as typeof config)).toBe(wanted)
})
test('has twelve presets, without custom themes', () => {
  expect(ALL_PRESETS).toHaveLength(12)
  expect(isCustom('purple-dark')).toBe(false)
  expect(isCustom('custom-dark')).toBe(true)
})
test('puts valid JSON and the key into commands', () => {
  const call = { base: 'https://app.example/api/eu', agentId: 'A', secret: 'vg_x' }
  for (const command of [interactCommand(call), openaiCommand(call)]) {
    expect(command).toContain('Authorization: Bearer vg_x')
    expect(() => JSON.parse(/-d '(.*)'/.exec(command)?.[1] ?? '')).not.toThrow()
  }
})
