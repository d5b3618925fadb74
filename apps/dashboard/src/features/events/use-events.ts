import type { Delivery, DeliveryFilter, EventEndpoint, SentEventName } from '@parlance/contract/events/schemas'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { paged, pageInput } from '../../lib/paged-query.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'

/** Polling interval while an attempt is imminent. */
const LIVE_MS = 3000
const SOON_MS = 20_000
/** Long lists are not reloaded completely. */
const MOST_REREAD = 3
const PAGE = 100

const isMoving = ({ state, nextAt }: Delivery): boolean =>
  state === 'waiting' && (nextAt === null || Date.parse(nextAt) - Date.now() < SOON_MS)

export interface Filters {
  search: string
  state: DeliveryFilter | undefined
  type: SentEventName | undefined
  endpointId: string | undefined
}

export function useDeliveries({ search, state, type, endpointId }: Filters) {
  const { api, workspace } = useScope()
  return useInfiniteQuery(
    api.events.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid: workspace.uid,
        ...(state ? { state } : {}),
        ...(type ? { type } : {}),
        ...(endpointId ? { endpointId } : {}),
        ...pageInput(search, cursor, PAGE),
      }),
      ...paged,
      // A new event becomes a delivery a moment later.
      refetchInterval: ({ state: { data } }) => {
        if (!data || data.pages.length > MOST_REREAD) return false
        return data.pages.some(({ items }) => items.some(isMoving)) ? LIVE_MS : SOON_MS
      },
    }),
  )
}

/** Whether any delivery failed; false while unknown. */
export function useSomeFailed(): boolean {
  const { api, workspace } = useScope()
  const input = { uid: workspace.uid, state: 'failed', limit: 1 } as const
  return (useQuery(api.events.deliveries.queryOptions({ input })).data?.items.length ?? 0) > 0
}

/** Whether any delivery waits for a retry, to this endpoint or any; false while unknown. */
export function useSomeRetrying(endpointId?: string): boolean {
  const { api, workspace } = useScope()
  const only = endpointId ? { endpointId } : {}
  const input = { uid: workspace.uid, state: 'retrying', limit: 1, ...only } as const
  const found = useQuery(
    api.events.deliveries.queryOptions({
      input,
      refetchInterval: ({ state: { data } }) => (data && data.items.length > 0 ? SOON_MS : false),
    }),
  )
  return (found.data?.items.length ?? 0) > 0
}

export function useDelivery(deliveryId: string) {
  const { api, workspace } = useScope()
  return useQuery(
    api.events.delivery.queryOptions({
      input: { uid: workspace.uid, deliveryId },
      refetchInterval: (query) => (query.state.data && isMoving(query.state.data.data) ? LIVE_MS : false),
    }),
  )
}

export function useSentEvent(eventId: string) {
  const { api, workspace } = useScope()
  return useQuery(
    api.events.event.queryOptions({
      input: { uid: workspace.uid, eventId },
      refetchInterval: (query) => (query.state.data?.data.deliveries.some(isMoving) ? LIVE_MS : false),
    }),
  )
}

export function useEndpoints() {
  const { api, workspace } = useScope()
  return useQuery(api.events.endpoints.queryOptions({ input: { uid: workspace.uid } }))
}

export const endpointLabel = ({ name, endpoint }: Pick<EventEndpoint, 'name' | 'endpoint'>): string => name || endpoint

/** The endpoint's label; '' while unknown or when there is only one. */
export function useEndpointLabel(endpointId: string): string {
  const { t } = useTranslation()
  const endpoints = useEndpoints().data?.items ?? []
  const found = endpoints.find(({ id }) => id === endpointId)
  if (found) return endpoints.length > 1 ? endpointLabel(found) : ''
  return endpoints.length > 0 ? t('events.endpoints.deleted') : ''
}

export function useInvalidateEvents() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.events.key() })
}

export function useReplay() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const invalidate = useInvalidateEvents()
  const { uid } = workspace
  return {
    /** Returns the resent delivery, the same one if it was waiting; undefined after showing the server's refusal. */
    async one(deliveryId: string): Promise<Delivery | undefined> {
      try {
        const { data } = await api.events.replay.call({ uid, deliveryId })
        notify.success(t(data.id === deliveryId ? 'events.triedNow' : 'events.replayed'))
        await invalidate()
        return data
      } catch (error) {
        notify.error(errorText(error))
        return undefined
      }
    },
    /** Retries all waiting deliveries now. */
    async waiting(endpointId?: string): Promise<boolean> {
      try {
        const { trying } = await api.events.tryWaiting.call({ uid, ...(endpointId ? { endpointId } : {}) })
        notify.success(t('events.triedMany', { count: trying }))
        await invalidate()
        return true
      } catch (error) {
        notify.error(errorText(error))
        return false
      }
    },
    async failedSince(since: Date, endpointId?: string): Promise<boolean> {
      try {
        const only = endpointId ? { endpointId } : {}
        const { replayed } = await api.events.replayFailed.call({ uid, since: since.toISOString(), ...only })
        notify.success(t('events.replayedMany', { count: replayed }))
        await invalidate()
        return true
      } catch (error) {
        notify.error(errorText(error))
        return false
      }
    },
  }
}
