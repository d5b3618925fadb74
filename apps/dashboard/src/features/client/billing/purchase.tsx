// Buys credits at the agency's price with the saved card.
import { Anchor, Button, Group, Slider, Stack, Text } from '@mantine/core'
import { CLIENT_PURCHASE, creditsInCents } from '@parlance/contract/billing/client-purchase-rules'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usd } from '../../../components/content/format-number.ts'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import {
  confirmPayment,
  type PaymentAction,
  sandboxConfirmationUrl,
} from '../../../components/payment/card-provider.ts'
import { moneyText } from '../../../components/payment/money.ts'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { errorText, hasReason } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useRequestKey } from '../../../lib/use-request-key.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useClientSession } from '../use-client.ts'
import { type BillingProps, usePaymentMethod, useRefreshBilling } from './use-client-billing.ts'

const PRICE_DECIMALS = 4

export function Purchase({ billing }: BillingProps) {
  const { t, i18n } = useTranslation()
  const { api, region } = useScope()
  const { client, workspaceId } = useClientSession()
  const refresh = useRefreshBilling()
  const { method, hasNone } = usePaymentMethod(billing)
  const [credits, setCredits] = useState<number>(CLIENT_PURCHASE.min)
  const purchase = useRequestKey()
  const locale = numberLocale(i18n.language)
  const [action, setAction] = useState<PaymentAction>()
  const closed = useAbortOnUnmount()
  const buy = useMutation({
    mutationFn: async ({ amount, again }: { amount: number; again: boolean }) => {
      const bought = await api.clientBilling.prePaid.call(
        {
          creditAmount: amount,
          region,
          workspaceId,
          orgId: billing.orgId,
          again,
          ...(client.ID && { clientId: client.ID }),
        },
        { context: { headers: { 'idempotency-key': purchase.keyOf(amount) } } },
      )
      if (!bought.requiresAction) return
      // The bank asks the customer; the purchase arrives after their answer.
      setAction(bought)
      const status = await confirmPayment(billing.provider, bought, closed.current.signal, billing.accountId)
      if (status !== 'succeeded') {
        purchase.renew()
        throw new Error(t('billing.payment.failedWithStatus', { status }))
      }
      const paymentIntentId = bought.paymentIntentId ?? ''
      await api.clientBilling.confirmPrePaid.call({ orgId: billing.orgId, paymentIntentId })
    },
    onSettled: () => setAction(undefined),
    onSuccess: async () => {
      purchase.renew()
      notify.success(t('billing.client.purchase.done'))
      await refresh()
    },
    onError: (error) => {
      purchase.renewIfRefused(error)
      if (!hasReason(error, 'purchase_repeated')) notify.error(t('billing.client.purchase.failed'))
    },
  })
  const pay = (again: boolean) => buy.mutate({ amount: credits, again })
  const isRepeated = hasReason(buy.error, 'purchase_repeated')
  const label = t('billing.client.purchase.amount')
  return (
    <Stack gap="sm">
      <Group component="section" gap="xs" aria-label={label}>
        {CLIENT_PURCHASE.picks.map((pick) => (
          <Button
            key={pick}
            size="xs"
            variant={pick === credits ? 'light' : 'default'}
            aria-pressed={pick === credits}
            onClick={() => setCredits(pick)}
          >
            {pick.toLocaleString(locale, { notation: 'compact' })}
          </Button>
        ))}
      </Group>
      <Group justify="space-between">
        <Text size="sm">{t('billing.recharge.credits', { count: credits })}</Text>
        <Text size="sm" c="dimmed">
          {t('billing.client.purchase.perCredit', { price: usd(billing.usdPerCredit, i18n.language, PRICE_DECIMALS) })}
        </Text>
      </Group>
      <Slider
        min={CLIENT_PURCHASE.min}
        max={CLIENT_PURCHASE.max}
        step={CLIENT_PURCHASE.step}
        value={credits}
        onChange={setCredits}
        label={(value) => value.toLocaleString(locale)}
        thumbLabel={label}
      />
      {buy.error && buy.variables?.amount === credits && (
        <AlertBox kind={isRepeated ? 'warning' : 'danger'}>
          {errorText(buy.error)}
          {isRepeated && (
            <Button variant="default" size="xs" mt="xs" display="block" onClick={() => pay(true)}>
              {t('billing.payment.again')}
            </Button>
          )}
        </AlertBox>
      )}
      {hasNone && (
        <Text size="sm" c="dimmed">
          {t('billing.client.purchase.needsMethod')}
        </Text>
      )}
      {action && (
        <Stack gap={4} aria-live="polite">
          <Text size="sm">{t('billing.payment.confirming')}</Text>
          {billing.provider.sandbox && (
            <Anchor size="sm" href={sandboxConfirmationUrl(billing.provider, action)} target="_blank" rel="noopener">
              {t('billing.payment.openBank')}
            </Anchor>
          )}
        </Stack>
      )}
      <Group justify="flex-end">
        <Button disabled={!method} loading={buy.isPending} onClick={() => pay(false)}>
          {t('billing.client.purchase.buy', {
            price: moneyText(creditsInCents(credits, billing.usdPerCredit), 'usd', i18n.language, { cents: true }),
          })}
        </Button>
      </Group>
    </Stack>
  )
}

function useAbortOnUnmount() {
  const closed = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])
  return closed
}
