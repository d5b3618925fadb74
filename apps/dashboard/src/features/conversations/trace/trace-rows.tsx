// One line of a trace with expandable details.
import { isChannel } from '@parlance/contract/channels/list'
import { Badge, Text, UnstyledButton } from '@mantine/core'
import type { TraceEntry } from '@parlance/contract/engine/types'
import {
  IconAlertTriangle,
  IconBook,
  IconClockStop,
  IconDeviceMobileOff,
  IconDirections,
  IconFlag,
  IconPaperclip,
  IconPlugConnected,
  IconPointFilled,
  IconSparkles,
  IconVariable,
  type Icon,
} from '@tabler/icons-react'
import { memo, useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { readResult, type TraceRow } from './read-trace.ts'
import { timeText } from './time.ts'
import { CandidateList, ModelTexts, Passages, ToolTexts } from './trace-details.tsx'
import classes from './trace.module.css'
import { Chevron } from '../../../components/content/chevron.tsx'

type Of<T extends TraceEntry['type']> = Extract<TraceEntry, { type: T }>

interface RowProps {
  readonly row: TraceRow
  /** Milliseconds of the full bar. */
  readonly total: number
}

/** Entries never change, so a growing trace renders only new lines. */
export const Row = memo(function Row({ row, total }: RowProps) {
  const { entry, timed } = row
  const bar = timed && <TimeBar {...timed} total={total} />
  switch (entry.type) {
    case 'node':
      return <NodeRow entry={entry} />
    case 'decision':
      return <DecisionRow entry={entry} />
    case 'variable':
      return <VariableRow entry={entry} />
    case 'retrieval':
      return <RetrievalRow entry={entry} bar={bar} />
    case 'model':
      return <ModelRow entry={entry} bar={bar} />
    case 'tool':
      return <ToolRow entry={entry} bar={bar} />
    case 'attachment':
      return <AttachmentRow entry={entry} />
    default:
      return <PlainRow entry={entry} />
  }
})

interface LineProps {
  readonly icon: Icon
  readonly kind: TraceEntry['type']
  readonly title: string
  /** Next to the title. */
  readonly tag?: ReactNode
  /** Below the title. */
  readonly text?: ReactNode
  readonly end?: ReactNode
  readonly bad?: boolean
  readonly bar?: ReactNode
  /** Rendered when expanded. */
  readonly details?: () => ReactNode
}

function Line({ icon: Sign, kind, title, tag, text, end, bad, bar, details }: LineProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const head = (
    <>
      <span className={classes.title}>{title}</span>
      {tag}
      {end && <span className={classes.end}>{end}</span>}
    </>
  )
  return (
    <li className={classes.row} data-kind={kind} data-bad={bad || undefined}>
      <span className={classes.sign}>
        <Sign size={16} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.body}>
        {details ? (
          <UnstyledButton
            className={classes.head}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen((was) => !was)}
          >
            {head}
            <Chevron open={open} />
          </UnstyledButton>
        ) : (
          <div className={classes.head}>{head}</div>
        )}
        {text && <div className={classes.text}>{text}</div>}
        {bar}
        {details && (
          <div id={id} hidden={!open} className={classes.details}>
            {open && details()}
          </div>
        )}
      </div>
    </li>
  )
}

interface TimeBarProps {
  start: number
  ms: number
  firstToken: number | undefined
  total: number
}

/** A stage's place in the turn; a model's time to first token is paler. */
function TimeBar({ start, ms, firstToken, total }: TimeBarProps) {
  const part = (value: number) => (total > 0 ? `${Math.min(100, (value / total) * 100)}%` : '0%')
  const waits = firstToken === undefined || ms === 0 ? 0 : Math.min(1, firstToken / ms)
  return (
    <div className={classes.track} aria-hidden>
      <div className={classes.bar} style={{ insetInlineStart: part(start), inlineSize: part(ms) }}>
        <div className={classes.wait} style={{ inlineSize: `${waits * 100}%` }} />
      </div>
    </div>
  )
}

function NodeRow({ entry }: { entry: Of<'node'> }) {
  const { t } = useTranslation()
  const { by, name, nodeId, reason, reasonMessage } = entry
  const words = by in DECIDERS ? t(`debug.by.${by as keyof typeof DECIDERS}`) : by
  return (
    <Line
      icon={IconPointFilled}
      kind="node"
      title={name || nodeId}
      tag={<Badge size="sm">{words}</Badge>}
      text={translateMessage({ ...reasonMessage, message: reason })}
    />
  )
}
const DECIDERS = {
  start: 1,
  stay: 1,
  rule: 1,
  router: 1,
  otherwise: 1,
  global: 1,
  back: 1,
  success: 1,
  failure: 1,
  forced: 1,
} as const

function DecisionRow({ entry }: { entry: Of<'decision'> }) {
  const { t } = useTranslation()
  const { candidates, chosen, reason, fault, faultMessage } = entry
  const found = candidates.find(({ nodeId }) => nodeId === chosen)
  return (
    <Line
      icon={IconDirections}
      kind="decision"
      title={t('debug.row.decision', { name: found ? found.name : t('debug.row.stays') })}
      end={candidates.length > 0 ? t('debug.row.candidates', { count: candidates.length }) : t('debug.row.nothing')}
      bad={fault !== ''}
      text={
        <>
          {reason}
          {fault && <span className={classes.fault}>{translateMessage({ ...faultMessage, message: fault })}</span>}
        </>
      }
      {...(candidates.length > 0 ? { details: () => <CandidateList candidates={candidates} chosen={chosen} /> } : {})}
    />
  )
}

function VariableRow({ entry }: { entry: Of<'variable'> }) {
  const { t } = useTranslation()
  const { name, value, before, refused, refusedMessage } = entry
  return (
    <Line
      icon={refused ? IconAlertTriangle : IconVariable}
      kind="variable"
      title={t(refused ? 'debug.row.refused' : 'debug.row.variable', { name, value: value || t('debug.row.empty') })}
      bad={refused !== ''}
      text={
        refused
          ? translateMessage({ ...refusedMessage, message: refused })
          : before !== undefined && t('debug.row.before', { value: before || t('debug.row.empty') })
      }
    />
  )
}

function RetrievalRow({ entry, bar }: { entry: Of<'retrieval'>; bar: ReactNode }) {
  const { t } = useTranslation()
  const { passages, ms } = entry
  const used = passages.filter((passage) => passage.used).length
  return (
    <Line
      icon={IconBook}
      kind="retrieval"
      title={t('debug.row.retrieval', { count: passages.length, used })}
      end={timeText(ms)}
      bar={bar}
      details={() => <Passages entry={entry} />}
    />
  )
}

function ModelRow({ entry, bar }: { entry: Of<'model'>; bar: ReactNode }) {
  const { t } = useTranslation()
  const { purpose, model, paidBy, inputTokens, outputTokens, credits, firstTokenMs, ms, error, errorMessage } = entry
  const payer = paidBy === 'ownKey' || paidBy === 'sandbox' || paidBy === 'platform' ? paidBy : undefined
  const facts = [
    payer ? t(`debug.row.paidBy.${payer}`) : paidBy,
    t('debug.tokens', { input: inputTokens, output: outputTokens }),
    t('panel.credits', { count: credits }),
    firstTokenMs === undefined ? '' : t('debug.firstToken', { time: timeText(firstTokenMs) }),
  ]
  const hasTexts = entry.prompt !== '' || entry.answer !== ''
  return (
    <Line
      icon={IconSparkles}
      kind="model"
      title={t(`debug.row.model.${purpose}`)}
      tag={
        <Text span size="xs" c="dimmed" className="truncate">
          {model}
        </Text>
      }
      end={timeText(ms)}
      bad={error !== ''}
      text={
        <>
          {facts.filter(Boolean).join(' · ')}
          {error && <span className={classes.fault}>{translateMessage({ ...errorMessage, message: error })}</span>}
        </>
      }
      bar={bar}
      {...(hasTexts ? { details: () => <ModelTexts entry={entry} /> } : {})}
    />
  )
}

function ToolRow({ entry, bar }: { entry: Of<'tool'>; bar: ReactNode }) {
  const { t } = useTranslation()
  const result = readResult(entry.result)
  const { ok, status, durationMs, error, errorMessage } = result
  const words = [ok ? t('debug.row.toolOk') : t('debug.row.toolFailed'), status].filter(Boolean).join(' · ')
  return (
    <Line
      icon={IconPlugConnected}
      kind="tool"
      title={t('debug.row.tool', { name: entry.name })}
      tag={
        <Badge size="sm" color={ok ? 'green' : 'red'}>
          {words}
        </Badge>
      }
      end={durationMs !== undefined && timeText(durationMs)}
      bad={!ok}
      text={error && translateMessage({ ...errorMessage, message: error })}
      bar={bar}
      details={() => <ToolTexts args={entry.arguments} result={result} />}
    />
  )
}

function AttachmentRow({ entry }: { entry: Of<'attachment'> }) {
  const { t } = useTranslation()
  const { name, given, chars = 0, isCut, isEarlier } = entry
  const facts = [
    t(`debug.row.given.${given}`, { count: chars }),
    isCut ? t('debug.row.cut') : '',
    isEarlier ? t('debug.row.earlier') : '',
  ]
  return (
    <Line
      icon={IconPaperclip}
      kind="attachment"
      title={t('debug.row.attachment', { name })}
      text={facts.filter(Boolean).join(' · ')}
    />
  )
}

const LIMITS = { steps: 1, modelCalls: 1, toolCalls: 1, time: 1, cost: 1 } as const
function PlainRow({ entry }: { entry: Of<'loss' | 'limit' | 'status'> }) {
  const { t } = useTranslation()
  if (entry.type === 'limit') {
    const what = entry.what in LIMITS ? t(`debug.row.limits.${entry.what as keyof typeof LIMITS}`) : entry.what
    return <Line icon={IconClockStop} kind="limit" title={t('debug.row.limit', { what })} bad />
  }
  if (entry.type === 'status') {
    return (
      <Line
        icon={IconFlag}
        kind="status"
        title={t(`debug.row.status.${entry.status}`)}
        text={translateMessage({ ...entry.reasonMessage, message: entry.reason })}
      />
    )
  }
  const { channel, detail, item, code, params } = entry
  const name = isChannel(channel) ? t(`debug.channels.${channel}`) : channel
  return (
    <Line
      icon={IconDeviceMobileOff}
      kind="loss"
      title={t('debug.row.loss', { channel: name })}
      tag={<Badge size="sm">{item}</Badge>}
      text={translateMessage({ code, params, message: detail })}
      bad
    />
  )
}
