import { useTranslation } from 'react-i18next'
import type { ComponentType } from 'react'
import { useSearchParam } from '../../../link.tsx'
import { SETTINGS_PAGES } from '../../../paths.ts'
import { SubPages } from '../../../ui/sub-pages.tsx'
import { IntegrationFields } from '../integrations/integration-fields.tsx'
import { AdvancedTab } from './advanced-tab.tsx'
import { AnalyticsTab } from './analytics-tab.tsx'
import { CoreTab } from './core-tab.tsx'
import { HandoffTab } from './handoff-tab.tsx'
import { LanguageTab } from './language-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { TechnicalTab } from './technical-tab.tsx'
import { UiTab } from './ui-tab.tsx'

const CONTENT: Record<(typeof SETTINGS_PAGES)[number], ComponentType> = {
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

/** The tab stands in the address as `?tab=`; an unknown one shows the first. */
export function SettingsPage() {
  const { t } = useTranslation()
  const [wanted, setTab] = useSearchParam('tab')
  const pages = SETTINGS_PAGES.map((key) => ({ key, label: t(`area.settings.${key}`), content: CONTENT[key] }))
  return <SubPages title={t('agents.settings.title')} pages={pages} wanted={wanted} onChange={setTab} />
}
