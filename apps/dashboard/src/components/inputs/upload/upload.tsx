// A field for one picture: choose or drop, watch progress, cancel, preview, remove.
import { translateMessage } from '../../../i18n/translate-message.ts'
import { errorText } from '../../../lib/errors.ts'
import { Button, Group, Progress, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../content/locale.ts'
import { isOwnPicture, refusalOf, type UploadState } from './upload-state.ts'
import classes from './upload.module.css'
import { Editing, useReadOnly } from '../../feedback/read-only.tsx'

export interface Sending {
  signal: AbortSignal
  /** Percent of the bytes sent, 0 to 100. */
  onProgress: (percent: number) => void
}
/** Returns the stored picture's address; throws an Error with a message for users. */
export type SendFile = (file: File, sending: Sending) => Promise<string>

interface Props {
  label: string
  description?: string | undefined
  value: string
  onChange: (value: string) => void
  send: SendFile
  maxMB: number
  /** Extensions for display: `.png, .jpg`. */
  accept: string
}

export function Upload(props: Props) {
  const { label, description, value, accept } = props
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const stop = useRef<HTMLButtonElement>(null)
  const { state, start, cancel, remove } = useUpload(props, {
    refocus: () => choose.current?.focus(),
    // Keeps the focus when Cancel disappears, without taking it from elsewhere.
    keepFocus: () => document.activeElement === stop.current && choose.current?.focus(),
  })
  const uploading = state.kind === 'uploading'
  const readOnly = useReadOnly()

  return (
    <fieldset className={classes.field} aria-describedby={description ? `${id}-hint` : undefined}>
      <legend>{label}</legend>
      {description && (
        <Text size="xs" c="dimmed" id={`${id}-hint`}>
          {description}
        </Text>
      )}
      <DropZone onFile={(file) => !uploading && !readOnly && start(file)}>
        <Thumbnail value={value} label={label} />
        <div className={classes.rest}>
          <Actions
            label={label}
            hasValue={value !== ''}
            uploading={uploading}
            rules={`${id}-rules`}
            choose={choose}
            stop={stop}
            onChoose={() => input.current?.click()}
            onCancel={cancel}
            onRemove={remove}
          />
          <Status state={state} label={label} />
          <Editing>
            <Text size="xs" c="dimmed" id={`${id}-rules`}>
              {t('upload.rules', { accept, max: props.maxMB })}
            </Text>
          </Editing>
          {value && !isOwnPicture(value) && (
            <Text size="xs" className={classes.address}>
              {t('upload.elsewhere')} {value}
            </Text>
          )}
        </div>
      </DropZone>
      <input
        ref={input}
        type="file"
        hidden
        accept={`${accept},.jpeg`}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Lets the user choose the same file again after a failure.
          currentTarget.value = ''
          if (file) start(file)
        }}
      />
    </fieldset>
  )
}

function DropZone({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <div
      className={classes.box}
      data-over={over || undefined}
      data-testid="drop-zone"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

interface ActionsProps {
  label: string
  hasValue: boolean
  uploading: boolean
  /** Id of the text with accepted files. */
  rules: string
  choose: Ref<HTMLButtonElement>
  stop: Ref<HTMLButtonElement>
  onChoose: () => void
  onCancel: () => void
  onRemove: () => void
}

function Actions({ label, hasValue, uploading, rules, choose, stop, onChoose, onCancel, onRemove }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <Editing>
      <Group gap="xs">
        {/* It stays while uploading, so that the focus always has a place to return to. */}
        <Button
          ref={choose}
          variant="default"
          size="xs"
          aria-disabled={uploading || undefined}
          data-disabled={uploading || undefined}
          aria-label={labelled(hasValue ? t('upload.replace') : t('upload.choose'), label)}
          aria-describedby={rules}
          onClick={() => !uploading && onChoose()}
        >
          {hasValue ? t('upload.replace') : t('upload.choose')}
        </Button>
        {uploading && (
          <Button
            ref={stop}
            variant="subtle"
            size="xs"
            aria-label={labelled(t('common.cancel'), label)}
            onClick={onCancel}
          >
            {t('common.cancel')}
          </Button>
        )}
        {hasValue && !uploading && (
          <Button variant="subtle" size="xs" aria-label={labelled(t('upload.remove'), label)} onClick={onRemove}>
            {t('upload.remove')}
          </Button>
        )}
      </Group>
    </Editing>
  )
}

/** One upload at a time; leaving the page ends it. */
function useUpload(
  { maxMB, accept, send, onChange }: Props,
  { refocus, keepFocus }: { refocus: () => void; keepFocus: () => unknown },
) {
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = (file: File) => {
    const refusal = refusalOf(file, { maxMB, accept })
    if (refusal) return setState({ kind: 'failed', sentence: translateMessage(refusal) })
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const tell = (next: UploadState) => !signal.aborted && setState(next)
    tell({ kind: 'uploading', percent: 0, name: file.name })
    send(file, { signal, onProgress: (percent) => tell({ kind: 'uploading', percent, name: file.name }) }).then(
      (url) => {
        if (signal.aborted) return
        keepFocus()
        setState({ kind: 'uploaded' })
        onChange(url)
      },
      (error: unknown) => {
        if (!signal.aborted) keepFocus()
        tell({ kind: 'failed', sentence: errorText(error) })
      },
    )
  }
  return {
    state,
    start,
    cancel: () => {
      running.current?.abort()
      setState({ kind: 'cancelled' })
      refocus()
    },
    remove: () => {
      onChange('')
      setState({ kind: 'removed' })
      refocus()
    },
  }
}

/** A progress bar, and one short announcement per change. */
function Status({ state, label }: { state: UploadState; label: string }) {
  const { t } = useTranslation()
  const percent = state.kind === 'uploading' ? state.percent : undefined
  return (
    <>
      {percent !== undefined && (
        <>
          <Text size="xs" aria-hidden>
            {t('upload.percent', { percent })}
          </Text>
          <Progress.Root size="sm">
            <Progress.Section value={percent} aria-label={t('upload.progress', { label })} />
          </Progress.Root>
        </>
      )}
      {state.kind === 'failed' && (
        <Text size="xs" c="red" role="alert">
          {state.sentence}
        </Text>
      )}
      <output className="visually-hidden">
        {state.kind === 'uploading' && t('upload.sending', { name: state.name })}
        {state.kind === 'uploaded' && t('upload.done')}
        {state.kind === 'removed' && t('upload.removed')}
        {state.kind === 'cancelled' && t('upload.cancelled')}
      </output>
    </>
  )
}

function Thumbnail({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation()
  return (
    <span className={classes.thumb}>
      {isOwnPicture(value) ? (
        <img src={value} alt={t('upload.picture', { label })} width={56} height={56} />
      ) : (
        <IconPhoto size={22} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}
