// Webhook events of the workspace: deliveries, endpoints and log. `?tab=` selects one.
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../lib/link.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { usePageTitle } from '../../components/layout/page.tsx'
import { lazySubPage, SubPages } from '../../components/layout/sub-pages.tsx'

const Deliveries = lazySubPage(() => import('./deliveries-tab.tsx'))
const Endpoint = lazySubPage(() => import('./endpoint-tab.tsx'))
const Log = lazySubPage(() => import('./log-tab.tsx'))

export function EventsPage() {
  const { t } = useTranslation()
  const { workspace } = useScope()
  const [tab, setTab] = useSearchParam('tab')
  const [, setSearch] = useSearchParam('search')
  usePageTitle(t('events.title'))
  const pages = [
    { key: 'deliveries', label: t('events.tabs.deliveries'), content: Deliveries },
    { key: 'endpoint', label: t('events.tabs.endpoint'), content: Endpoint },
    { key: 'log', label: t('events.tabs.log'), content: Log },
  ]
  const choose = (key: string | undefined) => {
    setSearch(undefined)
    setTab(key)
  }
  return (
    <SubPages
      help="webhooks"
      key={workspace.uid}
      title={t('events.title')}
      pages={pages}
      wanted={tab}
      onChange={choose}
    />
  )
}
