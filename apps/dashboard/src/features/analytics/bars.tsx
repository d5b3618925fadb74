// Counts as a table with bars.
import { Group, Paper, Table, Text, Title } from '@mantine/core'
import classes from './analytics.module.css'
import { number } from './names.ts'

interface Props {
  title: string
  /** The counted unit. */
  counted: string
  /** Shown without rows. */
  empty: string
  note?: string
  /** Heading level. */
  order?: 2 | 3
  rows: readonly { readonly label: string; readonly count: number }[]
}

export function Bars({ title, counted, empty, note, order = 3, rows }: Props) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <Paper withBorder radius="lg" className={classes.card} component="section" aria-label={title}>
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={order} size="h3">
          {title}
        </Title>
        {note && (
          <Text c="dimmed" size="sm">
            {note}
          </Text>
        )}
      </Group>
      {rows.length === 0 ? (
        <Text c="dimmed" size="sm">
          {empty}
        </Text>
      ) : (
        <Table className={classes.bars} verticalSpacing={6} withRowBorders={false}>
          <Table.Thead className="visually-hidden">
            <Table.Tr>
              <Table.Th scope="col">{title}</Table.Th>
              <Table.Th scope="col">{counted}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ label, count }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  <span className={classes.bar} style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden />
                  <span className={classes.name} dir="auto">
                    {label}
                  </span>
                </Table.Th>
                <Table.Td>{number(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}
