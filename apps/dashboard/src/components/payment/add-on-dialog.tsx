// Buys more of the add-on whose limit was reached.
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import type { AddOnId, AddOns } from '@parlance/contract/billing/entitlements'
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { ADD_ON_QUANTITY } from '@parlance/contract/billing/purchase-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { AlertBox } from '../feedback/alert-box.tsx'
import { ErrorMessage } from '../feedback/error-message.tsx'
import { notify } from '../feedback/notify.ts'
import { RowSkeletons } from '../feedback/skeletons.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { moneyText } from './money.ts'

interface Props {
  addOn: AddOnId
  onClose: () => void
}

export function AddOnDialog({ addOn, onClose }: Props) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const billing = useQuery(api.billing.overview.queryOptions({ input: { uid: workspace.uid }, staleTime: 0 }))
  const sold = billing.data?.addOns.find(({ id }) => id === addOn)
  return (
    <Dialog onClose={onClose} title={sold ? t(`billing.addOns.${sold.id}.name`) : t('billing.addOn.title')}>
      {billing.isPending && <RowSkeletons rows={2} />}
      {billing.error && (
        <ErrorMessage
          text={errorText(billing.error) || t('billing.modify.statusFailed')}
          onRetry={() => void billing.refetch()}
        />
      )}
      {billing.data && <Purchase overview={billing.data} addOn={addOn} onClose={onClose} />}
    </Dialog>
  )
}

function Purchase({ overview, addOn, onClose }: Props & { overview: BillingOverview }) {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const [more, setMore] = useState<number | string>(1)
  const [problem, setProblem] = useState('')
  const { addOns, tax, currentPlan } = overview
  const sold = addOns.find(({ id }) => id === addOn)
  const price = sold?.prices.find(({ currency }) => currency === tax.currency)
  const buy = useMutation(
    api.billing.setAddons.mutationOptions({
      onSuccess: async ({ errors }) => {
        await Promise.all(
          [api.billing.key(), api.workspaces.key()].map((queryKey) => client.invalidateQueries({ queryKey })),
        )
        if (errors.length > 0) return setProblem(`${t('billing.modify.someFailed')} ${errors.join(' ')}`)
        notify.success(t('billing.modify.addOnsUpdated'))
        onClose()
      },
      onError: (error) => setProblem(errorText(error) || t('billing.modify.addOnsFailed')),
    }),
  )
  const isFree = currentPlan.id === 'free'
  if (isFree || !currentPlan.hasSubscription) return <NeedsPlan isFree={isFree} />
  if (!sold || !price) return <AlertBox kind="info">{t('billing.modify.prepareFailed')}</AlertBox>
  const most = ADD_ON_QUANTITY.max - sold.quantity
  const count = typeof more === 'number' && Number.isInteger(more) && more >= 1 && more <= most ? more : undefined
  const priceOf = (quantity: number) => moneyText(price.amount * quantity * 100, tax.currency, i18n.language)
  const submit = () => {
    setProblem('')
    if (count === undefined) return
    const wanted = Object.fromEntries(addOns.map(({ id, quantity }) => [id, quantity])) as AddOns
    buy.mutate({ uid: workspace.uid, addOns: { ...wanted, [sold.id]: sold.quantity + count } })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // It may be nested in another form.
        event.stopPropagation()
        submit()
      }}
      noValidate
    >
      <Stack>
        {problem && <AlertBox kind="danger">{problem}</AlertBox>}
        <Text size="sm">
          {t(`billing.addOns.${sold.id}.description`)} {t('billing.subscribe.perMonth', { price: priceOf(1) })}
        </Text>
        <NumberInput
          label={t('billing.addOn.quantity')}
          description={t('billing.addOn.have', { count: sold.quantity })}
          data-autofocus
          min={1}
          max={most}
          allowDecimal={false}
          allowNegative={false}
          value={more}
          onChange={setMore}
        />
        {count !== undefined && (
          <Text fw={600} aria-live="polite">
            {t(tax.taxRate === 0 ? 'billing.addOn.total' : 'billing.addOn.totalBeforeTax', { price: priceOf(count) })}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t('billing.addOn.included')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={count === undefined} loading={buy.isPending}>
            {t('billing.addOn.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function NeedsPlan({ isFree }: { isFree: boolean }) {
  const { t } = useTranslation()
  const { region } = useScope()
  return (
    <Stack>
      <AlertBox kind="info">{t(isFree ? 'billing.modify.needsSubscription' : 'billing.plan.agreed')}</AlertBox>
      <Group justify="flex-end">
        <Button renderRoot={(props) => <AppLink target={paths.billing(region)} {...props} />}>
          {t(isFree ? 'billing.addOn.plans' : 'billing.title')}
        </Button>
      </Group>
    </Stack>
  )
}
