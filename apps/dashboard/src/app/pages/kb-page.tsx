// The agent's knowledge: sources, golden questions, gaps and conflicts. `?view=` selects one.
import { Tabs } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../features/agents/draft/draft.tsx'
import { SourcesView } from '../../features/knowledge/sources-view.tsx'
import { useNavigateTo, useSearchValues } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { mayLeaveForms } from '../../lib/unsaved-guard.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import type { Search } from '../../lib/query-string.ts'
import { Page } from '../../components/layout/page.tsx'
import { useScrollRow } from '../../components/lists/scroll-row.ts'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'

type ViewKey = 'sources' | 'goldens' | 'gaps' | 'conflicts'
interface View {
  key: ViewKey
  content: ComponentType<{ agentId: string }>
}

/** The first is the default. */
const VIEWS: readonly View[] = [
  { key: 'sources', content: SourcesView },
  { key: 'goldens', content: lazy(() => import('../../features/retrieval-evals/retrieval-evals-view.tsx')) },
  { key: 'gaps', content: lazy(() => import('../../features/gaps/gaps-view.tsx')) },
  { key: 'conflicts', content: lazy(() => import('../../features/gaps/conflicts-view.tsx')) },
]
const FIRST: ViewKey = 'sources'

/** Other parameters belong to the previous view, except the test panel's. */
function useView() {
  const go = useNavigateTo()
  const { region } = useScope()
  const { agentId } = useDraft()
  const { view, showDebugger } = useSearchValues()
  const shown = VIEWS.find(({ key }) => key === view)?.key ?? FIRST
  const show = async (next: string | null) => {
    if (next === shown || !(await mayLeaveForms())) return
    const search: Search = {}
    if (showDebugger) search['showDebugger'] = showDebugger
    if (next && next !== FIRST) search['view'] = next
    void go(paths.agent(region, agentId, 'kb', search), { replace: true })
  }
  return { shown, show }
}

export function KbPage() {
  const { t } = useTranslation()
  const { agentId } = useDraft()
  const { shown, show } = useView()
  const row = useScrollRow<HTMLDivElement>(shown)
  return (
    <Page help="teach" title={t('knowledge.title')}>
      <Tabs value={shown} onChange={(next) => void show(next)} keepMounted={false}>
        <Tabs.List ref={row} mb="lg" className="scroll-row" aria-label={t('knowledge.title')}>
          {VIEWS.map(({ key }) => (
            <Tabs.Tab key={key} value={key}>
              {t(`knowledge.views.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {VIEWS.map(({ key, content: Content }) => (
          <Tabs.Panel key={key} value={key}>
            <Suspense fallback={<RowSkeletons />}>
              <Content agentId={agentId} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
