import { useTranslation } from 'react-i18next'
import { Page } from '../../components/layout/page.tsx'
import { SourcesView } from '../../features/knowledge/sources-view.tsx'

/** What the agent on screen knows; what is measured about it is the workspace's. */
export default function ClientKnowledge({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  return (
    <Page title={t('knowledge.title')}>
      <SourcesView agentId={agentId} />
    </Page>
  )
}
