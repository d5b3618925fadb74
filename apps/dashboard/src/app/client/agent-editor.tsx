// Design, voice, settings and channels of an agent for client users; above drafted fields, save state and Publish.
import { lazy, Suspense } from 'react'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { ClientDraftProvider } from '../../features/agents/draft/client-draft.tsx'
import { DraftBar } from '../../features/agents/draft/draft-bar.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import classes from './agent-page.module.css'

const DesignPage = lazy(async () => ({
  default: (await import('../../features/agents/design/design-page.tsx')).DesignPage,
}))
const SettingsPage = lazy(async () => ({
  default: (await import('../../features/agents/settings/settings-page.tsx')).SettingsPage,
}))
const VoicePage = lazyWithTexts(() => import('../../features/agents/voice/voice-page.tsx'), 'VoicePage')
const ChannelsPage = lazyWithTexts(() => import('../../features/agents/channels/channels-page.tsx'), 'ChannelsPage')

const PAGES = { overview: DesignPage, voice: VoicePage, channels: ChannelsPage, settings: SettingsPage }

interface Props {
  agentId: string
  page: keyof typeof PAGES
}

export default function AgentEditor({ agentId, page }: Props) {
  const stays = ({ pathname }: { pathname: string }) =>
    Object.keys(PAGES).some((one) => pathname.endsWith(`/agents/${agentId}/${one}`))
  const Shown = PAGES[page]
  return (
    <ClientDraftProvider agentId={agentId} stays={stays}>
      <div className={classes.editor}>
        {/* Channels change at once. */}
        {page !== 'channels' && (
          <div className={classes.bar}>
            <DraftBar publishMenu={null} more={null}>
              {null}
            </DraftBar>
          </div>
        )}
        <div className={classes.body}>
          <Suspense fallback={<RowSkeletons />}>
            <Shown />
          </Suspense>
        </div>
      </div>
    </ClientDraftProvider>
  )
}
