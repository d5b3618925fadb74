import { Box, Table } from '@mantine/core'
import { type MetricSummary, UNCLEAR, valuesOf } from '@parlance/contract/metrics/schemas'
import { useTranslation } from 'react-i18next'
import classes from '../analytics.module.css'
import { dayName, number } from '../names.ts'
import { type MetricReport, useAnswerName } from './use-metrics.ts'

export function MetricDayTable({ metric, days }: { metric: MetricSummary; days: MetricReport['days'] }) {
  const { t } = useTranslation()
  const nameOf = useAnswerName()
  const values = [...valuesOf(metric), UNCLEAR]
  return (
    <Box className={classes.scroll} tabIndex={0}>
      <Table stickyHeader className={classes.figures}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('analytics.day')}</Table.Th>
            {values.map((value) => (
              <Table.Th key={value} scope="col" ta="end">
                {nameOf(value, metric.kind)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map(({ day, counts }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={400}>
                {dayName(day, 'long')}
              </Table.Th>
              {values.map((value) => (
                <Table.Td key={value} ta="end">
                  {number(counts[value] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
