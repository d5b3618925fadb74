import { describe, expect, test } from 'vitest'
import { compile } from '@parlance/engine/compile'
import { begin, step } from '@parlance/engine/step'
import { importAgent } from './import.ts'
import { typebotFile } from './typebot.testing.ts'

const { config, report } = importAgent(typebotFile())
const byName = (name: string) => config.nodes.find((node) => node.name === name)
const ways = (name: string) =>
  byName(name)?.childrenNodes.map(({ nodeId, condition, rule }) => ({
    to: config.nodes.find(({ id }) => id === nodeId)?.name,
    by: rule ?? condition,
  }))
const notes = (part: string) =>
  report.notes.filter(({ where }) => where.includes(part)).map(({ what, level }) => `${level}: ${what}`)

describe('a Typebot', () => {
  test('is counted in the report and recognised by its content', () => {
    expect(config).toMatchObject({ title: 'Bike rental', agentPlatform: 'vg', enableNodes: true })
    expect(report).toMatchObject({ format: 'typebot', nodes: config.nodes.length, tools: 1, variables: 10 })
    expect(config.nodes.map(({ type }) => type).toSorted()).toEqual(
      [
        'start',
        'collect',
        'message',
        'message',
        'collect',
        'collect',
        'condition',
        'tool',
        'default',
        'collect',
        'collect',
        'message',
        'message',
        'message',
        'end',
      ].toSorted(),
    )
  })

  test('greets with its first bubbles and continues by the answer', () => {
    const start = byName('Start')
    expect(start).toMatchObject({ type: 'start' })
    expect(start?.startConfig?.initialMessage).toBe(
      'Welcome to **Velo**!\n[Our map](https://velo.example/map)\n\nWhat may I call you?',
    )
    const graph = compile(config)
    if (!graph) throw new Error('no graph')
    const asked = step(graph, begin(graph, undefined), {
      type: 'visitor',
      text: 'Ada',
      channel: 'web-chat',
      today: '2026-11-21',
    })
    expect(asked.commands.map(({ type }) => type)).toEqual(['decide'])
    const told = step(graph, asked.next, { type: 'decided', next: '', values: { First_name: 'Ada' }, reason: '' })
    // The greeting's answer already answers the question, so the buttons come at once.
    expect(told.next.state.nodeId).toBe(byName('Hello 6')?.id)
    expect(told.commands).toMatchObject([
      { type: 'say', items: [{ text: 'What do you need, Ada?' }, { type: 'choice' }] },
    ])
    expect(told.done).toBe(true)
  })

  test('asks with inputs: kind, limits and wording', () => {
    expect(byName('Rent 4')).toMatchObject({
      type: 'collect',
      instructions: 'Ask in these words, then wait for the answer:\nFor how many days?',
      variables: [{ name: 'Days', type: 'number', min: 1, max: 30, required: true }],
    })
    expect(byName('Rent 5')).toMatchObject({ variables: [{ name: 'Mail', type: 'email' }] })
    expect(byName('Done 2')).toMatchObject({ variables: [{ name: 'Sterne', type: 'number', min: 1, max: 5 }] })
    expect(byName('Done 4')).toMatchObject({
      type: 'message',
      items: [{ type: 'input', field: { name: 'File', type: 'file' } }],
    })
    expect(notes('date input')).toEqual(['lost: Asks for one date instead of a range.'])
    expect(notes('payment input')).toEqual(['lost: The chat can’t take payments.'])
  })

  test('shows buttons with their targets', () => {
    expect(ways('Hello 6')).toEqual([
      { to: 'Rent', by: 'The visitor chooses “Rent a bike”' },
      { to: 'Help', by: 'The visitor chooses one of: Get help, Join the club' },
    ])
    expect(byName('Rent')).toMatchObject({
      items: [{ type: 'visual' }, { type: 'iFrame', url: 'https://www.youtube.com/embed/abc123' }],
    })
  })

  test('keeps comparisons as ordered rules, and describes those it can’t compute', () => {
    expect(ways('Rent 6')).toEqual([
      {
        to: 'Done 2',
        by: {
          match: 'any',
          tests: [
            { variable: 'Days', operator: 'greater', value: '7' },
            { variable: 'Plan', operator: 'equals', value: 'premium' },
          ],
        },
      },
      { to: 'Bye', by: '{Mail} matches regex /@corp/' },
      { to: 'Rent 7', by: '' },
    ])
  })

  test('makes its calls, with its values', () => {
    expect(byName('Rent 7')).toMatchObject({ type: 'tool', toolCall: { toolId: config.tools[0]?.id } })
    // As in Typebot, whether or not it succeeded.
    expect(byName('Rent 7')?.childrenNodes.map(({ on }) => on)).toEqual(['success', 'failure'])
    const [tool] = config.tools
    expect(tool).toMatchObject({
      method: 'POST',
      serverUrl: 'https://api.velo.example/users/{First_name}/rentals',
      timeoutMs: 20_000,
      responseMapping: [{ variable: 'Code', path: 'rentals.0.code' }],
    })
    expect(tool?.fields.map(({ in: into, key, value }) => [into, key, value])).toEqual([
      ['path', 'First_name', '{First_name}'],
      ['query', 'source', 'bot'],
      ['query', 'lang', 'en'],
      ['header', 'Authorization', 'Bearer abc'],
      ['body', 'mail', '{Mail}'],
      ['body', 'days', '{Days}'],
      ['body', 'extras', '["{Need}"]'],
    ])
    expect(notes('Webhook')).toHaveLength(2)
  })

  test('gives models their own node, jumps, and notes skipped parts', () => {
    expect(byName('Help')).toMatchObject({ type: 'default', instructions: 'You help {First_name} with bikes.' })
    expect(ways('Help')).toEqual([{ to: 'Hello 6', by: '' }])
    for (const block of ['Code', 'Google Sheets', 'Typebot link', 'Quantum leap', 'AB test'])
      expect(notes(`“${block}”`)[0], block).toMatch(/^lost: /)
    expect(config.variables.find(({ name }) => name === 'Plan')?.defaultValue).toBe('standard')
  })

  test('places no node on another', () => {
    for (const one of config.nodes)
      for (const other of config.nodes)
        if (one !== other && one.rf && other.rf)
          expect(Math.abs(one.rf.x - other.rf.x) >= 320 || Math.abs(one.rf.y - other.rf.y) >= 180).toBe(true)
  })
})

describe('an unusual Typebot', () => {
  const withGroups = (groups: unknown, more: object = {}) => ({ ...typebotFile(), groups, ...more })
  const group = (id: string, ...blocks: object[]) => ({ id, title: id, blocks })

  test('is refused with an unknown version, or without groups or blocks', () => {
    expect(() => importAgent({ ...typebotFile(), version: '9' })).toThrow('Typebot version 9')
    expect(() => importAgent({}, { format: 'typebot' })).toThrow('no groups')
    expect(() => importAgent(withGroups([]))).toThrow('no block')
    expect(() => importAgent(withGroups([group('a', { id: 'x', type: 'Wait' })]))).toThrow('no block')
  })

  test('ends instead of hanging when jumps form a cycle', () => {
    const jump = (id: string, to: string) => ({ id, type: 'Jump', options: { groupId: to } })
    const round = withGroups([
      group('a', jump('1', 'b')),
      group('b', jump('2', 'a')),
      group('c', { id: '3', type: 'email input' }),
    ])
    expect(importAgent(round).config.nodes.map(({ type }) => type)).toContain('collect')
  })

  test('starts although messages lead to themselves', () => {
    const text = {
      id: 't',
      type: 'text',
      content: { richText: [{ children: [{ text: 'Hi' }] }] },
      outgoingEdgeId: 'loop',
    }
    const file = withGroups([group('a', text)], {
      events: [],
      edges: [{ id: 'loop', from: { blockId: 't' }, to: { groupId: 'a' } }],
    })
    const { nodes } = importAgent(file).config
    expect(nodes.map(({ type }) => type)).toEqual(['start', 'message'])
    expect(nodes[0]?.childrenNodes).toHaveLength(1)
  })

  test('notes duplicate block ids, long texts and too many steps', () => {
    const same = { id: 'x', type: 'email input' }
    expect(
      importAgent(withGroups([group('a', same, same)])).config.nodes.filter(({ type }) => type === 'collect'),
    ).toHaveLength(1)
    const long = { id: 'l', type: 'text', content: { plainText: 'x'.repeat(12_000) } }
    const { report: told } = importAgent(withGroups([group('a', long, same)]))
    expect(told.notes.map(({ what }) => what)).toContain('A text of 12000 characters was cut to 10000.')
    const many = Array.from({ length: 600 }, (_, n) => ({
      id: `m${n}`,
      type: 'email input',
      options: { variableId: 'v-mail' },
    }))
    expect(() => importAgent(withGroups([group('a', ...many)]))).toThrow('more than 500 steps')
  })

  test('starts at its start block in version 5', () => {
    const { nodes } = importAgent({
      version: '5',
      name: 'Old',
      groups: [
        group('s', { id: 'start', type: 'start', outgoingEdgeId: 'e' }),
        group('late', { id: 'never', type: 'url input' }),
        group('first', {
          id: 'q',
          type: 'choice input',
          items: [
            { id: 'y', content: 'Yes' },
            { id: 'n', content: 'No' },
          ],
        }),
      ],
      edges: [{ id: 'e', from: { groupId: 's', blockId: 'start' }, to: { groupId: 'first' } }],
    }).config
    // Buttons at the very start are part of the greeting, and the start node chooses between them.
    expect(nodes[0]?.startConfig?.initialMessage).toBe('- Yes\n- No')
    expect(nodes[0]?.childrenNodes[0]?.condition).toBe('The visitor chooses one of: Yes, No')
  })
})
