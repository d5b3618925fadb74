import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './analytics.module.css'
import { type Chosen, DEFAULT_RANGE, RANGES } from './range.ts'

interface Props {
  chosen: Chosen
  onRange: (range: string | undefined) => void
  onFrom: (day: string | undefined) => void
  onTo: (day: string | undefined) => void
}

export function RangePicker({ chosen: { range, period, problem }, onRange, onFrom, onTo }: Props) {
  const { t } = useTranslation()
  const choose = (next: string) => {
    onRange(next === DEFAULT_RANGE ? undefined : next)
    // A custom range starts with the shown period.
    onFrom(next === 'custom' ? period.from : undefined)
    onTo(next === 'custom' ? period.to : undefined)
  }
  return (
    <div className={classes.range}>
      <SegmentedControl
        aria-label={t('analytics.range.label')}
        data={RANGES.map((value) => ({
          value,
          label: value === 'custom' ? t('analytics.range.custom') : t('analytics.range.days', { count: Number(value) }),
        }))}
        value={range}
        onChange={choose}
      />
      {range === 'custom' && (
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            type="date"
            aria-label={t('analytics.range.from')}
            defaultValue={period.from}
            error={problem && t(`analytics.range.${problem}`)}
            onChange={({ currentTarget: { value } }) => value && onFrom(value)}
          />
          <TextInput
            type="date"
            aria-label={t('analytics.range.to')}
            defaultValue={period.to}
            onChange={({ currentTarget: { value } }) => value && onTo(value)}
          />
        </Group>
      )}
    </div>
  )
}
