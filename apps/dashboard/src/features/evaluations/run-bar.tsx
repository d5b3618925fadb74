// Progress and result of a run, and its stop button.
import { Alert, Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import type { TestRun } from '@parlance/contract/evaluations/schemas'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useCan } from '../../lib/permissions.ts'
import classes from './evaluations.module.css'

interface Props {
  run: TestRun
  onCancel: () => void
  onContinue: () => void
  /** Absent when the results can't be closed. */
  onHide?: () => void
}

export function RunBar({ run, onCancel, onContinue, onHide }: Props) {
  const { t, i18n } = useTranslation()
  const builds = useCan('editor')
  const running = run.status === 'running'
  const paused = run.status === 'paused'
  const credits = run.credits.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: 2 })
  const { total, done, passed } = run
  const failures = done - passed
  const broke = run.results.find(({ error }) => error)
  return (
    <div className={classes.run}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <output>
          <Text size="sm" fw={500} component="span">
            {t(`evaluations.run.of.${run.copy}`)}
          </Text>{' '}
          <Text size="sm" c="dimmed" component="span">
            {t(`evaluations.run.${run.status}`, { done, total, passed })}
            {` · ${t('evaluations.run.credits', { credits, count: run.credits })}`}
          </Text>
        </output>
        {paused && builds && (
          <Button size="compact-sm" onClick={onContinue}>
            {t('evaluations.run.continue')}
          </Button>
        )}
        {(running || paused) && builds && (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {t('evaluations.run.cancel')}
          </Button>
        )}
        {!running && !paused && onHide && <CloseButton aria-label={t('evaluations.run.hide')} onClick={onHide} />}
      </Group>
      <Progress.Root size="sm" mt={8} transitionDuration={200}>
        <Progress.Section value={share(passed, total)} color="green" aria-label={t('evaluations.state.passed')} />
        <Progress.Section value={share(failures, total)} color="red" aria-label={t('evaluations.state.failed')} />
      </Progress.Root>
      {run.status === 'failed' && broke && (
        <Alert color="red" mt="sm">
          {translateMessage({ ...broke.errorMessage, message: broke.error })}
        </Alert>
      )}
    </div>
  )
}
const share = (part: number, total: number) => (total > 0 ? (part / total) * 100 : 0)
