// What people know the fields of an agent as: the labels of the screens on which they edit them.
import type { AgentConfig } from '@parlance/core/agents/agents'

const NAMES = {
  title: 'agents.design.name',
  description: 'agents.design.description',
  theme: 'agents.design.preset',
  customThemeJSONString: 'agents.design.preset',
  roundedImageURL: 'agents.design.roundedImageURL',
  avatarImageUrl: 'agents.design.avatarImageUrl',
  headerImageUrl: 'agents.design.headerImageUrl',
  chatBgURL: 'agents.design.chatBgURL',
  fontFamily: 'agents.design.font',
  branding: 'agents.design.branding',
  vg_initMessages: 'agents.design.greeting',
  nodes: 'agents.prompt.steps',
  vg_systemPrompt: 'agents.prompt.systemPrompt',
  vg_initPrompt: 'agents.prompt.initPrompt',
  enableNodes: 'area.fields.enableNodes',
  tools: 'area.fields.tools',
  functionsIds: 'area.fields.functionsIds',
  mcpServers: 'area.fields.mcpServers',
  variables: 'area.fields.variables',
  publishGuard: 'area.fields.publishGuard',
  vg_defaultModel: 'agents.prompt.modelName',
  vg_fallbackModel: 'area.fields.vg_fallbackModel',
  vg_temperature: 'agents.prompt.temperature',
  vg_maxTokens: 'agents.prompt.maxTokens',
  messagesLimit: 'agents.settings.messagesLimit',
  maxTokensUsage: 'agents.settings.maxTokensUsage',
  unavailableMessage: 'agents.settings.unavailableMessage',
  lang: 'agents.settings.lang',
  recordChatHistory: 'agents.settings.recordChatHistory',
  vg_kbEnabled: 'agents.settings.kbEnabled',
  vg_kbTopChunks: 'agents.settings.topChunks',
  vg_kbTags: 'area.fields.vg_kbTags',
  vg_kbThreshold: 'area.fields.vg_kbThreshold',
  vg_kbSmartSearch: 'area.fields.vg_kbSmartSearch',
  vg_kbRerank: 'area.fields.vg_kbRerank',
  vg_kbShowSources: 'area.fields.vg_kbShowSources',
  vgOptions: 'agents.settings.maxChunkSize',
  agentPlatform: 'area.fields.agentPlatform',
  VF_DIALOGUE_API_KEY: 'area.fields.VF_DIALOGUE_API_KEY',
  proactiveMessage: 'area.fields.proactiveMessage',
  messageDelayMS: 'area.fields.messageDelayMS',
  autoStartWidget: 'area.fields.autoStartWidget',
  smartInit: 'area.fields.smartInit',
  scrollAnimation: 'area.fields.scrollAnimation',
  syncBrowser: 'area.fields.syncBrowser',
  listenForUrlChanges: 'area.fields.listenForUrlChanges',
  vg_enableUIEngine: 'area.fields.vg_enableUIEngine',
  enableGeoAnalytics: 'area.fields.enableGeoAnalytics',
  ADVANCED_customCSS: 'area.fields.ADVANCED_customCSS',
  UIhandoffTitle: 'area.handoff.title',
  UIhandoffSubtitle: 'area.handoff.title',
  alwaysShowHandoff: 'area.fields.alwaysShowHandoff',
  voiceConfig: 'area.fields.voiceConfig',
  vapi: 'area.fields.vapi',
  vapiConfig: 'area.fields.vapiConfig',
  gcloudPrivateKey: 'area.fields.gcloudPrivateKey',
  gcloudClientEmail: 'area.fields.gcloudClientEmail',
  whatsappToken: 'area.channels.whatsapp.name',
  whatsappNumberId: 'area.channels.whatsapp.name',
  whatsappBusniessId: 'area.channels.whatsapp.name',
  waTestNumber: 'area.channels.whatsapp.name',
  waVerifyPassed: 'area.channels.whatsapp.name',
} as const satisfies Partial<Record<keyof AgentConfig, string>>

export type FieldName = (typeof NAMES)[keyof typeof NAMES] | 'agents.draft.otherFields'

/** Keys of the labels, each once; what no screen shows is summed up at the end. */
export function fieldNames(fields: readonly string[]): FieldName[] {
  const known = NAMES as Partial<Record<string, FieldName>>
  const names = fields.flatMap((field) => known[field] ?? [])
  const others: FieldName[] = fields.every((field) => field in NAMES) ? [] : ['agents.draft.otherFields']
  return [...new Set([...names, ...others])]
}
