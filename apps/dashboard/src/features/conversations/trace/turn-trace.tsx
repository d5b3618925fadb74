// The trace under an answer: its path in one line, with expandable details.
import { Box, Skeleton, UnstyledButton } from '@mantine/core'
import type { TraceEntry } from '@parlance/contract/engine/types'
import { IconRoute } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Delayed } from '../../../components/feedback/delayed.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { errorText } from '../../../lib/errors.ts'
import { readTrace, wayOf } from './read-trace.ts'
import { timeText } from './time.ts'
import { TraceView } from './trace-view.tsx'
import { inOrder } from '../../../components/content/name-sequence.ts'
import { Chevron } from '../../../components/content/chevron.tsx'
import classes from './trace.module.css'
import { useTurn } from './use-turn.ts'

interface Props {
  readonly agentId: string
  readonly turnId: string
  /** Live entries; empty for turns from before a reload. */
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
    // Only the answer is announced.
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
        <Chevron open={open} />
      </UnstyledButton>
      <div id={id} hidden={!open}>
        {open &&
          (running ? <TraceView trace={live} turn={undefined} running /> : <Stored {...{ agentId, turnId, live }} />)}
      </div>
    </div>
  )
}

/** A finished turn; its live entries are shown at once. */
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
