// A chart with an alternative table.
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './analytics.module.css'
import { ChartSkeleton } from './chart-skeleton.tsx'

interface Props {
  title: string
  /** Heading level. */
  order: 2 | 3
  isEmpty: boolean
  asTable: string
  height: number
  /** May be lazy. */
  chart: ReactNode
  table: ReactNode
}

export function ChartCard({ title, order, isEmpty, asTable, height, chart, table }: Props) {
  const { t } = useTranslation()
  const [isTable, setIsTable] = useState(false)
  return (
    <Paper withBorder radius="lg" className={classes.card} component="section" aria-label={title}>
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={order} size="h3">
          {title}
        </Title>
        {!isEmpty && (
          <Button variant="subtle" size="compact-sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {asTable}
          </Button>
        )}
      </Group>
      {isEmpty ? (
        <Text c="dimmed" size="sm">
          {t('analytics.none')}
        </Text>
      ) : isTable ? (
        table
      ) : (
        <Suspense fallback={<ChartSkeleton height={height} />}>{chart}</Suspense>
      )}
    </Paper>
  )
}
