import { Checkbox, Group, NumberInput, Select, Text, Textarea, TextInput } from '@mantine/core'
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { priceText } from '@parlance/contract/billing/plans'
import { creditTier, planPrice } from '@parlance/contract/billing/price-rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { separators } from '../../components/content/format-number.ts'
import { notify } from '../../components/feedback/notify.ts'
import { DialogForm } from '../../components/overlay/dialog.tsx'
import { useAccount } from '../../lib/session/session.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

/** Requests individual terms from the operator. */
export function EnterpriseDialog({ overview, onClose }: { overview: BillingOverview; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const account = useAccount()
  const [request, setRequest] = useState({
    name: account?.name ?? '',
    email: account?.email ?? '',
    company: '',
    message: '',
  })
  const send = useMutation(
    api.billing.requestEnterprise.mutationOptions({
      onSuccess: () => {
        notify.success(t('billing.enterprise.sent'))
        onClose()
      },
    }),
  )
  const field = (key: keyof typeof request) => ({
    label: t(`billing.enterprise.${key}`),
    value: request[key],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setRequest({ ...request, [key]: currentTarget.value }),
  })
  const [wanted, setWanted] = useState<Wanted>({ agents: 10, isUnlimited: false, credits: 50_000, cycle: 'monthly' })
  const estimate = useEstimate(overview, wanted)
  const isComplete = request.name.trim() !== '' && request.email.trim() !== '' && request.message.trim() !== ''
  return (
    <DialogForm
      title={t('billing.enterprise.title')}
      text={t('billing.enterprise.text')}
      error={send.error}
      submit={t('billing.enterprise.send')}
      disabled={!isComplete}
      pending={send.isPending}
      onSubmit={() =>
        send.mutate({ uid: workspace.uid, ...request, message: `${request.message.trim()}\n\n${estimate.summary}` })
      }
      onClose={onClose}
    >
      <TextInput {...field('name')} required autoComplete="name" />
      <TextInput {...field('email')} required type="email" autoComplete="email" />
      <TextInput {...field('company')} autoComplete="organization" />
      <Group grow align="flex-start">
        <NumberInput
          label={t('billing.enterprise.agents')}
          min={1}
          max={100_000}
          allowDecimal={false}
          {...separators()}
          disabled={wanted.isUnlimited}
          value={wanted.agents}
          onChange={(agents) => setWanted({ ...wanted, agents })}
        />
        <NumberInput
          label={t('billing.enterprise.credits')}
          min={1}
          max={1_000_000_000}
          allowDecimal={false}
          {...separators()}
          value={wanted.credits}
          onChange={(credits) => setWanted({ ...wanted, credits })}
        />
      </Group>
      <Checkbox
        label={t('billing.enterprise.agentsUnlimited')}
        checked={wanted.isUnlimited}
        onChange={({ currentTarget }) => setWanted({ ...wanted, isUnlimited: currentTarget.checked })}
      />
      <Select
        label={t('billing.enterprise.cycle')}
        data={(['monthly', 'yearly'] as const).map((value) => ({ value, label: t(`billing.enterprise.${value}`) }))}
        value={wanted.cycle}
        allowDeselect={false}
        onChange={(cycle) => cycle && setWanted({ ...wanted, cycle })}
      />
      <Text size="sm" aria-live="polite">
        {estimate.text}
      </Text>
      <Textarea {...field('message')} required autosize minRows={3} maxLength={3800} />
    </DialogForm>
  )
}

interface Wanted {
  /** As typed; text while unfinished. */
  agents: number | string
  isUnlimited: boolean
  credits: number | string
  cycle: 'monthly' | 'yearly'
}

/** The minimum price of such a plan, for customer and operator. */
function useEstimate({ plans, addOns, priceSettings }: BillingOverview, { isUnlimited, cycle, ...wanted }: Wanted) {
  const { t } = useTranslation()
  const credits = Number(wanted.credits) || 1
  const counted = Number(wanted.agents) || 1
  const agents = isUnlimited ? Number.POSITIVE_INFINITY : counted
  const usd = { currency: 'usd' } as const
  const monthly = plans.find(({ id }) => id === 'enterprise')?.price ?? 0
  const perAgent = addOns
    .find(({ id }) => id === 'agent-seat')
    ?.prices.find(({ currency }) => currency === usd.currency)?.amount
  const price = priceText(planPrice({ monthly, cycle, agents, perAgent: perAgent ?? 0 }, priceSettings), usd.currency)
  const tier = creditTier(credits, priceSettings)
  const words = { price, tier: t(`billing.enterprise.tiers.${tier}`) }
  return {
    text: t(cycle === 'yearly' ? 'billing.enterprise.estimateYearly' : 'billing.enterprise.estimateMonthly', words),
    summary: `Agents: ${isUnlimited ? 'no limit' : counted}, credits a month: ${credits}, ${cycle}, tier: ${tier}, estimate: ${price}`,
  }
}
