// Crawl jobs: what they read, their progress, and their next run.
import type { Crawl } from '@parlance/contract/crawler/schemas'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useDeniedReason } from '../../lib/permissions.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { listProps } from '../../lib/paged-query.ts'
import { PagesDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page, usePageTitle } from '../../components/layout/page.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { NewButton } from '../../components/lists/new-button.tsx'
import { CrawlRow } from './crawl-row.tsx'
import classes from './crawler.module.css'
import { DeleteCrawl } from './delete-crawl.tsx'
import { type CrawlActions, useCrawlActions, useCrawls } from './use-crawls.ts'

const CrawlEditor = lazy(() => import('./crawl-editor.tsx'))
const CrawlLog = lazy(() => import('./crawl-log.tsx'))

export function CrawlerPage() {
  const { t } = useTranslation()
  usePageTitle(t('crawler.title'))
  const [search, setSearch] = useSearchParam('search')
  const drawers = useDrawers()
  const crawls = useCrawls(search)
  const actions = useCrawlActions()
  const items = crawls.data?.pages.flatMap((page) => page.items) ?? []
  const none = crawls.isSuccess && items.length === 0 && !search
  const refusal = useDeniedReason('editor')
  const button = <NewButton label={t('crawler.new')} onClick={() => drawers.edit('new')} />
  return (
    <Page help="crawler" title={t('crawler.title')} description={t('crawler.description')} actions={!none && button}>
      {!none && (
        <div className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('crawler.search')} />
        </div>
      )}
      <PagedList
        of="jobs"
        shown={items.length}
        search={search}
        onClearSearch={() => setSearch(undefined)}
        empty={
          <EmptyState
            drawing={<PagesDrawing />}
            title={t('crawler.emptyTitle')}
            text={refusal || t('crawler.emptyText')}
            action={!refusal && button}
          />
        }
        {...listProps(crawls)}
      >
        <ul className={classes.list} aria-label={t('crawler.list')}>
          {items.map((crawl) => (
            <CrawlRow
              key={crawl.id}
              crawl={crawl}
              onOpen={() => drawers.open(crawl.id)}
              onEdit={() => drawers.edit(crawl.id)}
              onRun={() => void actions.run(crawl)}
              onCancel={() => void actions.cancel(crawl)}
              onDelete={() => drawers.ask(crawl)}
            />
          ))}
        </ul>
      </PagedList>
      <Drawers {...drawers} actions={actions} />
    </Page>
  )
}

type DrawersState = ReturnType<typeof useDrawers>

/** Drawers over the list, loaded on first use. */
function Drawers({
  opened,
  editing,
  asking,
  open,
  edit,
  saved,
  ask,
  actions,
}: DrawersState & { actions: CrawlActions }) {
  return (
    <>
      <Suspense fallback={null}>
        {opened && !editing && (
          <CrawlLog
            key={opened}
            crawlId={opened}
            actions={actions}
            onEdit={() => edit(opened)}
            onDelete={ask}
            onClose={() => open(undefined)}
          />
        )}
        {editing && (
          <CrawlEditor
            key={editing}
            crawlId={editing === 'new' ? undefined : editing}
            onSaved={saved}
            onClose={() => edit(undefined)}
          />
        )}
      </Suspense>
      {asking && (
        <DeleteCrawl
          crawl={asking}
          onDelete={async (documents) => {
            // Its log would poll a deleted job.
            open(undefined)
            await actions.remove(asking, documents)
            ask(undefined)
          }}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  )
}

/** The open drawer or question: log and settings by the address, deletion by state. */
function useDrawers() {
  const [opened, setOpened] = useSearchParam('job')
  const [wanted, setEditing] = useSearchParam('edit')
  const editing = useCan('editor') ? wanted : ''
  const [asking, setAsking] = useState<Crawl>()
  return {
    opened,
    editing,
    asking,
    open: setOpened,
    edit: setEditing,
    /** Opens the log of a new job. */
    saved: (crawl: Crawl) => {
      if (editing === 'new') setOpened(crawl.id)
      setEditing(undefined)
    },
    ask: setAsking,
  }
}
