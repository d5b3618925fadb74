// The organization's card. A new one goes from the browser to the provider; we only get its id.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { CardForm } from '../../../components/payment/card-form.tsx'
import { formatCard } from '../../../components/payment/format-card.ts'
import type { CreatePaymentMethod } from '../../../components/payment/card-provider.ts'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useClientSession } from '../use-client.ts'
import { type BillingProps, usePayer, usePaymentMethod, useRefreshBilling } from './use-client-billing.ts'

export function PaymentMethodSection({ billing }: BillingProps) {
  const { t } = useTranslation()
  const { method, isLoading, error, refetch } = usePaymentMethod(billing)
  const [isEditing, setEditing] = useState(false)
  if (isLoading) return <RowSkeletons height={40} />
  if (error) return <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />
  if (isEditing) return <NewCard billing={billing} onClose={() => setEditing(false)} />
  return (
    <Group justify="space-between">
      <Text size="sm" c={method ? undefined : 'dimmed'}>
        {method ? t('billing.payment.savedCard', formatCard(method)) : t('billing.client.method.none')}
      </Text>
      <Button variant="default" onClick={() => setEditing(true)}>
        {t(method ? 'billing.client.method.change' : 'billing.client.method.add')}
      </Button>
    </Group>
  )
}

function NewCard({ billing, onClose }: BillingProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const { client, agency } = useClientSession()
  const refresh = useRefreshBilling()
  const payer = usePayer(billing)
  const [create, setCreate] = useState<CreatePaymentMethod>()
  const [onCard] = useState(() => (next: CreatePaymentMethod | undefined) => setCreate(() => next))
  const save = useMutation({
    mutationFn: async () => {
      if (!create) throw new Error(t('billing.payment.formMissing'))
      const paymentMethodId = await create({ name: '', email: client.email })
      return api.clientBilling.updatePayment.call({
        ...payer,
        region,
        paymentMethodId,
        agencyId: agency.ID,
        ...(client.ID && { userId: client.ID }),
      })
    },
    onSuccess: async () => {
      notify.success(t('billing.client.method.saved'))
      await refresh()
      onClose()
    },
    onError: () => notify.error(t('billing.client.method.failed')),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm">
        <CardForm provider={billing.provider} account={billing.accountId} onCard={onCard} />
        {save.error && <AlertBox kind="danger">{errorText(save.error)}</AlertBox>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!create} loading={save.isPending}>
            {t('billing.client.method.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
