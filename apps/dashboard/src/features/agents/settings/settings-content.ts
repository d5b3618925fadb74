// The settings pages by key.
import type { ComponentType } from 'react'
import type { SETTINGS_PAGES } from '../../../lib/paths.ts'
import { IntegrationFields } from '../integrations/integration-fields.tsx'
import { AdvancedTab } from './advanced-tab.tsx'
import { AnalyticsTab } from './analytics-tab.tsx'
import { CoreTab } from './core-tab.tsx'
import { HandoffTab } from './handoff-tab.tsx'
import { LanguageTab } from './language-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { TechnicalTab } from './technical-tab.tsx'
import { UiTab } from './ui-tab.tsx'

/** Notifications come from outside: they are one person’s, not the agent’s. */
export const SETTINGS_CONTENT: Record<Exclude<(typeof SETTINGS_PAGES)[number], 'notifications'>, ComponentType> = {
  core: CoreTab,
  ui: UiTab,
  language: LanguageTab,
  security: SecurityTab,
  handoff: HandoffTab,
  technical: TechnicalTab,
  analytics: AnalyticsTab,
  advanced: AdvancedTab,
  integrations: IntegrationFields,
}
