// Rules for an agent's draft and live copies: what counts as a change, how saves merge, the defaults of a new agent,
// what a turn reads.
import { type Agent, AgentConfig, AgentPatch, PublicAgent, VG_STARTER } from '@parlance/contract/agents/schemas'
import { greetingOf } from '@parlance/contract/agents/greeting'
import { darkChatStyleOf, chatStyleOf } from './chat-style.ts'
import { sameConfig } from '@parlance/contract/agents/same-config'

/** The starter's pause, in ms, before a transcript counts as finished. A new agent uses the schema's 50. */
const STARTER_UTTERANCE_THRESHOLD = 150

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Deep-copies plain data, dropping undefined values and `__proto__`, which later assignments would follow. */
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

/** Returns the configuration fields of a save. Fields the server owns and unknown fields are dropped. */
export function configFields(save: object): AgentPatch {
  const known = Object.fromEntries(Object.entries(save).filter(([key]) => KNOWN.has(key)))
  return clean(known) as AgentPatch
}

/**
 * Returns the stored configuration with the fields of a save applied. Fields are replaced whole, except `vgOptions`,
 * which keeps its unknown keys, and `voiceConfig`, whose three sections merge separately.
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

/**
 * Returns the fields of a save that differ from the stored ones. `vgOptions` and `voiceConfig` are compared key by key.
 */
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

/** Adds the fields of the default starter that a vg agent lacks. Returns a vf agent unchanged. */
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

/** Completes a configuration: the starter for vg, then the schema's defaults. */
export const completeConfig = (config: object): AgentConfig => AgentConfig.parse(withStarter(configFields(config)))

/** The configuration of a new agent: the schema's defaults (utterance threshold 50) and the starter. */
export function newAgentConfig(start: Pick<AgentConfig, 'title'> & Partial<AgentConfig>): AgentConfig {
  return completeConfig(AgentConfig.parse(start))
}

/** The fields a visitor may read, from an allow-list, with the effective greeting. */
export function publicAgent(agent: AgentConfig & Pick<Agent, 'ID'>): PublicAgent {
  return PublicAgent.parse({
    ...agent,
    vg_initMessages: effectivePrompt(agent).greeting,
    webCalls: agent.voiceConfig.config.enableWebCalling,
    recordsCalls: agent.voiceConfig.config.recordAudio && agent.recordChatHistory,
    paint: chatStyleOf(agent),
    darkPaint: darkChatStyleOf(agent),
  })
}

/** The prompt of the whole agent; nodes may override parts of it. */
export interface EffectivePrompt {
  /** Character and opening, part of the prompt at every node. */
  readonly instructions: string
  /** The agent's opening messages; empty when the visitor speaks first. */
  readonly greeting: readonly string[]
  readonly model: string
  readonly temperature: number
  readonly maxTokens: number
  readonly kb: EffectiveKb
}

export interface EffectiveKb {
  readonly enabled: boolean
  /** Chunks given to the model. */
  readonly maxChunks: number
  /** Limits the search to these tags; empty for all documents. */
  readonly tags: readonly string[]
  /** Rewrites questions into standalone ones first. */
  readonly smartSearch: boolean
  /** Minimum cosine of the best chunk; the default rule when undefined. */
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

/**
 * The system prompt and opening of a configuration. With nodes, the starter's prompt is left out, because the nodes
 * replace it.
 */
function generalInstructions(
  config: Pick<AgentConfig, 'vg_systemPrompt' | 'vg_initPrompt' | 'enableNodes' | 'nodes'>,
): string {
  const hasNodes = config.enableNodes && config.nodes.length > 0
  const system = config.vg_systemPrompt ?? (hasNodes ? '' : VG_STARTER.vg_systemPrompt)
  const opening = config.vg_initPrompt ? `At the start of a conversation: ${config.vg_initPrompt}` : ''
  return [system.trim(), opening].filter(Boolean).join('\n\n')
}
