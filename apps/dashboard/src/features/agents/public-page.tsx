// Layout of an agent's public pages: the agent, a redirect to its region, or not found.
import { Center } from '@mantine/core'
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { REGIONS, type Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { agencyHost } from '../../lib/agency/host.ts'
import { errorText } from '../../lib/errors.ts'
import { paths, type Target } from '../../lib/paths.ts'
import { Delayed } from '../../components/feedback/delayed.tsx'
import { LostDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { publicAgentQuery } from './public-agent.ts'

const AgencyFooter = lazyWithTexts(() => import('./agency-footer.tsx'), 'AgencyFooter')

interface Props {
  agentId: string
  /** The same page in the agent's region. */
  place: (region: Region, agentId: string) => Target
  children: (agent: PublicAgent, region: Region) => ReactNode
}

export function PublicPage({ agentId, place, children }: Props) {
  const { t } = useTranslation()
  // Addresses without a region search all of them.
  const region = useParams({ strict: false, select: (params: { region?: string }) => params.region })
  const found = useQuery({ ...publicAgentQuery(region ?? REGIONS[0], agentId), enabled: agentId !== '' })
  if (agentId === '') return <NoAgent />
  if (found.error && !found.data) {
    return (
      <Center component="main" mih="60dvh" p="md">
        <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
      </Center>
    )
  }
  if (found.isPending) {
    return (
      <Delayed after={200}>
        <output aria-label={t('common.loading')}>
          <RowSkeletons />
        </output>
      </Delayed>
    )
  }
  if (!found.data) return <Navigate to={paths.notFound().to} replace />
  if (found.data.region !== region) {
    const target = place(found.data.region, agentId)
    return <Navigate to={target.to} search={(target.search ?? {}) as never} replace />
  }
  const page = children(found.data.agent, found.data.region)
  if (!agencyHost) return page
  return (
    <>
      {page}
      <Suspense fallback={null}>
        <AgencyFooter {...agencyHost} />
      </Suspense>
    </>
  )
}

/** An address without an agent, typed by hand. */
function NoAgent() {
  const { t } = useTranslation()
  return (
    <Center component="main" mih="60dvh" p="md">
      <EmptyState drawing={<LostDrawing />} title={t('area.noAgent.title')} text={t('area.noAgent.text')} order={1} />
    </Center>
  )
}
