// The user's notifications and preferences.
import type { Notification } from '@parlance/contract/notifications/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { errorText } from '../../lib/errors.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import type { PushOwner } from './browser-push.ts'
import { newestOfEach, withOlder } from './newest.ts'

/** The live stream brings news; this catches up on losses. */
const REFETCH_MS = 60_000

/** Undefined while unknown. */
export function useNotifications() {
  const { api, workspace } = useScope()
  const query = useQuery(
    api.notifications.list.queryOptions({ input: { uid: workspace.uid }, refetchInterval: REFETCH_MS }),
  )
  const items = query.data?.items
  return useMemo(() => items && newestOfEach(items), [items])
}

export function useNotificationSettings() {
  const { api, workspace } = useScope()
  return useQuery(api.notifications.settings.queryOptions({ input: { uid: workspace.uid }, staleTime: 300_000 }))
}

export function useSaveSettings() {
  const { t } = useTranslation()
  const { api, region, workspace, client: asClient } = useScope()
  const client = useQueryClient()
  const key = api.notifications.settings.queryKey({ input: { uid: workspace.uid } })
  const mutation = useMutation(
    api.notifications.updateSettings.mutationOptions({
      onSuccess: ({ data }) => {
        client.setQueryData(key, { data })
        void client.invalidateQueries({ queryKey: api.notifications.list.key() })
        if (asClient) void client.invalidateQueries({ queryKey: ['client-session', region] })
      },
      onError: (error) => notify.error(`${t('notifications.saveFailed')} ${errorText(error)}`),
    }),
  )
  return {
    isPending: mutation.isPending,
    save: (change: Omit<Parameters<typeof mutation.mutate>[0], 'uid'>) =>
      mutation.mutate({ uid: workspace.uid, ...change }),
  }
}

export function useMarking() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const key = api.notifications.list.queryKey({ input: { uid: workspace.uid } })
  const { uid } = workspace
  const change = (next: (items: Notification[]) => Notification[]) =>
    client.setQueryData(key, (before) => before && { items: next(before.items) })
  const markRead = useMutation(
    api.notifications.markRead.mutationOptions({
      onMutate: ({ ids }) => void change((items) => (ids ? items.filter(({ ID }) => !ids.includes(ID)) : [])),
      onError: (error) => notify.error(`${t('notifications.saveFailed')} ${errorText(error)}`),
      // Loads the next ones of a level into the list.
      onSettled: () => client.invalidateQueries({ queryKey: key }),
    }),
  )
  const markSeen = useMutation(
    api.notifications.markSeen.mutationOptions({
      onMutate: ({ ids }) =>
        void change((items) => items.map((one) => (ids.includes(one.ID) ? { ...one, seen: true } : one))),
    }),
  )
  const all = (ids: string[]) => withOlder(client.getQueryData(key)?.items ?? [], ids)
  return {
    /** Without ids all; with one, all about the same conversation. */
    markRead: (ids?: string[]) => markRead.mutate({ uid, ...(ids && { ids: all(ids) }) }),
    markSeen: (ids: string[]) => markSeen.mutate({ uid, ids: all(ids) }),
  }
}

export function usePushOwner(): PushOwner {
  const { api, region, workspace, client } = useScope()
  const personId = useAccount()?.id ?? ''
  const asClient = client?.client.ID
  return useMemo(
    () => ({ api, region, uid: workspace.uid, personId: asClient ?? personId, isClient: asClient !== undefined }),
    [api, region, workspace.uid, asClient, personId],
  )
}
