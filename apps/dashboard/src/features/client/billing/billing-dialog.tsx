// An organization's billing at its agency: credits, plans, recharge, card and invoices.
import { Stack, Text, Title } from '@mantine/core'
import type { ClientBilling } from '@parlance/contract/billing/client-billing'
import { isRunning } from '@parlance/contract/billing/client-purchase-rules'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { balanceText } from '../../../components/content/format-number.ts'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useGuardedClose } from '../../../lib/unsaved-guard.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useClientSession } from '../use-client.ts'
import { AutomaticRecharge } from './automatic-recharge.tsx'
import { PaymentMethodSection } from './payment-method-section.tsx'
import { Plans } from './plans.tsx'
import { Purchase } from './purchase.tsx'
import { Usage } from './usage.tsx'
import { RecentInvoices } from './recent-invoices.tsx'
import { useRefreshBilling } from './use-client-billing.ts'

const POLL_MS = 2000
const POLLS = 60
/** The plan's credits may arrive after its subscription. */
const POLLS_FOR_CREDITS = 10

interface Props {
  orgId: string
  /** Back from the provider's page, whose webhook may still be pending. */
  hasSubscribed: boolean
  onClose: () => void
}

export default function BillingDialog({ orgId, hasSubscribed, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const refresh = useRefreshBilling()
  const shown = useClientSession().org?.loadTokens
  /** When the dialog opened. */
  const first = useRef<ClientBilling>(undefined)
  const found = useQuery(
    api.clientBilling.clientBilling.queryOptions({
      input: { orgId },
      refetchInterval: ({ state: { data, dataUpdateCount } }) => {
        const before = first.current
        const isDone = before && isRunning(data?.subscription.status ?? '') && data?.loadTokens !== before.loadTokens
        const most = isRunning(before?.subscription.status ?? '') ? POLLS_FOR_CREDITS : POLLS
        return hasSubscribed && !isDone && dataUpdateCount < most ? POLL_MS : false
      },
    }),
  )
  const billing = found.data
  useEffect(() => {
    if (!billing) return
    first.current ??= billing
    // The header, the invoices and the rest follow. Credits may have arrived between the header's reading and ours.
    const isNew =
      billing.loadTokens !== first.current.loadTokens || billing.loadTokens !== (shown ?? billing.loadTokens)
    if (hasSubscribed && isNew) void refresh()
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the credits counts
  }, [billing?.loadTokens])
  const runs = isRunning(billing?.subscription.status ?? '')
  const [hasStarted, setStarted] = useState(false)
  if (runs && !hasStarted) setStarted(true)
  const [isDirty, setDirty] = useState(false)
  const close = useGuardedClose(isDirty, onClose)
  const isWaiting = hasSubscribed && billing !== undefined && !runs && !hasStarted
  return (
    <Dialog title={t('billing.client.title')} size="xl" onClose={close}>
      {found.isPending && <RowSkeletons height={56} />}
      {found.error && !found.data && (
        <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
      )}
      {found.data && (
        <Stack gap="xl">
          {isWaiting && <AlertBox kind="info">{t('billing.client.confirming')}</AlertBox>}
          <Sections billing={found.data} onDirty={setDirty} />
        </Stack>
      )}
    </Dialog>
  )
}

function Sections({ billing, onDirty }: ComponentProps<typeof AutomaticRecharge>) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <Section title={t('billing.client.available')}>
        <Text size="xl" fw={600}>
          {balanceText(billing.loadTokens, i18n.language)}
        </Text>
      </Section>
      <Section title={t('billing.client.plans.title')}>
        <Plans billing={billing} />
      </Section>
      <Section title={t('billing.client.purchase.title')}>
        <Purchase billing={billing} />
      </Section>
      <Section title={t('billing.recharge.title')}>
        <AutomaticRecharge billing={billing} onDirty={onDirty} />
      </Section>
      <Section title={t('billing.client.method.title')}>
        <PaymentMethodSection billing={billing} />
      </Section>
      <Section title={t('billing.receipts.usage')}>
        <Usage billing={billing} />
      </Section>
      <Section title={t('billing.client.invoices.title')}>
        <RecentInvoices billing={billing} />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
