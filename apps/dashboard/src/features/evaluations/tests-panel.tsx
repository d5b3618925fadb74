// An agent's tests: list, runs and results. Agent data comes by props.
import { Alert, Button, Group, SegmentedControl, Select } from '@mantine/core'
import type { AgentTest } from '@parlance/contract/evaluations/schemas'
import { IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { PagesDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { NewButton } from '../../components/lists/new-button.tsx'
import classes from './evaluations.module.css'
import { type AgentParts, COPIES, type Copy, GUARDS } from './parts.ts'
import { RunBar } from './run-bar.tsx'
import { TestRow } from './test-row.tsx'
import { useDeleteTest } from './use-delete-test.ts'
import { type Listed, newTestId, type Runs, useRuns, useSaveTest, useTests } from './use-tests.ts'

const TestDrawer = lazy(() => import('./test-drawer.tsx'))
/** `?test=new` opens an empty form. */
const NEW = 'new'
const NO_PAGES = { hasMore: false, loadingMore: false, onMore: () => undefined }

export function TestsPanel(parts: AgentParts) {
  const { t } = useTranslation()
  const { agentId } = parts
  const tests = useTests(agentId)
  const [search, setSearch] = useSearchParam('search')
  const [copy, setCopy] = useState<Copy>('draft')
  const [runId, setRunId] = useSearchParam('run')
  const unfinished = tests.data?.unfinishedRunId
  // Kept in the address, so that its results stay when it ends.
  useEffect(() => {
    if (unfinished && !runId) setRunId(unfinished)
    // Not again when they are closed before the list has heard that the run ended.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unfinished])
  const runs = useRuns(agentId, [runId, setRunId], parts.beforeRun)
  const remove = useDeleteTest(agentId)
  const drawer = useDrawer()
  const refusal = useDeniedReason('editor')
  const all = tests.data?.items.filter(({ id }) => !remove.pending.has(id)) ?? []
  const items = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const empty = tests.isSuccess && all.length === 0
  const edited = all.find(({ id }) => id === drawer.testId)
  const run = (testIds?: string[]) => runs.start({ copy, ...(testIds ? { testIds } : {}) })
  const busy = runs.running || runs.starting
  return (
    <Page
      help="test"
      title={t('evaluations.title')}
      description={t('evaluations.description')}
      actions={!empty && <NewButton label={t('evaluations.new')} onClick={() => drawer.open(NEW)} />}
    >
      {!empty && <Toolbar {...{ search, setSearch, copy, setCopy, busy }} guard={parts} onRun={() => run()} />}
      {runs.run && (
        <RunBar run={runs.run} onCancel={() => runs.cancel()} onContinue={() => runs.continue()} onHide={runs.hide} />
      )}
      {runs.gone && <Alert mb="md">{t('evaluations.run.gone')}</Alert>}
      <PagedList
        of="tests"
        shown={items.length}
        pending={tests.isPending}
        ready={tests.isSuccess}
        failure={tests.error && !tests.data ? errorText(tests.error) : ''}
        onRetry={() => void tests.refetch()}
        search={empty ? '' : search}
        onClearSearch={() => setSearch(undefined)}
        {...NO_PAGES}
        empty={<Empty onNew={() => drawer.open(NEW)} />}
      >
        <Rows {...{ items, parts, runs, busy, run }} onOpen={drawer.open} onDelete={remove.ask} />
      </PagedList>
      <Suspense fallback={null}>
        {((drawer.testId === NEW && !refusal) || edited) && (
          <TestDrawer key={drawer.testId} parts={parts} test={edited && plain(edited)} onClose={drawer.close} />
        )}
      </Suspense>
    </Page>
  )
}

/** The test opened over the list, by the address. */
function useDrawer() {
  const [testId, setTestId] = useSearchParam('test')
  return { testId, open: setTestId, close: () => setTestId(undefined) }
}

function Empty({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  return (
    <EmptyState
      drawing={<PagesDrawing />}
      title={t('evaluations.emptyTitle')}
      text={refusal || t('evaluations.emptyText')}
      action={!refusal && <NewButton label={t('evaluations.new')} onClick={onNew} />}
    />
  )
}

interface RowsProps {
  items: readonly Listed[]
  parts: AgentParts
  runs: Runs
  busy: boolean
  run: (testIds: string[]) => void
  onOpen: (id: string) => void
  onDelete: (test: Listed) => void
}

function Rows({ items, parts, runs, busy, run, onOpen, onDelete }: RowsProps) {
  const { t } = useTranslation()
  const save = useSaveTest(parts.agentId)
  const duplicate = (test: Listed) => {
    const name = t('evaluations.copyOf', { name: test.name }).slice(0, 200)
    save.mutate({ ...plain(test), id: newTestId(), name })
  }
  return (
    <ul className={classes.list} aria-label={t('evaluations.list')}>
      {items.map((test) => (
        <TestRow
          key={test.id}
          test={test}
          nodes={parts.nodes}
          result={runs.run?.results.find((result) => result.testId === test.id)}
          busy={busy}
          onRun={() => run([test.id])}
          onEdit={() => onOpen(test.id)}
          onDuplicate={() => duplicate(test)}
          onDelete={() => onDelete(test)}
          onProtect={(on) => save.mutate({ ...plain(test), protected: on })}
        />
      ))}
    </ul>
  )
}

/** Without its results. */
function plain({ draftPassed: _draft, publishedPassed: _published, ...test }: Listed): AgentTest {
  return test
}

interface ToolbarProps {
  search: string
  setSearch: (search: string) => void
  copy: Copy
  setCopy: (copy: Copy) => void
  busy: boolean
  guard: Pick<AgentParts, 'publishGuard' | 'onPublishGuard'>
  onRun: () => void
}

function Toolbar({ search, setSearch, copy, setCopy, busy, guard, onRun }: ToolbarProps) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  return (
    <Group className={classes.toolbar} gap="sm" mb="md" align="flex-end">
      <div className={classes.search}>
        <SearchInput value={search} onChange={setSearch} label={t('evaluations.search')} />
      </div>
      <Select
        className={classes.guard}
        label={t('evaluations.guard.label')}
        allowDeselect={false}
        disabled={refusal !== ''}
        value={guard.publishGuard}
        data={GUARDS.map((value) => ({ value, label: t(`evaluations.guard.${value}`) }))}
        onChange={(value) => value && guard.onPublishGuard(value)}
      />
      <Group gap="xs" wrap="nowrap">
        {!refusal && (
          <SegmentedControl
            aria-label={t('evaluations.copyLabel')}
            value={copy}
            onChange={(value) => setCopy(value as Copy)}
            data={COPIES.map((value) => ({ value, label: t(`evaluations.copy.${value}`) }))}
          />
        )}
        <PermissionTooltip why={refusal}>
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={16} stroke={1.5} />}
            loading={busy}
            onClick={onRun}
          >
            {t('evaluations.run.all')}
          </Button>
        </PermissionTooltip>
      </Group>
    </Group>
  )
}
