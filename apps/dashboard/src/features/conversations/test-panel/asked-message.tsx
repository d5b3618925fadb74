// A sent message: read, edit and rerun from there, or remove.
import { ActionIcon, Button, Group, Text, Textarea, Tooltip } from '@mantine/core'
import { IconPencil, IconRefresh, IconTrash, type Icon } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Message } from '../../../components/chat/message.tsx'
import type { Entry } from './panel-state.ts'
import classes from './test-panel.module.css'

export interface AskedProps {
  readonly entry: Entry
  /** Its debug options in words. */
  readonly settings: string
  /** No answer is running. */
  readonly idle: boolean
  readonly onEdit: (entry: Entry, text: string) => void
  readonly onRerun: (entry: Entry) => void
  readonly onDelete: (entry: Entry) => void
}

export function AskedMessage({ entry, settings, idle, onEdit, onRerun, onDelete }: AskedProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  if (editing && idle) return <Editor text={entry.text} onCancel={close} onSend={(text) => onEdit(entry, text)} />
  const short = entry.text.length > 60 ? `${entry.text.slice(0, 60)}…` : entry.text
  return (
    <div className={classes.asked}>
      <Message
        asVisitor
        from="user"
        name={t('panel.you')}
        items={entry.items ?? [{ type: 'text', text: entry.text }]}
      />
      {settings && (
        <Text size="xs" c="dimmed" ta="end">
          {t('debug.message.settings', { what: settings })}
        </Text>
      )}
      {idle && (
        <fieldset className={classes.actions} aria-label={t('debug.message.actions', { text: short })}>
          <Action icon={IconPencil} label={t('debug.message.edit')} target={pencil} onClick={() => setEditing(true)} />
          <Action icon={IconRefresh} label={t('debug.message.rerun')} onClick={() => onRerun(entry)} />
          <Action icon={IconTrash} label={t('debug.message.delete')} onClick={() => onDelete(entry)} />
        </fieldset>
      )}
    </div>
  )
}

interface ActionProps {
  icon: Icon
  label: string
  target?: React.Ref<HTMLButtonElement>
  onClick: () => void
}

function Action({ icon: Sign, label, target, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon ref={target} size={26} aria-label={label} onClick={onClick}>
        <Sign size={15} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}

interface EditorProps {
  text: string
  onSend: (text: string) => void
  onCancel: () => void
}

function Editor({ text: before, onSend, onCancel }: EditorProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(before)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(before.length, before.length)
  }, [before])
  const send = () => {
    if (text.trim()) onSend(text.trim())
  }
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        ref={field}
        aria-label={t('debug.message.editing')}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={16_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            onCancel()
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            send()
          }
        }}
      />
      <Group gap="xs" justify="flex-end" mt={6}>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('debug.message.cancel')}
        </Button>
        <Button size="compact-sm" type="submit" disabled={!text.trim()}>
          {t('debug.message.send')}
        </Button>
      </Group>
    </form>
  )
}
