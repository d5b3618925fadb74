import { z } from 'zod'
import { AgentTools, McpServers } from '../tools/schemas.ts'
import { AgentNodes } from './nodes.ts'
import { Variables } from './variables.ts'
import { handoffConfig, handoffField } from './handoff-fields.ts'
import { publicWidgetFields, widgetConfig, widgetField } from './widget-fields.ts'
import { STARTER_GREETING, UNAVAILABLE } from './starter-greeting.ts'
import { msg } from '@parlance/i18n/messages'
import { customIssue, messageFields, rule } from '../lib/rules.ts'
import { CALL_ENGINES } from '../voice/engines.ts'
import { MOST_TRANSFER_TARGETS, refusalOfTransferNumber, TRANSFER_MODES } from '../voice/transfer-numbers.ts'

export const MIN_CHUNK_SIZE = 1000

const text = (max: number) => z.string().max(max)
const limit = z.number().int().min(0).max(1_000_000_000)
/** An absolute web address, a path of this installation (an uploaded file), or nothing. */
const url = z
  .string()
  .max(2000)
  .refine((value) => value === '' || /^(https?:\/\/[^\s/]|\/[\w.-])\S*$/.test(value), rule('url_scheme_invalid'))

const Transfer = z.strictObject({
  label: z.string().trim().min(1).max(60),
  number: z.string().superRefine((value, context) => {
    const refusal = refusalOfTransferNumber(value)
    if (refusal) context.addIssue(customIssue(msg(`transfer_number_${refusal}`)))
  }),
  mode: z.enum(TRANSFER_MODES),
})

const call = {
  /** Parlance’s own when absent. */
  engine: z.enum(CALL_ENGINES),
  recordAudio: z.boolean(),
  enableWebCalling: z.boolean(),
  backgroundNoise: text(100),
  /** Yes when absent. */
  fillerWordsOnToolUsage: z.boolean(),
  /** The first one is also who a hand-off on the phone goes to. */
  transfers: z
    .array(Transfer)
    .max(MOST_TRANSFER_TARGETS)
    .refine((all) => new Set(all.map(({ label }) => label)).size === all.length, rule('transfer_label_twice')),
}
const transcriber = {
  provider: text(100),
  modelId: text(100),
  utteranceThreshold: z.number().min(0).max(10_000),
  language: text(20),
  /** Multiplies the allowed length of a caller's pause; 1 when absent. */
  patienceFactor: z.number().min(0.5).max(3),
}
const Replacement = z.strictObject({ word: z.string().min(1).max(100), replacement: z.string().max(200) })
const speechGen = {
  provider: text(100),
  voiceId: text(100),
  wordsReplacements: z.array(Replacement).max(200),
  /** «Mm-hm» while the caller speaks long; no when absent. */
  backChannelling: z.boolean(),
}

export const VoiceConfig = z.object({
  config: z
    .object({
      engine: call.engine.optional(),
      recordAudio: call.recordAudio.default(false),
      enableWebCalling: call.enableWebCalling.default(false),
      backgroundNoise: call.backgroundNoise.default('restaurant'),
      fillerWordsOnToolUsage: call.fillerWordsOnToolUsage.optional(),
      transfers: call.transfers.optional(),
    })
    .prefault({}),
  transcriber: z
    .object({
      provider: transcriber.provider.default('deepgram'),
      modelId: transcriber.modelId.default('nova-2'),
      utteranceThreshold: transcriber.utteranceThreshold.default(50),
      language: transcriber.language.default('en'),
      patienceFactor: transcriber.patienceFactor.optional(),
    })
    .prefault({}),
  speechGen: z
    .object({
      provider: speechGen.provider.default('deepgram'),
      voiceId: speechGen.voiceId.default('asteria'),
      wordsReplacements: speechGen.wordsReplacements.optional(),
      backChannelling: speechGen.backChannelling.optional(),
    })
    .prefault({}),
})
export const VoicePatch = z
  .strictObject({
    config: z.strictObject(call).partial(),
    transcriber: z.strictObject(transcriber).partial(),
    speechGen: z.strictObject(speechGen).partial(),
  })
  .partial()

const VG_OPTIONS_MAX = 100_000
/** Unknown keys are kept and every save may add some, so their total size is limited. */
const VgOptions = z
  .looseObject({
    maxChunkSize: z
      .number(rule('chunk_size_too_small'))
      .min(MIN_CHUNK_SIZE, rule('chunk_size_too_small'))
      .max(20_000)
      .optional(),
  })
  .refine((options) => JSON.stringify(options).length <= VG_OPTIONS_MAX, rule('options_too_large'))

/** Settings of another voice service, stored as sent: 50 KB each, so that both together stay under 100 KB. */
const FOREIGN_MAX = 50_000
const Foreign = z
  .unknown()
  .refine((value) => (JSON.stringify(value) ?? '').length <= FOREIGN_MAX, rule('voice_settings_too_large'))

/** Field schemas without defaults: saving one field must not add the others. */
const field = {
  title: z.string(rule('agent_name_required')).trim().min(1, rule('agent_name_required')).max(200),
  description: text(2000),
  agentPlatform: z.enum(['vg', 'vf']),
  theme: text(100),
  scrollAnimation: z.boolean(),
  roundedImageURL: url,
  avatarImageUrl: url,
  headerImageUrl: url,
  chatBgURL: url,
  branding: text(2000),
  customThemeJSONString: text(20_000),
  ADVANCED_customCSS: text(50_000),
  fontFamily: text(100),
  proactiveMessage: text(1000),
  messageDelayMS: z.number().int().min(0).max(60_000),
  /** Credits a calendar month; 0 means no cap. */
  maxTokensUsage: limit,
  autoStartWidget: z.boolean(),
  syncBrowser: z.boolean(),
  listenForUrlChanges: z.boolean(),
  lang: z.string().min(2).max(20),
  recordChatHistory: z.boolean(),
  smartInit: z.boolean(),
  enableNodes: z.boolean(),
  enableGeoAnalytics: z.boolean(),
  /** Visitor messages a calendar month; 0 means no cap. */
  messagesLimit: limit,
  unavailableMessage: text(500),
  UIhandoffTitle: text(200),
  UIhandoffSubtitle: text(500),
  alwaysShowHandoff: z.boolean(),
  VF_DIALOGUE_API_KEY: text(500),
  whatsappToken: text(1000),
  whatsappNumberId: text(100),
  whatsappBusniessId: text(100),
  waTestNumber: text(50),
  waVerifyPassed: z.boolean(),
  vapi: Foreign,
  gcloudPrivateKey: text(10_000),
  gcloudClientEmail: text(300),
  vapiConfig: Foreign,
  nodes: AgentNodes,
  tools: AgentTools,
  functionsIds: z.array(text(100)).max(100),
  mcpServers: McpServers,
  variables: Variables,
  publishGuard: z.enum(['off', 'warn', 'refuse']),
  ...widgetField,
  ...handoffField,
}

const brain = {
  vg_defaultModel: z.string().min(1).max(200).optional(),
  vg_fallbackModel: text(200).optional(),
  vg_enableUIEngine: z.boolean().optional(),
  vg_temperature: z.number().min(0).max(2).optional(),
  vg_systemPrompt: text(50_000).optional(),
  vg_initPrompt: text(10_000).optional(),
  vg_initMessages: z.array(text(5000)).max(10).optional(),
  vg_maxTokens: z.number().int().min(1).max(128_000).optional(),
  vg_kbDefaultDimension: z.number().int().min(64).max(3072).optional(),
  vg_kbEnabled: z.boolean().optional(),
  vg_kbTopChunks: z.number().int().min(1).max(20).optional(),
  /** All documents when empty. */
  vg_kbTags: z.array(z.string().trim().min(1).max(50)).max(20).optional(),
  /** Whether a question that depends on the conversation is rewritten to stand alone before the search. */
  vg_kbSmartSearch: z.boolean().optional(),
  /** Cosine, 0 to 1, that the best passage must reach, else the agent doesn't know. 0 uses the default rule. */
  vg_kbThreshold: z.number().min(0).max(1).optional(),
  /** Yes when absent. */
  vg_kbShowSources: z.boolean().optional(),
  /** No when absent. */
  vg_kbRerank: z.boolean().optional(),
  vgOptions: VgOptions.optional(),
}

/** The default starter of a vg agent. It fills missing keys only; a vf agent has none of them. */
export const VG_STARTER = {
  vg_defaultModel: 'gpt-4o',
  vg_enableUIEngine: false,
  vg_temperature: 0.5,
  vg_systemPrompt:
    'You are a helpful, friendly assistant. Answer briefly and only from what you know. When you do not know something, say so.',
  vg_initPrompt: '',
  vg_initMessages: [STARTER_GREETING],
  vg_maxTokens: 1024,
  vg_kbDefaultDimension: 1536,
  vg_kbEnabled: true,
  vg_kbTopChunks: 5,
  vgOptions: { maxChunkSize: 2424 },
}

/** The configurable part; the draft and the published copy both have this shape. Parsing fills in defaults. */
export const AgentConfig = z.object({
  title: field.title,
  description: field.description.default(''),
  agentPlatform: field.agentPlatform.default('vg'),
  theme: field.theme.default('blue-light'),
  scrollAnimation: field.scrollAnimation.default(true),
  roundedImageURL: field.roundedImageURL.default(''),
  avatarImageUrl: field.avatarImageUrl.default(''),
  headerImageUrl: field.headerImageUrl.default(''),
  chatBgURL: field.chatBgURL.default(''),
  branding: field.branding.default(''),
  customThemeJSONString: field.customThemeJSONString.default(''),
  ADVANCED_customCSS: field.ADVANCED_customCSS.default(''),
  fontFamily: field.fontFamily.default('DM Sans'),
  proactiveMessage: field.proactiveMessage.default('none'),
  messageDelayMS: field.messageDelayMS.default(1000),
  maxTokensUsage: field.maxTokensUsage.default(0),
  autoStartWidget: field.autoStartWidget.default(false),
  syncBrowser: field.syncBrowser.default(true),
  listenForUrlChanges: field.listenForUrlChanges.default(false),
  lang: field.lang.default('en'),
  recordChatHistory: field.recordChatHistory.default(true),
  smartInit: field.smartInit.default(true),
  enableNodes: field.enableNodes.default(true),
  enableGeoAnalytics: field.enableGeoAnalytics.default(false),
  messagesLimit: field.messagesLimit.default(0),
  unavailableMessage: field.unavailableMessage.default(UNAVAILABLE),
  UIhandoffTitle: field.UIhandoffTitle.default(''),
  UIhandoffSubtitle: field.UIhandoffSubtitle.default(''),
  alwaysShowHandoff: field.alwaysShowHandoff.default(false),
  VF_DIALOGUE_API_KEY: field.VF_DIALOGUE_API_KEY.default(''),
  whatsappToken: field.whatsappToken.default(''),
  whatsappNumberId: field.whatsappNumberId.default(''),
  whatsappBusniessId: field.whatsappBusniessId.default(''),
  waTestNumber: field.waTestNumber.default(''),
  waVerifyPassed: field.waVerifyPassed.default(false),
  vapi: field.vapi.default(null),
  gcloudPrivateKey: field.gcloudPrivateKey.default(''),
  gcloudClientEmail: field.gcloudClientEmail.default(''),
  voiceConfig: VoiceConfig.prefault({}),
  vapiConfig: field.vapiConfig.default(null),
  nodes: field.nodes.default([]),
  tools: field.tools.default([]),
  functionsIds: field.functionsIds.default([]),
  mcpServers: field.mcpServers.default([]),
  variables: field.variables.default([]),
  publishGuard: field.publishGuard.default('warn'),
  ...widgetConfig,
  ...handoffConfig,
  ...brain,
})
export type AgentConfig = z.infer<typeof AgentConfig>

/** Fields owned by the server; accepted in a whole-object save and ignored. */
export const AgentOwned = z.object({
  ID: z.string(),
  ownerID: z.string(),
  /** Unix seconds. */
  lastModified: z.number().int(),
  SECRET_API_KEY: z.string(),
  internal: z.looseObject({ websocketServer: z.string().optional() }),
  ts: z.number().int(),
  userId: z.string(),
})
export type AgentOwned = z.infer<typeof AgentOwned>
const secret = { VF_DIALOGUE_API_KEY: true, whatsappToken: true, gcloudPrivateKey: true } as const
/** Encrypted at rest, never in a public read, a version or a log. */
export const AgentSecrets = AgentConfig.pick(secret)
export type AgentSecrets = z.infer<typeof AgentSecrets>
export const SECRET_FIELDS = AgentSecrets.keyof().options

/** Secrets are stored separately; merging this leaves them unchanged. */
export const OpenConfig = AgentConfig.omit(secret)
export type OpenConfig = z.infer<typeof OpenConfig>

export const Agent = AgentConfig.extend(AgentOwned.shape)
export type Agent = z.infer<typeof Agent>

export const AgentPatch = z.strictObject({ ...field, voiceConfig: VoicePatch, ...brain }).partial()
export type AgentPatch = z.infer<typeof AgentPatch>

/** Any fields, or the whole agent as returned by `get`. An outdated `version` is answered with 409. */
export const AgentSave = AgentPatch.extend({
  ID: z.string().max(100).optional(),
  ownerID: z.string().max(100).optional(),
  lastModified: z.number().optional(),
  SECRET_API_KEY: z.string().max(100).optional(),
  internal: z.unknown().optional(),
  ts: z.number().optional(),
  userId: z.string().max(100).optional(),
  version: z.number().int().min(0).optional(),
})
export type AgentSave = z.infer<typeof AgentSave>

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

const LookPaint = z.object({
  mode: z.enum(['light', 'dark']),
  accent: z.string(),
  onAccent: z.string(),
  surface: z.string(),
  accentText: z.string(),
  edge: z.string(),
  soft: z.string(),
  raised: z.string(),
  text: z.string(),
  muted: z.string(),
  line: z.string(),
  font: z.string(),
})

/** The allow-list of a public read. A new field of the agent stays private until it is listed here. */
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
  ...publicWidgetFields,
}).extend({
  /** Colours computed by the server from the look fields, so that launcher and chat need no rules. */
  paint: LookPaint,
  webCalls: z.boolean(),
  /** Callers must agree before a call. */
  recordsCalls: z.boolean(),
  darkPaint: LookPaint.optional(),
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

/** An agent as a file. `config` has no secrets; library tools are included in its own tools. */
export const AgentExport = z.object({
  format: z.literal('parlance-agent'),
  formatVersion: z.literal(1),
  exportedAt: z.string(),
  config: OpenConfig,
})
export type AgentExport = z.infer<typeof AgentExport>

export const ImportReport = z.object({
  format: z.enum(['parlance', 'typebot', 'flowise']),
  nodes: z.number().int(),
  tools: z.number().int(),
  variables: z.number().int(),
  notes: z.array(
    z.object({
      where: z.string(),
      whereCode: z.string().optional(),
      what: z.string(),
      level: z.enum(['info', 'lost']),
      ...messageFields,
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>
