// The form for a new card: the sandbox's or the provider's frame.
import { Loader } from '@mantine/core'
import type { PaymentProvider } from '@parlance/contract/billing/payments'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { CardUnavailable } from './card-unavailable.tsx'
import type { CreatePaymentMethod } from './card-provider.ts'

const SandboxCard = lazy(() => import('./sandbox-card.tsx'))
const StripeCard = lazy(() => import('./stripe-card.tsx'))

interface Props {
  provider: PaymentProvider
  /** The connected account to pay; ours if absent. */
  account?: string
  /** Called with undefined while the card is incomplete. */
  onCard: (create: CreatePaymentMethod | undefined) => void
}

export function CardForm(props: Props) {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<Loader size="sm" />}>
      {props.provider.publishableKey === '' ? (
        <CardUnavailable why={t('billing.payment.notConfigured')} onCard={props.onCard} />
      ) : props.provider.sandbox ? (
        <SandboxCard {...props} />
      ) : (
        <StripeCard {...props} />
      )}
    </Suspense>
  )
}
