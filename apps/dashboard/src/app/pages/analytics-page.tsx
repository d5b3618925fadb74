// The agent's analytics, with the way to deploy it when there are none.
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useDraft } from '../../features/agents/draft/draft.tsx'
import { AnalyticsView } from '../../features/analytics/analytics-view.tsx'

const DeployDialog = lazy(() => import('../../features/agents/deploy/deploy-dialog.tsx'))

export function AnalyticsPage() {
  const { agentId } = useDraft()
  const [opened, dialog] = useDisclosure()
  return (
    <>
      <AnalyticsView agentId={agentId} onDeploy={dialog.open} />
      <Suspense fallback={null}>{opened && <DeployDialog onClose={dialog.close} />}</Suspense>
    </>
  )
}
