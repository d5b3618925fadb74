// Requests made with keys and secrets of the workspace.
import { Badge, Text } from '@mantine/core'
import type { RequestLogEntry } from '@parlance/contract/request-log/schemas'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../../lib/permissions.ts'
import { endProps, listProps, paged, pageInput } from '../../../../lib/paged-query.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { PagesDrawing } from '../../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../../components/feedback/empty-state.tsx'
import { dateAndTime } from '../../../../components/content/locale.ts'
import { PagedList } from '../../../../components/lists/paged-list.tsx'
import { VirtualRows } from '../../../../components/lists/virtual-rows.tsx'
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx'
import { instantsOf } from './log-filters.tsx'
import { RequestFilterBar, type RequestFiltering, useRequestFilters } from './requests-filters.tsx'
import classes from './requests.module.css'

const PAGE = 100
/** A usual row's height in pixels. */
const ROW_HEIGHT = 63
const keyOf = ({ seq }: RequestLogEntry) => String(seq)

export default function RequestsTab() {
  const { t } = useTranslation()
  const refusal = useDeniedReason('admin')
  if (refusal) return <AlertBox kind="info">{t('requests.refused')}</AlertBox>
  return <Log />
}

function Log() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const filtering = useRequestFilters()
  const { filters } = filtering
  const log = useInfiniteQuery(
    api.requests.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid: workspace.uid,
        ...instantsOf(filters),
        ...pageInput('', cursor, PAGE),
      }),
      ...paged,
      // Always refetches: viewers have often just made a request.
      staleTime: 0,
    }),
  )
  const items = log.data?.pages.flatMap((page) => page.items) ?? []
  const row = useCallback(
    (of: RequestLogEntry, item: ComponentProps<'li'>) => <RequestRow key={of.seq} of={of} item={item} />,
    [],
  )
  const narrowed = Object.keys(filters).length > 0
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t('requests.text')}
      </Text>
      <RequestFilterBar {...filtering} />
      <PagedList
        of="entries"
        shown={items.length}
        search=""
        onClearSearch={filtering.clear}
        empty={narrowed ? <NoMatches {...filtering} /> : <Empty />}
        {...listProps(log)}
      >
        <VirtualRows
          items={items}
          keyOf={keyOf}
          rowHeight={ROW_HEIGHT}
          className={classes.list}
          label={t('requests.list')}
          {...endProps(log, items.length)}
          total={undefined}
        >
          {row}
        </VirtualRows>
      </PagedList>
    </>
  )
}

function RequestRow({ of, item }: { of: RequestLogEntry; item: ComponentProps<'li'> }) {
  const { t } = useTranslation()
  const caller = of.actorKind === 'key' ? of.actorName : t(`requests.secrets.${of.actorKind}`)
  return (
    <li {...item} className={classes.row}>
      <Badge color={colorOf(of.status)} className={classes.status}>
        {of.status}
      </Badge>
      <div className={classes.words}>
        <p className={classes.path} dir="ltr">
          <strong>{of.method}</strong> {of.path}
        </p>
        <p className={classes.more}>
          <span dir="auto">{caller}</span>
          <span>{of.operation}</span>
          {of.code && <span>{of.code}</span>}
          <span className={classes.id}>{of.requestId}</span>
        </p>
      </div>
      <span className={classes.duration}>{t('requests.duration', { ms: of.durationMs })}</span>
      <time className={classes.time} dateTime={of.at}>
        {dateAndTime(of.at)}
      </time>
    </li>
  )
}

const colorOf = (status: number): string => (status >= 500 ? 'red' : status >= 400 ? 'orange' : 'green')

function Empty() {
  const { t } = useTranslation()
  return <EmptyState drawing={<PagesDrawing />} title={t('requests.emptyTitle')} text={t('requests.emptyText')} />
}

function NoMatches({ clear }: RequestFiltering) {
  const { t } = useTranslation()
  return <NothingFound title={t('requests.nothing')} clearLabel={t('audit.clear')} onClear={clear} />
}
