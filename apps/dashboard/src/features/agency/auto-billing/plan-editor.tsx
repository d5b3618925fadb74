// Plans for clients; their price follows from the credits.
import { ActionIcon, Button, Fieldset, Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import type { AgencyBilling, ClientPlan } from '@parlance/contract/billing/client-billing'
import {
  clientCreditPrice,
  CLIENT_PURCHASE,
  creditsInCents,
  DEFAULT_USD_PER_CREDIT,
  MAX_CLIENT_PLANS,
  PLAN_FEATURES,
} from '@parlance/contract/billing/client-purchase-rules'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { moneyText } from '../../../components/payment/money.ts'
import { errorText } from '../../../lib/errors.ts'
import { useUnsavedGuard } from '../../../lib/unsaved-guard.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

const NEW_PLAN: ClientPlan = {
  name: 'Basic',
  price: 0,
  credits: 5000,
  features: [''],
  isPopular: false,
  priceId: '',
  productId: '',
}

export function PlanEditor({ billing }: { billing: AgencyBilling }) {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const [plans, setPlans] = useState(billing.plans)
  const [saved, setSaved] = useState(plans)
  const price = clientCreditPrice(billing.USDPerToken ?? DEFAULT_USD_PER_CREDIT, billing.creditValueUsd)
  /** On sale at another price, because the price of credits changed since it was saved. */
  const isOutdated = (plan: ClientPlan) =>
    plan.priceId !== '' && Math.round(plan.price * 100) !== creditsInCents(plan.credits, price)
  useUnsavedGuard(JSON.stringify(plans) !== JSON.stringify(saved))
  const change = (at: number, part: Partial<ClientPlan>) =>
    setPlans(plans.map((plan, i) => (i === at ? { ...plan, ...part } : plan)))
  const save = useMutation(
    api.clientBilling.upsertAgencyPlans.mutationOptions({
      onSuccess: async ({ updatedPlans }) => {
        setSaved(updatedPlans)
        // Keeps what was edited meanwhile.
        setPlans((now) => (now === sent.current ? updatedPlans : now))
        await client.invalidateQueries({ queryKey: api.clientBilling.key() })
        notify.success(t('agency.autoBilling.plansSaved'))
      },
      onError: (error) =>
        notify.error(`${t('agency.autoBilling.plansFailed')}. ${errorText(error)}`, { autoClose: 5000 }),
    }),
  )
  const take = useMutation(
    api.clientBilling.assemblePreBuiltPlansFromStripe.mutationOptions({
      onSuccess: ({ plans: found }) => {
        const added = found
          .filter(({ productId }) => !plans.some((plan) => plan.productId === productId))
          .map(({ name, price: amount, credits, features, isPopular, priceId, productId }) => ({
            name,
            price: amount,
            credits,
            features: features.length === 0 ? [''] : features.slice(0, PLAN_FEATURES.max),
            isPopular,
            priceId,
            productId,
          }))
        if (added.length === 0) return void notify.info(t('agency.autoBilling.noPrices'))
        setPlans([...plans, ...added].slice(0, MAX_CLIENT_PLANS))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const sent = useRef(plans)
  const submit = () => {
    if (plans.some(({ features }) => features.every((text) => text.trim() === '')))
      return void notify.error(t('agency.autoBilling.featureText'))
    sent.current = plans
    save.mutate({ workspaceId: workspace.uid, agencyAccountId: billing.accountId, plans })
  }
  return (
    <Stack>
      {plans.map((plan, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- new plans have no id
        <Fieldset key={at} legend={plan.name}>
          <Stack gap="sm">
            <TextInput
              label={t('agency.autoBilling.planName')}
              value={plan.name}
              onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
            />
            <Group grow>
              <NumberInput
                label={t('agency.autoBilling.planCredits')}
                min={CLIENT_PURCHASE.min}
                step={CLIENT_PURCHASE.step}
                allowDecimal={false}
                value={plan.credits}
                onChange={(value) => change(at, { credits: Number(value) })}
              />
              <TextInput
                label={t('agency.autoBilling.planPrice')}
                readOnly
                description={
                  saved.some(({ priceId }) => priceId === plan.priceId) &&
                  isOutdated(plan) &&
                  t('agency.autoBilling.planPriceStored', {
                    price: moneyText(plan.price * 100, 'usd', i18n.language, { cents: true }),
                  })
                }
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={(creditsInCents(plan.credits, price) / 100).toFixed(2)}
              />
            </Group>
            <Switch
              label={t('agency.autoBilling.popular')}
              checked={plan.isPopular}
              onChange={({ currentTarget }) => change(at, { isPopular: currentTarget.checked })}
            />
            <Features features={plan.features} onChange={(features) => change(at, { features })} />
            <Group>
              <Button variant="subtle" color="red" onClick={() => setPlans(plans.filter((_, i) => i !== at))}>
                {t('agency.autoBilling.removePlan')}
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={plans.length >= MAX_CLIENT_PLANS}
          onClick={() => setPlans([...plans, NEW_PLAN])}
        >
          {t('agency.autoBilling.addPlan')}
        </Button>
        <Button
          variant="default"
          disabled={plans.length >= MAX_CLIENT_PLANS}
          loading={take.isPending}
          onClick={() => take.mutate({ workspaceId: workspace.uid, agencyAccountId: billing.accountId })}
        >
          {t('agency.autoBilling.usePrices')}
        </Button>
        <Button loading={save.isPending} onClick={submit}>
          {t('agency.autoBilling.savePlans')}
        </Button>
      </Group>
    </Stack>
  )
}

function Features({ features, onChange }: { features: readonly string[]; onChange: (features: string[]) => void }) {
  const { t } = useTranslation()
  const remove = (at: number) => {
    if (features.length <= PLAN_FEATURES.min) return void notify.error(t('agency.autoBilling.oneFeature'))
    onChange(features.filter((_, i) => i !== at))
  }
  return (
    <>
      {features.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- features are identified by their index
        <Group key={at} align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('agency.autoBilling.feature', { number: at + 1 })}
            value={text}
            maxLength={200}
            onChange={({ currentTarget }) => onChange(features.map((one, i) => (i === at ? currentTarget.value : one)))}
          />
          <ActionIcon size="input-sm" aria-label={t('agency.autoBilling.removeFeature')} onClick={() => remove(at)}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          disabled={features.length >= PLAN_FEATURES.max}
          onClick={() => onChange([...features, ''])}
        >
          {t('agency.autoBilling.addFeature')}
        </Button>
      </Group>
    </>
  )
}
