// Design and settings of an agent for client users, with save state and Publish above.
import { lazy, Suspense } from 'react'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { ClientDraftProvider } from '../../features/agents/draft/client-draft.tsx'
import { DraftBar } from '../../features/agents/draft/draft-bar.tsx'
import classes from './agent-page.module.css'

const DesignPage = lazy(async () => ({
  default: (await import('../../features/agents/design/design-page.tsx')).DesignPage,
}))
const SettingsPage = lazy(async () => ({
  default: (await import('../../features/agents/settings/settings-page.tsx')).SettingsPage,
}))

interface Props {
  agentId: string
  page: 'overview' | 'settings'
}

export default function AgentEditor({ agentId, page }: Props) {
  const stays = ({ pathname }: { pathname: string }) =>
    pathname.endsWith(`/agents/${agentId}/overview`) || pathname.endsWith(`/agents/${agentId}/settings`)
  return (
    <ClientDraftProvider agentId={agentId} stays={stays}>
      <div className={classes.editor}>
        <div className={classes.bar}>
          <DraftBar publishMenu={null} more={null}>
            {null}
          </DraftBar>
        </div>
        <div className={classes.body}>
          <Suspense fallback={<RowSkeletons />}>{page === 'overview' ? <DesignPage /> : <SettingsPage />}</Suspense>
        </div>
      </div>
    </ClientDraftProvider>
  )
}
