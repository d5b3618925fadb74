import { Badge, Table } from '@mantine/core'
import type { EmailDomainRecord } from '@parlance/contract/domains/schemas'
import { useTranslation } from 'react-i18next'
import { Copied } from '../domains/dns-table.tsx'

export function RecordsTable({ records }: { records: readonly EmailDomainRecord[] }) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table verticalSpacing="xs" horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {(['status', 'type', 'name', 'value', 'priority', 'ttl'] as const).map((column) => (
              <Table.Th key={column}>{t(`agency.domains.columns.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record) => {
            const isFound = record.status === 'verified'
            return (
              <Table.Tr key={`${record.type} ${record.name} ${record.value}`}>
                <Table.Td>
                  <Badge variant="light" color={isFound ? 'green' : 'gray'} miw="max-content">
                    {t(`agency.domains.states.${isFound ? 'verified' : 'pending'}`)}
                  </Badge>
                </Table.Td>
                <Table.Td>{record.type}</Table.Td>
                <Table.Td miw={110}>
                  <Copied text={record.name} />
                </Table.Td>
                <Table.Td>
                  <Copied text={record.value} />
                </Table.Td>
                <Table.Td>{record.priority ?? '—'}</Table.Td>
                <Table.Td>{record.ttl}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
