// Saves the current filters as a view, or manages the saved ones.
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { MAX_VIEW_NAME_CHARS, type SavedView } from '@parlance/contract/conversations/saved-views-api'
import { msg } from '@parlance/i18n/messages'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'

interface DialogProps {
  views: readonly SavedView[]
  save: (items: SavedView[], done?: string) => Promise<boolean>
  onClose: () => void
}
interface NewViewProps extends Omit<DialogProps, 'save'> {
  filters: SavedView['filters']
  add: (view: SavedView, done: string) => Promise<boolean>
}

const icon = { size: 16, stroke: 1.5 }

export default function SavedViewsDialog({
  dialog,
  ...props
}: DialogProps & NewViewProps & { dialog: 'save' | 'manage' }) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={props.onClose} title={t(`conversations.inbox.saved.${dialog}`)}>
      {dialog === 'save' ? <NewView {...props} /> : <Manage {...props} />}
    </Dialog>
  )
}

function problemOf(name: string, others: readonly string[]): string | undefined {
  if (name.trim() === '') return translateMessage(msg('view_name_required'))
  const isTaken = others.some((other) => other.trim().toLowerCase() === name.trim().toLowerCase())
  return isTaken ? translateMessage(msg('view_name_taken')) : undefined
}

function NewView({ views, filters, add, onClose }: NewViewProps) {
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
    const saved = await add({ name: name.trim(), filters }, t('conversations.inbox.saved.done'))
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
