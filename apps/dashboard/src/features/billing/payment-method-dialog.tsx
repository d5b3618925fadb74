import { Box } from '@mantine/core'
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { errorText } from '../../lib/errors.ts'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { PaymentForm, type Problem } from './payment-form.tsx'
import { type UserData, useRefreshBilling } from './use-billing.ts'
import { useSaveCard } from './use-save-card.ts'

interface Props {
  overview: BillingOverview
  userData: UserData
  onClose: () => void
}

export default function PaymentMethodDialog({ overview, userData, onClose }: Props) {
  const { t } = useTranslation()
  const refresh = useRefreshBilling()
  const save = useSaveCard()
  const once = useSingleFlight<void>()
  const [problem, setProblem] = useState<Problem>()
  const [isSaving, setSaving] = useState(false)
  return (
    <Dialog title={t('billing.method.title')} size="lg" closeOnClickOutside={false} onClose={onClose}>
      <Box component="fieldset" disabled={isSaving} bd={0} p={0} m={0} miw={0}>
        <PaymentForm
          overview={overview}
          saved={userData.paymentMethod ?? undefined}
          taxId={userData.customer?.taxId ?? ''}
          problem={problem}
          submitLabel={t('billing.method.save')}
          onSave={save}
          onPay={(chosen) =>
            void once(chosen.key, async () => {
              setSaving(true)
              try {
                await chosen.save()
                await refresh()
                notify.success(t('billing.method.saved'))
                onClose()
              } catch (error) {
                const isSame = chosen.key === userData.paymentMethod?.id
                setProblem({
                  what: t(isSame ? 'billing.payment.notUpdated' : 'billing.payment.notSaved'),
                  why: errorText(error) || t('billing.payment.error'),
                })
                setSaving(false)
              }
            })
          }
          onProblem={(why) => setProblem({ why })}
          onCancel={onClose}
        />
      </Box>
    </Dialog>
  )
}
