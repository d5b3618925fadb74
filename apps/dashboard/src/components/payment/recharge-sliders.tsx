// When an organization's credits are recharged, and by how much.
import { Group, Slider, Text } from '@mantine/core'
import { CLIENT_RECHARGE } from '@parlance/contract/billing/client-purchase-rules'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { moneyText } from './money.ts'

interface Values {
  /** Credits. */
  threshold: number
  /** Dollars. */
  amount: number
}

export function RechargeSliders({ value, onChange }: { value: Values; onChange: (change: Partial<Values>) => void }) {
  const { t, i18n } = useTranslation()
  const shown = {
    threshold: t('billing.recharge.credits', { count: value.threshold }),
    amount: moneyText(value.amount * 100, 'usd', i18n.language),
  }
  return (['threshold', 'amount'] as const).map((field) => (
    <div key={field}>
      <Group justify="space-between">
        <Text size="sm">{t(`billing.recharge.${field}`)}</Text>
        <Text size="sm" fw={500}>
          {shown[field]}
        </Text>
      </Group>
      <Slider
        min={CLIENT_RECHARGE[field].min}
        max={CLIENT_RECHARGE[field].max}
        step={CLIENT_RECHARGE[field].step}
        value={value[field]}
        onChange={(next) => onChange({ [field]: next })}
        label={(next) => next.toLocaleString(numberLocale(i18n.language))}
        thumbLabel={t(`billing.recharge.${field}`)}
      />
    </div>
  ))
}
