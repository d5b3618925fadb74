// Recalculates a month's receipts with another credit price, markup or model.
import { Autocomplete, Group, NumberInput, Select, Table, Text } from '@mantine/core'
import type { Figures } from '@parlance/contract/billing/budgets'
import { WHAT_IF } from '@parlance/contract/billing/budget-rules'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { separators, usd } from '../../../components/content/format-number.ts'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { useModels } from '../../../components/model-key/use-models.ts'
import { monthName, monthsUntil } from '../../../components/payment/months.ts'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

const ROWS = ['credits', 'base', 'worth', 'clientPrice', 'fee', 'margin'] as const
const TYPING_MS = 300

export default function WhatIf() {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const [months] = useState(() => monthsUntil(new Date()))
  const [month, setMonth] = useState(() => months[1] ?? '')
  const [price, setPrice] = useState<number | string>('')
  const [markup, setMarkup] = useState<number | string>('')
  const [model, setModel] = useState('')
  const { list } = useModels()
  const [asked] = useDebouncedValue({ price, markup, model: model.trim() }, TYPING_MS)
  const found = useQuery(
    api.clientBilling.receiptWhatIf.queryOptions({
      input: {
        uid: workspace.uid,
        month,
        ...(typeof asked.price === 'number' && { usdPerToken: asked.price }),
        ...(typeof asked.markup === 'number' && { markup: asked.markup }),
        ...(asked.model && { model: asked.model }),
      },
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    }),
  )
  const named = (one: string) => monthName(one, i18n.language)
  const shown = (of: Figures, row: (typeof ROWS)[number]) =>
    row === 'credits'
      ? of.credits.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: 0 })
      : usd(of[row], i18n.language, 2)
  const difference = (row: (typeof ROWS)[number], real: Figures, whatIf: Figures) => {
    const by = whatIf[row] - real[row]
    const percent = real[row] === 0 ? 0 : by / Math.abs(real[row])
    return percent === 0
      ? '–'
      : percent.toLocaleString(numberLocale(i18n.language), {
          style: 'percent',
          maximumFractionDigits: 1,
          signDisplay: 'exceptZero',
        })
  }
  return (
    <Section title={t('billing.whatIf.title')} description={t('billing.whatIf.description')}>
      <Group align="flex-end" gap="sm">
        <Select
          label={t('billing.whatIf.month')}
          data={months.map((value) => ({ value, label: named(value) }))}
          value={month}
          allowDeselect={false}
          onChange={(next) => next && setMonth(next)}
        />
        <NumberInput
          label={t('billing.whatIf.price')}
          placeholder={String(found.data?.prices.usdPerToken ?? '')}
          min={0}
          max={WHAT_IF.maxUsdPerToken}
          step={0.001}
          decimalScale={6}
          {...separators()}
          value={price}
          onChange={setPrice}
        />
        <NumberInput
          label={t('billing.whatIf.markup')}
          placeholder={String(found.data?.prices.markup ?? '')}
          min={0}
          max={WHAT_IF.maxMarkup}
          step={5}
          {...separators()}
          value={markup}
          onChange={setMarkup}
        />
        <Autocomplete
          label={t('billing.whatIf.model')}
          placeholder={t('billing.whatIf.sameModel')}
          data={[...new Set(list.items.map(({ id }) => id))]}
          value={model}
          onChange={setModel}
        />
      </Group>
      {found.data?.assumed && (
        <Text size="sm" c="dimmed">
          {t('billing.whatIf.assumed', {
            input: usd(found.data.assumed.input, i18n.language, 2),
            output: usd(found.data.assumed.output, i18n.language, 2),
          })}
        </Text>
      )}
      {found.isPending && <RowSkeletons height={40} />}
      {found.error && <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.data?.count === 0 && (
        <Text size="sm" c="dimmed">
          {t('billing.receipts.none')}
        </Text>
      )}
      {found.data && found.data.count > 0 && (
        <Table verticalSpacing="xs" horizontalSpacing="xs" aria-label={t('billing.whatIf.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{named(found.data.month)}</Table.Th>
              <Table.Th ta="end">{t('billing.whatIf.real')}</Table.Th>
              <Table.Th ta="end">{t('billing.whatIf.whatIf')}</Table.Th>
              <Table.Th ta="end">{t('billing.whatIf.difference')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {ROWS.map((row) => (
              <Table.Tr key={row}>
                <Table.Td>{t(`billing.whatIf.rows.${row}`)}</Table.Td>
                <Table.Td ta="end">{shown(found.data.real, row)}</Table.Td>
                <Table.Td ta="end" fw={500}>
                  {shown(found.data.whatIf, row)}
                </Table.Td>
                <Table.Td ta="end" c="dimmed">
                  {difference(row, found.data.real, found.data.whatIf)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}
