import { newAgentConfig } from '@parlance/engine/agents/draft'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { expect, test } from 'vitest'
import { i18n } from '../../../i18n/i18n.ts'
import { describeBy } from './describe.ts'
import { diffConfigs, type Change } from './diff.ts'
import { diffText, shortened } from '../../../components/content/text-diff.ts'

const node = (id: string, name: string, more: object = {}) => ({ id, name, type: 'default', ...more })
const base = newAgentConfig({
  title: 'Ada',
  nodes: [node('s', 'Start', { type: 'start' }), node('b', 'Booking', { instructions: 'Ask for a date.' })] as never,
})
const changed = (patch: object) => diffConfigs(base, newAgentConfig({ ...base, ...(patch as Partial<AgentConfig>) }))
const path = (change: Change | undefined) => change?.where.map(({ text }) => text).join(' > ')
const summary = (changes: readonly Change[]) => changes.map((change) => `${change.kind} ${path(change)}`)

test('finds no changes in equal copies with another key order', () => {
  expect(diffConfigs(base, Object.fromEntries(Object.entries(base).toReversed()) as AgentConfig)).toEqual([])
})
test.each<[string, object, string[]]>([
  ['a short text is a value', { title: 'Bea' }, ['value title']],
  ['a switch is a value', { enableNodes: false }, ['value enableNodes']],
  ['a long text is read by words', { vg_systemPrompt: `${base.vg_systemPrompt} Be kind.` }, ['text vg_systemPrompt']],
  ['a list of texts has a line for each', { vg_initMessages: ['Hi', 'There'] }, ['text vg_initMessages']],
  [
    'a part of a group is named',
    { voiceConfig: { ...base.voiceConfig, speechGen: { provider: 'deepgram', voiceId: 'luna' } } },
    ['value voiceConfig > speechGen > voiceId'],
  ],
  ['an option nobody else knows', { vgOptions: { ...base.vgOptions, foo: 'x' } }, ['value vgOptions > foo']],
  ['a step more', { nodes: [...base.nodes, node('e', 'End')] }, ['added nodes > End']],
  ['a step less', { nodes: base.nodes.slice(0, 1) }, ['removed nodes > Booking']],
  [
    'steps are the same by their id, wherever they stand and whatever they are called',
    { nodes: [{ ...base.nodes[1], name: 'Dates' }, base.nodes[0]] },
    ['value nodes > Dates > name'],
  ],
  ['only the order of steps', { nodes: base.nodes.toReversed() }, ['moved nodes']],
  [
    'only the place on the canvas',
    { nodes: base.nodes.map((entry) => (entry.id === 'b' ? { ...entry, rf: { x: 1, y: 2 } } : entry)) },
    ['moved nodes > Booking'],
  ],
  [
    'what a step is told',
    { nodes: base.nodes.map((entry) => (entry.id === 'b' ? { ...entry, instructions: 'Ask for a day.' } : entry)) },
    ['value nodes > Booking > instructions'],
  ],
  ['a variable is known by its name', { variables: [{ name: 'date', type: 'date' }] }, ['added variables > date']],
])('%s', (_, patch, expected) => {
  expect(summary(changed(patch))).toEqual(expected)
})
test('names next steps with their conditions', () => {
  const edges = (...childrenNodes: object[]) => ({
    ...base,
    nodes: base.nodes.map((entry) => (entry.id === 's' ? { ...entry, childrenNodes } : entry)),
  })
  const before = edges({ nodeId: 'b', condition: 'a date is named' }) as AgentConfig
  const after = edges(
    { nodeId: 'b', condition: 'a day is named' },
    { nodeId: 's', condition: '', rule: { match: 'all', tests: [{ variable: 'age', operator: 'isSet', value: '' }] } },
  ) as AgentConfig
  const [change] = diffConfigs(before, after, describeBy(i18n.t, before, after))
  expect(path(change)).toBe('nodes > Start > childrenNodes')
  const parts = change?.kind === 'text' ? change.parts : []
  const told = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text)
  expect(told('added').join('')).toBe('Booking: a date is named')
  expect(told('removed').join('')).toBe('Booking: a day is named\nStart: age is set')
})
test('reports another step of the same name as a difference', () => {
  const twins = [...base.nodes, node('c', 'Booking')] as AgentConfig['nodes']
  const to = (nodeId: string) =>
    ({
      ...base,
      nodes: twins.map((entry) =>
        entry.id === 's' ? { ...entry, childrenNodes: [{ nodeId, condition: '' }] } : entry,
      ),
    }) as AgentConfig
  expect(summary(diffConfigs(to('b'), to('c'), describeBy(i18n.t, to('b'), to('c'))))).toEqual([
    'text nodes > Start > childrenNodes',
  ])
})
test("ignores secrets, which versions don't have", () => {
  const { VF_DIALOGUE_API_KEY: _v, whatsappToken: _w, gcloudPrivateKey: _g, ...open } = base
  expect(diffConfigs(open, { ...base, VF_DIALOGUE_API_KEY: 'VF.key', gcloudPrivateKey: 'pem' } as never)).toEqual([])
})

test('compares a text by words', () => {
  expect(diffText('Ask for a date.', 'Ask for a day.')).toEqual([
    { kind: 'same', text: 'Ask for a ' },
    { kind: 'removed', text: 'date' },
    { kind: 'added', text: 'day' },
    { kind: 'same', text: '.' },
  ])
})
test('compares a long text by lines, quickly', () => {
  const lines = Array.from({ length: 2000 }, (_, index) => `Line ${index} of the instructions\n`)
  const parts = diffText(lines.join(''), lines.with(1000, 'Something else\n').join(''))
  expect(parts.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual([
    'Line 1000 of the instructions\n',
    'Something else\n',
  ])
})
test('compares two unrelated long texts in time, as removed and added', () => {
  const words = (seed: number) => Array.from({ length: 25_000 }, (_, index) => `${(index * seed) % 99_991}\n`).join('')
  const began = performance.now()
  const parts = diffText(words(7919), words(104_729))
  expect(performance.now() - began).toBeLessThan(3000)
  const joined = (kind: string) =>
    parts
      .filter((entry) => entry.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect(joined('added')).toBe(words(7919))
  expect(joined('removed')).toBe(words(104_729))
})
test('cuts long unchanged parts to the context of a change', () => {
  const parts = shortened([
    { kind: 'same', text: 'x'.repeat(500) },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: 'y'.repeat(500) },
  ])
  expect(parts.map(({ text }) => text.length)).toEqual([123, 3, 123])
})
