// Plan and automatic recharge with their dialogs.
import { SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { errorText, hasCode } from '../../lib/errors.ts'
import { EnterpriseDialog } from './enterprise-dialog.tsx'
import { ModifyPlanDialog } from './modify-plan-dialog.tsx'
import { PlanCard } from './plan-card.tsx'
import { RechargeCard } from './recharge-card.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'
import { type Awaited, useBilling } from './use-billing.ts'

type Open = 'subscribe' | 'topUp' | 'modify' | 'enterprise'

export function Subscription() {
  const { t } = useTranslation()
  const [awaited, setAwaited] = useState<Awaited>()
  const billing = useBilling(awaited, () => setAwaited(undefined))
  const [open, setOpen] = useState<Open>()
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
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
        <PlanCard
          overview={overview}
          onTopUp={() => setOpen('topUp')}
          onUpgrade={() => setOpen('subscribe')}
          onModify={() => setOpen('modify')}
        />
        {/* Stored values that changed elsewhere replace those of the sliders. */}
        <RechargeCard key={JSON.stringify(overview.autoRecharge)} overview={overview} />
      </SimpleGrid>
      {open === 'subscribe' && <SubscribeDialog overview={overview} onPaid={setAwaited} onClose={close} />}
      {open === 'topUp' && <TopUpDialog overview={overview} onPaid={setAwaited} onClose={close} />}
      {open === 'modify' && (
        <ModifyPlanDialog overview={overview} onEnterprise={() => setOpen('enterprise')} onClose={close} />
      )}
      {open === 'enterprise' && <EnterpriseDialog overview={overview} onClose={close} />}
    </>
  )
}
