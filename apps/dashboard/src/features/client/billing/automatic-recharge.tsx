// Automatic recharge: buys credits with the saved card when they fall below a threshold.
import { Button, Group, Slider, Stack, Switch, Text } from '@mantine/core'
import { CLIENT_RECHARGE } from '@parlance/contract/billing/client-purchase-rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { moneyText } from '../../../components/payment/money.ts'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { type BillingProps, usePayer, usePaymentMethod, useRefreshBilling } from './use-client-billing.ts'

export function AutomaticRecharge({ billing }: BillingProps) {
  const { t, i18n } = useTranslation()
  const { api } = useScope()
  const refresh = useRefreshBilling()
  const payer = usePayer(billing)
  const { method } = usePaymentMethod(billing)
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
  const shown = {
    threshold: t('billing.recharge.credits', { count: draft.threshold }),
    amount: moneyText(draft.amount * 100, 'usd', i18n.language),
  }
  const isUnpaid = !method && !stored.automaticBilling
  return (
    <Stack gap="sm">
      <Switch
        label={t('billing.recharge.text')}
        checked={draft.automaticBilling}
        disabled={isUnpaid}
        description={isUnpaid ? t('billing.client.recharge.needsMethod') : undefined}
        onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, automaticBilling: checked })}
      />
      {stopped && <AlertBox kind="warning">{t(`billing.recharge.stopped.${stopped}`)}</AlertBox>}
      {draft.automaticBilling &&
        (['threshold', 'amount'] as const).map((field) => (
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
              value={draft[field]}
              onChange={(value) => setDraft({ ...draft, [field]: value })}
              label={(value) => value.toLocaleString(numberLocale(i18n.language))}
              thumbLabel={t(`billing.recharge.${field}`)}
            />
          </div>
        ))}
      <Group justify="flex-end">
        <Button
          variant="default"
          loading={save.isPending}
          disabled={JSON.stringify(draft) === JSON.stringify(stored)}
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
