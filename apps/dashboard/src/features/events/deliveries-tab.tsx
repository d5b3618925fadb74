// The log of deliveries: filters in the address, details in a drawer.
import { Badge, Button, Select, UnstyledButton } from '@mantine/core'
import type { Delivery, DeliveryFilter, SentEventName } from '@parlance/contract/events/schemas'
import { DELIVERY_FILTERS, EVENT_TYPES, TEST_EVENT } from '@parlance/contract/events/names'
import { IconRepeat } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useDeniedReason } from '../../lib/permissions.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { endProps, listProps } from '../../lib/paged-query.ts'
import { MailDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { VirtualRows } from '../../components/lists/virtual-rows.tsx'
import { dateAndTime } from '../../components/content/locale.ts'
import { NothingFound } from '../../components/feedback/nothing-found.tsx'
import classes from './events.module.css'
import { ReplayFailed } from './replay-failed.tsx'
import { STATE_COLOURS } from './event-status.ts'
import { TryWaiting } from './try-waiting.tsx'
import {
  endpointLabel,
  useDeliveries,
  useEndpointLabel,
  useEndpoints,
  useSomeFailed,
  useSomeRetrying,
} from './use-events.ts'

const DeliveryDrawer = lazy(() => import('./delivery-drawer.tsx'))
const EventDrawer = lazy(() => import('./event-drawer.tsx'))
/** A usual row's height in pixels. */
const ROW_HEIGHT = 68
const TYPES = [...EVENT_TYPES, TEST_EVENT] as const

const oneOf = <T extends string>(known: readonly T[], value: string): T | undefined =>
  known.find((one) => one === value)

function useFilters() {
  const [search, setSearch] = useSearchParam('search')
  const [state, setState] = useSearchParam('state')
  const [type, setType] = useSearchParam('type')
  const [endpoint, setEndpoint] = useSearchParam('endpoint')
  const filters = {
    search,
    state: oneOf<DeliveryFilter>(DELIVERY_FILTERS, state),
    type: oneOf<SentEventName>(TYPES, type),
    endpointId: endpoint || undefined,
  }
  return {
    filters,
    isNarrowed: search !== '' || filters.state !== undefined || filters.type !== undefined || endpoint !== '',
    setSearch,
    setState,
    setType,
    setEndpoint,
    clear: () => {
      setSearch(undefined)
      setState(undefined)
      setType(undefined)
      setEndpoint(undefined)
    },
  }
}

type Narrowing = ReturnType<typeof useFilters>

export default function DeliveriesTab() {
  const { t } = useTranslation()
  const narrowing = useFilters()
  const { filters, isNarrowed } = narrowing
  const [opened, setOpened] = useSearchParam('delivery')
  const [event, setEvent] = useSearchParam('event')
  const openEvent = (id: string) => {
    setOpened(undefined)
    setEvent(id)
  }
  const openDelivery = (id: string) => {
    setEvent(undefined)
    setOpened(id)
  }
  const deliveries = useDeliveries(filters)
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? []
  const nothingYet = deliveries.isSuccess && items.length === 0 && !isNarrowed
  return (
    <>
      {!nothingYet && <Filters narrowing={narrowing} shown={items} />}
      <PagedList
        of="entries"
        shown={items.length}
        search=""
        onClearSearch={narrowing.clear}
        empty={isNarrowed ? <NoMatches narrowing={narrowing} /> : <NoDeliveries />}
        {...listProps(deliveries)}
      >
        <VirtualRows
          items={items}
          keyOf={({ id }) => id}
          rowHeight={ROW_HEIGHT}
          className={classes.list}
          label={t('events.list')}
          {...endProps(deliveries, items.length)}
        >
          {(delivery, item) => (
            <Row key={delivery.id} delivery={delivery} item={item} onOpen={() => setOpened(delivery.id)} />
          )}
        </VirtualRows>
      </PagedList>
      <Suspense fallback={null}>
        {opened && (
          <DeliveryDrawer
            key={opened}
            deliveryId={opened}
            onOpen={setOpened}
            onOpenEvent={openEvent}
            onClose={() => setOpened(undefined)}
          />
        )}
        {event && !opened && (
          <EventDrawer key={event} eventId={event} onOpen={openDelivery} onClose={() => setEvent(undefined)} />
        )}
      </Suspense>
    </>
  )
}

const isRetrying = ({ state, attempts, lastError }: Delivery): boolean =>
  state === 'waiting' && attempts > 0 && lastError !== ''

function Filters({ narrowing, shown }: { narrowing: Narrowing; shown: readonly Delivery[] }) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  const [asking, setAsking] = useState(false)
  const someFailed = useSomeFailed() || shown.some(({ state }) => state === 'failed')
  const someWait = useSomeRetrying() || shown.some(isRetrying)
  const { filters, setSearch, setState, setType } = narrowing
  return (
    <div className={classes.filters}>
      <div className={classes.search}>
        <SearchInput value={filters.search} onChange={setSearch} label={t('events.search')} />
      </div>
      <Select
        className={classes.filter}
        aria-label={t('events.filterState')}
        placeholder={t('events.filterState')}
        clearable
        clearButtonProps={{ 'aria-label': t('events.clearFilters') }}
        data={DELIVERY_FILTERS.map((value) => ({ value, label: t(`events.state.${value}`) }))}
        value={filters.state ?? null}
        onChange={(next) => setState(next ?? undefined)}
      />
      <Select
        className={classes.filter}
        aria-label={t('events.filterType')}
        placeholder={t('events.filterType')}
        clearable
        clearButtonProps={{ 'aria-label': t('events.clearFilters') }}
        data={[...TYPES]}
        value={filters.type ?? null}
        onChange={(next) => setType(next ?? undefined)}
      />
      <EndpointFilter narrowing={narrowing} />
      {someWait && <TryWaiting endpointId={filters.endpointId} />}
      {(someFailed || asking) && (
        <Button
          variant="default"
          leftSection={<IconRepeat size={16} stroke={1.5} />}
          disabled={refusal !== ''}
          title={refusal || undefined}
          onClick={() => setAsking(true)}
        >
          {t('events.replayFailed')}
        </Button>
      )}
      {asking && <ReplayFailed endpointId={filters.endpointId} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** Shown only when there is a choice. */
function EndpointFilter({ narrowing: { filters, setEndpoint } }: { narrowing: Narrowing }) {
  const { t } = useTranslation()
  const endpoints = useEndpoints().data?.items ?? []
  const { endpointId } = filters
  if (endpoints.length < 2 && endpointId === undefined) return null
  const known = endpoints.map((one) => ({ value: one.id, label: endpointLabel(one) }))
  const isKnown = endpointId === undefined || known.some(({ value }) => value === endpointId)
  return (
    <Select
      className={classes.filter}
      aria-label={t('events.endpoints.filter')}
      placeholder={t('events.endpoints.filter')}
      clearable
      clearButtonProps={{ 'aria-label': t('events.clearFilters') }}
      data={isKnown ? known : [...known, { value: endpointId, label: t('events.endpoints.deleted') }]}
      value={endpointId ?? null}
      onChange={(next) => setEndpoint(next ?? undefined)}
    />
  )
}

interface RowProps {
  delivery: Delivery
  /** Props of the list item in virtual lists. */
  item: ComponentProps<'li'>
  onOpen: () => void
}

function Row({ delivery, item, onOpen }: RowProps) {
  const { t } = useTranslation()
  const { type, id, state, attempts, createdAt, nextAt, lastError, lastErrorMessage, replayOf, endpointId } = delivery
  const to = useEndpointLabel(endpointId)
  return (
    <li {...item} className={classes.row}>
      <div className={classes.words}>
        <UnstyledButton
          className={classes.name}
          onClick={onOpen}
          aria-label={t('events.detail.open', { type, at: dateAndTime(createdAt) })}
        >
          {type}
        </UnstyledButton>
        <span className={classes.meta}>
          <RelativeTime at={createdAt} />
          <span>{attempts === 0 ? t('events.notTried') : t('events.attempts', { count: attempts })}</span>
          {state === 'waiting' && attempts > 0 && nextAt !== null && (
            <span>
              {t('events.nextTry')} <RelativeTime at={nextAt} />
            </span>
          )}
          {replayOf && <span>{t('events.replayOf')}</span>}
          {to && (
            <span className={`${classes.to} truncate`} dir="auto">
              {to}
            </span>
          )}
          <span className={`${classes.id} truncate`}>{id}</span>
        </span>
        {lastError && state !== 'delivered' && (
          <span className={classes.reason} dir="auto">
            {translateMessage({ ...lastErrorMessage, message: lastError })}
          </span>
        )}
      </div>
      <Badge color={STATE_COLOURS[state]} className={classes.state}>
        {t(`events.state.${state}`)}
      </Badge>
    </li>
  )
}

function NoDeliveries() {
  const { t } = useTranslation()
  const [, setTab] = useSearchParam('tab')
  return (
    <EmptyState
      drawing={<MailDrawing />}
      title={t('events.emptyTitle')}
      text={t('events.emptyText')}
      action={<Button onClick={() => setTab('endpoint')}>{t('events.setUp')}</Button>}
    />
  )
}

function NoMatches({ narrowing: { filters, clear } }: { narrowing: Narrowing }) {
  const { t } = useTranslation()
  const allArrived =
    filters.state === 'undelivered' &&
    filters.search === '' &&
    filters.type === undefined &&
    filters.endpointId === undefined
  return (
    <NothingFound
      title={t(allArrived ? 'events.allDelivered' : 'events.noMatch')}
      clearLabel={t('events.clearFilters')}
      onClear={clear}
    />
  )
}
