import { Checkbox, Group } from '@mantine/core'
import type { CustomTabEntry } from '@parlance/contract/agencies/custom-tabs'
import { CLIENT_TABS, type ClientPath, type ClientTab } from '@parlance/contract/lib/client-tabs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'

/** Existing client pages; others that were granted stay granted. */
const AVAILABLE: ReadonlySet<ClientTab> = new Set([
  '/home',
  '/overview',
  '/voice',
  '/kb',
  '/convos',
  '/analytics',
  '/channels',
  '/leads',
  '/settings',
  '/metrics',
  '/campaigns',
])
const hasPage = (tab: ClientTab): boolean => AVAILABLE.has(tab)

interface TabsProps {
  label: string
  value: readonly ClientPath[]
  /** All if absent. */
  grantable?: readonly ClientPath[] | undefined
  onChange: (tabs: ClientPath[]) => void
}

const pathOf = ({ href }: CustomTabEntry): ClientPath => `/c${href as `/${string}`}`

/** Product pages with translated names, and the agency's custom ones. */
export function usePages(): readonly { path: ClientPath; label: string; alwaysVisible: boolean }[] {
  const { t } = useTranslation()
  return [
    ...CLIENT_TABS.filter(hasPage).map((path) => ({
      path,
      label: t(`orgs.tab.${path.slice(1) as TabName}`),
      alwaysVisible: false,
    })),
    ...useCustomTabs().map((tab) => ({ path: pathOf(tab), label: tab.label, alwaysVisible: tab.alwaysVisible })),
  ]
}

/** The agency's custom tabs: all for its members, allowed ones for clients. */
function useCustomTabs(): readonly CustomTabEntry[] {
  const { api, workspace, client } = useScope()
  const agency = useQuery({ ...api.agencies.get.queryOptions({ input: { uid: workspace.uid } }), enabled: !client })
  const own = useQuery({ ...api.agencies.listTabs.queryOptions({ input: {} }), enabled: client !== undefined })
  return (client ? own.data?.items : agency.data?.data?.customTabs) ?? []
}

/** Chooses granted pages, without tabs that every client sees. */
export function TabChoice({ label, value, grantable, onChange }: TabsProps) {
  const offered = usePages().filter(({ path, alwaysVisible }) => !alwaysVisible && (grantable?.includes(path) ?? true))
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={(chosen) =>
        onChange([
          ...CLIENT_TABS.filter((tab) => chosen.includes(tab)),
          ...(chosen.filter((path) => path.startsWith('/c/')) as ClientPath[]),
        ])
      }
    >
      <Group gap="sm" mt={6}>
        {offered.map(({ path, label: name }) => (
          <Checkbox key={path} value={path} label={name} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
export type TabName = ClientTab extends `/${infer Name}` ? Name : never
