// Automatic recharge: buys credits with the saved card when they fall below a threshold.
import { Button, Group, Stack, Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { RechargeSliders } from '../../../components/payment/recharge-sliders.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { type BillingProps, usePayer, usePaymentMethod, useRefreshBilling } from './use-client-billing.ts'

interface Props extends BillingProps {
  /** Reports whether there are unsaved changes. */
  onDirty: (isDirty: boolean) => void
}

export function AutomaticRecharge({ billing, onDirty }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const refresh = useRefreshBilling()
  const payer = usePayer(billing)
  const { method, hasNone } = usePaymentMethod(billing)
  const { stopped, ...stored } = billing.autocharge
  const [changed, setDraft] = useState<typeof stored>()
  const draft = changed ?? stored
  const save = useMutation(
    api.clientBilling.updateAutorecharge.mutationOptions({
      onSuccess: async () => {
        notify.success(t('billing.client.recharge.saved'))
        await refresh()
        setDraft(undefined)
      },
      onError: () => {
        setDraft(undefined)
        notify.error(t('billing.client.recharge.failed'))
      },
    }),
  )
  const isDirty = JSON.stringify(draft) !== JSON.stringify(stored)
  useEffect(() => {
    onDirty(isDirty)
  }, [isDirty, onDirty])
  const isUnpaid = !method && !stored.automaticBilling
  return (
    <Stack gap="sm">
      <Switch
        label={t('billing.recharge.text')}
        checked={draft.automaticBilling}
        disabled={isUnpaid}
        description={isUnpaid && hasNone ? t('billing.client.recharge.needsMethod') : undefined}
        onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, automaticBilling: checked })}
      />
      {stopped && <AlertBox kind="warning">{t(`billing.recharge.stopped.${stopped}`)}</AlertBox>}
      {draft.automaticBilling && <RechargeSliders value={draft} onChange={(part) => setDraft({ ...draft, ...part })} />}
      <Group justify="flex-end">
        <Button
          variant="default"
          loading={save.isPending}
          disabled={!isDirty}
          onClick={() =>
            save.mutate({ ...payer, ...draft, ...(billing.customerId && { customer_id: billing.customerId }) })
          }
        >
          {t('billing.recharge.save')}
        </Button>
      </Group>
    </Stack>
  )
}
