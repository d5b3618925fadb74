// The documents of an agent: list, new, edit, delete with undo, and what a question would find.
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../link.tsx'
import { listProps, paged, pageInput } from '../../paged.ts'
import { useScope } from '../../scope.tsx'
import { PagesDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
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
      input: (cursor: string | undefined) => ({ agentId, ...pageInput(search, cursor) }),
      ...paged,
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
  const drawers = useDrawers()
  const documents = useDocuments(agentId, search)
  const remove = useDeleteDocument(agentId)
  const all = documents.data?.pages.flatMap((page) => page.items) ?? []
  const items = all.filter((item) => !remove.pending.has(item.ID))
  const empty = documents.isSuccess && all.length === 0 && !search
  return (
    <Page
      title={t('knowledge.title')}
      description={t('knowledge.description')}
      actions={<Actions canTest={!empty} onTest={drawers.openTest} onNew={() => drawers.openDocument(NEW)} />}
    >
      {!empty && (
        <Group mb="md" className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('knowledge.search')} />
        </Group>
      )}
      <PagedList
        of="documents"
        shown={items.length}
        none={all.length === 0}
        search={search}
        onClearSearch={() => setSearch(undefined)}
        empty={
          <EmptyState drawing={<PagesDrawing />} title={t('knowledge.emptyTitle')} text={t('knowledge.emptyText')} />
        }
        {...listProps(documents)}
      >
        <ul className={classes.list} aria-label={t('knowledge.list')}>
          {items.map((item) => (
            <DocumentRow
              key={item.ID}
              document={item}
              onOpen={() => drawers.openDocument(item.ID)}
              onDelete={() => void remove.ask(item)}
            />
          ))}
        </ul>
      </PagedList>
      <Drawers agentId={agentId} {...drawers} />
    </Page>
  )
}

/** What is open over the list: a document, by the address, or the test of the search. */
function useDrawers() {
  const [docId, setDocId] = useSearchParam('doc_id')
  const [testing, test] = useDisclosure()
  const noteOpener = useFocusBack(docId !== '' || testing)
  return {
    docId,
    testing,
    openDocument: (id: string) => {
      noteOpener()
      setDocId(id)
    },
    openTest: () => {
      noteOpener()
      test.open()
    },
    closeDocument: () => setDocId(undefined),
    closeTest: test.close,
  }
}

type DrawersProps = Omit<ReturnType<typeof useDrawers>, 'openDocument' | 'openTest'> & { agentId: string }

/** What slides in over the list; loaded when first needed. */
function Drawers({ agentId, docId, testing, closeDocument, closeTest }: DrawersProps) {
  return (
    <Suspense fallback={null}>
      {docId && (
        <DocumentDrawer
          key={docId}
          agentId={agentId}
          docId={docId === NEW ? undefined : docId}
          onClose={closeDocument}
        />
      )}
      {testing && <TestSearch agentId={agentId} onClose={closeTest} />}
    </Suspense>
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
