import { Box, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './analytics.module.css'
import { dayName, number } from './names.ts'
import type { Outcomes } from './use-outcomes.ts'

export function OutcomeDayTable({ days }: { days: Outcomes['days'] }) {
  const { t } = useTranslation()
  return (
    <Box className={classes.scroll} tabIndex={0}>
      <Table stickyHeader className={classes.figures}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('analytics.day')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('outcomes.agentAlone')}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t('outcomes.withPeople')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map(({ day, conversations, withoutPeople }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={400}>
                {dayName(day, 'long')}
              </Table.Th>
              <Table.Td ta="end">{number(withoutPeople)}</Table.Td>
              <Table.Td ta="end">{number(conversations - withoutPeople)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
