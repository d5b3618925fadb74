import { Divider, Group, Stack, Text } from '@mantine/core'
import type { OfferedAddOn } from '@parlance/contract/billing/payments'
import { PLANS } from '@parlance/contract/billing/plans'
import type { Quote, QuoteLine } from '@parlance/contract/billing/quote'
import type { TaxInfo } from '@parlance/contract/billing/tax'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { moneyText } from '../../components/payment/money.ts'

interface Props {
  quote: Quote
  tax: TaxInfo
  addOns?: readonly OfferedAddOn[]
}

export function QuoteSummary({ quote, tax, addOns = [] }: Props) {
  const { t, i18n } = useTranslation()
  const money = (minor: number) => moneyText(minor, quote.currency, i18n.language)
  const rate = tax.taxRate.toLocaleString(numberLocale(i18n.language), { style: 'percent', maximumFractionDigits: 2 })
  const nameOf = ({ id, quantity }: QuoteLine) => {
    if (id === 'credits') return t('billing.summary.credits')
    const sold = addOns.find((one) => one.id === id)
    const name = PLANS.find((plan) => plan.id === id)?.label ?? (sold ? t(`billing.addOns.${sold.id}.name`) : id)
    return quantity > 1 ? `${name} × ${quantity}` : name
  }
  return (
    <Stack component="section" gap={6} aria-label={t('billing.summary.title')}>
      {quote.lines.map((line) => (
        <Row key={line.id} name={nameOf(line)} value={money(line.amount)} />
      ))}
      {quote.discount > 0 && <Row name={t('billing.summary.discount')} value={`−${money(quote.discount)}`} />}
      {quote.tax > 0 && <Row name={t('billing.summary.vat', { rate })} value={money(quote.tax)} />}
      <Divider />
      <Row name={t('billing.summary.total')} value={money(quote.total)} strong />
    </Stack>
  )
}

function Row({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" fw={strong ? 600 : 400}>
        {name}
      </Text>
      <Text size="sm" fw={strong ? 600 : 400}>
        {value}
      </Text>
    </Group>
  )
}
