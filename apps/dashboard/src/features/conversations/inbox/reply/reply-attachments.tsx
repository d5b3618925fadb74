// Attachments of a reply: chosen, dropped or pasted, with progress and errors.
import { ActionIcon, FileButton, Group, Progress, Text, Tooltip } from '@mantine/core'
import type { Attachment } from '@parlance/contract/conversations/attachments'
import {
  ACCEPTED_FILES,
  MAX_ATTACHMENTS,
  MAX_VISITOR_FILE_BYTES,
  MAX_VISITOR_FILE_MB,
} from '@parlance/contract/files/limits'
import { newMessageId } from '@parlance/contract/lib/ids'
import { apiBase } from '@parlance/contract/lib/regions'
import { IconFile, IconPaperclip, IconRefresh, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../../../i18n/i18n.ts'
import { dataUrl } from '../../../../lib/files/data-url.ts'
import { postJson } from '../../../../lib/files/upload-body.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import classes from './reply-attachments.module.css'

interface One {
  agentId: string
  conversationId: string
}
export interface Pending {
  readonly id: string
  readonly file: File
  /** A data URL of a picture; empty until read, and for other files. */
  readonly preview: string
  readonly percent: number
  readonly stored: Attachment | undefined
  /** Why it failed; empty if it did not. */
  readonly error: string
  /** A retry may succeed. */
  readonly mayRetry: boolean
}

const ENDINGS = ACCEPTED_FILES.split(',')
/** Rejects early what the server would refuse. */
export function refusalBefore({ name, size }: Pick<File, 'name' | 'size'>): 'size' | 'kind' | undefined {
  if (size > MAX_VISITOR_FILE_BYTES) return 'size'
  return ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)) ? undefined : 'kind'
}

const refusalText = (refusal: 'size' | 'kind') =>
  i18n.t(`conversations.replies.refused.${refusal}`, { max: MAX_VISITOR_FILE_MB })

export type ReplyAttachments = ReturnType<typeof useReplyAttachments>

export function useReplyAttachments(one: One) {
  const { region, api } = useScope()
  const { t } = useTranslation()
  const [pending, setPending] = useState<readonly Pending[]>([])
  const [note, setNote] = useState('')
  const stops = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])
  const change = (id: string, is: Partial<Pending>) =>
    setPending((all) => all.map((file) => (file.id === id ? { ...file, ...is } : file)))
  const path = `${apiBase(region)}/v2/agents/${encodeURIComponent(one.agentId)}/conversations/${encodeURIComponent(one.conversationId)}/reply-attachments`
  const send = async ({ id, file }: Pick<Pending, 'id' | 'file'>) => {
    const stop = new AbortController()
    stops.current.set(id, stop)
    change(id, { percent: 0, error: '' })
    try {
      const base64Payload = await dataUrl(file)
      if (file.type.startsWith('image/')) change(id, { preview: base64Payload })
      const body = JSON.stringify({ filename: file.name, base64Payload })
      const onProgress = (percent: number) => change(id, { percent })
      const { data } = (await postJson(path, body, { signal: stop.signal, onProgress })) as { data: Attachment }
      change(id, { stored: data, percent: 100 })
    } catch (error) {
      if (!stop.signal.aborted) change(id, { error: errorText(error), mayRetry: true })
    } finally {
      stops.current.delete(id)
    }
  }
  const add = (files: readonly File[]) => {
    const room = MAX_ATTACHMENTS - pending.length
    setNote(files.length > room ? t('conversations.replies.tooMany', { max: MAX_ATTACHMENTS }) : '')
    const added = files.slice(0, room).map((file): Pending => {
      const refusal = refusalBefore(file)
      const error = refusal ? refusalText(refusal) : ''
      return { id: newMessageId(), file, preview: '', percent: 0, stored: undefined, error, mayRetry: false }
    })
    setPending((all) => [...all, ...added])
    for (const file of added) if (file.error === '') void send(file)
  }
  const remove = ({ id, stored }: Pending) => {
    stops.current.get(id)?.abort()
    setPending((all) => all.filter((file) => file.id !== id))
    setNote('')
    // Files that can't be deleted now expire.
    if (stored) api.conversations.detachFromReply.call({ ...one, attachmentId: stored.id }).catch(() => undefined)
  }
  const urls = pending.flatMap(({ stored }) => (stored ? [stored.url] : []))
  return {
    pending,
    note,
    urls,
    /** Waits for uploads; failed files must be removed before sending. */
    isWaiting: urls.length < pending.length,
    isFull: pending.length >= MAX_ATTACHMENTS,
    add,
    retry: (file: Pending) => void send(file),
    remove,
    /** Keeps files added meanwhile. */
    sent: (files: readonly Pending[]) => {
      setPending((all) => all.filter(({ id }) => files.every((file) => file.id !== id)))
      setNote('')
    },
  }
}

export function AttachButton({ attachments, isSingle = false }: { attachments: ReplyAttachments; isSingle?: boolean }) {
  const { t } = useTranslation()
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      multiple
      accept={ACCEPTED_FILES}
      resetRef={reset}
      disabled={attachments.isFull}
      onChange={(files) => {
        attachments.add(isSingle ? files.slice(0, 1) : files)
        // Lets the user choose the same file again.
        reset.current?.()
      }}
    >
      {(props) => (
        <Tooltip label={t('conversations.replies.attach')}>
          <ActionIcon {...props} aria-label={t('conversations.replies.attach')} disabled={attachments.isFull}>
            <IconPaperclip size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  )
}

export function AttachmentList({ attachments }: { attachments: ReplyAttachments }) {
  const { t } = useTranslation()
  const { pending, note } = attachments
  return (
    <>
      {pending.length > 0 && (
        <ul className={classes.list} aria-label={t('conversations.replies.attachments')}>
          {pending.map((file) => (
            <Chip key={file.id} file={file} attachments={attachments} />
          ))}
        </ul>
      )}
      {note !== '' && (
        <Text size="xs" c="red" component="output">
          {note}
        </Text>
      )}
    </>
  )
}

function Chip({ file, attachments }: { file: Pending; attachments: ReplyAttachments }) {
  const { t } = useTranslation()
  const { name } = file.file
  const isComing = file.stored === undefined && file.error === ''
  return (
    <li className={classes.chip} data-error={file.error !== '' || undefined}>
      {file.preview ? (
        <img src={file.preview} alt="" className={classes.preview} />
      ) : (
        <IconFile size={20} stroke={1.5} aria-hidden />
      )}
      <div className={classes.words}>
        <Text size="xs" fw={500} className="truncate" dir="auto" title={name}>
          {name}
        </Text>
        {isComing && <Progress value={file.percent} size="xs" aria-label={t('upload.sending', { name })} />}
        {file.error !== '' && (
          <Text size="xs" c="red" component="output">
            {file.error}
          </Text>
        )}
      </div>
      <Group gap={2} wrap="nowrap">
        {file.mayRetry && file.error !== '' && (
          <ActionIcon
            size="sm"
            aria-label={t('conversations.replies.retry', { name })}
            onClick={() => attachments.retry(file)}
          >
            <IconRefresh size={14} stroke={1.5} />
          </ActionIcon>
        )}
        <ActionIcon
          size="sm"
          aria-label={t('conversations.replies.remove', { name })}
          onClick={() => attachments.remove(file)}
        >
          <IconX size={14} stroke={1.5} />
        </ActionIcon>
      </Group>
    </li>
  )
}
