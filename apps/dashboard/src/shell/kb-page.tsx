// What the agent on screen knows: its sources.
import { useTranslation } from 'react-i18next'
import { useDraft } from '../features/agents/draft/draft.tsx'
import { SourcesView } from '../features/knowledge/sources-view.tsx'
import { Page } from '../ui/page.tsx'

export function KbPage() {
  const { t } = useTranslation()
  const { agentId } = useDraft()
  return (
    <Page title={t('knowledge.title')} description={t('knowledge.description')}>
      <SourcesView agentId={agentId} />
    </Page>
  )
}
