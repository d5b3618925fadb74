// The owner's test chat: streaming answers with sources, traces and retries.
import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DemoModelNotice } from '../../../components/model-key/demo-model-notice.tsx'
import { useAnswering } from '../../../components/model-key/use-models.ts'
import { useShownNode } from '../../../lib/active-node.ts'
import { Message } from '../../../components/chat/message.tsx'
import { ToEnd, useStickToEnd } from '../stick-to-end.tsx'
import stickToEnd from '../stick-to-end.module.css'
import { Composer } from './composer.tsx'
import { Head } from './panel-head.tsx'
import { GraphPositionBar } from './graph-position-bar.tsx'
import { SetupPanel } from './setup-panel.tsx'
import { useSetupWords } from './setup-words.ts'
import type { PanelConfig } from './setup.ts'
import { TestEntry } from './test-entry.tsx'
import classes from './test-panel.module.css'
import { useEntryActions, useSent } from './use-entry-actions.tsx'
import { useGraphPosition } from './use-graph-position.ts'
import { useTestChat } from './use-test-chat.ts'

const SaveDialog = lazy(() => import('./save-test/save-dialog.tsx'))

interface Props {
  agentId: string
  greeting: readonly string[]
  /** The draft on screen. */
  config: PanelConfig
  published: PanelConfig
  beforeSend: () => Promise<boolean>
  onClose: () => void
}

export default function TestPanel({ agentId, greeting, config: draft, published, beforeSend, onClose }: Props) {
  const { t } = useTranslation()
  const chat = useTestChat({ agentId, beforeSend })
  const { state, ask, stop, restart, setUp } = chat
  const { setup, entries, running } = state
  const config = setup.published ? published : draft
  const [settingUp, { toggle }] = useDisclosure()
  const [saving, save] = useDisclosure()
  const position = useGraphPosition(agentId, state)
  useShownNode(agentId, position.nodeId)
  const nameOf = (nodeId: string) => stepName(config, nodeId) || (nodeId === position.nodeId && position.name) || nodeId
  const wordsOf = useSetupWords(nameOf)
  const setupId = useId()
  return (
    <section className={classes.panel} aria-label={t('panel.region')}>
      <Head
        published={setup.published}
        canRestart={entries.length > 0}
        canSave={running === null && entries.some(({ answer }) => answer.status === 'complete')}
        setup={{ id: setupId, open: settingUp, onToggle: toggle }}
        onSave={save.open}
        onRestart={restart}
        onClose={onClose}
      />
      {settingUp && (
        <SetupPanel id={setupId} state={state} config={config} known={position.variables} onChange={setUp} />
      )}
      {config.agentPlatform === 'vg' && <AnsweredByDemo model={config.vg_defaultModel ?? ''} />}
      <GraphPositionBar position={position} nameOf={nameOf} config={config} />
      <Log agentId={agentId} greeting={greeting} chat={chat} wordsOf={wordsOf} />
      <Composer
        running={running !== null}
        pending={wordsOf(setup)}
        cut={state.cut !== undefined && running === null}
        onTakeBack={(word) => setUp(word.without(setup))}
        onSend={(text) => void ask({ text })}
        onStop={() => void stop()}
      />
      {saving && (
        <Suspense fallback={null}>
          <SaveDialog {...{ agentId, entries, config }} channel={setup.channel} onClose={save.close} />
        </Suspense>
      )}
    </section>
  )
}

function AnsweredByDemo({ model }: { model: string }) {
  if (useAnswering(model.trim())?.paidBy !== 'sandbox') return null
  return (
    <div className={classes.demo}>
      <DemoModelNotice compact />
    </div>
  )
}

interface LogProps {
  agentId: string
  greeting: readonly string[]
  chat: ReturnType<typeof useTestChat>
  wordsOf: ReturnType<typeof useSetupWords>
}

function Log({ agentId, greeting, chat, wordsOf }: LogProps) {
  const { t } = useTranslation()
  const { entries, running } = chat.state
  const [opened, setOpened] = useState<Opened>(NONE_OPEN)
  const actions = useEntryActions(chat, (entry, open) => setOpened((was) => toggled(was, entry.id, open)))
  const sent = useSent(entries)
  const { scroller, away, moved, toEnd } = useStickToEnd({
    content: chat.state,
    sent: entries.length,
    growing: running !== null,
  })
  return (
    <div className={stickToEnd.frame}>
      {/* Busy while an answer streams, so that a screen reader reads it once and whole. */}
      <div
        ref={scroller}
        className={classes.log}
        role="log"
        aria-live="polite"
        aria-busy={running !== null}
        // Scrollable, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('panel.log')}
        onScroll={moved}
      >
        {greeting.map((text, index) => (
          <Message
            key={`${index}/${text}`}
            asVisitor
            from="agent"
            name={t('panel.agent')}
            items={[{ type: 'text', text }]}
          />
        ))}
        {greeting.length === 0 && entries.length === 0 && (
          <Text c="dimmed" size="sm" ta="center" m="auto">
            {t('panel.empty')}
          </Text>
        )}
        {entries.map((entry) => (
          <TestEntry
            key={entry.id}
            agentId={agentId}
            entry={entry}
            settings={wordsOf(entry.debug ?? {})
              .map(({ text }) => text)
              .join(' · ')}
            running={running === entry.id}
            idle={running === null}
            traceOpen={opened.ids.get(entry.id) ?? (opened.fresh && entry.trace.length > 0)}
            sent={sent}
            actions={actions}
          />
        ))}
      </div>
      <ToEnd away={away} onClick={toEnd} />
    </div>
  )
}

/** Expanded traces; expanding the last one also expands the next. */
interface Opened {
  readonly ids: ReadonlyMap<string, boolean>
  readonly fresh: boolean
}
const NONE_OPEN: Opened = { ids: new Map(), fresh: false }
const toggled = ({ ids }: Opened, id: string, open: boolean): Opened => ({
  ids: new Map(ids).set(id, open),
  fresh: open,
})

function stepName({ nodes }: PanelConfig, nodeId: string): string {
  return nodes.find(({ id }) => id === nodeId)?.name ?? ''
}
