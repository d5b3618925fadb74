import { useTranslation } from 'react-i18next'
import { Page } from '../../components/layout/page.tsx'
import { SourcesView } from '../../features/knowledge/sources-view.tsx'

/** The agent's knowledge, without the workspace's measurements. */
export default function ClientKnowledge({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  return (
    <Page title={t('knowledge.title')}>
      <SourcesView agentId={agentId} />
    </Page>
  )
}
