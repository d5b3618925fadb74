// What a new widget holds before anybody changes it, on the page of widget settings.
import type { AgentConfig } from './agents.ts'
import { newAgentConfig } from './draft.ts'
import { templateConfig } from './templates.ts'

/** Credits a month; agents that come from templates have no cap. */
const WIDGET_MAX_TOKENS_USAGE = 1_000_000

/** Complete but for its title, which people must give. */
export function newWidgetConfig(agentPlatform: AgentConfig['agentPlatform']): AgentConfig {
  const start = agentPlatform === 'vg' ? templateConfig('blank-template') : {}
  const config = newAgentConfig({ title: '-', ...start, agentPlatform, maxTokensUsage: WIDGET_MAX_TOKENS_USAGE })
  return { ...config, title: '' }
}
