import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { AgentConfig, TEMPLATE_IDS } from '@parlance/contract/agents/schemas'
import { newAgentConfig } from '../agents/draft.ts'
import { AgentNodes, type AgentNode } from '@parlance/contract/agents/nodes'
import { graphProblems } from '../graph/problems.ts'
import { startOf, templateConfig } from './template-config.ts'
import { TEMPLATES } from './templates.ts'
import { WORDS } from './words/words.ts'

const nodesOf = (id: (typeof TEMPLATE_IDS)[number]): AgentNode[] => templateConfig(id).nodes ?? []

test('shows the seven templates under their tabs in order', () => {
  const idsOf = (category: string) => TEMPLATES.filter((t) => t.category === category).map((t) => t.id)
  expect(TEMPLATES.map((t) => t.id)).toEqual([...TEMPLATE_IDS])
  expect(idsOf('Customer Support')).toEqual(['customer-support', 'real-estate-agent', 'health-care-agent'])
  expect(idsOf('Utility')).toEqual(['confirm-email', 'make-appointment', 'blank-template'])
  expect(idsOf('Entertainment')).toEqual(['game-npc'])
  for (const { name, description, icon } of TEMPLATES)
    for (const shown of [name, description, icon]) expect(shown).not.toBe('')
})

describe.each(TEMPLATE_IDS)('%s', (id) => {
  test('makes a valid agent with steps', () => {
    const config = newAgentConfig({ title: 'Ada', ...templateConfig(id) })
    expect(AgentConfig.parse(config)).toEqual(config)
    expect(config.enableNodes).toBe(true)
    expect(config.nodes).toEqual(AgentNodes.parse(nodesOf(id)))
    expect(config.vg_initMessages?.join('').trim()).not.toBe('')
  })

  test('has one start, existing children with conditions, and only reachable nodes', () => {
    const nodes = nodesOf(id)
    const byId = new Map(nodes.map((node) => [node.id, node]))
    expect(nodes.filter((node) => node.type === 'start')).toHaveLength(1)
    expect(byId.size).toBe(nodes.length)
    const reached = new Set<string>()
    const visit = (nodeId: string) => {
      if (reached.has(nodeId)) return
      reached.add(nodeId)
      for (const child of byId.get(nodeId)?.childrenNodes ?? []) {
        expect(byId.has(child.nodeId), `${nodeId} leads to ${child.nodeId}`).toBe(true)
        expect(child.condition.split(' ').length).toBeGreaterThan(2)
        visit(child.nodeId)
      }
    }
    for (const node of nodes) if (node.type === 'start' || node.isGlobal) visit(node.id)
    expect([...reached].sort()).toEqual([...byId.keys()].sort())
  })

  test('has content in every node, each at its own position', () => {
    const nodes = nodesOf(id)
    for (const node of nodes)
      // The chat announces the hand-off.
      if (node.type === 'handoff') expect(node.instructions, node.id).toBe('')
      else expect(node.instructions.length, node.id).toBeGreaterThan(20)
    expect(new Set(nodes.map((node) => JSON.stringify(node.rf))).size).toBe(nodes.length)
    for (const node of nodes) expect(node.type === 'collect').toBe(node.variables.length > 0)
    for (const node of nodes.filter((n) => n.type !== 'end' && n.type !== 'handoff' && nodes.length > 1))
      expect(node.childrenNodes.length, `${node.id} leads on`).toBeGreaterThan(0)
  })

  test('has no problems, and conditions on global nodes', () => {
    expect(graphProblems(newAgentConfig({ title: 'Ada', ...templateConfig(id) }))).toEqual([])
    for (const node of nodesOf(id)) expect(node.globalCondition !== '', node.id).toBe(node.isGlobal)
  })

  test('leads on from every button', () => {
    for (const { id: nodeId, type, items, childrenNodes } of nodesOf(id)) {
      expect(items.length > 0, nodeId).toBe(type === 'message')
      // Every button has an edge, its own or shared; all targets wait for the visitor.
      for (const item of items) if (item.type === 'choice') expect(childrenNodes.length, nodeId).toBeGreaterThan(1)
    }
  })

  test("is a fresh copy, so that changes don't spread", () => {
    const first = templateConfig(id)
    first.nodes?.splice(0)
    expect(nodesOf(id).length).toBeGreaterThan(0)
  })
})

function flat(words: object, path = ''): Map<string, string> {
  const all = new Map<string, string>()
  for (const [key, value] of Object.entries(words) as [string, string | object][]) {
    if (typeof value === 'string') all.set(path + key, value)
    else for (const [inner, text] of flat(value, `${path}${key}.`)) all.set(inner, text)
  }
  return all
}

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s says every text in words of its own', (language) => {
  const english = flat(WORDS.en)
  const own = flat(WORDS[language])
  expect([...own.keys()]).toEqual([...english.keys()])
  for (const [key, text] of own) expect(text === english.get(key), key).toBe(text === '')
})

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(TEMPLATE_IDS)('%s has the same graph and translated texts', (id) => {
    const made = newAgentConfig({ title: 'Ada', ...templateConfig(id, language) })
    expect(AgentConfig.parse(made)).toEqual(made)
    expect(made).toMatchObject({ lang: 'auto', unavailableMessage: WORDS[language].unavailable })
    const graph = ({ nodes }: AgentConfig) =>
      nodes.map((node) => ({
        ...node,
        items: node.items.map(({ type }) => type),
        childrenNodes: node.childrenNodes.map(({ nodeId, condition }) => [nodeId, condition.replace(/ \(“.*”\)$/, '')]),
      }))
    expect(graph(made)).toEqual(graph(newAgentConfig({ title: 'Ada', ...templateConfig(id) })))
    const said = [...flat(WORDS[language][id]).values()].filter((text) => text !== '')
    const shown = JSON.stringify([made.description, made.vg_initMessages, made.UIhandoffTitle, made.UIhandoffSubtitle])
    const items = JSON.stringify(made.nodes.map((node) => node.items))
    for (const text of said) expect(shown + items).toContain(JSON.stringify(text).slice(1, -1))
    // Buttons send their name as the visitor's message.
    for (const { items: all } of made.nodes)
      for (const item of all)
        if (item.type === 'choice') expect(new Set(item.buttons.map(({ name }) => name)).size).toBe(item.buttons.length)
    // In other languages than the conditions', one condition names each button.
    for (const { items: all, childrenNodes } of made.nodes)
      for (const button of all.flatMap((item) => (item.type === 'choice' ? item.buttons : [])))
        expect(childrenNodes.filter(({ condition }) => condition.includes(`“${button.name}”`))).toHaveLength(
          language === 'en' ? 0 : 1,
        )
  })
})

test.each([
  ['blank-template', 'You are Ada, a helpful assistant. '],
  ['customer-support', 'You are Ada, the customer support agent of a company. '],
  ['make-appointment', 'You are Ada. You take appointment requests by chat. '],
  ['game-npc', 'You are Maro, keeper of the Lantern Inn, '],
] as const)('%s says the name and the trade of its agent first', (id, first) =>
  expect(startOf(id, ' Ada ').vg_systemPrompt?.slice(0, first.length)).toBe(first),
)

test.each([
  ['blank-template', 'You are a helpful assistant of Lumen & Sons. '],
  ['customer-support', 'You are the customer support agent of Lumen & Sons. '],
  ['real-estate-agent', 'You are the assistant of Lumen & Sons, a real estate agency. '],
  ['health-care-agent', 'You are the front desk assistant of Lumen & Sons, a medical practice. '],
  ['make-appointment', 'You are the assistant of Lumen & Sons. You take appointment requests by chat. '],
  ['game-npc', 'You are Maro, keeper of the Lantern Inn, '],
] as const)('%s says first whose agent it is, when the business is known', (id, first) =>
  expect(startOf(id, 'Lumen', 'en', ' Lumen\n& Sons ').vg_systemPrompt?.slice(0, first.length)).toBe(first),
)

test('has different prompts and greetings per template', () => {
  const prompts = TEMPLATE_IDS.map((id) => templateConfig(id).vg_systemPrompt)
  expect(new Set(prompts).size).toBe(TEMPLATE_IDS.length)
  expect(new Set(TEMPLATE_IDS.map((id) => templateConfig(id).vg_initMessages?.[0])).size).toBe(TEMPLATE_IDS.length)
})

test('make-appointment asks for name, date, time and email and can be corrected before it ends', () => {
  const nodes = nodesOf('make-appointment')
  const details = nodes.find((node) => node.id === 'details')
  const required = details?.variables.filter((v) => v.required).map((v) => [v.name, v.type])
  expect(required).toEqual([
    ['name', 'text'],
    ['date', 'date'],
    ['time', 'time'],
    ['email', 'email'],
  ])
  const confirm = nodes.find((node) => node.id === 'confirm')
  expect(confirm?.childrenNodes.map((child) => child.nodeId)).toEqual(['details', 'done'])
})

test('blank-template is one start node', () => {
  expect(nodesOf('blank-template').map((node) => node.type)).toEqual(['start'])
})
