// Changes a subscription: add-ons, a larger plan, cancellation.
import { ActionIcon, Button, Card, Group, Radio, Stack, Text, Textarea, Title } from '@mantine/core'
import type { AddOns } from '@parlance/contract/billing/entitlements'
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { ADD_ON_QUANTITY, CANCEL_REASONS } from '@parlance/contract/billing/purchase-rules'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wordLocale } from '../../components/content/locale.ts'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { confirm } from '../../components/overlay/confirm.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { moneyText } from '../../components/payment/money.ts'
import { errorText } from '../../lib/errors.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notifyFailure } from './notify-failure.ts'
import { useRefreshBilling } from './use-billing.ts'

interface Props {
  overview: BillingOverview
  onEnterprise: () => void
  onClose: () => void
}

export function ModifyPlanDialog({ overview, onEnterprise, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('billing.modify.title')} size="lg" onClose={onClose}>
      <Stack gap="lg">
        {overview.currentPlan.id !== 'enterprise' && (
          <Card withBorder>
            <Group justify="space-between">
              <Text size="sm" flex="1 1 200px">
                {t('billing.modify.enterprise')}
              </Text>
              <Button variant="default" onClick={onEnterprise}>
                {t('billing.modify.askEnterprise')}
              </Button>
            </Group>
          </Card>
        )}
        <AddOnList overview={overview} />
        <DangerZone overview={overview} />
      </Stack>
    </Dialog>
  )
}

function AddOnList({ overview: { addOns: offered, tax, currentPlan } }: Pick<Props, 'overview'>) {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefreshBilling()
  const stored = Object.fromEntries(offered.map(({ id, quantity }) => [id, quantity])) as AddOns
  const [draft, setDraft] = useState(stored)
  const [problem, setProblem] = useState<{ text: string; why?: string }>()
  const status = useQuery(
    api.billing.checkAddonStatus.queryOptions({
      input: { userId: workspace.uid, addonKeys: offered.map(({ id }) => id) },
      retry: false,
      staleTime: 0,
    }),
  )
  const statusFailed = status.isError
  useEffect(() => {
    if (statusFailed) notify.error(t('billing.modify.statusFailed'))
  }, [statusFailed, t])
  const isChanged = offered.some(({ id, quantity }) => draft[id] !== quantity)
  const save = useMutation(
    api.billing.setAddons.mutationOptions({
      onSuccess: async ({ errors }) => {
        await refresh()
        if (errors.length > 0) setProblem({ text: t('billing.modify.someFailed'), why: errors.join(', ') })
        else notify.success(t('billing.modify.addOnsUpdated'))
      },
      onError: (error) => setProblem({ text: t('billing.modify.addOnsFailed'), why: errorText(error) }),
    }),
  )
  const submit = async () => {
    setProblem(undefined)
    if (currentPlan.id === 'free' || status.data?.hasSubscription === false)
      return setProblem({ text: t('billing.modify.needsSubscription') })
    if (!isChanged) return setProblem({ text: t('billing.modify.noChanges') })
    const isPriced = offered
      .filter(({ id, quantity }) => draft[id] !== quantity)
      .every(({ prices }) => prices.some(({ currency }) => currency === tax.currency))
    if (!isPriced) return notify.error(t('billing.modify.prepareFailed'))
    const total = offered.reduce((sum, { id, prices }) => {
      const amount = prices.find(({ currency }) => currency === tax.currency)?.amount ?? 0
      return sum + (draft[id] ?? 0) * amount
    }, 0)
    const isSure = await confirm({
      title: t('billing.modify.confirmTitle'),
      body: `${t('billing.modify.changeText')} ${t('billing.modify.newTotal', { price: moneyText(total * 100, tax.currency, i18n.language) })}`,
      confirm: t('billing.modify.save'),
      danger: false,
    })
    if (isSure) save.mutate({ uid: workspace.uid, addOns: draft })
  }
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('billing.modify.addOns')}
      </Title>
      {offered.map(({ id, prices, currentQuantity }) => {
        const name = t(`billing.addOns.${id}.name`)
        const quantity = draft[id] ?? 0
        const price = prices.find(({ currency }) => currency === tax.currency)
        return (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" fw={500}>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {t(`billing.addOns.${id}.description`)}{' '}
                {price &&
                  t('billing.subscribe.perMonth', {
                    price: moneyText(price.amount * 100, tax.currency, i18n.language),
                  })}
              </Text>
              {quantity < currentQuantity && (
                <Text size="xs" c="dimmed">
                  {t('billing.modify.untilCycle', { count: currentQuantity })}
                </Text>
              )}
            </div>
            <Group gap={6} wrap="nowrap">
              <ActionIcon
                variant="default"
                aria-label={t('billing.modify.less', { name })}
                disabled={quantity <= 0}
                onClick={() => setDraft({ ...draft, [id]: quantity - 1 })}
              >
                <IconMinus size={16} stroke={1.5} />
              </ActionIcon>
              <Text miw={28} ta="center" aria-live="polite">
                {quantity}
              </Text>
              <ActionIcon
                variant="default"
                aria-label={t('billing.modify.more', { name })}
                disabled={quantity >= ADD_ON_QUANTITY.max}
                onClick={() => setDraft({ ...draft, [id]: quantity + 1 })}
              >
                <IconPlus size={16} stroke={1.5} />
              </ActionIcon>
            </Group>
          </Group>
        )
      })}
      <Text size="xs" c="dimmed">
        {t('billing.modify.terms')}
      </Text>
      {problem && (
        <AlertBox kind="danger" {...(problem.why && { title: problem.text })}>
          {problem.why || problem.text}
        </AlertBox>
      )}
      <Group justify="flex-end">
        <Button loading={save.isPending} onClick={() => void submit()}>
          {t('billing.modify.save')}
        </Button>
      </Group>
    </Stack>
  )
}

function DangerZone({ overview: { currentPlan } }: Pick<Props, 'overview'>) {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefreshBilling()
  const [reason, setReason] = useState('')
  const [own, setOwn] = useState('')
  const [isAsking, setAsking] = useState(false)
  const cancel = useMutation(
    api.billing.cancelSubscription.mutationOptions({
      onSuccess: async () => {
        setAsking(false)
        notify.success(t('billing.modify.cancelled'))
        await refresh()
      },
      onError: (error) => notifyFailure(t('billing.modify.cancelFailed'), error),
    }),
  )
  const reactivate = useMutation(
    api.billing.reactivateSubscription.mutationOptions({
      onSuccess: async () => {
        notify.success(t('billing.modify.reactivated'))
        await refresh()
      },
      onError: (error) => notifyFailure(t('billing.modify.reactivateFailed'), error),
    }),
  )
  const date = new Date((currentPlan.cancelsAt ?? currentPlan.renewalDate ?? 0) * 1000).toLocaleDateString(
    wordLocale(i18n.language),
    { day: 'numeric', month: 'long', year: 'numeric' },
  )
  const isComplete = reason !== '' && (reason !== 'Other' || own.trim() !== '')
  return (
    <Card withBorder bd="1px solid var(--mantine-color-red-outline)">
      <Title order={3} size="h5" mb="xs">
        {t('billing.modify.danger')}
      </Title>
      {currentPlan.cancels ? (
        <Group justify="space-between">
          <Text size="sm" flex="1 1 200px">
            {t('billing.plan.endsOn', { date })}
          </Text>
          <Button loading={reactivate.isPending} onClick={() => reactivate.mutate({ userId: workspace.uid })}>
            {t('billing.modify.reactivate')}
          </Button>
        </Group>
      ) : isAsking ? (
        <Stack gap="sm">
          <Radio.Group label={t('billing.modify.reason')} required value={reason} onChange={setReason}>
            <Stack gap={6} mt={6}>
              {CANCEL_REASONS.map((one) => (
                <Radio key={one} value={one} label={t(`billing.modify.reasons.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
          {reason === 'Other' && (
            <Textarea
              label={t('billing.modify.ownReason')}
              required
              maxLength={900}
              autosize
              minRows={2}
              value={own}
              onChange={({ currentTarget }) => setOwn(currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('billing.modify.keep')}
            </Button>
            <Button
              color="red"
              disabled={!isComplete}
              loading={cancel.isPending}
              onClick={() =>
                cancel.mutate({ userId: workspace.uid, reason: reason === 'Other' ? `Other: ${own.trim()}` : reason })
              }
            >
              {t('billing.modify.cancelNow')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Group justify="space-between">
          <Text size="sm" flex="1 1 200px">
            {t('billing.modify.cancelText', { date })}
          </Text>
          <Button color="red" variant="outline" onClick={() => setAsking(true)}>
            {t('billing.modify.cancel')}
          </Button>
        </Group>
      )}
    </Card>
  )
}
