import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AgentConfig,
  AgentPatch,
  AgentSave,
  PublicAgent,
  VG_STARTER,
  type Agent,
} from '@parlance/contract/agents/schemas'
import { completeConfig, effectivePrompt, mergeConfig, newAgentConfig } from './draft.ts'
import { publicAgent, withStarter } from './draft.ts'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { templateConfig } from '../templates/template-config.ts'

const stored = () => newAgentConfig({ title: 'Ada', agentPlatform: 'vg' })
const agent = (config: AgentConfig = stored()): Agent => ({
  ...config,
  ID: 'A'.repeat(16),
  ownerID: 'workspace-1',
  lastModified: 1_790_000_000,
  SECRET_API_KEY: 'vg_aaaaaaaaaaaaaaaaaaaa',
  internal: { websocketServer: 'https://app.example' },
  ts: 1_780_000_000,
  userId: 'user-1',
})

const patches: fc.Arbitrary<AgentPatch> = fc.record(
  {
    title: fc.stringMatching(/^[a-z]{1,20}$/),
    description: fc.string({ maxLength: 50 }),
    vg_temperature: fc.double({ min: 0, max: 2, noNaN: true }),
    messagesLimit: fc.nat(1000),
    vg_initMessages: fc.array(fc.string({ maxLength: 20 }), { maxLength: 3 }),
    vgOptions: fc
      .dictionary(fc.stringMatching(/^[a-z]{1,12}$/), fc.jsonValue({ maxDepth: 2 }))
      .map((o) => ({ ...o, maxChunkSize: 2000 })),
    voiceConfig: fc.record(
      {
        transcriber: fc.record(
          { language: fc.constantFrom('en', 'de'), utteranceThreshold: fc.nat(500) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    vapi: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
)

describe('AgentSave', () => {
  test('a save of one field contains only that field and no defaults', () => {
    expect(AgentSave.parse({ description: 'x' })).toEqual({ description: 'x' })
    expect(AgentSave.parse({})).toEqual({})
    expect(AgentSave.parse({ voiceConfig: { transcriber: { language: 'de' } } })).toEqual({
      voiceConfig: { transcriber: { language: 'de' } },
    })
  })

  test('accepts the whole agent as read, including fields the server owns', () => {
    expect(AgentSave.safeParse({ ...agent(), version: 3 }).success).toBe(true)
    expect(AgentSave.safeParse(agent(newAgentConfig({ title: 'V', agentPlatform: 'vf' }))).success).toBe(true)
  })

  test('knows every field of the configuration', () => {
    expect(Object.keys(AgentPatch.shape).sort()).toEqual(Object.keys(AgentConfig.shape).sort())
  })

  test.each([
    ['an unknown field', { loadTokens: 5 }],
    ['an unknown section of voiceConfig', { voiceConfig: { speaker: {} } }],
    ['a number as a title', { title: 7 }],
    ['an empty title', { title: '  ' }],
    ['a temperature out of range', { vg_temperature: 3 }],
    ['text as a flag', { enableNodes: 'yes' }],
    ['null as a limit', { messagesLimit: null }],
    ['a script as an image', { avatarImageUrl: 'javascript:alert(1)' }],
    ['a chunk size below the least', { vgOptions: { maxChunkSize: 999 } }],
    [
      'a second start node',
      {
        nodes: [
          { id: 'a', type: 'start' },
          { id: 'b', type: 'start' },
        ],
      },
    ],
    [
      'two nodes of one id',
      {
        nodes: [
          { id: 'a', type: 'start' },
          { id: 'a', type: 'end' },
        ],
      },
    ],
  ])('refuses %s', (_name, body) => {
    expect(AgentSave.safeParse(body).success).toBe(false)
  })

  test('allows exactly the minimum chunk size, and images by URL, path or none', () => {
    expect(AgentSave.safeParse({ vgOptions: { maxChunkSize: 1000 } }).success).toBe(true)
    for (const avatarImageUrl of ['', 'https://example.org/a.png', '/files/a.png'])
      expect(AgentSave.safeParse({ avatarImageUrl }).success, avatarImageUrl).toBe(true)
  })
})

describe('sameConfig', () => {
  test('ignores save timestamps and key order', () => {
    const { title, ...rest } = agent()
    expect(sameConfig(agent(), { ...rest, lastModified: 1, ts: 2, ownerID: 'x', userId: 'y', version: 9, title })).toBe(
      true,
    )
  })

  test.each([
    ['a text', { title: 'Eve' }],
    [
      'a nested value',
      { voiceConfig: { ...stored().voiceConfig, speechGen: { provider: 'deepgram', voiceId: 'luna' } } },
    ],
    ['an item added to a list', { vg_initMessages: ['Hi!', 'Hello'] }],
    ['a key added in a loose object', { vgOptions: { maxChunkSize: 2424, foo: 'x' } }],
    ['null in place of a value', { vapi: {} }],
  ])('sees a change of %s', (_name, change) => {
    expect(sameConfig(agent(), { ...agent(), ...change })).toBe(false)
    expect(sameConfig({ ...agent(), ...change }, agent())).toBe(false)
  })
})

describe('mergeConfig', () => {
  test('changes nothing when merged twice, and leaves other fields alone', () => {
    fc.assert(
      fc.property(patches, (patch) => {
        const once = mergeConfig(stored(), patch)
        expect(mergeConfig(once, patch)).toEqual(once)
        for (const [key, value] of Object.entries(stored()))
          if (!(key in patch)) expect(once).toHaveProperty([key], value)
        expect(AgentConfig.safeParse(once).success).toBe(true)
      }),
    )
  })

  test('keeps unknown options and the other sections of the voice config', () => {
    const first = mergeConfig(stored(), { vgOptions: { foo: 'x' } })
    const second = mergeConfig(first, { vgOptions: { bar: [1] }, voiceConfig: { transcriber: { language: 'de' } } })
    expect(second.vgOptions).toEqual({ maxChunkSize: 2424, foo: 'x', bar: [1] })
    expect(second.voiceConfig.transcriber).toEqual({
      provider: 'deepgram',
      modelId: 'nova-2',
      utteranceThreshold: 50,
      language: 'de',
    })
    expect(second.voiceConfig.speechGen).toEqual({ provider: 'deepgram', voiceId: 'asteria' })
  })

  test('takes only configuration fields and never touches a prototype', () => {
    const evil: object = JSON.parse(
      '{"__proto__":{"polluted":1},"ownerID":"x","internal":{"a":1},"loadTokens":9,"vgOptions":{"__proto__":{"polluted":1},"deep":[{"__proto__":{"polluted":1}}],"constructor":"c"}}',
    )
    const merged = mergeConfig(stored(), evil)
    expect(Object.keys(merged).sort()).toEqual(Object.keys(stored()).sort())
    expect(merged.vgOptions).toHaveProperty('constructor', 'c')
    expect(JSON.stringify(merged)).not.toContain('polluted')
    expect({}).not.toHaveProperty('polluted')
    expect(Object.getPrototypeOf(merged.vgOptions)).toBe(Object.prototype)
  })

  test('does not modify its arguments', () => {
    const base = stored()
    const patch = { vgOptions: { foo: { bar: 1 } } }
    const merged = mergeConfig(base, patch)
    Object.assign(merged.vgOptions?.['foo'] ?? {}, { bar: 2 })
    expect(base).toEqual(stored())
    expect(patch).toEqual({ vgOptions: { foo: { bar: 1 } } })
  })
})

describe('the starter', () => {
  test('fills in missing fields and overwrites none', () => {
    fc.assert(
      fc.property(patches, (patch) => {
        const filled = withStarter(patch)
        expect(filled).toMatchObject(mergeConfig(patch, {}))
        for (const key of Object.keys(VG_STARTER)) expect(filled).toHaveProperty([key])
        expect(withStarter(filled)).toEqual(filled)
      }),
    )
  })

  test('has the constants of the specification', () => {
    expect(completeConfig({ title: 'Ada', vg_temperature: 0.9 })).toMatchObject({
      vg_defaultModel: 'gpt-4o',
      vg_temperature: 0.9,
      vg_maxTokens: 1024,
      vg_kbDefaultDimension: 1536,
      vgOptions: { maxChunkSize: 2424 },
    })
  })

  test('waits 150 ms without a stored threshold, 50 ms in a new agent, and keeps a set one', () => {
    const threshold = (config: AgentConfig) => config.voiceConfig.transcriber.utteranceThreshold
    expect(threshold(completeConfig({ title: 'Ada' }))).toBe(150)
    expect(threshold(completeConfig({ title: 'Ada', voiceConfig: { transcriber: { utteranceThreshold: 80 } } }))).toBe(
      80,
    )
    expect(threshold(newAgentConfig({ title: 'Ada' }))).toBe(50)
    expect(threshold(completeConfig({ title: 'Ada', agentPlatform: 'vf' }))).toBe(50)
  })

  test('adds nothing to a vf agent', () => {
    const config = newAgentConfig({ title: 'Vee', agentPlatform: 'vf' })
    expect(Object.keys(config).filter((key) => key.startsWith('vg'))).toEqual([])
  })

  test('a new agent has the defaults of the specification', () => {
    expect(stored()).toMatchObject({
      messageDelayMS: 1000,
      maxTokensUsage: 0,
      messagesLimit: 0,
      lang: 'en',
      recordChatHistory: true,
      enableNodes: true,
      proactiveMessage: 'none',
      fontFamily: 'DM Sans',
      voiceConfig: {
        config: { backgroundNoise: 'restaurant' },
        transcriber: { provider: 'deepgram', modelId: 'nova-2' },
        speechGen: { voiceId: 'asteria' },
      },
    })
  })
})

describe('public fields', () => {
  // A literal list, so that making another field public is a deliberate change here.
  const PUBLIC = `ADVANCED_customCSS ID UIhandoffSubtitle UIhandoffTitle agentPlatform allowAttachments
    allowVoiceNotes alwaysShowHandoff askRating autoStartWidget avatarImageUrl branding chatBgURL consentRequired
    consentText cornerRadius customThemeJSONString darkPaint description fontFamily handoffTimeoutS headerImageUrl
    ignoredUrlPaths lang listenForUrlChanges messageDelayMS offerTranscript paint position proactiveMessage
    recordChatHistory recordsCalls roundedImageURL scrollAnimation smartInit starterQuestions syncBrowser theme title unavailableMessage
    unreadSound unreadTitleFlash vg_enableUIEngine vg_initMessages webCalls`.split(/\s+/)

  test('is exactly this list, even when the agent gains a field', () => {
    const grown = { ...agent(), brandNewField: 'private' }
    expect(Object.keys(publicAgent(grown)).sort()).toEqual(PUBLIC)
    expect(Object.keys(PublicAgent.shape).sort()).toEqual(PUBLIC)
  })

  test('opens with the message of the start node', () => {
    const config = newAgentConfig({ title: 'Ada', ...templateConfig('blank-template') })
    const [start] = config.nodes
    if (!start) throw new Error('the template has a start node')
    const withStart = (startConfig: { initialMessage: string; userStarts: boolean }) =>
      publicAgent(agent({ ...config, nodes: [{ ...start, startConfig }] })).vg_initMessages
    expect(withStart({ initialMessage: '', userStarts: false })).toEqual(['Hi! How can I help you today?'])
    expect(withStart({ initialMessage: 'Welcome!', userStarts: false })).toEqual(['Welcome!'])
    expect(withStart({ initialMessage: 'Welcome!', userStarts: true })).toEqual([])
  })
})

describe('effectivePrompt', () => {
  test('with nodes: contains only the system prompt, since each node has its own instructions', () => {
    const config = newAgentConfig({
      title: 'Ada',
      ...templateConfig('blank-template'),
      vg_systemPrompt: ' General. ',
      vg_temperature: 0.7,
      nodes: [
        {
          ...templateConfig('blank-template').nodes![0]!,
          instructions: ' First. ',
          llmConfig: { temperature: 0.1 },
          kb: { enabled: false, maxChunks: 9, tags: [], smartSearch: false },
        },
      ],
    })
    expect(effectivePrompt(config)).toMatchObject({
      instructions: 'General.',
      temperature: 0.7,
      model: 'gpt-4o',
      maxTokens: 1024,
      kb: { enabled: true, maxChunks: 5 },
    })
    expect(effectivePrompt({ ...config, vg_kbEnabled: false }).kb.enabled).toBe(false)
    expect(effectivePrompt({ ...config, vg_systemPrompt: undefined }).instructions).toBe('')
  })

  test('without nodes: the single prompt with its opening', () => {
    const config = {
      ...newAgentConfig({ title: 'Ada', ...templateConfig('game-npc') }),
      vg_systemPrompt: 'Alone.',
      vg_initPrompt: 'Be brief.',
    }
    expect(effectivePrompt({ ...config, enableNodes: false }).instructions).toBe(
      'Alone.\n\nAt the start of a conversation: Be brief.',
    )
    expect(effectivePrompt({ ...config, nodes: [] }).instructions).toContain('Alone.')
  })

  test('is complete for a vf agent and for an empty greeting', () => {
    const vf = effectivePrompt(newAgentConfig({ title: 'Vee', agentPlatform: 'vf' }))
    expect(vf).toEqual({
      instructions: VG_STARTER.vg_systemPrompt,
      greeting: [],
      model: 'gpt-4o',
      temperature: 0.5,
      maxTokens: 1024,
      kb: {
        enabled: true,
        maxChunks: 5,
        tags: [],
        smartSearch: false,
        threshold: undefined,
        showSources: true,
        rerank: false,
      },
    })
  })
})

test.each(['vapi', 'vapiConfig'] as const)('%s has a limit, in every form of an agent', (name) => {
  const fits = { [name]: { text: 'x'.repeat(49_000) } }
  const tooMuch = { [name]: { text: 'x'.repeat(50_000) } }
  for (const schema of [AgentSave, AgentPatch]) {
    expect(schema.safeParse(fits).success).toBe(true)
    expect(schema.safeParse({}).success).toBe(true)
    expect(schema.safeParse(tooMuch).success).toBe(false)
  }
  expect(() => AgentConfig.parse({ title: 'A', ...tooMuch })).toThrow('too large')
})

test('limits options that grow with every save', () => {
  const big = (key: string) => ({ vgOptions: { [key]: 'x'.repeat(60_000) } })
  const once = completeConfig(mergeConfig(newAgentConfig({ title: 'A' }), big('a')))
  expect(() => completeConfig(mergeConfig(once, big('b')))).toThrow('The options are too large.')
})
