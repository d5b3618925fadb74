// The documents of an agent: list, new, edit, delete with undo, and what a question would find.
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useSearchParam } from '../../link.tsx'
import { useScope } from '../../scope.tsx'
import { LostDrawing, PagesDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { DocumentRow } from './document-row.tsx'
import classes from './knowledge.module.css'
import { useDeleteDocument } from './use-delete-document.ts'

const DocumentDrawer = lazy(() => import('./document-drawer.tsx'))
const TestSearch = lazy(() => import('./test-search.tsx'))
/** `?doc_id=new` opens an empty form. */
const NEW = 'new'
/** How often a list with documents in the works is read again. */
const INDEXING_POLL = 1500

function useDocuments(agentId: string, search: string) {
  const { api } = useScope()
  return useInfiniteQuery(
    api.knowledge.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        agentId,
        limit: 30,
        ...(search ? { search } : {}),
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: (query) =>
        query.state.data?.pages.some((page) => page.items.some((item) => item.status === 'indexing'))
          ? INDEXING_POLL
          : false,
    }),
  )
}

export function KnowledgePage() {
  const { t } = useTranslation()
  const agentId = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })
  const [search, setSearch] = useSearchParam('search')
  const [docId, openDocument] = useSearchParam('doc_id')
  const [testing, test] = useDisclosure()
  const noteOpener = useFocusBack(Boolean(docId) || testing)
  const open = (id: string) => {
    noteOpener()
    openDocument(id)
  }
  const openTest = () => {
    noteOpener()
    test.open()
  }
  const documents = useDocuments(agentId, search)
  const remove = useDeleteDocument(agentId)
  const all = documents.data?.pages.flatMap((page) => page.items) ?? []
  const items = all.filter((item) => !remove.pending.has(item.ID))
  const empty = documents.isSuccess && all.length === 0 && !search
  return (
    <Page
      title={t('knowledge.title')}
      description={t('knowledge.description')}
      actions={<Actions canTest={!empty} onTest={openTest} onNew={() => open(NEW)} />}
    >
      {!empty && (
        <Group mb="md" className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('knowledge.search')} />
        </Group>
      )}
      <ListState documents={documents} empty={empty} none={all.length === 0} search={search} />
      <ul className={classes.list} aria-label={t('knowledge.list')}>
        {items.map((item) => (
          <DocumentRow
            key={item.ID}
            document={item}
            onOpen={() => open(item.ID)}
            onDelete={() => void remove.ask(item)}
          />
        ))}
      </ul>
      <LoadMore
        of="documents"
        shown={items.length}
        hasMore={documents.hasNextPage}
        loading={documents.isFetchingNextPage}
        onMore={() => void documents.fetchNextPage()}
      />
      <Suspense fallback={null}>
        {docId && (
          <DocumentDrawer
            key={docId}
            agentId={agentId}
            docId={docId === NEW ? undefined : docId}
            onClose={() => openDocument(undefined)}
          />
        )}
        {testing && <TestSearch agentId={agentId} onClose={test.close} />}
      </Suspense>
    </Page>
  )
}

function Actions({ canTest, onTest, onNew }: { canTest: boolean; onTest: () => void; onNew: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSearch size={16} stroke={1.5} />}
        onClick={onTest}
        disabled={!canTest}
      >
        {t('knowledge.test.button')}
      </Button>
      <Button leftSection={<IconPlus size={16} stroke={1.5} />} onClick={onNew}>
        {t('knowledge.newSource')}
      </Button>
    </>
  )
}

interface ListStateProps {
  documents: ReturnType<typeof useDocuments>
  /** There are no documents at all. */
  empty: boolean
  none: boolean
  search: string
}

/** What stands in the place of rows: skeletons, a failure, nothing yet, nothing found. */
function ListState({ documents, empty, none, search }: ListStateProps) {
  const { t } = useTranslation()
  return (
    <>
      {documents.isPending && <RowSkeletons />}
      {documents.error && <Failure text={errorText(documents.error)} onRetry={() => void documents.refetch()} />}
      {empty && (
        <EmptyState drawing={<PagesDrawing />} title={t('knowledge.emptyTitle')} text={t('knowledge.emptyText')} />
      )}
      {documents.isSuccess && none && search && (
        <EmptyState drawing={<LostDrawing />} title={t('common.nothingFound', { search })} />
      )}
    </>
  )
}
