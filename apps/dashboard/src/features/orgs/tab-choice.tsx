import { Checkbox, Group } from '@mantine/core'
import { CLIENT_TABS, type ClientTab } from '@parlance/contract/lib/client-tabs'
import { useTranslation } from 'react-i18next'

/** Pages that a client's dashboard has by now; what else was given stays given. */
const AVAILABLE: ReadonlySet<ClientTab> = new Set([
  '/home',
  '/overview',
  '/kb',
  '/convos',
  '/analytics',
  '/leads',
  '/settings',
  '/metrics',
])
export const hasPage = (tab: ClientTab): boolean => AVAILABLE.has(tab)

interface TabsProps {
  label: string
  value: readonly ClientTab[]
  onChange: (tabs: ClientTab[]) => void
}

/** The pages that can be given. */
export function TabChoice({ label, value, onChange }: TabsProps) {
  const { t } = useTranslation()
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={(chosen) => onChange(CLIENT_TABS.filter((tab) => chosen.includes(tab)))}
    >
      <Group gap="sm" mt={6}>
        {CLIENT_TABS.filter(hasPage).map((tab) => (
          <Checkbox key={tab} value={tab} label={t(`orgs.tab.${tab.slice(1) as TabName}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
export type TabName = ClientTab extends `/${infer Name}` ? Name : never
