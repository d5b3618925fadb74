import { Box, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './analytics.module.css'
import { dayName, number } from './names.ts'

interface Props<Day> {
  days: readonly Day[]
  columns: readonly string[]
  /** One figure per column. */
  figuresOf: (day: Day) => readonly number[]
}

export function DayTable<Day extends { readonly day: string }>({ days, columns, figuresOf }: Props<Day>) {
  const { t } = useTranslation()
  return (
    <Box className={classes.scroll} tabIndex={0}>
      <Table stickyHeader className={classes.figures}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('analytics.day')}</Table.Th>
            {columns.map((label) => (
              <Table.Th key={label} scope="col" ta="end">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.day}>
              <Table.Th scope="row" fw={400}>
                {dayName(day.day, 'long')}
              </Table.Th>
              {figuresOf(day).map((figure, at) => (
                <Table.Td key={columns[at]} ta="end">
                  {number(figure)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
