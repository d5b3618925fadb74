// Plan and automatic recharge with their dialogs.
import { SimpleGrid } from '@mantine/core'
import type { Invoice } from '@parlance/contract/billing/payments'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { errorText, hasCode } from '../../lib/errors.ts'
import { EnterpriseDialog } from './enterprise-dialog.tsx'
import { INVOICES_SHOWN } from './invoices.tsx'
import { ModifyPlanDialog } from './modify-plan-dialog.tsx'
import { PaymentMethodCard } from './payment-method-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { RechargeCard } from './recharge-card.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'
import { type Awaited, useBilling, useInvoices } from './use-billing.ts'

const OverdueDialog = lazy(() => import('./overdue-dialog.tsx'))

type Open = 'subscribe' | 'topUp' | 'modify' | 'enterprise'

export function Subscription() {
  const { t } = useTranslation()
  const [awaited, setAwaited] = useState<Awaited>()
  const billing = useBilling(awaited, () => setAwaited(undefined))
  const invoices = useInvoices(INVOICES_SHOWN)
  const [open, setOpen] = useState<Open>()
  // Kept while its payment is shown.
  const [overdue, setOverdue] = useState<Invoice>()
  const close = () => setOpen(undefined)
  if (billing.isPending) return <RowSkeletons height={160} />
  if (billing.error)
    return (
      <ErrorMessage
        text={
          hasCode(billing.error, 'NOT_FOUND')
            ? t('billing.noWorkspace')
            : errorText(billing.error) || t('billing.payment.loadFailed')
        }
        onRetry={() => void billing.refetch()}
      />
    )
  const overview = billing.data
  const isOverdue = ['past_due', 'unpaid'].includes(overview.currentPlan.status)
  const unpaid = invoices.data?.items.find(({ status, kind }) => status === 'open' && kind === 'subscription')
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
        <PlanCard
          overview={overview}
          onTopUp={() => setOpen('topUp')}
          onUpgrade={() => setOpen('subscribe')}
          onModify={() => setOpen('modify')}
          onEnterprise={() => setOpen('enterprise')}
          onPayOverdue={isOverdue && unpaid ? () => setOverdue(unpaid) : undefined}
        />
        <RechargeCard overview={overview} />
      </SimpleGrid>
      <PaymentMethodCard overview={overview} />
      {open === 'subscribe' && <SubscribeDialog overview={overview} onPaid={setAwaited} onClose={close} />}
      {open === 'topUp' && <TopUpDialog overview={overview} onPaid={setAwaited} onClose={close} />}
      {open === 'modify' && (
        <ModifyPlanDialog overview={overview} onEnterprise={() => setOpen('enterprise')} onClose={close} />
      )}
      {overdue && (
        <Suspense>
          <OverdueDialog overview={overview} invoice={overdue} onClose={() => setOverdue(undefined)} />
        </Suspense>
      )}
      {open === 'enterprise' && <EnterpriseDialog overview={overview} onClose={close} />}
    </>
  )
}
