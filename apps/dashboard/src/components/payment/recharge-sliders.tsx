// When an organization's credits are recharged, and by how much.
import { CLIENT_RECHARGE } from '@parlance/contract/billing/client-purchase-rules'
import { useTranslation } from 'react-i18next'
import { LabeledSlider } from './labeled-slider.tsx'
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
    <LabeledSlider
      key={field}
      min={CLIENT_RECHARGE[field].min}
      max={CLIENT_RECHARGE[field].max}
      step={CLIENT_RECHARGE[field].step}
      label={t(`billing.recharge.${field}`)}
      shown={shown[field]}
      value={value[field]}
      onChange={(next) => onChange({ [field]: next })}
    />
  ))
}
