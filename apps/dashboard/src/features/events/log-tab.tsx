// The workspace's log: entries of integrations, and failed deliveries.
import { Badge } from '@mantine/core'
import type { LogEntry } from '@parlance/contract/workspaces/logs'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { endProps, listProps, paged, pageInput } from '../../lib/paged-query.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { CodeBox } from '../../components/inputs/copy-button.tsx'
import { PagesDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { VirtualRows } from '../../components/lists/virtual-rows.tsx'
import classes from './events.module.css'

const PAGE = 100
/** A usual row's height in pixels. */
const ROW_HEIGHT = 88

export default function LogTab() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const [search, setSearch] = useSearchParam('search')
  const logs = useInfiniteQuery(
    api.workspaces.logs.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid: workspace.uid, ...pageInput(search, cursor, PAGE) }),
      ...paged,
    }),
  )
  const items = logs.data?.pages.flatMap((page) => page.items) ?? []
  const none = logs.isSuccess && items.length === 0 && !search
  return (
    <>
      {!none && (
        <div className={classes.filters}>
          <div className={classes.search}>
            <SearchInput value={search} onChange={setSearch} label={t('events.log.search')} />
          </div>
        </div>
      )}
      <PagedList
        of="entries"
        shown={items.length}
        search={search}
        onClearSearch={() => setSearch(undefined)}
        empty={
          <EmptyState drawing={<PagesDrawing />} title={t('events.log.emptyTitle')} text={t('events.log.emptyText')} />
        }
        {...listProps(logs)}
      >
        <VirtualRows
          items={items}
          keyOf={({ id }) => id}
          rowHeight={ROW_HEIGHT}
          className={classes.list}
          label={t('events.log.list')}
          {...endProps(logs, items.length)}
        >
          {(entry, item) => <Entry key={entry.id} entry={entry} item={item} />}
        </VirtualRows>
      </PagedList>
    </>
  )
}

function Entry({ entry, item }: { entry: LogEntry; item: ComponentProps<'li'> }) {
  const { type, content, contentMessage, channel, at, mailed, metadata } = entry
  const { t } = useTranslation()
  const details = Object.keys(metadata).length > 0 ? JSON.stringify(metadata, undefined, 2) : ''
  return (
    <li {...item} className={classes.row}>
      <div className={classes.words}>
        <span className={classes.entryType}>{type}</span>
        <span className={classes.content} dir="auto">
          {translateMessage({ ...contentMessage, message: content })}
        </span>
        <span className={classes.meta}>
          <RelativeTime at={at} />
          {channel && <span>{channel}</span>}
        </span>
        {details && (
          <details className={classes.details}>
            <summary>{t('events.log.metadata')}</summary>
            <CodeBox value={details} name={t('events.log.metadata')} copyLabel={t('events.log.copyMetadata')} />
          </details>
        )}
      </div>
      {mailed && <Badge color="gray">{t('events.log.mailed')}</Badge>}
    </li>
  )
}
