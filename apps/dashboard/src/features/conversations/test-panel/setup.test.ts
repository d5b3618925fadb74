import { AgentNode } from '@parlance/contract/agents/nodes'
import type { Variable } from '@parlance/contract/agents/variables'
import { DebugOptions } from '@parlance/contract/conversations/schemas'
import { expect, test } from 'vitest'
import { CHANNEL_CHOICES, debugOf, NO_SETUP, stepsOf, variablesOf, withVariable } from './setup.ts'

test('sends no debug options when nothing is set', () => {
  expect(debugOf(NO_SETUP, undefined)).toBeUndefined()
  expect(debugOf({ ...NO_SETUP, channel: 'web-chat', published: true }, undefined)).toBeUndefined()
})
test.each(CHANNEL_CHOICES)('sends valid debug options on %s', (channel) => {
  const setup = withVariable(withVariable({ ...NO_SETUP, channel, nodeId: 'book' }, 'day', '2031-05-12'), 'name', null)
  const sent = debugOf(setup, 3)
  expect(DebugOptions.parse(sent)).toEqual(sent)
  expect(sent).toMatchObject({ nodeId: 'book', rewindTo: 3, variables: { day: '2031-05-12', name: null } })
})
test('leaves nothing of a removed variable', () => {
  expect(withVariable(withVariable(NO_SETUP, 'day', 'x'), 'day', undefined)).toEqual(NO_SETUP)
})

const declared: Variable = { name: 'plan', type: 'text', description: '', isEnv: false, defaultValue: '' }
const asking = AgentNode.parse({
  id: 'book',
  type: 'collect',
  variables: [
    { name: 'plan', type: 'text', options: ['S', 'M'] },
    { name: 'seats', type: 'number', min: 1 },
  ],
})
const notes = AgentNode.parse({ id: 'n', type: 'note' })
test('lists declared and collected variables once with their allowed values', () => {
  const config = {
    agentPlatform: 'vg' as const,
    enableNodes: true,
    nodes: [asking, notes],
    variables: [declared],
    tools: [],
  }
  expect(variablesOf(config)).toMatchObject([
    { name: 'plan', type: 'text', options: ['S', 'M'], isEnv: false },
    { name: 'seats', type: 'number', options: [], min: 1 },
  ])
  expect(stepsOf(config).map(({ id }) => id)).toEqual(['book'])
  const single = { ...config, enableNodes: false }
  expect([variablesOf(single).map(({ name }) => name), stepsOf(single)]).toEqual([['plan'], []])
  expect(stepsOf({ ...config, agentPlatform: 'vf' })).toEqual([])
})
