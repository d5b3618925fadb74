// Settings of the workspace on screen: `?tab=` names the part.
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { usePageTitle } from '../../../components/layout/page.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { SubPages } from '../../../components/layout/sub-pages.tsx'

const part = (load: () => Promise<{ default: ComponentType }>): ComponentType => {
  const Content = lazy(load)
  return () => (
    <Suspense fallback={<RowSkeletons />}>
      <Content />
    </Suspense>
  )
}

const General = part(() => import('./general-tab.tsx'))
const Members = part(() => import('./members-tab.tsx'))
const Keys = part(() => import('./keys-tab.tsx'))
const Requests = part(() => import('./requests-tab.tsx'))
const Audit = part(() => import('./audit-tab.tsx'))
const Danger = part(() => import('./danger-tab.tsx'))

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
