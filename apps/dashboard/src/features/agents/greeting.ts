import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'

/** The step a conversation starts at; undefined when the agent is a single prompt. */
export const startNodeOf = (config: AgentConfig): AgentNode | undefined =>
  config.enableNodes ? config.nodes.find((node) => node.type === 'start') : undefined

/** What the agent says before the visitor does. */
export function greetingOf(config: AgentConfig): string[] {
  const opening = startNodeOf(config)?.startConfig
  if (opening?.userStarts) return []
  if (opening?.initialMessage) return [opening.initialMessage]
  return (config.vg_initMessages ?? []).filter((message) => message.trim() !== '')
}
