import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '@parlance/contract/lib/errors'
import { compile } from '@parlance/engine/compile'
import { Tool } from '@parlance/contract/tools/schemas'
import { AgentConfig, OpenConfig, SECRET_FIELDS, TEMPLATE_IDS } from '@parlance/contract/agents/schemas'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { exportAgent } from '@parlance/contract/agents/export'
import { graphProblems } from '@parlance/engine/graph/problems'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { templateConfig } from '@parlance/engine/templates/template-config'
import { type FlowiseImport, template } from './flowise-text.ts'
import { agentflowFile, chatflowFile } from './flowise.testing.ts'
import { importAgent } from './import.ts'
import { typebotFile } from './typebot.testing.ts'

const AT = new Date('2026-11-21T10:00:00Z')
const tool = (part: object) => Tool.parse({ id: 't', name: 'look_up', serverUrl: 'https://api.example/x', ...part })
const file = (config: object, more: object = {}) => ({
  format: 'parlance-agent',
  formatVersion: 1,
  exportedAt: AT.toISOString(),
  config,
  ...more,
})
const refusal = (given: unknown, options = {}): string => {
  try {
    importAgent(given, options)
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT') return error.message
    throw error
  }
  return ''
}

describe('an exported agent', () => {
  test.each(TEMPLATE_IDS)('is restored: %s', (id) => {
    const config = newAgentConfig({ title: 'Ada', ...templateConfig(id) })
    const sent: unknown = JSON.parse(JSON.stringify(exportAgent(config, [], AT)))
    const { config: back, report } = importAgent(sent)
    expect(sameConfig(back, config)).toBe(true)
    expect(report).toEqual({ format: 'parlance', nodes: config.nodes.length, tools: 0, variables: 0, notes: [] })
  })

  test('omits values named like secrets from URLs and headers', () => {
    const fields = [{ key: 'x-auth', in: 'header', value: 'hush' }]
    const serverUrl = 'https://api.example/x?api_key=hush&author=Ada&key=hush&token={TOKEN}#top'
    const mcpServers = [{ id: 'm', name: 'M', url: 'https://mcp.example/?access_token=hush' }]
    const config = AgentConfig.parse({ title: 'Ada', tools: [tool({ serverUrl, fields })], mcpServers })
    const sent = exportAgent(config, [], AT)
    expect(JSON.stringify(sent)).not.toContain('hush')
    expect(sent.config.tools[0]?.serverUrl).toBe('https://api.example/x?api_key=&author=Ada&key=&token={TOKEN}#top')
    expect(sent.config.mcpServers[0]?.url).toBe('https://mcp.example/?access_token=')
  })

  test('contains no secrets', () => {
    const config = AgentConfig.parse({
      title: 'Ada',
      VF_DIALOGUE_API_KEY: 'canary',
      whatsappToken: 'canary',
      gcloudPrivateKey: 'canary',
      vapi: { phone: 1, apiKey: 'canary', deep: [{ authToken: 'canary', kept: true }] },
      vapiConfig: { password: 'canary' },
      tools: [
        tool({
          fields: [
            { key: 'Authorization', in: 'header', value: 'Bearer canary' },
            { key: 'X-Api-Key', in: 'header', value: 'SHOP_KEY', isEnv: true },
            { key: 'city', value: '{city}' },
          ],
        }),
      ],
      variables: [{ name: 'pin', isEnv: true, defaultValue: 'canary' }],
    })
    const sent = exportAgent(config, [], AT)
    expect(JSON.stringify(sent)).not.toContain('canary')
    for (const field of SECRET_FIELDS) expect(sent.config).not.toHaveProperty(field)
    expect(sent.config.tools[0]?.fields.map(({ value }) => value)).toEqual(['', 'SHOP_KEY', '{city}'])
    expect(sent.config.vapi).toEqual({ phone: 1, deep: [{ kept: true }] })
    const { report } = importAgent(sent)
    expect(report.notes).toContainEqual(
      expect.objectContaining({
        where: 'SHOP_KEY',
        what: 'The agent uses this secret. Add it under Credentials.',
        level: 'info',
      }),
    )
  })

  test('includes library functions as own tools, with free names', () => {
    const own = tool({ id: 'own' })
    const config = AgentConfig.parse({ title: 'Ada', tools: [own], functionsIds: ['f1', 'f2'] })
    const library = [tool({ id: 'f1' }), tool({ id: 'f2', name: 'other' })]
    const { config: sent } = exportAgent(config, library, AT)
    expect(sent.tools.map(({ id, name }) => [id, name])).toEqual([
      ['own', 'look_up'],
      ['f1', 'look_up_2'],
      ['f2', 'other'],
    ])
    expect(sent.functionsIds).toEqual([])
    const many = Array.from({ length: 100 }, (_, n) => tool({ id: `f${n}`, name: `f${n}` }))
    expect(() => exportAgent(config, many, AT)).toThrow('more than 100 tools')
  })
})

describe('a file of our own', () => {
  const start = { id: 's', type: 'start', childrenNodes: [{ nodeId: 'gone' }] }

  test('takes the given name, and only what belongs here', () => {
    const given = file({
      title: 'Ada',
      nodes: [start],
      functionsIds: ['f'],
      whatsappToken: 'x',
      strange: 1,
      avatarImageUrl: '/media/a.png',
    })
    const { config, report } = importAgent(given, { title: 'Eve' })
    expect(config).toMatchObject({ title: 'Eve', functionsIds: [], whatsappToken: '', nodes: [{ childrenNodes: [] }] })
    expect(report.notes.map(({ where, level }) => [level, where])).toEqual([
      ['lost', 'whatsappToken'],
      ['lost', 'strange'],
      ['lost', 'Functions'],
      ['info', 'Avatar'],
      ['lost', 's'],
    ])
  })

  test.each<[string, unknown, string]>([
    ['another version', file({ title: 'A' }, { formatVersion: 2 }), 'The file uses version 2 of the format.'],
    ['no version', file({ title: 'A' }, { formatVersion: undefined }), 'version unknown'],
    ['no configuration', file([]), 'no configuration'],
    ['no title', file({}), 'config.title: Please provide a name for the agent.'],
    [
      'two starts',
      file({ title: 'A', nodes: [start, { ...start, id: 's2' }] }),
      'config.nodes: An agent must have exactly one start step.',
    ],
    ['a wrong type', file({ title: 'A', nodes: [{ id: 's', type: 'magic' }] }), 'config.nodes.0.type'],
    [
      'a hostile address',
      file({ title: 'A', tools: [{ id: 't', name: 'x', serverUrl: 'javascript:alert(1)' }] }),
      'config.tools.0.serverUrl',
    ],
  ])('with %s is refused with the place', (_, given, message) => {
    expect(refusal(given)).toContain(message)
  })
})

describe('a hostile file', () => {
  const circle: Record<string, unknown> = { nodes: [] }
  circle.self = circle
  let deep: unknown = 'x'
  for (let n = 0; n < 200; n += 1) deep = [deep]
  const trap = {
    get nodes(): never {
      throw new TypeError('trap')
    },
  }

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'Choose a file'],
    ['null', null, 'isn’t an agent'],
    ['a number', 7, 'isn’t an agent'],
    ['text that is no JSON', '{"a":', 'isn’t valid JSON'],
    ['a circle', circle, 'circular'],
    ['deep nesting', { nodes: deep }, 'nested too deeply'],
    ['deep nesting as text', `{"nodes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'nested too deeply'],
    ['a prototype key', JSON.parse('{"nodes":[],"__proto__":{"x":1}}'), '__proto__ isn’t allowed'],
    ['a prototype key as text', '{"groups":[{"constructor":{}}]}', 'constructor isn’t allowed'],
    ['more than 5 MB', { nodes: ['x'.repeat(5_000_001)] }, 'larger than 5 MB'],
    ['more than 5 MB of text', 'x'.repeat(5_000_001), 'larger than 5 MB'],
    ['too many values', { nodes: Array.from({ length: 200_001 }, () => 0) }, 'has more than 200,000 values'],
    ['too many values as text', `{"nodes":[${'[],'.repeat(150_000)}[]]}`, 'has more than 200,000 values'],
    ['too many values in its texts', { nodes: [{ id: '{},'.repeat(100_001) }] }, 'has more than 200,000 values'],
    ['an endless object', Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [n, 0])), '10,000 entries'],
    ['a NUL', { nodes: ['\0'] }, 'valid Unicode'],
    ['half a character', { nodes: ['\uD800'] }, 'valid Unicode'],
    ['a function', { nodes: () => 1 }, 'isn’t JSON'],
    ['an instance', { nodes: new Map() }, 'isn’t JSON'],
    ['a trap', trap, 'couldn’t read'],
  ])('%s is refused', (_, given, message) => {
    expect(refusal(given)).toContain(message)
  })

  test('accepts a graph with cycles', () => {
    const shared = { type: 'Wait' }
    expect(importAgent({ ...typebotFile(), extra: [shared, shared] }).report.format).toBe('typebot')
  })
})

const damaged = (valid: () => unknown) =>
  fc.tuple(fc.nat(), fc.anything({ maxDepth: 3 })).map(([seed, junk]) => {
    const copy = structuredClone(valid())
    const spots: (() => void)[] = []
    const walk = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return
      for (const key of Object.keys(value)) {
        const owner = value as Record<string, unknown>
        spots.push(() => void (owner[key] = junk))
        walk(owner[key])
      }
    }
    walk(copy)
    spots[seed % spots.length]?.()
    return copy
  })

describe('whatever the file is', () => {
  const never = (given: unknown, options = {}) => {
    try {
      const { config, report } = importAgent(given, options)
      expect(AgentConfig.parse(config)).toEqual(config)
      expect(report.notes.length).toBeLessThanOrEqual(501)
      const ids = new Set(config.nodes.map(({ id }) => id))
      for (const { childrenNodes } of config.nodes)
        for (const { nodeId } of childrenNodes) expect(ids.has(nodeId)).toBe(true)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      expect(error.code).toBe('INVALID_INPUT')
    }
  }
  const format = fc.constantFrom('parlance', 'typebot', 'flowise', undefined)

  test('gives a valid agent or the one error for garbage', () => {
    const anything = fc.anything({
      withObjectString: true,
      withNullPrototype: true,
      withDate: true,
      withMap: true,
      withBigInt: true,
    })
    fc.assert(
      fc.property(anything, format, (given, as) => never(given, as ? { format: as } : {})),
      { numRuns: 500 },
    )
    fc.assert(fc.property(fc.string(), (given) => never(given)))
  })

  test.each([
    ['a Typebot', typebotFile],
    ['an agentflow', agentflowFile],
    ['a chatflow', chatflowFile],
    ['an agent', () => file(OpenConfig.parse(newAgentConfig({ title: 'A', ...templateConfig('make-appointment') })))],
  ] as const)('so does %s with a damaged part', (_, valid) => {
    fc.assert(
      fc.property(damaged(valid), (given) => never(given)),
      { numRuns: 400 },
    )
  })
})

test('reads or refuses the largest files quickly', () => {
  const block = (n: number) => ({ id: `b${n}`, type: 'Webhook', options: { webhook: { url: 'https://a.example/x' } } })
  const groups = [{ id: 'g', title: 'x', blocks: Array.from({ length: 20_000 }, (_, n) => block(n)) }]
  const part = (n: number) => ({ id: `n${n}`, data: { name: 'llmChain', label: 'x', category: 'Chains' } })
  const plug = (n: number) => ({ source: `n${n % 997}`, target: `n${n % 991}` })
  const flow = (nodes: number, edges: number) => ({
    nodes: Array.from({ length: nodes }, (_, n) => part(n)),
    edges: Array.from({ length: edges }, (_, n) => plug(n)),
  })
  const begun = performance.now()
  expect(refusal({ groups, edges: [] })).toContain('more than 5000 groups, blocks or edges')
  expect(refusal({ groups: [{ ...groups[0], blocks: groups[0]?.blocks.slice(0, 5000) }] })).toContain(
    'more than 100 requests',
  )
  expect(refusal(flow(2000, 2000))).toContain('more than 500 steps')
  expect(refusal(flow(20, 5000))).toContain('more than 2000 nodes or edges')
  expect(performance.now() - begun).toBeLessThan(2000)
})

const times = <T>(length: number, make: (n: number) => T): T[] => Array.from({ length }, (_, n) => make(n))
const group = (blocks: readonly object[]) => ({ id: 'g', title: 'G', blocks })
test('keeps doubled braces of a Flowise prompt that name no variable', () => {
  const names = { of: (_: string, wish: string) => wish }
  const declared: string[] = []
  const flowiseImport = {
    notes: { info: () => {}, lost: () => {} },
    names,
    variables: { declare: ({ name }: { name: string }) => void declared.push(name) },
    labelOf: () => undefined,
  } as unknown as FlowiseImport
  expect(template('Help {name}. Costs ${{unit}}.', 'prompt', flowiseImport)).toBe('Help {name}. Costs ${{unit}}.')
  expect(declared).toEqual(['name'])
})

const flowise = (name: string, label: string, inputs: object, category = '') => ({
  id: label,
  data: { name, label, category, inputs },
})
const GOES = {
  outgoingEdgeId: 'e',
  content: { comparisons: [{ variableId: 'v', comparisonOperator: 'Equal to', value: 'x' }] },
}
const LABORIOUS: [name: string, file: () => object][] = [
  [
    'an address with a million query fields',
    () => ({
      groups: [
        group([
          { id: 'b', type: 'Webhook', options: { webhook: { url: `https://a.example/x?${'a&'.repeat(1_000_000)}` } } },
        ]),
      ],
    }),
  ],
  [
    'conditions that all lead into a row of steps that vanish',
    () => ({
      variables: [{ id: 'v', name: 'v' }],
      groups: [
        group([...times(4000, (n) => ({ id: `w${n}`, type: 'Wait' })), { id: 'b', type: 'Wait' }]),
        {
          ...group([{ id: 'c', type: 'Condition', items: times(8000, (n) => ({ id: `i${n}`, ...GOES })) }]),
          id: 'h',
        },
      ],
      edges: [{ id: 'e', to: { groupId: 'g', blockId: 'w0' } }],
    }),
  ],
  [
    'edges that all lead to the last of many blocks',
    () => ({
      groups: [group(times(4900, (n) => ({ id: `w${n}`, type: 'Wait', outgoingEdgeId: `e${n}` })))],
      edges: times(4900, (n) => ({ id: `e${n}`, to: { groupId: 'g', blockId: 'w4899' } })),
    }),
  ],
  [
    'a tool with fields without end in its path',
    () => ({
      nodes: times(10, (n) =>
        flowise('toolAgentflow', `n${n}`, {
          toolAgentflowSelectedTool: 'requestsGet',
          toolAgentflowSelectedToolConfig: {
            requestsGetUrl: 'https://a.example/x',
            requestsGetQueryParamsSchema: JSON.stringify(
              Object.fromEntries(times(6000, (k) => [`key${k}`, { in: 'path' }])),
            ),
          },
        }),
      ),
    }),
  ],
  [
    'conditions of an agentflow with many ways',
    () => ({
      nodes: times(400, (n) =>
        flowise('conditionAgentflow', `n${n}`, { conditions: times(60, () => ({ value1: 'a', operation: 'equal' })) }),
      ),
      edges: times(2000, (n) => ({ source: `n${n % 400}`, target: `n${(n * 7) % 400}` })),
    }),
  ],
  [
    'one long prompt that is plugged in everywhere',
    () => ({
      nodes: [
        ...times(450, (n) => flowise('llmChain', `n${n}`, {}, 'Chains')),
        flowise('promptTemplate', 'p', { template: 'Some words. '.repeat(300_000) }, 'Prompts'),
      ],
      edges: times(1900, (n) => ({ source: 'p', target: `n${n % 450}` })),
    }),
  ],
]

test.each(LABORIOUS)('%s is as fast as others', (_, make) => {
  const given = make()
  // CPU time, best of three, because the machine may be busy.
  const spent = () => process.threadCpuUsage().user / 1000
  const took = times(3, () => {
    const begun = spent()
    refusal(given)
    return spent() - begun
  })
  expect(Math.min(...took)).toBeLessThan(250)
})

test.each([
  ['a Typebot', typebotFile],
  ['an agentflow', agentflowFile],
  ['a chatflow', chatflowFile],
] as const)('%s opens without an error in its graph', (_, read) => {
  const { config } = importAgent(read())
  expect(graphProblems(config).filter(({ level }) => level === 'error')).toEqual([])
  expect(compile(config)).toBeDefined()
})
