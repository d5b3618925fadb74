// The workspace's audit log by day.
import { Badge, Button, CloseButton, Group, Text, Title, Tooltip } from '@mantine/core'
import type { AuditEntry } from '@parlance/contract/audit/schemas'
import { IconDownload, IconLink } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useState, type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../../lib/permissions.ts'
import { errorText } from '../../../../lib/errors.ts'
import { endProps, listProps, paged, pageInput } from '../../../../lib/paged-query.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { download } from '../../../../lib/files/download.ts'
import { PagesDrawing } from '../../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../../components/feedback/empty-state.tsx'
import { dateWriter } from '../../../../components/content/locale.ts'
import { notify } from '../../../../components/feedback/notify.ts'
import { PagedList } from '../../../../components/lists/paged-list.tsx'
import { VirtualRows } from '../../../../components/lists/virtual-rows.tsx'
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { instantsOf } from './log-filters.tsx'
import { AuditFilterBar, type AuditFilters, type Filtering, useAuditFilters } from './audit-filters.tsx'
import { AuditRow } from './audit-row.tsx'
import classes from '../keys/keys.module.css'

const PAGE = 100
/** A usual row's height in pixels. */
const ROW_HEIGHT = 63

export default function AuditTab() {
  const { t } = useTranslation()
  const refusal = useDeniedReason('admin')
  if (refusal) return <AlertBox kind="info">{t('audit.refused')}</AlertBox>
  return <Log />
}

function Log() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const filtering = useAuditFilters()
  const { filters, setObject } = filtering
  const titles = useAgentTitles()
  const log = useInfiniteQuery(
    api.audit.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid: workspace.uid,
        ...instantsOf(filters),
        ...pageInput('', cursor, PAGE),
      }),
      ...paged,
      // Always refetches: viewers expect the latest entries.
      staleTime: 0,
    }),
  )
  const items = log.data?.pages.flatMap((page) => page.items) ?? []
  const row = useRow(titles, setObject)
  const narrowed = Object.keys(filters).length > 0
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <Text size="sm" c="dimmed" maw={440}>
          {t('audit.text')}
        </Text>
        <Actions filters={filters} />
      </Group>
      <AuditFilterBar {...filtering} />
      {filters.object && (
        <AboutBadge
          object={titles.get(filters.object) || filters.object}
          onClear={() => filtering.setObject(undefined)}
        />
      )}
      <PagedList
        of="entries"
        shown={items.length}
        search=""
        onClearSearch={filtering.clear}
        empty={narrowed ? <NoMatches {...filtering} /> : <Empty />}
        {...listProps(log)}
      >
        <VirtualRows
          items={withDays(items)}
          keyOf={lineKey}
          rowHeight={ROW_HEIGHT}
          className={classes.log}
          label={t('audit.entries')}
          {...endProps(log, items.length)}
          total={undefined}
        >
          {row}
        </VirtualRows>
      </PagedList>
    </>
  )
}

function useRow(titles: ReadonlyMap<string, string>, onAbout: (id: string) => void) {
  const photos = useMemberPhotos()
  return useCallback(
    (line: Line, item: ComponentProps<'li'>) => {
      if (typeof line === 'string') return <Day key={line} day={line} item={item} />
      const photo = line.actorKind === 'session' ? photos.get(line.actorName) : undefined
      return <AuditRow key={line.seq} of={line} photo={photo} titles={titles} item={item} onAbout={onAbout} />
    },
    [photos, titles, onAbout],
  )
}

function AboutBadge({ object, onClear }: { object: string; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <Badge
      mb="sm"
      size="lg"
      color="gray"
      tt="none"
      rightSection={<CloseButton size="xs" aria-label={t('audit.clear')} onClick={onClear} />}
    >
      {t('audit.about', { id: object })}
    </Badge>
  )
}

function Empty() {
  const { t } = useTranslation()
  return <EmptyState drawing={<PagesDrawing />} title={t('audit.emptyTitle')} text={t('audit.emptyText')} />
}

function NoMatches({ clear }: Filtering) {
  const { t } = useTranslation()
  return <NothingFound title={t('audit.nothing')} clearLabel={t('audit.clear')} onClear={clear} />
}

type Line = string | AuditEntry
const lineKey = (line: Line) => (typeof line === 'string' ? line : String(line.seq))

/** Entries with day headings in local time; newest first. */
function withDays(items: readonly AuditEntry[]): Line[] {
  let last = ''
  return items.flatMap((entry) => {
    const day = new Date(entry.at).toDateString()
    const isNew = day !== last
    last = day
    return isNew ? [day, entry] : [entry]
  })
}

function Day({ day, item }: { day: string; item: ComponentProps<'li'> }) {
  const name = useDayName(day)
  return (
    <li {...item} className={classes.day}>
      <Title order={2} size="h4">
        {name}
      </Title>
    </li>
  )
}

const DAY_MS = 86_400_000
const fullDay = dateWriter({ dateStyle: 'full' })
function useDayName(day: string): string {
  const { t } = useTranslation()
  const [now] = useState(() => Date.now())
  if (day === new Date(now).toDateString()) return t('audit.today')
  if (day === new Date(now - DAY_MS).toDateString()) return t('audit.yesterday')
  return fullDay(new Date(day))
}

function Actions({ filters }: { filters: AuditFilters }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { uid } = workspace
  const csv = useMutation({
    mutationFn: async () => {
      // Responses with a file name are parsed as a file.
      const file: unknown = await api.audit.csv.call({ uid, ...instantsOf(filters) })
      const name = `audit-${new Date().toISOString().slice(0, 10)}.csv`
      download(name, file instanceof Blob ? file : String(file), 'text/csv;charset=utf-8')
      return name
    },
    onSuccess: (file) => notify.success(t('audit.csvDone', { file })),
    onError: (error) => notify.error(t('audit.csvFailed', { reason: errorText(error) })),
  })
  const check = useMutation({
    mutationFn: () => api.audit.check.call({ uid }),
    onSuccess: ({ entries, brokenAt }) =>
      brokenAt === null
        ? notify.success(t('audit.unbroken', { count: entries }))
        : notify.error(t('audit.broken', { seq: brokenAt })),
    onError: (error) => notify.error(errorText(error)),
  })
  return (
    <Group gap="xs">
      <Tooltip label={t('audit.checkHint')}>
        <Button
          variant="default"
          leftSection={<IconLink size={16} stroke={1.5} />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {t('audit.check')}
        </Button>
      </Tooltip>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.5} />}
        loading={csv.isPending}
        onClick={() => csv.mutate()}
      >
        {t('audit.csv')}
      </Button>
    </Group>
  )
}

/** Titles of agents by id, without deleted ones and those beyond the 200 last changed. */
function useAgentTitles(): ReadonlyMap<string, string> {
  const { api, workspace } = useScope()
  const summaries = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } }))
  const items = summaries.data?.items
  return useMemo(() => new Map(items?.map(({ ID, title }) => [ID, title] as const)), [items])
}

/** Photo paths of members by e-mail address, if they have one. */
function useMemberPhotos(): ReadonlyMap<string, string> {
  const { api, workspace } = useScope()
  const members = useQuery(api.workspaces.members.queryOptions({ input: { uid: workspace.uid } }))
  const items = members.data?.items
  return useMemo(
    () => new Map(items?.flatMap(({ email, photoURL }) => (photoURL ? [[email, photoURL] as const] : []))),
    [items],
  )
}
