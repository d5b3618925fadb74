// An agent with the specification's exact fields: what people configure, what the server owns, what visitors may read.
import { z } from 'zod'
import { AgentNodes } from './nodes.ts'

export const NAME_REQUIRED = 'Please provide a name for the agent.'
export const CHUNK_SIZE_TOO_SMALL = 'Max chunk size must be greater than 1000'
export const MIN_CHUNK_SIZE = 1000

const url = z.union([z.literal(''), z.url({ protocol: /^https?$/ }), z.string().regex(/^\/[\w./-]+$/)]).default('')
const text = (max: number) => z.string().max(max).default('')
const limit = z.number().int().min(0).max(1_000_000_000).default(0)

export const VoiceConfig = z.object({
  config: z
    .object({
      recordAudio: z.boolean().default(false),
      enableWebCalling: z.boolean().default(false),
      backgroundNoise: z.string().max(100).default('restaurant'),
    })
    .prefault({}),
  transcriber: z
    .object({
      provider: z.string().max(100).default('deepgram'),
      modelId: z.string().max(100).default('nova-2'),
      utteranceThreshold: z.number().min(0).max(10_000).default(50),
      language: z.string().max(20).default('en'),
    })
    .prefault({}),
  speechGen: z
    .object({ provider: z.string().max(100).default('deepgram'), voiceId: z.string().max(100).default('asteria') })
    .prefault({}),
})

/** Fields that hold secrets: encrypted at rest, never in a public read, a version or a log. */
export const SECRET_FIELDS = ['VF_DIALOGUE_API_KEY', 'whatsappToken', 'gcloudPrivateKey'] as const

const identity = {
  title: z.string().trim().min(1, NAME_REQUIRED).max(200),
  description: text(2000),
  agentPlatform: z.enum(['vg', 'vf']).default('vg'),
}

const look = {
  theme: z.string().max(100).default('blue-light'),
  scrollAnimation: z.boolean().default(true),
  roundedImageURL: url,
  avatarImageUrl: url,
  headerImageUrl: url,
  chatBgURL: url,
  branding: text(2000),
  customThemeJSONString: text(20_000),
  ADVANCED_customCSS: text(50_000),
  fontFamily: z.string().max(100).default('DM Sans'),
}

const behaviour = {
  proactiveMessage: z.string().max(1000).default('none'),
  messageDelayMS: z.number().int().min(0).max(60_000).default(1000),
  /** Credits the agent may use in a calendar month; 0 means no cap. */
  maxTokensUsage: limit,
  autoStartWidget: z.boolean().default(false),
  syncBrowser: z.boolean().default(true),
  listenForUrlChanges: z.boolean().default(false),
  lang: z.string().min(2).max(20).default('en'),
  recordChatHistory: z.boolean().default(true),
  smartInit: z.boolean().default(true),
  enableNodes: z.boolean().default(true),
  enableGeoAnalytics: z.boolean().default(false),
  /** Visitor messages a calendar month; 0 means no cap. */
  messagesLimit: limit,
  /** What a visitor reads while the agent can't answer (credits, limits). */
  unavailableMessage: z.string().max(500).default('This chat is not available at the moment. Please try again later.'),
}

const handoff = {
  UIhandoffTitle: text(200),
  UIhandoffSubtitle: text(500),
  alwaysShowHandoff: z.boolean().default(false),
}

const platforms = {
  VF_DIALOGUE_API_KEY: text(500),
  whatsappToken: text(1000),
  whatsappNumberId: text(100),
  whatsappBusniessId: text(100),
  waTestNumber: text(50),
  waVerifyPassed: z.boolean().default(false),
  vapi: z.unknown().default(null),
  gcloudPrivateKey: text(10_000),
  gcloudClientEmail: text(300),
  voiceConfig: VoiceConfig.prefault({}),
  vapiConfig: z.unknown().default(null),
}

const VgOptions = z.looseObject({
  maxChunkSize: z
    .number({ error: CHUNK_SIZE_TOO_SMALL })
    .min(MIN_CHUNK_SIZE, CHUNK_SIZE_TOO_SMALL)
    .max(20_000)
    .optional(),
})

/** The default starter of a vg agent. It fills missing keys only; a vf agent has none of them. */
export const VG_STARTER = {
  vg_defaultModel: 'gpt-4o',
  vg_enableUIEngine: false,
  vg_temperature: 0.5,
  vg_systemPrompt:
    'You are a helpful, friendly assistant. Answer briefly and only from what you know. When you do not know something, say so.',
  vg_initPrompt: '',
  vg_initMessages: ['Hi! How can I help you today?'],
  vg_maxTokens: 1024,
  vg_kbDefaultDimension: 1536,
  vg_kbEnabled: true,
  vg_kbTopChunks: 5,
  vgOptions: { maxChunkSize: 2424 },
}

const brain = {
  vg_defaultModel: z.string().min(1).max(200).optional(),
  vg_enableUIEngine: z.boolean().optional(),
  vg_temperature: z.number().min(0).max(2).optional(),
  vg_systemPrompt: z.string().max(50_000).optional(),
  vg_initPrompt: z.string().max(10_000).optional(),
  vg_initMessages: z.array(z.string().max(5000)).max(10).optional(),
  vg_maxTokens: z.number().int().min(1).max(128_000).optional(),
  vg_kbDefaultDimension: z.number().int().min(64).max(3072).optional(),
  /** Whether turns search the knowledge base. */
  vg_kbEnabled: z.boolean().optional(),
  /** Passages given to the model in a turn. */
  vg_kbTopChunks: z.number().int().min(1).max(20).optional(),
  vgOptions: VgOptions.optional(),
  nodes: AgentNodes.default([]),
}

/** What people configure; the draft and the published copy are both of this shape. */
export const AgentConfig = z.object({ ...identity, ...look, ...behaviour, ...handoff, ...platforms, ...brain })
export type AgentConfig = z.infer<typeof AgentConfig>

/** What the server owns; accepted in a whole-object save and ignored there. */
export const AgentOwned = z.object({
  ID: z.string(),
  ownerID: z.string(),
  /** Unix seconds. */
  lastModified: z.number().int(),
  SECRET_API_KEY: z.string(),
  internal: z.looseObject({ websocketServer: z.string().optional() }),
  /** Unix seconds of creation. */
  ts: z.number().int(),
  /** The user who made it. */
  userId: z.string(),
})
export const Agent = AgentConfig.extend(AgentOwned.shape)
export type Agent = z.infer<typeof Agent>

/** A merge save: any fields of the agent. `version` is the one the caller edited; an older one is answered with 409. */
export const AgentSave = z.strictObject({
  ...(Object.fromEntries(
    Object.entries({ ...AgentConfig.shape }).map(([key, schema]) => [key, optionalWithoutDefault(schema)]),
  ) as { [K in keyof typeof AgentConfig.shape]: z.ZodOptional<z.ZodType<AgentConfig[K]>> }),
  ID: z.string().max(100).optional(),
  ownerID: z.string().max(100).optional(),
  lastModified: z.number().optional(),
  SECRET_API_KEY: z.string().max(100).optional(),
  internal: z.unknown().optional(),
  ts: z.number().optional(),
  userId: z.string().max(100).optional(),
  version: z.number().int().min(0).optional(),
})

/** A partial save must not invent values: defaults apply when an agent is made, not when one field is saved. */
function optionalWithoutDefault(schema: z.ZodType): z.ZodType {
  let inner: z.ZodType = schema
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.unwrap() as z.ZodType
  return inner.optional()
}

export const AgentSummary = Agent.pick({
  ID: true,
  title: true,
  description: true,
  roundedImageURL: true,
  lastModified: true,
  ownerID: true,
  ts: true,
  userId: true,
})
export type AgentSummary = z.infer<typeof AgentSummary>

/** The allow-list of a public read. A new field of the agent stays private until it is named here. */
export const PublicAgent = Agent.pick({
  ID: true,
  title: true,
  description: true,
  agentPlatform: true,
  theme: true,
  scrollAnimation: true,
  roundedImageURL: true,
  avatarImageUrl: true,
  headerImageUrl: true,
  chatBgURL: true,
  branding: true,
  customThemeJSONString: true,
  ADVANCED_customCSS: true,
  fontFamily: true,
  proactiveMessage: true,
  messageDelayMS: true,
  autoStartWidget: true,
  syncBrowser: true,
  listenForUrlChanges: true,
  lang: true,
  recordChatHistory: true,
  smartInit: true,
  unavailableMessage: true,
  UIhandoffTitle: true,
  UIhandoffSubtitle: true,
  alwaysShowHandoff: true,
  vg_enableUIEngine: true,
  vg_initMessages: true,
})
export type PublicAgent = z.infer<typeof PublicAgent>

export const TEMPLATE_IDS = [
  'customer-support',
  'real-estate-agent',
  'health-care-agent',
  'confirm-email',
  'make-appointment',
  'blank-template',
  'game-npc',
] as const
export type TemplateId = (typeof TEMPLATE_IDS)[number]

export const AgentVersion = z.object({
  id: z.string(),
  agentId: z.string(),
  /** Unix seconds. */ ts: z.number().int(),
  author: z.string(),
  title: z.string(),
})
export type AgentVersion = z.infer<typeof AgentVersion>
