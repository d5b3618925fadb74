// Automatic recharge: buys credits with the saved card when the balance falls below a threshold.
import { Button, Card, Group, Stack, Switch, Text } from '@mantine/core'
import type { AutoRecharge, BillingOverview } from '@parlance/contract/billing/payments'
import { quoteTopUp } from '@parlance/contract/billing/quote'
import { AUTO_RECHARGE_RANGES, type AutoRechargeField } from '@parlance/contract/billing/recharge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { errorText } from '../../lib/errors.ts'
import { useDeniedReason } from '../../lib/permissions.ts'
import { useUnsavedGuard } from '../../lib/unsaved-guard.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { LabeledSlider } from '../../components/payment/labeled-slider.tsx'
import { moneyText } from '../../components/payment/money.ts'
import { useRefreshBilling } from './use-billing.ts'

type Draft = Pick<AutoRecharge, 'automaticBilling'> & Record<AutoRechargeField, number>

const draftOf = (stored: AutoRecharge): Draft => ({
  automaticBilling: stored.automaticBilling,
  threshold: stored.autochargeCreditThreshold,
  amount: stored.autochargeCreditAmount,
  monthlyLimit: stored.monthlyChargeLimit,
})

/** Settings that changed elsewhere replace those of the sliders; a charge does not. */
export function RechargeCard({ overview }: { overview: BillingOverview }) {
  return <Form key={JSON.stringify(draftOf(overview.autoRecharge))} overview={overview} />
}

function Form({ overview }: { overview: BillingOverview }) {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefreshBilling()
  const denied = useDeniedReason('admin')
  const { autoRecharge: stored, currentPlan, tax } = overview
  const [draft, setDraft] = useState(() => draftOf(stored))
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(stored))
  useUnsavedGuard(isDirty)
  const isFree = currentPlan.id === 'free'
  const save = useMutation(
    api.billing.setAutoRecharge.mutationOptions({
      onSuccess: async () => {
        notify.success(t('billing.recharge.saved'))
        await refresh()
      },
      onError: (error) => {
        setDraft(draftOf(stored))
        notify.error(t('billing.recharge.failed', { message: errorText(error) || t('billing.recharge.notSaved') }))
      },
    }),
  )
  const money = (whole: number) => moneyText(whole * 100, tax.currency, i18n.language)
  const shown: Record<AutoRechargeField, string> = {
    threshold: t('billing.recharge.credits', { count: draft.threshold }),
    amount:
      tax.taxRate === 0
        ? money(draft.amount)
        : t('billing.recharge.withTax', {
            amount: money(draft.amount),
            total: money(quoteTopUp(draft.amount, tax).total / 100),
          }),
    monthlyLimit: draft.monthlyLimit === 0 ? t('billing.recharge.noLimit') : money(draft.monthlyLimit),
  }
  const why = denied || (isFree ? t('billing.recharge.freePlan') : '')
  return (
    <Card padding="lg">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{t('billing.recharge.title')}</Text>
          <Text size="sm" c="dimmed">
            {t('billing.recharge.text')}
          </Text>
        </div>
        <PermissionTooltip why={why}>
          <Switch
            aria-label={t('billing.recharge.title')}
            checked={draft.automaticBilling}
            onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, automaticBilling: checked })}
          />
        </PermissionTooltip>
      </Group>
      {stored.stopped && <AlertBox kind="warning">{t(`billing.recharge.stopped.${stored.stopped}`)}</AlertBox>}
      <Stack gap="md" mt="md" c={draft.automaticBilling ? undefined : 'dimmed'}>
        {(['threshold', 'amount', 'monthlyLimit'] as const).map((field) => (
          <LabeledSlider
            key={field}
            {...AUTO_RECHARGE_RANGES[field]}
            label={t(`billing.recharge.${field}`)}
            shown={shown[field]}
            value={draft[field]}
            onChange={(value) => setDraft({ ...draft, [field]: value })}
            disabled={!draft.automaticBilling || why !== ''}
          />
        ))}
      </Stack>
      <Group justify="space-between" mt="lg">
        <Text size="sm" c="dimmed">
          {t('billing.recharge.charged', { amount: money(stored.chargedThisMonth) })}
        </Text>
        <PermissionTooltip why={why}>
          <Button
            loading={save.isPending}
            disabled={!isDirty}
            onClick={() =>
              save.mutate({
                uid: workspace.uid,
                automaticBilling: draft.automaticBilling,
                internal: {
                  autochargeCreditThreshold: draft.threshold,
                  autochargeCreditAmount: draft.amount,
                  monthlyChargeLimit: draft.monthlyLimit,
                },
              })
            }
          >
            {t('billing.recharge.save')}
          </Button>
        </PermissionTooltip>
      </Group>
    </Card>
  )
}
