import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../lib/link.tsx'
import type { AccountTab } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { usePageTitle } from '../../components/layout/page.tsx'
import { type SubPage, SubPages } from '../../components/layout/sub-pages.tsx'
import { DataTab } from './data/data-tab.tsx'
import { ProfileTab } from './profile/profile-tab.tsx'
import { SecurityTab } from './security/security-tab.tsx'
import { SessionsTab } from './security/sessions-tab.tsx'

export function AccountPage() {
  const { t } = useTranslation()
  usePageTitle(t('accounts.own.title'))
  const [tab, setTab] = useSearchParam('tab')
  const pages: SubPage<AccountTab>[] = [
    { key: 'profile', label: t('account.tabs.profile'), content: ProfileTab },
    { key: 'security', label: t('account.tabs.security'), content: SecurityTab },
    { key: 'sessions', label: t('account.tabs.sessions'), content: SessionsTab },
    { key: 'data', label: t('account.tabs.data'), content: DataTab },
  ]
  if (!useAccount()) return null
  return <SubPages title={t('accounts.own.title')} pages={pages} wanted={tab} onChange={setTab} />
}
