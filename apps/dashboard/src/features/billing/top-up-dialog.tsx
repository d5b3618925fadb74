// Adds money to the balance with a saved or new card.
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { TOP_UP } from '@parlance/contract/billing/purchase-rules'
import { quoteTopUp } from '@parlance/contract/billing/quote'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { separators } from '../../components/content/format-number.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { numberLocale } from '../../i18n/number-locale.ts'
import { randomId } from '../../lib/random-id.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { QuoteSummary } from './quote-summary.tsx'
import type { Awaited } from './use-billing.ts'

interface Props {
  overview: BillingOverview
  onPaid: (awaited: Awaited) => void
  onClose: () => void
}

export function TopUpDialog({ overview, onPaid, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const { tax, creditValueUsd } = overview
  // As typed: unfinished amounts such as `4.` are text.
  const [typed, setTyped] = useState<number | string>(20)
  const amount = Number(typed)
  // Kept for the whole purchase, so that a retry does not pay again.
  const [purchaseKey] = useState(() => randomId())
  const [isPaying, setPaying] = useState(false)
  const isAllowed = amount >= TOP_UP.min && amount <= TOP_UP.max
  const quote = quoteTopUp(isAllowed ? amount : 0, tax)
  if (isPaying)
    return (
      <PaymentDialog
        overview={overview}
        quote={quote}
        title={t('billing.topUp.title')}
        successTitle={t('billing.topUp.done')}
        errorTitle={t('billing.topUp.failed')}
        errorText={t('billing.topUp.failed')}
        onPay={(again) =>
          api.billing.topUp.call(
            { userId: workspace.uid, amount, currency: tax.currency, again },
            { context: { headers: { 'idempotency-key': again ? `${purchaseKey}-again` : purchaseKey } } },
          )
        }
        onConfirmed={async ({ paymentIntentId }) => {
          await api.billing.confirmSubscriptionPayment.call({
            userId: workspace.uid,
            paymentIntentId: paymentIntentId ?? '',
          })
        }}
        onPaid={onPaid}
        onClose={onClose}
      />
    )
  const credits = Math.round((amount || 0) / tax.exchangeRate / creditValueUsd)
  return (
    <Dialog title={t('billing.topUp.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isAllowed) setPaying(true)
        }}
      >
        <Stack>
          <NumberInput
            label={t('billing.topUp.amount')}
            description={t('billing.topUp.minimum', { symbol: tax.currencySymbol, min: TOP_UP.min })}
            prefix={tax.currencySymbol}
            min={0}
            max={TOP_UP.max}
            decimalScale={2}
            {...separators()}
            value={typed}
            onChange={setTyped}
          />
          <Text size="sm">
            {t('billing.topUp.buys', { credits: credits.toLocaleString(numberLocale(i18n.language)) })}
          </Text>
          <QuoteSummary quote={quote} tax={tax} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!isAllowed}>
              {t('billing.topUp.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
