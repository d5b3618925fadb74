// Saved filters and searches: opened from a menu, managed in a dialog.
import { ActionIcon, Menu, Text } from '@mantine/core'
import type { SavedView } from '@parlance/contract/conversations/saved-views-api'
import { IconBookmark, IconBookmarkPlus, IconCheck, IconSettings } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { MAX_SAVED_VIEWS } from '../contract-constants.ts'
import { useAct } from './use-inbox.ts'

const SavedViewsDialog = lazy(() => import('./saved-views-dialog.tsx'))

type Filters = SavedView['filters']
interface Props {
  /** The current filters without empty ones. */
  current: Filters
  onOpen: (filters: Filters) => void
}

const icon = { size: 16, stroke: 1.5 }
const isSame = (one: Filters, other: Filters) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

function useSavedViews() {
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const act = useAct()
  const stored = useQuery(api.conversations.savedViews.queryOptions({ input: { uid: workspace.uid } }))
  const save = async (items: SavedView[], done?: string) => {
    const saved = await act(() => api.conversations.saveViews.call({ uid: workspace.uid, items }), done)
    await client.invalidateQueries({ queryKey: api.conversations.savedViews.key() })
    return saved
  }
  /** Adds to the views as they are on the server: saving replaces all of them. */
  const add = (view: SavedView, done: string) =>
    act(async () => {
      const options = api.conversations.savedViews.queryOptions({ input: { uid: workspace.uid }, staleTime: 0 })
      const { items } = await client.fetchQuery(options)
      await api.conversations.saveViews.call({ uid: workspace.uid, items: [...items, view] })
      await client.invalidateQueries({ queryKey: api.conversations.savedViews.key() })
    }, done)
  return { stored, views: stored.data?.items ?? [], save, add }
}

export function SavedViews({ current, onOpen }: Props) {
  const { t } = useTranslation()
  const { stored, views, save, add } = useSavedViews()
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const isNarrowed = Object.keys(current).length > 0
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('conversations.inbox.saved.title')}>
            <IconBookmark size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('conversations.inbox.saved.title')}</Menu.Label>
          {views.map(({ name, filters }) => (
            <Menu.Item
              key={name}
              aria-current={isSame(filters, current) || undefined}
              rightSection={isSame(filters, current) && <IconCheck {...icon} aria-hidden="true" />}
              onClick={() => onOpen(filters)}
            >
              <bdi>{name}</bdi>
            </Menu.Item>
          ))}
          {stored.isError && (
            <Menu.Item color="red" closeMenuOnClick={false} onClick={() => void stored.refetch()}>
              {errorText(stored.error)} {t('common.tryAgain')}
            </Menu.Item>
          )}
          {stored.isSuccess && views.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" pb="xs">
              {t('conversations.inbox.saved.none')}
            </Text>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconBookmarkPlus {...icon} />}
            disabled={!stored.isSuccess || !isNarrowed || views.length >= MAX_SAVED_VIEWS}
            onClick={() => setDialog('save')}
          >
            {t('conversations.inbox.saved.save')}
          </Menu.Item>
          {views.length > 0 && (
            <Menu.Item leftSection={<IconSettings {...icon} />} onClick={() => setDialog('manage')}>
              {t('conversations.inbox.saved.manage')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog && (
        <Suspense fallback={null}>
          <SavedViewsDialog dialog={dialog} views={views} filters={current} save={save} add={add} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
