// What an agent is told at every node: its character, and how it opens.
import { type AgentConfig, VG_STARTER } from '@parlance/contract/agents/schemas'

/** The system prompt and the opening of a configuration; with nodes the starter's own prompt is left out, for they say it. */
export function generalInstructions(
  config: Pick<AgentConfig, 'vg_systemPrompt' | 'vg_initPrompt' | 'enableNodes' | 'nodes'>,
): string {
  const hasNodes = config.enableNodes && config.nodes.length > 0
  const system = config.vg_systemPrompt ?? (hasNodes ? '' : VG_STARTER.vg_systemPrompt)
  const opening = config.vg_initPrompt ? `At the start of a conversation: ${config.vg_initPrompt}` : ''
  return [system.trim(), opening].filter(Boolean).join('\n\n')
}
