// Talks to the draft of the agent: streaming, with sources, the model that answered and what it cost.
import { ActionIcon, Button, Group, Text, Textarea, Title, Tooltip } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled, IconRefresh, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PanelState } from './panel-state.ts'
import classes from './test-panel.module.css'
import { TestEntry } from './test-entry.tsx'
import { useTestChat } from './use-test-chat.ts'
import { Bubble } from '../bubble.tsx'

interface Props {
  agentId: string
  greeting: readonly string[]
  beforeSend: () => Promise<boolean>
  onClose: () => void
}

export default function TestPanel({ agentId, greeting, beforeSend, onClose }: Props) {
  const { t } = useTranslation()
  const { state, ask, stop, restart } = useTestChat({ agentId, beforeSend })
  const scroller = useFollow(state)
  return (
    <section className={classes.panel} aria-label={t('panel.region')}>
      <Head canRestart={state.entries.length > 0} onRestart={restart} onClose={onClose} />
      {/* Busy while an answer streams, so that a screen reader reads it once and whole. */}
      <div
        ref={scroller}
        className={classes.log}
        role="log"
        aria-live="polite"
        aria-busy={state.running !== null}
        // Scrolls, so the keyboard must be able to reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('panel.log')}
      >
        {greeting.map((text, index) => (
          <Bubble key={`${index}/${text}`} from="agent" name={t('panel.agent')} text={text} />
        ))}
        {greeting.length === 0 && state.entries.length === 0 && (
          <Text c="dimmed" size="sm" ta="center" m="auto">
            {t('panel.empty')}
          </Text>
        )}
        {state.entries.map((entry) => (
          <TestEntry
            key={entry.id}
            entry={entry}
            running={state.running === entry.id}
            canRetry={state.running === null}
            onRetry={() => void ask(entry.text, entry.id)}
          />
        ))}
      </div>
      <Composer running={state.running !== null} onSend={(text) => void ask(text)} onStop={() => void stop()} />
    </section>
  )
}

interface HeadProps {
  canRestart: boolean
  onRestart: () => void
  onClose: () => void
}

function Head({ canRestart, onRestart, onClose }: HeadProps) {
  const { t } = useTranslation()
  return (
    <header className={classes.head}>
      <div>
        <Title order={2} size="h3">
          {t('panel.title')}
        </Title>
        <Text size="xs" c="dimmed">
          {t('panel.draftHint')}
        </Text>
      </div>
      <Group gap={4}>
        <Tooltip label={t('panel.restart')}>
          <ActionIcon aria-label={t('panel.restart')} onClick={onRestart} disabled={!canRestart}>
            <IconRefresh size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <Button
          variant="default"
          radius="xl"
          size="xs"
          leftSection={<IconX size={16} stroke={1.5} />}
          onClick={onClose}
        >
          {t('shell.hideTest')}
        </Button>
      </Group>
    </header>
  )
}

/** Keeps the newest text in view unless the person scrolled up to read. */
function useFollow(state: PanelState) {
  const scroller = useRef<HTMLDivElement>(null)
  const count = useRef(0)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const near = box.scrollHeight - box.scrollTop - box.clientHeight < 120
    if (near || state.entries.length !== count.current) box.scrollTop = box.scrollHeight
    count.current = state.entries.length
  }, [state])
  return scroller
}

interface ComposerProps {
  running: boolean
  onSend: (text: string) => void
  onStop: () => void
}

function Composer({ running, onSend, onStop }: ComposerProps) {
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
    </form>
  )
}
