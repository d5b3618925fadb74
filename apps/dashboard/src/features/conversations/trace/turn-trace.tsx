// Under an answer: the way it took in one line, and unfolded why.
import { Box, Skeleton, UnstyledButton } from '@mantine/core'
import type { TraceEntry } from '@parlance/contract/engine/types'
import { IconChevronDown, IconRoute } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Delayed } from '../../../components/feedback/delayed.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { errorText } from '../../../lib/errors.ts'
import { readTrace, wayOf } from './read-trace.ts'
import { timeText } from './time.ts'
import { TraceView } from './trace-view.tsx'
import { inOrder } from '../../../components/content/name-sequence.ts'
import classes from './trace.module.css'
import { useTurn } from './use-turn.ts'

interface Props {
  readonly agentId: string
  /** Empty while the turn has none. */
  readonly turnId: string
  /** What came with the answer; empty for turns of before. */
  readonly live: readonly TraceEntry[]
  readonly running: boolean
  readonly open: boolean
  readonly onToggle: (open: boolean) => void
}

export function TurnTrace({ agentId, turnId, live, running, open, onToggle }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const way = wayOf(live)
  return (
    // The answer is read aloud, not how it came about.
    <div className={classes.fold} aria-live="off">
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onToggle(!open)}
      >
        <IconRoute size={14} stroke={1.5} aria-hidden />
        <strong>{t('debug.why')}</strong>
        {way.length > 0 && <span className={classes.way}>{inOrder(way)}</span>}
        {live.length > 0 && <span className={classes.took}>{timeText(readTrace(live).ms)}</span>}
        <IconChevronDown size={14} stroke={1.5} aria-hidden className={classes.chevron} data-open={open || undefined} />
      </UnstyledButton>
      <div id={id} hidden={!open}>
        {open &&
          (running ? <TraceView trace={live} turn={undefined} running /> : <Stored {...{ agentId, turnId, live }} />)}
      </div>
    </div>
  )
}

/** Of a turn that is over; what came with its answer stands there at once. */
export function Stored({
  agentId,
  turnId,
  live = [],
}: {
  agentId: string
  turnId: string
  live?: readonly TraceEntry[]
}) {
  const { t } = useTranslation()
  const turn = useTurn(agentId, turnId)
  if (live.length === 0 && turn.isPending && turnId !== '') {
    return (
      <Delayed after={200}>
        <Box component="output" display="block" aria-label={t('common.loading')}>
          <Skeleton height={120} />
        </Box>
      </Delayed>
    )
  }
  if (live.length === 0 && turn.error)
    return <ErrorMessage text={errorText(turn.error)} onRetry={() => void turn.refetch()} />
  const stored = turn.data?.data
  return <TraceView trace={stored && stored.trace.length >= live.length ? stored.trace : live} turn={stored} />
}
