import { describe, expect, test } from 'vitest'
import { importAgent } from './import.ts'
import { agentflowFile, chatflowFile } from './flowise.testing.ts'

describe('an agentflow', () => {
  const { config, report } = importAgent(agentflowFile(), { title: 'Desk' })
  const byName = (name: string) => config.nodes.find((node) => node.name === name)
  const ways = (name: string) =>
    byName(name)?.childrenNodes.map(({ nodeId, condition, rule }) => [
      config.nodes.find(({ id }) => id === nodeId)?.name,
      rule?.tests[0] ?? condition,
    ])
  const notes = (label: string) =>
    report.notes.filter(({ where }) => where === `Node “${label}”`).map(({ what }) => what)

  test('is recognised as Flowise and starts at its first step', () => {
    expect(report).toMatchObject({ format: 'flowise', nodes: config.nodes.length, tools: 2, variables: 1 })
    expect(config.title).toBe('Desk')
    expect(byName('Start')).toMatchObject({ type: 'start' })
    expect(ways('Start')?.map(([to]) => to)).toEqual(['Route'])
    expect(config.variables).toMatchObject([{ name: 'tier', defaultValue: 'basic' }])
  })

  test('routes by scenarios and by comparisons', () => {
    expect(byName('Route')).toMatchObject({
      type: 'condition',
      instructions: 'Find out what the message of the visitor is about',
      routerLlmConfig: { model: 'gpt-4o-mini', temperature: 0.1 },
    })
    expect(ways('Route')).toEqual([
      ['Invoices', 'About an invoice'],
      ['Deliveries', 'About a delivery'],
    ])
    expect(ways('Gold?')).toEqual([
      ['Notify', { variable: 'tier', operator: 'equals', value: 'gold' }],
      ['Sure?', 'what “Deliveries” answered regex late'],
      ['Reply', ''],
    ])
  })

  test('keeps prompts as text, usable models, and tools with the model’s fields', () => {
    expect(byName('Invoices')).toMatchObject({
      type: 'default',
      instructions: 'You explain invoices.\n- Be brief & kind\n\nuser: Tier: {tier}',
      llmConfig: { model: 'claude-x', temperature: 0.4, maxTokens: 900 },
      toolsIds: [config.tools[0]?.id],
      kb: { enabled: true },
    })
    expect(config.tools[0]).toMatchObject({
      name: 'find_invoice',
      method: 'GET',
      serverUrl: 'https://api.shop.example/invoices/{id}',
      fields: [
        { key: 'id', in: 'path', required: true, value: '' },
        { key: 'year', in: 'query', type: 'integer', required: false },
        { key: 'X-Shop', in: 'header', value: 'main' },
      ],
    })
    expect(byName('Deliveries')?.llmConfig).toBeUndefined()
    expect(notes('Deliveries')).toContain('The agent’s own model replaces llama from chatOllama.')
    expect(notes('Invoices')).toContain('The documents of “Price list” aren’t in the file. Add them under Knowledge.')
  })

  test('imports requests, human input, replies and loops, and skips code with a note', () => {
    expect(byName('Notify')).toMatchObject({ type: 'tool', toolCall: { toolId: config.tools[1]?.id } })
    expect(config.tools[1]).toMatchObject({ method: 'POST', serverUrl: 'https://hooks.shop.example/{tier}' })
    expect(byName('Sure?')).toMatchObject({
      items: [{ message: 'Shall I send it?', buttons: [{ name: 'Proceed' }, { name: 'Reject' }] }],
    })
    // Proceed passes through the skipped code node, reject through the loop.
    expect(ways('Sure?')?.map(([to]) => to)).toEqual(['Reply', 'Deliveries'])
    expect(notes('Compute')).toEqual(['Its JavaScript can’t run here.'])
    expect(byName('Reply')?.items).toEqual([{ type: 'text', text: 'It is sent.' }])
    // As in Flowise, the next message runs through the flow again.
    expect(ways('Reply')).toEqual([['Route', 'The visitor writes again']])
    expect(ways('Invoices')).toEqual([['Route', '']])
    expect(byName('Sticky Note')).toMatchObject({ type: 'note', instructions: 'Ask Jo about prices' })
  })

  test('starts at an agent or a form if it is first', () => {
    const { nodes, edges } = agentflowFile()
    const [start] = nodes
    if (!start) throw new Error('no start')
    const direct = edges.map((edge) =>
      edge.source === 'startAgentflow_0' ? { ...edge, target: 'agentAgentflow_0' } : edge,
    )
    const first = importAgent({ nodes, edges: direct }).config.nodes.find(({ type }) => type === 'start')
    expect(first).toMatchObject({ name: 'Invoices', kb: { enabled: true } })

    const inputs = {
      startInputType: 'formInput',
      formTitle: 'Before we begin',
      formInputTypes: [
        { type: 'number', label: 'Your age', name: 'age' },
        { type: 'options', label: 'Colour', name: 'colour', addOptions: [{ option: 'red' }, { option: 'blue' }] },
      ],
    }
    const form = { ...start, data: { ...start.data, inputs } }
    const asked = importAgent({ nodes: [form, ...nodes.slice(1)], edges: direct }).config.nodes
    expect(asked.find(({ type }) => type === 'collect')?.variables).toMatchObject([
      { name: 'age', type: 'number' },
      { name: 'colour', options: ['red', 'blue'] },
    ])
  })
})

describe('a chatflow', () => {
  const { config, report } = importAgent(chatflowFile())

  test('becomes one agent', () => {
    expect(report).toMatchObject({ format: 'flowise', tools: 1, variables: 1 })
    expect(config.nodes.map(({ type, name }) => [type, name])).toEqual([
      ['start', 'Tool Agent'],
      ['note', 'Rewriter'],
      ['note', 'Sticky Note'],
    ])
    expect(config.nodes[0]).toMatchObject({
      instructions:
        'You are the desk of a library. Answer the message of the visitor with the passages from the knowledge.',
      llmConfig: { model: 'gpt-4o', temperature: 0.9 },
      kb: { enabled: true },
      toolsIds: [config.tools[0]?.id],
    })
    expect(config.tools).toMatchObject([
      { name: 'lend_book', method: 'POST', fields: [{ key: 'isbn', required: true }] },
    ])
    expect(config.variables).toMatchObject([{ name: 'style', defaultValue: 'plain words' }])
  })

  test('notes each part that is not imported', () => {
    const lost = report.notes.filter(({ level }) => level === 'lost').map(({ where }) => where)
    expect(lost).toEqual(['Node “Serp API”', 'Node “LLM Chain”', 'Node “Faiss”', 'Node “Pdf File”'])
  })

  test('becomes a team led by the supervisor', () => {
    const part = (id: string, name: string, inputs: object) => ({
      id,
      position: { x: 0, y: 0 },
      data: { id, name, label: name, category: 'Multi Agents', inputs },
    })
    const file = {
      nodes: [
        part('s', 'supervisor', { supervisorName: 'Lead', supervisorPrompt: 'Lead the team.' }),
        part('w1', 'worker', { workerName: 'Writer', workerPrompt: 'Write well.' }),
        part('w2', 'worker', { workerName: 'Coder', workerPrompt: 'Code well.' }),
      ],
      edges: [
        { source: 's', target: 'w1' },
        { source: 's', target: 'w2' },
      ],
    }
    const { nodes } = importAgent(file).config
    expect(nodes[0]).toMatchObject({
      type: 'start',
      childrenNodes: [{ condition: 'What the visitor needs is for “Writer”: Write well.' }, {}],
    })
    expect(nodes[2]).toMatchObject({ name: 'Coder', type: 'default', childrenNodes: [{ nodeId: nodes[0]?.id }] })
  })

  test('is refused without a speaking part, or of an unknown kind', () => {
    expect(() =>
      importAgent({ nodes: [{ id: 'a', data: { name: 'faiss', category: 'Vector Stores' } }], edges: [] }),
    ).toThrow('no chain or agent')
    expect(() => importAgent({ nodes: [{ id: 'a' }] })).toThrow('which kind of Flowise node')
    expect(() => importAgent({ nodes: 'x' }, { format: 'flowise' })).toThrow('no nodes')
  })
})

test('the first flow of an export of a whole dashboard becomes the agent, and the others are named', () => {
  const { nodes, edges } = chatflowFile() as { nodes: object[]; edges: object[] }
  const flowData = JSON.stringify({ nodes, edges })
  const flow = (name: string) => ({ id: name, name, flowData })
  const { config, report } = importAgent({
    AgentFlow: [],
    AgentFlowV2: [],
    Tool: [],
    ChatMessage: [],
    ChatFlow: [flow('Garden helper'), flow('Second helper')],
  })
  expect([config.title, report.format]).toEqual(['Garden helper', 'flowise'])
  expect(report.notes.filter(({ where }) => where === 'Second helper')).toMatchObject([
    { what: 'Another flow can’t run here. Import it as a separate agent.' },
  ])
  expect(() => importAgent({ ChatFlow: [{ name: 'Broken', flowData: '{' }] })).toThrow('read')
})

test('recognises the parts of an export without categories, and keeps braces that name nothing', () => {
  const inputs = { systemMessagePrompt: 'Help {name}. Costs ${{unit}}.' }
  const chain = { id: 'chain_0', label: 'Chain', name: 'conversationChain', inputs }
  const { config } = importAgent({ nodes: [{ id: 'chain_0', type: 'customNode', data: chain }], edges: [] })
  expect(config.nodes.map(({ instructions }) => instructions).join()).toContain('Help {name}. Costs ${{unit}}.')
})
