import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../link.tsx'
import { Page } from '../../../ui/page.tsx'
import { AdvancedTab } from './advanced-tab.tsx'
import { CoreTab } from './core-tab.tsx'
import { TechnicalTab } from './technical-tab.tsx'

const TABS = { core: CoreTab, technical: TechnicalTab, advanced: AdvancedTab } as const
type TabKey = keyof typeof TABS
const KEYS = Object.keys(TABS) as TabKey[]

/** The tab stands in the address as `?tab=`; an unknown one shows the first. */
export function SettingsPage() {
  const { t } = useTranslation()
  const [wanted, setTab] = useSearchParam('tab')
  const tab = KEYS.find((key) => key === wanted) ?? 'core'
  return (
    <Page title={t('agents.settings.title')} narrow>
      <Tabs value={tab} onChange={(next) => setTab(next ?? undefined)} keepMounted={false}>
        <Tabs.List mb="lg">
          {KEYS.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(`agents.settings.tabs.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {KEYS.map((key) => {
          const Tab = TABS[key]
          return (
            <Tabs.Panel key={key} value={key}>
              <Tab />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Page>
  )
}
