// An unanswered question: frequency, conversations, and its answer in place.
import { Badge, Button, Collapse, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Gap } from '@parlance/contract/gaps/schemas'
import { IconFileText, IconPencilPlus } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../lib/permissions.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { Chevron } from '../../components/content/chevron.tsx'
import { AnswerForm, type AnswerFormHandle } from './answer-form.tsx'
import classes from './gaps.module.css'

/** Below this similarity nothing is related: every text resembles every other a little. */
const TOLD = 0.2

interface Props {
  agentId: string
  gap: Gap
  busy: boolean
  /** Whether its answer is being written. */
  writing: boolean
  onWrite: (isWriting: boolean) => void
  onAnswered: (gap: Gap) => void
  onDismiss: () => void
  onReopen: () => void
}

export function GapRow({ agentId, gap, writing, onWrite, onAnswered, ...actions }: Props) {
  const { t } = useTranslation()
  const adder = useRef<HTMLButtonElement>(null)
  const form = useRef<AnswerFormHandle>(null)
  const close = () => {
    onWrite(false)
    adder.current?.focus()
  }
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.count} aria-hidden>
          {gap.count}
        </span>
        <div className={classes.main}>
          <span className={classes.question} dir="auto">
            {gap.question}
          </span>
          <Facts gap={gap} />
        </div>
        <Actions
          gap={gap}
          writing={writing}
          adder={adder}
          onWrite={() => (writing ? form.current?.close() : onWrite(true))}
          {...actions}
          agentId={agentId}
        />
      </div>
      {writing && gap.status !== 'answered' && (
        <section className={classes.form} aria-label={t('gaps.form.label', { question: gap.question })}>
          <AnswerForm ref={form} agentId={agentId} gap={gap} onClose={close} onAnswered={onAnswered} />
        </section>
      )}
      <Examples agentId={agentId} gap={gap} />
    </li>
  )
}

function Facts({ gap: { count, lastAt, examples } }: Pick<Props, 'gap'>) {
  const { t } = useTranslation()
  const nearest = examples[0]?.similarity ?? null
  return (
    <span className={classes.meta}>
      <span>{t('gaps.asked', { count })}</span>
      <span>
        {t('gaps.last')} <RelativeTime at={lastAt} />
      </span>
      {nearest !== null && nearest >= TOLD && <span>{t('gaps.nearest', { percent: Math.round(nearest * 100) })}</span>}
    </span>
  )
}

interface ActionProps extends Omit<Props, 'onAnswered' | 'onWrite'> {
  adder: React.RefObject<HTMLButtonElement | null>
  onWrite: () => void
}

function Actions({ agentId, gap, ...changes }: ActionProps) {
  const { t } = useTranslation()
  const { region } = useScope()
  const builds = useCan('editor')
  const { status, docId } = gap
  return (
    <Group gap="xs" className={classes.actions}>
      {status === 'answered' && (
        <>
          <Badge color="green">{t('gaps.answered')}</Badge>
          {docId && (
            <AppLink className={classes.document} target={paths.agent(region, agentId, 'kb', { doc_id: docId })}>
              <IconFileText size={16} stroke={1.5} aria-hidden />
              {t('gaps.document')}
            </AppLink>
          )}
        </>
      )}
      {builds && <Changes gap={gap} {...changes} />}
    </Group>
  )
}

function Changes({ gap, busy, writing, adder, onWrite, onDismiss, onReopen }: Omit<ActionProps, 'agentId'>) {
  const { t } = useTranslation()
  const { question, status } = gap
  return (
    <>
      {status !== 'answered' && (
        <Button
          ref={adder}
          size="compact-sm"
          variant={writing ? 'default' : 'light'}
          leftSection={<IconPencilPlus size={16} stroke={1.5} />}
          aria-label={t('gaps.addTo', { question })}
          aria-expanded={writing}
          onClick={onWrite}
        >
          {t('gaps.add')}
        </Button>
      )}
      {status === 'open' ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={busy}
          aria-label={t('gaps.dismissOf', { question })}
          onClick={onDismiss}
        >
          {t('gaps.dismiss')}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={busy}
          aria-label={t('gaps.reopenOf', { question })}
          onClick={onReopen}
        >
          {t('gaps.reopen')}
        </Button>
      )}
    </>
  )
}

/** As asked; each links to its conversation. */
function Examples({ agentId, gap: { examples, question } }: Pick<Props, 'agentId' | 'gap'>) {
  const { t } = useTranslation()
  const { region } = useScope()
  const [open, list] = useDisclosure()
  const id = useId()
  if (examples.length === 0) return null
  return (
    <div className={classes.examples}>
      <Button
        size="compact-xs"
        variant="transparent"
        color="gray"
        px={0}
        rightSection={<Chevron open={open} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={list.toggle}
      >
        {open ? t('gaps.hide') : t('gaps.show', { count: examples.length })}
      </Button>
      <Collapse expanded={open}>
        <ul id={id} className={classes.asked} aria-label={`${t('gaps.examples')}: ${question}`}>
          {examples.map((example) => (
            <li key={`${example.conversationId}-${example.ts}-${example.question}`}>
              <AppLink
                className={classes.link}
                dir="auto"
                target={paths.conversation(region, agentId, example.conversationId)}
                aria-label={t('gaps.conversation', { question: example.question })}
              >
                {example.question}
              </AppLink>
              <span className={classes.when}>
                <RelativeTime at={example.ts} />
              </span>
            </li>
          ))}
        </ul>
      </Collapse>
    </div>
  )
}
