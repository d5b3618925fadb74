// The card that pays for plan, top-ups and automatic recharge, and its replacement.
import { Button, Card, Group, Text } from '@mantine/core'
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { formatCard } from '../../components/payment/format-card.ts'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { useDeniedReason } from '../../lib/permissions.ts'
import { usePaymentMethod } from './use-billing.ts'

const PaymentMethodDialog = lazy(() => import('./payment-method-dialog.tsx'))

export function PaymentMethodCard({ overview }: { overview: BillingOverview }) {
  const { t } = useTranslation()
  const denied = useDeniedReason('admin')
  const userData = usePaymentMethod()
  const [isEditing, setEditing] = useState(false)
  const { paymentMethod: method, customer } = userData.data ?? {}
  return (
    <Card padding="lg" mb="md" data-testid="payment-method">
      <Group justify="space-between">
        <div>
          <Text fw={600}>{t('billing.method.title')}</Text>
          {userData.isPending && <RowSkeletons rows={1} height={20} />}
          {userData.error && (
            <ErrorMessage text={t('billing.payment.loadFailed')} onRetry={() => void userData.refetch()} />
          )}
          {userData.data && (
            <Text size="sm" c={method ? undefined : 'dimmed'}>
              {method ? t('billing.payment.savedCard', formatCard(method)) : t('billing.method.none')}
            </Text>
          )}
          {customer && method && (
            <Text size="sm" c="dimmed">
              {t('billing.method.receipts', { email: customer.email })}
              {customer.taxId && ` · ${t('billing.method.taxId', { id: customer.taxId })}`}
            </Text>
          )}
        </div>
        <PermissionTooltip why={denied}>
          <Button variant="default" disabled={!userData.data} onClick={() => setEditing(true)}>
            {t(method ? 'billing.method.change' : 'billing.method.add')}
          </Button>
        </PermissionTooltip>
      </Group>
      {isEditing && userData.data && (
        <Suspense>
          <PaymentMethodDialog overview={overview} userData={userData.data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}
