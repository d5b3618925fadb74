// Canned replies: inserted while writing, managed in a dialog.
import { ActionIcon, Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { CannedReply, MAX_CANNED_REPLIES, MAX_NOTE_CHARS } from '@parlance/contract/conversations/inbox-api'
import { msg } from '@parlance/i18n/messages'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { Dialog } from '../../../../components/overlay/dialog.tsx'
import { translateMessage } from '../../../../i18n/translate-message.ts'
import { errorText, hasCode } from '../../../../lib/errors.ts'
import { useDiscardQuestion } from '../../../../lib/unsaved-guard.tsx'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useAct } from '../use-inbox.ts'

/** Bytes; the server reads 256 KB. Where both lists don't fit, the last save counts. */
const MAX_BODY = 250_000

export function CannedRepliesDialog({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const { client } = useScope()
  const [opened, setOpened] = useState(false)
  if (client) return null
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpened(true)}>
        {t('conversations.inbox.canned.title')}
      </Button>
      {opened && <Replies agentId={agentId} onClose={() => setOpened(false)} />}
    </>
  )
}

function Replies({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const stored = useQuery(api.conversations.cannedReplies.queryOptions({ input: { agentId }, staleTime: 0 }))
  // Read once, so that a later reload does not discard what is being edited.
  const [read, setRead] = useState<{ at: number; items: readonly CannedReply[] }>()
  if (!read && stored.isSuccess && stored.isFetchedAfterMount)
    setRead({ at: stored.dataUpdatedAt, items: stored.data.items })
  const [isDirty, setDirty] = useState(false)
  const reload = async () => {
    const found = await stored.refetch()
    if (!found.isSuccess) return void notify.error(errorText(found.error))
    setRead({ at: found.dataUpdatedAt, items: found.data.items })
    setDirty(false)
  }
  const mayDiscard = useDiscardQuestion()
  const close = async () => {
    if (!isDirty || (await mayDiscard())) onClose()
  }
  return (
    <Dialog onClose={() => void close()} title={t('conversations.inbox.canned.title')} size="lg">
      {read ? (
        <Editor
          key={read.at}
          stored={read.items}
          onDirty={() => setDirty(true)}
          onReload={() => void reload()}
          onClose={onClose}
        />
      ) : stored.isError ? (
        <ErrorMessage text={errorText(stored.error)} onRetry={() => void stored.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Dialog>
  )
}

interface Row extends CannedReply {
  key: number
}

interface EditorProps {
  stored: readonly CannedReply[]
  onDirty: () => void
  onReload: () => void
  onClose: () => void
}

function Editor({ stored, onDirty, onReload, onClose }: EditorProps) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const act = useAct()
  const [rows, setShown] = useState<Row[]>(() => stored.map((item, key) => ({ ...item, key })))
  const setRows = (change: (before: Row[]) => Row[]) => {
    onDirty()
    setShown(change)
  }
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState('')
  const change = (key: number, patch: Partial<CannedReply>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...patch } : row)))
  const problemOf = ({ shortcut, text }: Row) => ({
    shortcut: !CannedReply.shape.shortcut.safeParse(shortcut).success
      ? translateMessage(msg('shortcut_invalid'))
      : rows.filter((row) => row.shortcut.toLowerCase() === shortcut.toLowerCase()).length > 1
        ? translateMessage(msg('shortcut_taken'))
        : undefined,
    text: text.trim() === '' ? translateMessage(msg('message_required')) : undefined,
  })
  const save = async () => {
    setTried(true)
    if (rows.some((row) => Object.values(problemOf(row)).some(Boolean))) return
    const items = rows.map(({ shortcut, text }) => ({ shortcut, text }))
    setSaving(true)
    const body = { uid: workspace.uid, items }
    const compared = { ...body, known: [...stored] }
    const fits = new Blob([JSON.stringify(compared)]).size < MAX_BODY
    const call = api.conversations.saveCannedReplies.call(fits ? compared : body)
    const refused = await call.then(
      () => '',
      (error: unknown) => (hasCode(error, 'CONFLICT') ? errorText(error) : ''),
    )
    setConflict(refused)
    const saved = refused === '' && (await act(() => call, t('conversations.inbox.canned.saved')))
    setSaving(false)
    if (saved) onClose()
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('conversations.inbox.canned.text')}
      </Text>
      {rows.map((row) => (
        <Group key={row.key} component="fieldset" align="flex-start" wrap="nowrap" p={0} m={0} bd="0">
          <TextInput
            w={140}
            leftSection="/"
            aria-label={t('conversations.inbox.canned.shortcut')}
            value={row.shortcut}
            error={tried && problemOf(row).shortcut}
            onChange={({ currentTarget }) => change(row.key, { shortcut: currentTarget.value })}
          />
          <Textarea
            flex={1}
            autosize
            minRows={1}
            maxRows={6}
            maxLength={MAX_NOTE_CHARS}
            aria-label={t('conversations.inbox.canned.reply')}
            value={row.text}
            error={tried && problemOf(row).text}
            onChange={({ currentTarget }) => change(row.key, { text: currentTarget.value })}
          />
          <ActionIcon
            mt={4}
            aria-label={t('conversations.inbox.canned.remove', { shortcut: row.shortcut })}
            onClick={() => setRows((before) => before.filter(({ key }) => key !== row.key))}
          >
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </Group>
      ))}
      {conflict && (
        <Alert color="yellow" role="alert" title={conflict}>
          <Button variant="default" onClick={onReload}>
            {t('conversations.inbox.canned.loadTheirs')}
          </Button>
        </Alert>
      )}
      <Group justify="space-between">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} />}
          disabled={rows.length >= MAX_CANNED_REPLIES}
          onClick={() => setRows((before) => [...before, { key: Date.now(), shortcut: '', text: '' }])}
        >
          {t('conversations.inbox.canned.add')}
        </Button>
        <Button loading={saving} onClick={() => void save()}>
          {t('common.save')}
        </Button>
      </Group>
    </Stack>
  )
}
