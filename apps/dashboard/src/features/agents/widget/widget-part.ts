import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { changes } from '../draft/draft-state.ts'
import type { PickPart } from '../draft/draft-store.ts'

/** Fields edited on other pages; widget settings don't show that they are unfinished. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set<keyof AgentConfig>([
  'vg_systemPrompt',
  'vg_initPrompt',
  'enableNodes',
  'nodes',
  'variables',
  'tools',
  'functionsIds',
  'mcpServers',
  'publishGuard',
  'voiceConfig',
  'vapi',
  'vapiConfig',
  'gcloudPrivateKey',
  'gcloudClientEmail',
])

/** What Save publishes: unpublished fields changed in this visit, or those the pages show. */
export const widgetPart: PickPart = ({ copy, config, edited }) => {
  const unpublished = Object.entries(changes(copy.published, config))
  const isPart = (field: string) => (edited.size > 0 ? edited.has(field) : !SHOWN_ELSEWHERE.has(field))
  return Object.fromEntries(unpublished.filter(([field]) => isPart(field)))
}

export const hasPart = (state: Parameters<PickPart>[0]): boolean => Object.keys(widgetPart(state)).length > 0
