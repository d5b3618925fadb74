// Saved filters and searches: opened from a menu, managed in a dialog.
import { ActionIcon, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { MAX_SAVED_VIEWS, MAX_VIEW_NAME_CHARS, type SavedView } from '@parlance/contract/conversations/saved-views-api'
import { msg } from '@parlance/i18n/messages'
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconBookmarkPlus,
  IconCheck,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useAct } from './use-inbox.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'

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
  return { views: stored.data?.items ?? [], save }
}

export function SavedViews({ current, onOpen }: Props) {
  const { t } = useTranslation()
  const { views, save } = useSavedViews()
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
          {views.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" pb="xs">
              {t('conversations.inbox.saved.none')}
            </Text>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconBookmarkPlus {...icon} />}
            disabled={!isNarrowed || views.length >= MAX_SAVED_VIEWS}
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
      <Dialog
        opened={dialog !== undefined}
        onClose={close}
        title={t(dialog === 'manage' ? 'conversations.inbox.saved.manage' : 'conversations.inbox.saved.save')}
      >
        {dialog === 'save' && <NewView views={views} filters={current} save={save} onClose={close} />}
        {dialog === 'manage' && <Manage views={views} save={save} onClose={close} />}
      </Dialog>
    </>
  )
}

interface DialogProps {
  views: readonly SavedView[]
  save: ReturnType<typeof useSavedViews>['save']
  onClose: () => void
}

function problemOf(name: string, others: readonly string[]): string | undefined {
  if (name.trim() === '') return translateMessage(msg('view_name_required'))
  const isTaken = others.some((other) => other.trim().toLowerCase() === name.trim().toLowerCase())
  return isTaken ? translateMessage(msg('view_name_taken')) : undefined
}

function NewView({ views, filters, save, onClose }: DialogProps & { filters: Filters }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const problem = problemOf(
    name,
    views.map((view) => view.name),
  )
  const submit = async () => {
    setTried(true)
    if (problem) return
    setSaving(true)
    const saved = await save([...views, { name: name.trim(), filters }], t('conversations.inbox.saved.done'))
    setSaving(false)
    if (saved) onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack>
        <TextInput
          data-autofocus
          label={t('conversations.inbox.saved.name')}
          maxLength={MAX_VIEW_NAME_CHARS}
          value={name}
          error={tried && problem}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {t('conversations.inbox.saved.text')}
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={saving}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Manage({ views, save, onClose }: DialogProps) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(() => views.map((view, key) => ({ ...view, key })))
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const problem = ({ key, name }: (typeof rows)[number]) =>
    problemOf(
      name,
      rows.filter((row) => row.key !== key).map((row) => row.name),
    )
  const move = (at: number, by: 1 | -1) =>
    setRows((before) => {
      const next = before.filter((_, index) => index !== at)
      const row = before[at]
      return row ? next.toSpliced(at + by, 0, row) : before
    })
  const submit = async () => {
    setTried(true)
    if (rows.some(problem)) return
    setSaving(true)
    const items = rows.map(({ name, filters }) => ({ name: name.trim(), filters }))
    const saved = await save(items, t('conversations.inbox.saved.done'))
    setSaving(false)
    if (saved) onClose()
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('conversations.inbox.saved.text')}
      </Text>
      {rows.map((row, at) => (
        <Group key={row.key} wrap="nowrap" gap={4} align="flex-start">
          <TextInput
            flex={1}
            aria-label={t('conversations.inbox.saved.name')}
            maxLength={MAX_VIEW_NAME_CHARS}
            value={row.name}
            error={tried && problem(row)}
            onChange={({ currentTarget: { value } }) =>
              setRows((before) => before.map((one) => (one.key === row.key ? { ...one, name: value } : one)))
            }
          />
          <ActionIcon
            mt={4}
            disabled={at === 0}
            aria-label={t('conversations.inbox.saved.up', { name: row.name })}
            onClick={() => move(at, -1)}
          >
            <IconArrowUp {...icon} />
          </ActionIcon>
          <ActionIcon
            mt={4}
            disabled={at === rows.length - 1}
            aria-label={t('conversations.inbox.saved.down', { name: row.name })}
            onClick={() => move(at, 1)}
          >
            <IconArrowDown {...icon} />
          </ActionIcon>
          <ActionIcon
            mt={4}
            aria-label={t('conversations.inbox.saved.remove', { name: row.name })}
            onClick={() => setRows((before) => before.filter(({ key }) => key !== row.key))}
          >
            <IconTrash {...icon} />
          </ActionIcon>
        </Group>
      ))}
      <Group justify="flex-end">
        <Button loading={saving} onClick={() => void submit()}>
          {t('common.save')}
        </Button>
      </Group>
    </Stack>
  )
}
