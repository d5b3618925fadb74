// Pays the overdue invoice of the subscription.
import type { BillingOverview, Invoice } from '@parlance/contract/billing/payments'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { useRefreshBilling } from './use-billing.ts'

interface Props {
  overview: BillingOverview
  invoice: Invoice
  onClose: () => void
}

export default function OverdueDialog({ overview, invoice, onClose }: Props) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefreshBilling()
  const { currency, subtotal, discount, tax, total } = invoice
  return (
    <PaymentDialog
      overview={overview}
      quote={{
        currency,
        lines: [{ id: overview.currentPlan.id, quantity: 1, unitAmount: subtotal, amount: subtotal }],
        subtotal,
        discount,
        tax,
        total,
      }}
      title={t('billing.overdue.title')}
      successTitle={t('billing.overdue.done')}
      errorTitle={t('billing.overdue.failed')}
      errorText={t('billing.overdue.failed')}
      thanks={t('billing.overdue.thanks')}
      onPay={() => api.billing.payOverdue.call({ uid: workspace.uid })}
      onConfirmed={async ({ paymentIntentId }) => {
        await api.billing.confirmSubscriptionPayment.call({
          userId: workspace.uid,
          paymentIntentId: paymentIntentId ?? '',
        })
      }}
      onPaid={() => void refresh()}
      onClose={onClose}
    />
  )
}
