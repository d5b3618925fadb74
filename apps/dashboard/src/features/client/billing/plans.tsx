// The agency's plans. One at a time: another one requires cancelling first.
import { Badge, Button, Card, Group, List, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ClientPlan } from '@parlance/contract/billing/client-billing'
import { isRunning } from '@parlance/contract/billing/client-purchase-rules'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { moneyText } from '../../../components/payment/money.ts'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useClientSession } from '../use-client.ts'
import { type BillingProps, usePayer, useRefreshBilling } from './use-client-billing.ts'

const RELOAD_MS = 1500

export function Plans({ billing }: BillingProps) {
  const { t } = useTranslation()
  const { plans, subscription } = billing
  const isSubscribed = isRunning(subscription.status)
  const isOffered = plans.some(({ priceId }) => priceId === subscription.priceId)
  return (
    <Stack gap="sm">
      {plans.length === 0 && !isSubscribed && (
        <Text size="sm" c="dimmed">
          {t('billing.client.plans.none')}
        </Text>
      )}
      {isSubscribed && !isOffered && (
        <Card padding="md" withBorder>
          <Badge variant="light">{t('billing.client.plans.current')}</Badge>
          <Text size="sm" my="sm">
            {t('billing.client.plans.notOffered')}
          </Text>
          <Cancel billing={billing} />
        </Card>
      )}
      {plans.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {plans.map((plan) => (
            <Plan key={plan.priceId} plan={plan} billing={billing} />
          ))}
        </SimpleGrid>
      )}
      {isSubscribed && plans.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('billing.client.plans.blocked')}
        </Text>
      )}
    </Stack>
  )
}

function Plan({ plan, billing }: BillingProps & { plan: ClientPlan }) {
  const { t, i18n } = useTranslation()
  const { subscription } = billing
  const isSubscribed = isRunning(subscription.status)
  const isCurrent = isSubscribed && subscription.priceId === plan.priceId
  const price = moneyText(Math.round(plan.price * 100), 'usd', i18n.language)
  return (
    <Card padding="md" withBorder>
      <Group justify="space-between">
        <Text fw={600} dir="auto">
          {plan.name}
        </Text>
        {isCurrent ? (
          <Badge variant="light">{t('billing.client.plans.current')}</Badge>
        ) : (
          plan.isPopular && <Badge variant="default">{t('billing.client.plans.popular')}</Badge>
        )}
      </Group>
      <Text mt={4}>{t('billing.client.plans.perMonth', { price })}</Text>
      <Text size="sm" c="dimmed">
        {t('billing.client.plans.credits', { count: plan.credits })}
      </Text>
      <List size="sm" my="sm">
        {plan.features.map((feature) => (
          <List.Item key={feature} dir="auto">
            {feature}
          </List.Item>
        ))}
      </List>
      <Group mt="auto">{isCurrent ? <Cancel billing={billing} /> : <Subscribe plan={plan} billing={billing} />}</Group>
    </Card>
  )
}

/** This page, as the provider's return address. */
function returnAddress(state: string): string {
  const url = new URL(location.href)
  url.searchParams.set('billing', state)
  return url.href
}

function Subscribe({ plan, billing }: BillingProps & { plan: ClientPlan }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { client } = useClientSession()
  const payer = usePayer(billing)
  const subscribe = useMutation(
    api.clientBilling.createOrgSubscription.mutationOptions({
      onSuccess: ({ sessionUrl }) => {
        if (sessionUrl) location.assign(sessionUrl)
        else notify.error(t('billing.client.plans.sessionFailed'))
      },
      onError: (error) => notify.error(errorText(error), { title: t('billing.client.plans.failed') }),
    }),
  )
  const start = () =>
    subscribe.mutate({
      ...payer,
      priceId: plan.priceId,
      ...(client.email && { customerEmail: client.email }),
      ...(billing.customerId && { customerId: billing.customerId }),
      successUrl: returnAddress('subscribed'),
      cancelUrl: returnAddress('open'),
    })
  return (
    <Button
      variant={plan.isPopular ? 'filled' : 'default'}
      disabled={isRunning(billing.subscription.status)}
      loading={subscribe.isPending}
      aria-label={t('billing.client.plans.subscribeTo', { name: plan.name })}
      onClick={start}
    >
      {t('billing.client.plans.subscribe')}
    </Button>
  )
}

function Cancel({ billing }: BillingProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const refresh = useRefreshBilling()
  const payer = usePayer(billing)
  const cancel = useMutation(
    api.clientBilling.cancelOrgSubscription.mutationOptions({
      onSuccess: async () => {
        notify.success(t('billing.client.plans.canceled'))
        await refresh()
        // The address may still say that the client came back from subscribing.
        setTimeout(() => location.replace(returnAddress('open')), RELOAD_MS)
      },
      onError: () => notify.error(t('billing.client.plans.cancelFailed')),
    }),
  )
  const ask = async () => {
    const isSure = await confirm({
      title: t('billing.client.plans.cancelQuestion'),
      body: t('billing.client.plans.cancelText'),
      confirm: t('billing.client.plans.cancel'),
      danger: true,
    })
    if (isSure) cancel.mutate({ ...payer, subscriptionId: billing.subscription.id })
  }
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => void ask()}>
      {t('billing.client.plans.cancel')}
    </Button>
  )
}
