// The rules of an agent's two copies: what counts as a change, how a save merges, what a new agent starts with, what a turn reads.
import { type Agent, AgentConfig, AgentPatch, PublicAgent, VG_STARTER } from '@parlance/contract/agents/schemas'
import { greetingOf } from '@parlance/contract/agents/greeting'
import { darkChatStyleOf, chatStyleOf } from './chat-style.ts'
import { sameConfig } from '@parlance/contract/agents/same-config'

/** The starter's pause before a transcript counts as finished; a new agent starts with the schema's 50. */
const STARTER_UTTERANCE_THRESHOLD = 150

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A deep copy of plain data without undefined values and without `__proto__`, which a later assignment would follow. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => item !== undefined && key !== '__proto__')
      .map(([key, item]) => [key, clean(item)]),
  )
}

const KNOWN: ReadonlySet<string> = new Set(Object.keys(AgentPatch.shape))

/** The configuration's own fields of a save, cleaned; what the server owns and unknown fields are left out. */
export function configFields(save: object): AgentPatch {
  const known = Object.fromEntries(Object.entries(save).filter(([key]) => KNOWN.has(key)))
  return clean(known) as AgentPatch
}

/**
 * The stored configuration with the fields of a save in place. Fields replace each other whole, except `vgOptions`,
 * whose unknown keys stay, and the three sections of `voiceConfig`; absent fields stay as they are.
 */
export function mergeConfig<T extends AgentPatch>(stored: T, patch: object): T {
  const fields = configFields(patch)
  const merged = { ...stored, ...fields }
  if (fields.vgOptions) merged.vgOptions = { ...stored.vgOptions, ...fields.vgOptions }
  if (fields.voiceConfig) {
    const { config, transcriber, speechGen } = fields.voiceConfig
    const voice = stored.voiceConfig
    merged.voiceConfig = {
      ...voice,
      ...(config ? { config: { ...voice?.config, ...config } } : {}),
      ...(transcriber ? { transcriber: { ...voice?.transcriber, ...transcriber } } : {}),
      ...(speechGen ? { speechGen: { ...voice?.speechGen, ...speechGen } } : {}),
    }
  }
  return merged
}

const changedEntries = (stored: object | undefined, given: object): Plain => {
  const before: Plain = { ...stored }
  return Object.fromEntries(
    Object.entries(given).filter(([key, value]) => !sameConfig({ value: before[key] }, { value })),
  )
}

/** The fields of a save that differ from the stored ones; of `vgOptions` and `voiceConfig` only what differs inside. */
export function changedFields(stored: AgentPatch, patch: object): AgentPatch {
  const changed = changedEntries(stored, configFields(patch)) as AgentPatch
  if (changed.vgOptions) changed.vgOptions = changedEntries(stored.vgOptions, changed.vgOptions)
  if (changed.voiceConfig) {
    const before: Record<string, object | undefined> = { ...stored.voiceConfig }
    changed.voiceConfig = Object.fromEntries(
      Object.entries(changed.voiceConfig).map(([name, section]) => [name, changedEntries(before[name], section)]),
    )
  }
  return changed
}

/** Fills what a vg agent lacks of the default starter and overwrites nothing; a vf agent comes back as it is. */
export function withStarter<T extends AgentPatch>(config: T): T {
  if (config.agentPlatform === 'vf') return config
  const present = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))
  const voice = config.voiceConfig
  return {
    ...structuredClone(VG_STARTER),
    ...config,
    ...present,
    vgOptions: { ...VG_STARTER.vgOptions, ...config.vgOptions },
    voiceConfig: {
      ...voice,
      transcriber: { utteranceThreshold: STARTER_UTTERANCE_THRESHOLD, ...voice?.transcriber },
    },
  }
}

/** A complete configuration from whatever was given: the starter for vg, then every default of the schema. */
export const completeConfig = (config: object): AgentConfig => AgentConfig.parse(withStarter(configFields(config)))

/** What a new agent holds before anybody changes it: the schema's defaults (utterance threshold 50) and the starter. */
export function newAgentConfig(start: Pick<AgentConfig, 'title'> & Partial<AgentConfig>): AgentConfig {
  return completeConfig(AgentConfig.parse(start))
}

/** What a visitor may read: the allow-list alone, with the greeting that a chat really opens with. */
export function publicAgent(agent: AgentConfig & Pick<Agent, 'ID'>): PublicAgent {
  return PublicAgent.parse({
    ...agent,
    vg_initMessages: effectivePrompt(agent).greeting,
    webCalls: agent.voiceConfig.config.enableWebCalling,
    paint: chatStyleOf(agent),
    darkPaint: darkChatStyleOf(agent),
  })
}

/** What holds for a whole agent; its nodes may say otherwise for themselves. */
export interface EffectivePrompt {
  /** Told at every node: its character, and how it opens. */
  readonly instructions: string
  /** Messages the agent opens with; empty when the visitor speaks first. */
  readonly greeting: readonly string[]
  readonly model: string
  readonly temperature: number
  readonly maxTokens: number
  readonly kb: EffectiveKb
}

/** How the knowledge base is used. */
export interface EffectiveKb {
  readonly enabled: boolean
  /** Passages given to the model. */
  readonly maxChunks: number
  /** Of these tags alone; of all documents when empty. */
  readonly tags: readonly string[]
  /** Questions are put into words of their own first. */
  readonly smartSearch: boolean
  /** Cosine that the best passage must reach; the usual rule when undefined. */
  readonly threshold: number | undefined
  readonly showSources: boolean
  readonly rerank: boolean
}

export function effectivePrompt(config: AgentConfig): EffectivePrompt {
  return {
    instructions: generalInstructions(config),
    greeting: greetingOf(config),
    model: config.vg_defaultModel ?? VG_STARTER.vg_defaultModel,
    temperature: config.vg_temperature ?? VG_STARTER.vg_temperature,
    maxTokens: config.vg_maxTokens ?? VG_STARTER.vg_maxTokens,
    kb: {
      enabled: config.vg_kbEnabled ?? VG_STARTER.vg_kbEnabled,
      maxChunks: config.vg_kbTopChunks ?? VG_STARTER.vg_kbTopChunks,
      tags: config.vg_kbTags ?? [],
      smartSearch: config.vg_kbSmartSearch ?? false,
      threshold: config.vg_kbThreshold,
      showSources: config.vg_kbShowSources ?? true,
      rerank: config.vg_kbRerank ?? false,
    },
  }
}

/** The system prompt and the opening of a configuration; with nodes the starter's own prompt is left out, for they say it. */
function generalInstructions(
  config: Pick<AgentConfig, 'vg_systemPrompt' | 'vg_initPrompt' | 'enableNodes' | 'nodes'>,
): string {
  const hasNodes = config.enableNodes && config.nodes.length > 0
  const system = config.vg_systemPrompt ?? (hasNodes ? '' : VG_STARTER.vg_systemPrompt)
  const opening = config.vg_initPrompt ? `At the start of a conversation: ${config.vg_initPrompt}` : ''
  return [system.trim(), opening].filter(Boolean).join('\n\n')
}
