// An agent's golden questions with their documents, and how many are found over time.
import { Text } from '@mantine/core'
import type { GoldenQuestion, GoldenRun } from '@parlance/contract/retrieval-evals/schemas'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { listProps } from '../../lib/paged-query.ts'
import { PagesDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { NewButton } from '../../components/lists/new-button.tsx'
import { RetrievalQuestionRow } from './retrieval-question-row.tsx'
import classes from './retrieval-evals.module.css'
import { RunSummary } from './run-summary.tsx'
import { resultOf } from './result-changes.ts'
import { useDeleteRetrievalQuestion } from './use-delete-retrieval-question.ts'
import { useRetrievalRuns, useRetrievalQuestions } from './use-retrieval-evals.ts'

const RetrievalQuestionDrawer = lazy(() => import('./retrieval-question-drawer.tsx'))
/** `?golden=new` opens an empty form. */
const NEW = 'new'

export default function RetrievalEvalsView({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParam('search')
  const refusal = useDeniedReason('editor')
  const drawer = useDrawer()
  const questions = useRetrievalQuestions(agentId, search)
  const runs = useRetrievalRuns(agentId)
  const remove = useDeleteRetrievalQuestion(agentId)
  const all = questions.data?.pages.flatMap((page) => page.items) ?? []
  const items = all.filter(({ id }) => !remove.pending.has(id))
  const empty = questions.isSuccess && all.length === 0 && !search
  const edited = all.find(({ id }) => id === drawer.wanted)
  return (
    <>
      {!empty && (
        <>
          <Text c="dimmed" size="sm" mb="md" maw={640}>
            {t('goldens.intro')}
          </Text>
          <RunSummary runs={runs} />
          <div className={classes.bar}>
            <div className={classes.search}>
              <SearchInput value={search} onChange={setSearch} label={t('goldens.search')} />
            </div>
            <NewButton label={t('goldens.new')} onClick={() => drawer.open(NEW)} />
          </div>
        </>
      )}
      <PagedList
        of="questions"
        shown={items.length}
        none={all.length === 0}
        search={search}
        onClearSearch={() => setSearch(undefined)}
        empty={<Empty onNew={() => drawer.open(NEW)} />}
        {...listProps(questions)}
      >
        <Rows
          agentId={agentId}
          items={items}
          run={runs.done.at(-1)}
          onEdit={({ id }) => drawer.open(id)}
          onDelete={remove.ask}
        />
      </PagedList>
      <Suspense fallback={null}>
        {((drawer.wanted === NEW && !refusal) || edited) && (
          <RetrievalQuestionDrawer key={drawer.wanted} agentId={agentId} golden={edited} onClose={drawer.close} />
        )}
      </Suspense>
    </>
  )
}

/** The question opened over the list, by the address. */
function useDrawer() {
  const [wanted, setWanted] = useSearchParam('golden')
  return { wanted, open: setWanted, close: () => setWanted(undefined) }
}

interface RowsProps {
  agentId: string
  items: readonly GoldenQuestion[]
  run: GoldenRun | undefined
  onEdit: (golden: GoldenQuestion) => void
  onDelete: (golden: GoldenQuestion) => void
}

function Rows({ agentId, items, run, onEdit, onDelete }: RowsProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.list} aria-label={t('goldens.list')}>
      {items.map((golden) => (
        <RetrievalQuestionRow
          key={golden.id}
          agentId={agentId}
          golden={golden}
          result={resultOf(golden, run)}
          onEdit={() => onEdit(golden)}
          onDelete={() => onDelete(golden)}
        />
      ))}
    </ul>
  )
}

function Empty({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  return (
    <EmptyState
      drawing={<PagesDrawing />}
      title={t('goldens.emptyTitle')}
      text={refusal || t('goldens.emptyText')}
      action={!refusal && <NewButton label={t('goldens.new')} onClick={onNew} />}
    />
  )
}
