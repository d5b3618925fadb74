import { useDraft } from '../../features/agents/draft/draft.tsx'
import { MetricsView } from '../../features/analytics/metrics/metrics-view.tsx'

export function MetricsPage() {
  const { agentId } = useDraft()
  return <MetricsView agentId={agentId} />
}
