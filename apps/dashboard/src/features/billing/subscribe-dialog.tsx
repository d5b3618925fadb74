// Subscribes to the paid plan: contents, add-ons, discount code, price, payment.
import { Button, Card, Group, List, Slider, Stack, Text, TextInput } from '@mantine/core'
import type { AddOns } from '@parlance/contract/billing/entitlements'
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { PAID_PLAN_CREDITS_USD } from '@parlance/contract/billing/plans'
import { ADD_ON_QUANTITY } from '@parlance/contract/billing/purchase-rules'
import { quoteSubscription } from '@parlance/contract/billing/quote'
import type { TaxInfo } from '@parlance/contract/billing/tax'
import type { Discount } from '@parlance/contract/billing/discount'
import { PLATFORM_MARKUP } from '@parlance/contract/lib/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usd } from '../../components/content/format-number.ts'
import { notify } from '../../components/feedback/notify.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { numberLocale } from '../../i18n/number-locale.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { moneyText } from '../../components/payment/money.ts'
import { SandboxLink } from '../../components/payment/sandbox-link.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { QuoteSummary } from './quote-summary.tsx'
import { RechargeCard } from './recharge-card.tsx'
import { type Awaited, useBilling } from './use-billing.ts'

const PLAN = 'pay_as_you_go'

interface Props {
  overview: BillingOverview
  onPaid: (awaited: Awaited) => void
  onClose: () => void
}

export function SubscribeDialog({ overview, onPaid, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const { tax, addOns: offered } = overview
  const [addOns, setAddOns] = useState<AddOns>({})
  const [discount, setDiscount] = useState<Discount & { code: string }>()
  const [isPaying, setPaying] = useState(false)
  const plan = overview.plans.find(({ id }) => id === PLAN)
  const quoteWith = (of: TaxInfo) => quoteSubscription({ planId: PLAN, addOns, onSale: offered, tax: of, discount })
  const quote = quoteWith(tax)
  if (isPaying)
    return (
      <PaymentDialog
        overview={overview}
        quote={quote}
        {...(!workspace.hasEverPaid && { requote: quoteWith })}
        title={t('billing.subscribe.pay')}
        successTitle={t('billing.subscribe.created')}
        errorTitle={t('billing.subscribe.error')}
        errorText={t('billing.subscribe.failed')}
        onFailed={() => notify.error(t('billing.subscribe.notCreated'))}
        onPay={() =>
          api.billing.createSubscription.call({
            userId: workspace.uid,
            planId: PLAN,
            addonsToShow: Object.entries(addOns)
              .filter(([, quantity]) => quantity > 0)
              .map(([key, quantity]) => ({ key, quantity })),
            ...(discount && { discountCode: discount.code }),
          })
        }
        onConfirmed={async ({ paymentIntentId }) => {
          await api.billing.confirmSubscriptionPayment.call({
            userId: workspace.uid,
            paymentIntentId: paymentIntentId ?? '',
          })
        }}
        next={<RechargeOffer />}
        onPaid={(awaited) => {
          notify.success(t('billing.subscribe.success'))
          onPaid(awaited)
        }}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={t('billing.subscribe.title')} size="lg" onClose={onClose}>
      <Stack>
        <Card withBorder>
          <Group justify="space-between">
            <Text fw={600}>{plan?.label}</Text>
            <Text fw={600}>
              {t('billing.subscribe.perMonth', {
                price: moneyText(quote.lines[0]?.amount ?? 0, tax.currency, i18n.language),
              })}
            </Text>
          </Group>
          <List size="sm" mt="xs" spacing={4}>
            <List.Item>{t('billing.subscribe.features.free')}</List.Item>
            <List.Item>
              {t('billing.subscribe.features.credits', {
                usd: moneyText(PAID_PLAN_CREDITS_USD * 100, 'usd', i18n.language),
              })}
            </List.Item>
            <List.Item>{t('billing.subscribe.features.rollOver')}</List.Item>
            <List.Item>
              {t('billing.subscribe.features.answers', {
                markup: PLATFORM_MARKUP.toLocaleString(numberLocale(i18n.language)),
                usd: usd(overview.creditValueUsd, i18n.language, 6),
              })}
            </List.Item>
          </List>
        </Card>
        {offered.length > 0 && (
          <Stack gap="md">
            <Text fw={600}>{t('billing.subscribe.addOns')}</Text>
            {offered.map(({ id, prices }) => (
              <div key={id}>
                <Group justify="space-between">
                  <Text size="sm">{t(`billing.addOns.${id}.name`)}</Text>
                  <Text size="sm" fw={500}>
                    {addOns[id] ?? 0}
                  </Text>
                </Group>
                <Text size="xs" c="dimmed">
                  {t(`billing.addOns.${id}.description`)}{' '}
                  {prices
                    .filter(({ currency }) => currency === tax.currency)
                    .map(({ amount }) =>
                      t('billing.subscribe.perMonth', { price: moneyText(amount * 100, tax.currency, i18n.language) }),
                    )}
                </Text>
                <Slider
                  min={0}
                  max={ADD_ON_QUANTITY.maxAtStart}
                  step={1}
                  value={addOns[id] ?? 0}
                  thumbLabel={t(`billing.addOns.${id}.name`)}
                  onChange={(quantity) => setAddOns({ ...addOns, [id]: quantity })}
                />
              </div>
            ))}
          </Stack>
        )}
        <DiscountField discount={discount} onDiscount={setDiscount} />
        <SandboxLink provider={overview.provider}>{t('billing.discount.sandbox')}</SandboxLink>
        <QuoteSummary quote={quote} tax={tax} addOns={offered} />
        <Text size="xs" c="dimmed">
          {t('billing.subscribe.terms')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => setPaying(true)}>{t('billing.subscribe.confirm')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Once the provider confirmed the plan. */
function RechargeOffer() {
  const overview = useBilling().data
  if (!overview || overview.currentPlan.id === 'free') return null
  return <RechargeCard key={JSON.stringify(overview.autoRecharge)} overview={overview} />
}

interface DiscountProps {
  discount: (Discount & { code: string }) | undefined
  onDiscount: (discount: (Discount & { code: string }) | undefined) => void
}

function DiscountField({ discount, onDiscount }: DiscountProps) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const check = useMutation(
    api.billing.checkDiscountCode.mutationOptions({
      onSuccess: ({ discount: found }, { discountCode }) => {
        onDiscount(found.valid ? { ...found, code: discountCode } : undefined)
        setProblem(found.valid ? '' : t('billing.discount.invalid'))
      },
      onError: () => {
        onDiscount(undefined)
        setProblem(t('billing.discount.invalid'))
      },
    }),
  )
  const apply = () => {
    if (code.trim() === '') return setProblem(t('billing.discount.required'))
    check.mutate({ userId: workspace.uid, discountCode: code.trim() })
  }
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={t('billing.discount.label')}
        error={problem}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={discount ? t('billing.discount.applied', { name: discount.name || discount.code }) : undefined}
        value={code}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          setProblem('')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
        }}
      />
      <Button variant="default" mt={25} loading={check.isPending} onClick={apply}>
        {t('billing.discount.apply')}
      </Button>
    </Group>
  )
}
