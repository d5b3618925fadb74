import { expect, test } from 'vitest'
import { greetingOf } from './greeting.ts'
import { AgentConfig } from './schemas.ts'

const of = (vg_initMessages: string[], more: object = {}) =>
  greetingOf(AgentConfig.parse({ title: 'Ada', vg_initMessages, ...more }))

test.each([
  ['Hi {name}!', 'Hi!'],
  ['Hi, {name}! How can I help?', 'Hi! How can I help?'],
  ['Hello {name}, how can I help?', 'Hello, how can I help?'],
  ['{name}, how can I help?', 'How can I help?'],
  ['Bonjour {name} !', 'Bonjour !'],
  ['Hi **{name}**!', 'Hi!'],
  ['مرحبًا، {name}!', 'مرحبًا!'],
  ['Hi {name|there}!', 'Hi there!'],
  ['Hi {name|default:dear guest}!', 'Hi dear guest!'],
  ['Hi **{name|there}**!', 'Hi **there**!'],
  ['It is {day|long}.', 'It is.'],
  ['Say { this } {1x}', 'Say { this } {1x}'],
])('without a value «%s» reads «%s»', (written, read) => expect(of([written])).toEqual([read]))

test('formats default values, hides secrets and leaves out empty values', () => {
  const variables = [
    { name: 'shop', defaultValue: 'Lumen' },
    { name: 'opens', type: 'date', defaultValue: '2026-12-24' },
    { name: 'price', type: 'number', defaultValue: '9.5' },
    { name: 'key', isEnv: true, defaultValue: 'sk-1' },
  ]
  const written = [
    'Welcome to {shop}, {key}!',
    '{shop|default:our shop} opens on {opens}.',
    '{price|currency:EUR}',
    '{key}',
  ]
  expect(of(written, { variables })).toEqual(['Welcome to Lumen!', 'Lumen opens on December 24, 2026.', '€9.50'])
})

test("the first step's message comes before the agent's, and is left out when visitors begin", () => {
  const nodes = (startConfig: object) => [{ id: 's', name: 'Start', type: 'start', startConfig }]
  const opening = { initialMessage: 'Hi {name|there}', userStarts: false }
  expect(of(['Hello'], { nodes: nodes(opening) })).toEqual(['Hi there'])
  expect(of(['Hello'], { nodes: nodes({ ...opening, userStarts: true }) })).toEqual([])
  expect(of(['Hello'], { agentPlatform: 'vf', VF_DIALOGUE_API_KEY: 'VF.DM.k' })).toEqual([])
})
