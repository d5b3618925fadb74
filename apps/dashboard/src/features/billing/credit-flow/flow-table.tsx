import { Box, Table } from '@mantine/core'
import type { CreditFlow } from '@parlance/contract/billing/credit-flow'
import { useTranslation } from 'react-i18next'
import classes from './credit-flow.module.css'
import { totalOf } from './flow-graph.ts'
import { useFlowWords } from './flow-words.ts'

export function FlowTable({ flow: { flows, others, by } }: { flow: CreditFlow }) {
  const { t } = useTranslation()
  const words = useFlowWords(by)
  return (
    <Box className={classes.scroll} tabIndex={0}>
      <Table
        stickyHeader
        verticalSpacing="xs"
        horizontalSpacing="xs"
        className={classes.figures}
        aria-label={t('billing.flow.title')}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('billing.flow.from')}</Table.Th>
            <Table.Th scope="col">{t(`billing.receipts.groups.${by}`)}</Table.Th>
            <Table.Th scope="col">{t('billing.flow.to')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('billing.receipts.creditsTitle')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {flows.map(({ source, key, label, use, credits }) => (
            <Table.Tr key={JSON.stringify([source, key, use])}>
              <Table.Td>{words.source(source)}</Table.Td>
              <Table.Td>
                <bdi className={classes.spender}>{words.spender({ id: key, label }, others)}</bdi>
              </Table.Td>
              <Table.Td>{words.use(use)}</Table.Td>
              <Table.Td ta="end">{words.figure(credits)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" colSpan={3}>
              {t('billing.receipts.sum')}
            </Table.Th>
            <Table.Th ta="end">{words.figure(totalOf(flows))}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Box>
  )
}
