// Client pages rendered from a draft: in a frame next to the agency settings, which send the draft.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { PublicAgency } from '@parlance/contract/agencies/schemas'
import { agencyCss, agencyTheme } from '@parlance/contract/agencies/theme'
import type { AgentOverview } from '@parlance/contract/analytics/api'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { Region } from '@parlance/contract/lib/regions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import starts from 'virtual:new-widget'
import { SignInPreview } from '../../features/client/sign-in-preview.tsx'
import { PreviewFrame } from '../../features/agents/design/preview-frame.tsx'
import { clientApi } from '../../lib/api.ts'
import { isPreviewDraft, PREVIEW_ROOT, type PreviewDraft } from '../../lib/agency/preview.ts'
import { ScopeContext, type Scope } from '../../lib/workspace-scope.tsx'
import { ClientPreview } from '../client/client-preview.tsx'
import { workspaceOf } from '../client/client-shell.tsx'

export function AgencyPreviewPage() {
  const draft = useDraft()
  const region = useParams({ strict: false, select: (params: { region?: string }) => params.region }) as Region
  const css = useMemo(() => draft && agencyCss(agencyTheme(draft.agency)), [draft])
  useEffect(() => {
    if (draft) document.documentElement.dataset['mantineColorScheme'] = draft.isDark ? 'dark' : 'light'
  }, [draft])
  if (!draft) return null
  return (
    <div inert id={PREVIEW_ROOT}>
      <style>{css + draft.styles}</style>
      {draft.view === 'signIn' ? <SignInPreview agency={draft.agency} /> : <Inside region={region} draft={draft} />}
    </div>
  )
}

/** The draft last sent by the settings. */
function useDraft(): PreviewDraft | undefined {
  const [draft, setDraft] = useState<PreviewDraft>()
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === location.origin && source === parent && isPreviewDraft(data)) setDraft(data)
    }
    addEventListener('message', hear)
    parent.postMessage({ agencyPreview: 'ready' }, location.origin)
    return () => removeEventListener('message', hear)
  }, [])
  return draft
}

const AGENT = 'preview'

function Inside({ region, draft: { agency, view, isDark } }: { region: Region; draft: PreviewDraft }) {
  const { t } = useTranslation()
  const api = clientApi(region)
  const title = t('agency.preview.agent')
  const client = useMemo(() => {
    const made = new QueryClient({ defaultOptions: { queries: { enabled: false, staleTime: Infinity } } })
    made.setQueryData(api.analytics.overview.queryOptions({ input: { agentId: AGENT } }).queryKey, { data: FIGURES })
    return made
  }, [api])
  const session = useMemo(() => sessionOf(agency, title, t('agency.preview.person')), [agency, title, t])
  const scope: Scope = { region, api, workspace: workspaceOf(session), client: session }
  return (
    <QueryClientProvider client={client}>
      <ScopeContext value={scope}>
        {view === 'dashboard' ? <ClientPreview /> : <WidgetPreview agency={agency} title={title} isDark={isDark} />}
      </ScopeContext>
    </QueryClientProvider>
  )
}

function WidgetPreview({ agency, title, isDark }: { agency: PublicAgency; title: string; isDark: boolean }) {
  const { primary } = agencyTheme(agency)
  const themeType = isDark ? 'dark' : 'light'
  const customThemeJSONString = JSON.stringify({ primary, themeType })
  const config: AgentConfig = { ...starts.vg.config, title, theme: `custom-${themeType}`, customThemeJSONString }
  return (
    <div style={{ height: '100dvh', maxWidth: 400, marginInline: 'auto' }}>
      <PreviewFrame config={config} css="" dir={undefined} closable={false} />
    </div>
  )
}

const FIGURES: AgentOverview = {
  agentId: AGENT,
  conversationsToday: 24,
  waiting: 1,
  answered: 0.86,
  site: null,
  latestSites: [],
  sites: 1,
  channels: [],
  gaps: 0,
  done: { knowledge: true, tried: true, invited: true },
}

const sessionOf = (agency: PublicAgency, title: string, name: string): ClientSession => ({
  client: {
    ID: '',
    email: 'mia@example.com',
    dashboardPassword: '',
    orgId: '',
    widgetIDs: [],
    status: 'online',
    name,
    squarePhotoURL: '',
    canAccess: [],
    clientTabOrder: [],
    isOrgAdmin: false,
    isAdmin: false,
    usedSecret: false,
    stripeCustomerId: '',
    permissions: {},
    allowCreateAgents: false,
    FB_PUSH_TOKEN: '',
    preferredLanguage: 'en',
    ts: 0,
    notificationsSettings: { notifyThrough: 'all', notifyIf: 'requestsOnly' },
  },
  org: null,
  orgs: [],
  agency,
  workspaceId: '',
  agents: [{ ID: AGENT, title, roundedImageURL: '', lastModified: 0, unfitTabs: [] }],
  orgHasAgents: true,
  disabledMessage: null,
})
