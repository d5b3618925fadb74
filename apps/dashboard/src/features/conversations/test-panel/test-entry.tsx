import type { Given } from '@parlance/chat-ui/items/item-props.ts'
import type { ItemUse } from '@parlance/chat-ui/items/message-items.tsx'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconDeviceMobileOff } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { answerError } from '../../../lib/stream-turn.ts'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AnswerMeta } from '../../../components/chat/answer-meta.tsx'
import { Message } from '../../../components/chat/message.tsx'
import { TurnTrace } from '../trace/turn-trace.tsx'
import { AskedMessage, type AskedProps } from './asked-message.tsx'
import { turnOf, type Entry } from './panel-state.ts'

export interface EntryActions extends Pick<AskedProps, 'onEdit' | 'onRerun' | 'onDelete'> {
  readonly onSubmit: (entry: Entry, item: number, given: Given, text: string) => void
  readonly onTrace: (entry: Entry, open: boolean) => void
  /** Uploads a form's file and returns its address. */
  readonly upload: (file: File) => Promise<string>
}

interface Props {
  readonly agentId: string
  readonly entry: Entry
  readonly settings: string
  readonly running: boolean
  readonly idle: boolean
  readonly traceOpen: boolean
  /** What was sent from an item of the answer, by index. */
  readonly sent: (messageId: string, item: number) => Given | undefined
  readonly actions: EntryActions
}

/** Whether the model was unreachable, which owners see next to the visitor's message. */
function isUnreachable({ metadata }: Entry['answer']): boolean {
  const detail = metadata?.errorMessage?.params?.['detail']
  return typeof detail === 'object' && 'code' in detail && detail.code === 'model_unreachable'
}

export const TestEntry = memo(function TestEntry(props: Props) {
  const { agentId, entry, settings, running: here, idle, traceOpen, actions } = props
  const { t } = useTranslation()
  const { region } = useScope()
  const mayStoreKeys = useCan('editor')
  const { answer } = entry
  // An answer may still run from before a reload.
  const running = here || answer.status === 'streaming'
  const failed = answer.status === 'failed' || answer.status === 'interrupted'
  return (
    <>
      <AskedMessage entry={entry} settings={settings} idle={idle} {...actions} />
      {answer.text || running ? <Answered {...props} running={running} /> : null}
      {failed && !running && (
        <Group gap="xs" role="alert">
          <Text size="sm" c="red">
            {answerError(answer) || t('panel.broken')}
          </Text>
          {entry.errorCode === 'CREDITS_EXHAUSTED' && (
            <Anchor component={AppLink} target={paths.billing(region)} size="sm">
              {t('panel.toCredits')}
            </Anchor>
          )}
          {mayStoreKeys && isUnreachable(answer) && (
            <Anchor component={AppLink} target={paths.credentials(region)} size="sm">
              {t('panel.toKey')}
            </Anchor>
          )}
          <Button size="compact-sm" variant="default" disabled={!idle} onClick={() => actions.onRerun(entry)}>
            {t('panel.retry')}
          </Button>
        </Group>
      )}
      {(turnOf(entry) !== '' || entry.trace.length > 0) && (
        <TurnTrace
          agentId={agentId}
          turnId={turnOf(entry)}
          live={entry.trace}
          running={running}
          open={traceOpen}
          onToggle={(open) => actions.onTrace(entry, open)}
        />
      )}
    </>
  )
})

function Answered({ entry, running, idle, sent, actions }: Props) {
  const { t } = useTranslation()
  const { answer } = entry
  const use: ItemUse = (index) => ({
    sent: sent(answer.messageId, index),
    actions: {
      ready: idle,
      send: (given, text) => actions.onSubmit(entry, index, given, text),
      upload: actions.upload,
    },
  })
  return (
    <Message
      asVisitor
      from="agent"
      name={t('panel.agent')}
      items={answer.items}
      sources={answer.sources}
      growing={running}
      use={use}
    >
      <Losses entry={entry} />
      {!running && <AnswerMeta metadata={entry.answer.metadata} mt={6} />}
    </Message>
  )
}

/** Content the chosen channel can't show. */
function Losses({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const losses = entry.trace.flatMap((one) => (one.type === 'loss' ? [one] : []))
  const [first] = losses
  if (!first) return null
  const details = [
    ...new Set(losses.map(({ detail, code, params }) => translateMessage({ code, params, message: detail }))),
  ]
  const channel = entry.debug?.channel
  return (
    <Group gap={6} mt={8} wrap="nowrap" align="flex-start" c="yellow">
      <IconDeviceMobileOff size={16} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
      <Text size="xs">
        <strong>
          {t('debug.row.loss', { channel: channel ? t(`debug.channels.${channel}`) : t('debug.channels.web-chat') })}
        </strong>{' '}
        {details.join(' ')}
      </Text>
    </Group>
  )
}
