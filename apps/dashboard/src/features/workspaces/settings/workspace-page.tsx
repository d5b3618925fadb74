// Settings of the current workspace; `?tab=` selects one.
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { usePageTitle } from '../../../components/layout/page.tsx'
import { lazySubPage, SubPages } from '../../../components/layout/sub-pages.tsx'

const General = lazySubPage(() => import('./general-tab.tsx'))
const Members = lazySubPage(() => import('./members/members-tab.tsx'))
const Keys = lazySubPage(() => import('./keys/keys-tab.tsx'))
const Requests = lazySubPage(() => import('./logs/requests-tab.tsx'))
const Audit = lazySubPage(() => import('./logs/audit-tab.tsx'))
const Danger = lazySubPage(() => import('./danger-tab.tsx'))

export function WorkspacePage() {
  const { t } = useTranslation()
  const { workspace } = useScope()
  const [tab, setTab] = useSearchParam('tab')
  usePageTitle(t('workspaces.title'))
  const pages = [
    { key: 'general', label: t('workspaces.tabs.general'), content: General },
    { key: 'members', label: t('workspaces.tabs.members'), content: Members },
    { key: 'keys', label: t('workspaces.tabs.keys'), content: Keys },
    { key: 'requests', label: t('workspaces.tabs.requests'), content: Requests },
    { key: 'audit', label: t('workspaces.tabs.audit'), content: Audit },
    { key: 'danger', label: t('workspaces.tabs.danger'), content: Danger },
  ]
  return (
    <SubPages
      help="team"
      key={workspace.uid}
      title={t('workspaces.title')}
      pages={pages}
      wanted={tab}
      onChange={setTab}
    />
  )
}
