// The composer with the next message's options.
import { ActionIcon, CloseButton, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetupWord } from './setup-words.ts'
import classes from './test-panel.module.css'

interface Props {
  readonly running: boolean
  readonly pending: readonly SetupWord[]
  /** The next message replaces what followed. */
  readonly cut: boolean
  readonly onTakeBack: (word: SetupWord) => void
  readonly onSend: (text: string) => void
  readonly onStop: () => void
}

export function Composer({ running, pending, cut, onTakeBack, onSend, onStop }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (running || !text.trim()) return
    onSend(text.trim())
    setText('')
  }
  return (
    <form className={classes.composer} onSubmit={send}>
      <Pending pending={pending} cut={cut} onTakeBack={onTakeBack} />
      <div className={classes.writing}>
        <Textarea
          ref={field}
          className={classes.input}
          aria-label={t('panel.placeholder')}
          placeholder={t('panel.placeholder')}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={16_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
          }}
        />
        {running ? (
          <ActionIcon variant="default" size={36} aria-label={t('panel.stop')} onClick={onStop}>
            <IconPlayerStopFilled size={16} />
          </ActionIcon>
        ) : (
          <ActionIcon
            variant="filled"
            color="iris"
            size={36}
            type="submit"
            aria-label={t('panel.send')}
            disabled={!text.trim()}
          >
            <IconArrowUp size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
    </form>
  )
}

function Pending({ pending, cut, onTakeBack }: Pick<Props, 'pending' | 'cut' | 'onTakeBack'>) {
  const { t } = useTranslation()
  if (pending.length === 0 && !cut) return null
  return (
    <ul className={classes.pending} aria-label={t('debug.setup.pending')}>
      {pending.map((word) => (
        <li key={word.key}>
          <span className="truncate">{word.text}</span>
          <CloseButton
            size="xs"
            aria-label={t('debug.setup.remove', { what: word.text })}
            onClick={() => onTakeBack(word)}
          />
        </li>
      ))}
      {cut && <li data-cut>{t('debug.setup.cut')}</li>}
    </ul>
  )
}
