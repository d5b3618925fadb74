// A complete trace: result and steps.
import { Text } from '@mantine/core'
import type { TraceEntry } from '@parlance/contract/engine/types'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../components/inputs/copy-button.tsx'
import { readTrace } from './read-trace.ts'
import { timeText } from './time.ts'
import { Row } from './trace-rows.tsx'
import classes from './trace.module.css'
import type { StoredTurn } from './use-turn.ts'

interface Props {
  readonly trace: readonly TraceEntry[]
  /** The stored turn, once finished. */
  readonly turn: StoredTurn | undefined
  readonly running?: boolean
}

export function TraceView({ trace, turn, running = false }: Props) {
  const { t } = useTranslation()
  const { rows, ms } = useMemo(() => readTrace(trace), [trace])
  const total = Math.max(ms, turn?.ms ?? 0)
  return (
    <div className={classes.view}>
      <div className={classes.sum}>
        {turn ? <Totals turn={turn} /> : <Text size="xs">{running ? t('debug.running') : ''}</Text>}
        {!running && (
          <CopyButton label={t('debug.copyJson')} value={JSON.stringify(turn ? { ...turn, trace } : trace, null, 2)} />
        )}
      </div>
      {rows.length > 0 ? (
        <ol className={classes.rows} aria-label={t('debug.trace')}>
          {rows.map((row, index) => (
            // A trace only grows at its end.
            // oxlint-disable-next-line react/no-array-index-key
            <Row key={index} row={row} total={total} />
          ))}
        </ol>
      ) : (
        !running && (
          <Text size="sm" c="dimmed">
            {t('debug.noTrace')}
          </Text>
        )
      )}
    </div>
  )
}

function Totals({ turn }: { turn: StoredTurn }) {
  const { t } = useTranslation()
  const { ms, model, inputTokens, outputTokens, credits } = turn
  return (
    <dl className={classes.totals}>
      {ms !== null && (
        <div>
          <dt>{t('debug.timeLabel')}</dt>
          <dd>{timeText(ms)}</dd>
        </div>
      )}
      <div>
        <dt>{t('debug.tokensLabel')}</dt>
        <dd>{t('debug.tokens', { input: inputTokens, output: outputTokens })}</dd>
      </div>
      <div>
        <dt>{t('debug.creditsLabel')}</dt>
        <dd>{credits}</dd>
      </div>
      {model && (
        <div>
          <dt>{t('debug.modelLabel')}</dt>
          <dd>{model}</dd>
        </div>
      )}
    </dl>
  )
}
