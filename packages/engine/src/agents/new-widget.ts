// Defaults of a new widget on the widget settings page.
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '@parlance/contract/accounts/languages'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { newAgentConfig } from './draft.ts'
import { templateConfig } from '../templates/template-config.ts'

/** Credits a month. Agents made from templates have no cap. */
const WIDGET_MAX_TOKENS_USAGE = 1_000_000

type Platform = AgentConfig['agentPlatform']

/** Complete except for the title, which the user must enter. */
export function newWidgetConfig(agentPlatform: Platform, language: Language = DEFAULT_LANGUAGE): AgentConfig {
  const start = templateConfig('blank-template', language)
  const { unavailableMessage = '' } = start
  const own = agentPlatform === 'vg' ? start : { lang: 'auto', unavailableMessage }
  const config = newAgentConfig({ title: '-', ...own, agentPlatform, maxTokensUsage: WIDGET_MAX_TOKENS_USAGE })
  return { ...config, title: '' }
}

/** The texts of a new widget that differ from the English defaults, by language. */
export const newWidgetWords = (agentPlatform: Platform): Readonly<Record<Language, Partial<AgentConfig>>> => {
  const english = Object.entries(newWidgetConfig(agentPlatform)).map(([key, value]) => [key, JSON.stringify(value)])
  const usual = new Map(english as [string, string][])
  const words = LANGUAGES.map((language) => {
    const fields = Object.entries(newWidgetConfig(agentPlatform, language))
    return [language, Object.fromEntries(fields.filter(([key, value]) => usual.get(key) !== JSON.stringify(value)))]
  })
  return Object.fromEntries(words) as Record<Language, Partial<AgentConfig>>
}
