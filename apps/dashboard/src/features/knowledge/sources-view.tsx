// An agent's documents: list, create, edit, delete with undo, and a search preview.
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { DocumentState, DocumentSummary, SourceType } from '@parlance/contract/knowledge/schemas'
import { IconPencil, IconSearch, IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useDeniedReason } from '../../lib/permissions.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { listProps, paged, pageInput } from '../../lib/paged-query.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { PagesDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { useStableHandlers } from '../../lib/use-stable.ts'
import { VirtualRows } from '../../components/lists/virtual-rows.tsx'
import { NEW_SOURCE, SOURCE_KINDS, type SourceKind } from './add/kinds.ts'
import { DocumentRow, type RowActions } from './document-row.tsx'
import { isArriving, isWorking } from './document-state.ts'
import classes from './knowledge.module.css'
import { SourceFilters, type Filters } from './source-filters.tsx'
import { UploadRows } from './uploads/upload-rows.tsx'
import { useUploads } from './uploads/uploads.ts'
import { useDeleteDocument } from './use-delete-document.ts'
import { useDocumentActions } from './use-document-actions.ts'

const DocumentDrawer = lazy(() => import('./document/document-drawer.tsx'))
const BulkBar = lazy(() => import('./bulk-bar.tsx'))
const AddSource = lazy(() => import('./add/add-source.tsx'))
const TestSearch = lazy(() => import('./test-search.tsx'))
/** Documents per page: few requests even for long scrolls. */
const PAGE = 100
/** A usual row's height in pixels. */
const ROW_HEIGHT = 64
/** Polling interval of a list with unfinished documents. */
const WORKING_POLL = 1500

function useDocuments(agentId: string, search: string, filters: Filters) {
  const { api } = useScope()
  const { status, type, tag, crawl } = filters
  return useInfiniteQuery(
    api.knowledge.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        agentId,
        ...pageInput(search, cursor, PAGE),
        ...(status ? { status: status as DocumentState } : {}),
        ...(type ? { sourceType: type as SourceType } : {}),
        ...(tag ? { tag } : {}),
        ...(crawl ? { crawlId: crawl } : {}),
      }),
      ...paged,
      refetchInterval: (query) =>
        query.state.data?.pages.some((page) => page.items.some(isWorking)) ? WORKING_POLL : false,
    }),
  )
}

/** The filters in the address. */
function useFilters(): [Filters, (patch: Partial<Filters>) => void] {
  const [status, setStatus] = useSearchParam('status')
  const [type, setType] = useSearchParam('type')
  const [tag, setTag] = useSearchParam('tag')
  const [crawl, setCrawl] = useSearchParam('crawl')
  const set = { status: setStatus, type: setType, tag: setTag, crawl: setCrawl }
  const change = (patch: Partial<Filters>) => {
    for (const key of Object.keys(patch) as (keyof Filters)[]) set[key](patch[key] || undefined)
  }
  return [{ status, type, tag, crawl }, change]
}

export function SourcesView({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParam('search')
  const [filters, setFilters] = useFilters()
  const drawers = useDrawers()
  const documents = useDocuments(agentId, search, filters)
  const remove = useDeleteDocument(agentId)
  const act = useDocumentActions(agentId)
  const all = documents.data?.pages.flatMap((page) => page.items) ?? []
  // Uploads from here have their own row with progress.
  const sent = new Set(useUploads(agentId).map(({ file }) => file.name))
  const items = all.filter((item) => !remove.pending.has(item.ID) && !(isArriving(item) && sent.has(item.fileName)))
  const mayChange = useCan('editor')
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const chosen = items.filter(({ ID }) => marked.has(ID)).map(({ ID }) => ID)
  const narrowed = Object.values(filters).some(Boolean)
  const empty = documents.isSuccess && all.length === 0 && !search && !narrowed
  const list = listProps(documents)
  const more = list.hasMore && !list.loadingMore && !list.failure ? list.onMore : undefined
  const clear = () => {
    setSearch(undefined)
    setFilters({ status: '', type: '', tag: '', crawl: '' })
  }
  return (
    <>
      <div className={classes.bar}>
        {!empty && (
          <div className={classes.search}>
            <SearchInput value={search} onChange={setSearch} label={t('knowledge.search')} />
          </div>
        )}
        <Actions {...drawers} />
      </div>
      {!empty && <SourceFilters agentId={agentId} filters={filters} onChange={setFilters} />}
      <UploadRows agentId={agentId} />
      {chosen.length > 0 && (
        <Suspense fallback={null}>
          <BulkBar
            agentId={agentId}
            chosen={chosen}
            isAll={chosen.length === items.length}
            onAll={(all) => setMarked(new Set(all ? items.map(({ ID }) => ID) : []))}
            onDone={() => setMarked(new Set())}
          />
        </Suspense>
      )}
      <PagedList
        of="documents"
        shown={items.length}
        none={all.length === 0}
        search={search || (narrowed ? t('knowledge.filters.these') : '')}
        onClearSearch={clear}
        empty={<NoSources onAdd={drawers.openAdd} />}
        {...list}
      >
        <Documents
          items={items}
          marked={mayChange ? marked : undefined}
          total={list.hasMore ? undefined : items.length}
          onEnd={more}
          actions={{
            onOpen: ({ ID }) => drawers.openDocument(ID),
            onRefetch: act.refetch,
            onCancel: act.cancel,
            onDelete: (gone) => void remove.ask(gone),
            onTag: (tag) => setFilters({ tag }),
            onChoose: ({ ID }, isChosen) =>
              setMarked((before) => new Set(isChosen ? [...before, ID] : [...before].filter((id) => id !== ID))),
          }}
        />
      </PagedList>
      <Drawers agentId={agentId} {...drawers} />
    </>
  )
}

interface DocumentsProps {
  items: readonly DocumentSummary[]
  /** Selected ids; undefined for people who may not change documents. */
  marked: ReadonlySet<string> | undefined
  total: number | undefined
  onEnd: (() => void) | undefined
  actions: RowActions
}

function Documents({ items, marked, total, onEnd, actions }: DocumentsProps) {
  const { t } = useTranslation()
  const steady = useStableHandlers(actions)
  const row = useCallback(
    (document: DocumentSummary, item: ComponentProps<'li'>) => (
      <DocumentRow
        key={document.ID}
        document={document}
        item={item}
        actions={steady}
        chosen={marked?.has(document.ID)}
      />
    ),
    [steady, marked],
  )
  return (
    <VirtualRows
      items={items}
      keyOf={({ ID }) => ID}
      rowHeight={ROW_HEIGHT}
      className={classes.list}
      label={t('knowledge.list')}
      total={total}
      onEnd={onEnd}
    >
      {row}
    </VirtualRows>
  )
}

/** The open drawer: a document or new sources by the address, or the search preview. */
function useDrawers() {
  const [docId, setDocId] = useSearchParam('doc_id')
  const [adding, setAdding] = useSearchParam('add')
  const [testing, test] = useDisclosure()
  const builds = useCan('editor')
  const kind = builds ? ([NEW_SOURCE, ...SOURCE_KINDS] as const).find((key) => key === adding) : undefined
  return {
    docId,
    kind,
    testing,
    openDocument: setDocId,
    openAdd: setAdding,
    openTest: test.open,
    closeDocument: () => setDocId(undefined),
    closeAdd: () => setAdding(undefined),
    closeTest: test.close,
  }
}
type DrawersState = ReturnType<typeof useDrawers>

/** Drawers over the list, loaded on first use. */
function Drawers({ agentId, ...drawers }: DrawersState & { agentId: string }) {
  const { docId, kind, testing } = drawers
  return (
    <Suspense fallback={null}>
      {docId && <DocumentDrawer key={docId} agentId={agentId} docId={docId} onClose={drawers.closeDocument} />}
      {kind && <AddSource agentId={agentId} kind={kind} onKind={drawers.openAdd} onClose={drawers.closeAdd} />}
      {testing && <TestSearch agentId={agentId} onClose={drawers.closeTest} />}
    </Suspense>
  )
}

function Actions({ openTest, openAdd }: Pick<DrawersState, 'openTest' | 'openAdd'>) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  const icon = { size: 16, stroke: 1.5 }
  return (
    <Group gap="xs" className={classes.actions}>
      <PermissionTooltip why={refusal}>
        <Button variant="default" leftSection={<IconSearch {...icon} />} onClick={openTest}>
          {t('knowledge.test.button')}
        </Button>
      </PermissionTooltip>
      {!refusal && (
        <Button variant="default" leftSection={<IconPencil {...icon} />} onClick={() => openAdd(NEW_SOURCE)}>
          {t('knowledge.newSource')}
        </Button>
      )}
      <PermissionTooltip why={refusal}>
        <Button leftSection={<IconUpload {...icon} />} onClick={() => openAdd('file')}>
          {t('knowledge.addSource')}
        </Button>
      </PermissionTooltip>
    </Group>
  )
}

function NoSources({ onAdd }: { onAdd: (kind: SourceKind) => void }) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  if (refusal) return <EmptyState drawing={<PagesDrawing />} title={t('knowledge.emptyTitle')} text={refusal} />
  return (
    <EmptyState
      drawing={<PagesDrawing />}
      title={t('knowledge.emptyTitle')}
      text={t('knowledge.emptyText')}
      action={
        <Group gap="xs" justify="center">
          <Button onClick={() => onAdd('file')}>{t('knowledge.emptyFiles')}</Button>
          <Button variant="default" onClick={() => onAdd('urls')}>
            {t('knowledge.emptyUrls')}
          </Button>
          <Button variant="default" onClick={() => onAdd('text')}>
            {t('knowledge.emptyWrite')}
          </Button>
        </Group>
      }
    />
  )
}
