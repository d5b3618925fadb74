// The form for a new card: the sandbox's, or a frame of the provider.
import { Loader } from '@mantine/core'
import type { PaymentProvider } from '@parlance/contract/billing/payments'
import { lazy, Suspense } from 'react'
import type { CreatePaymentMethod } from './card-provider.ts'

const SandboxCard = lazy(() => import('./sandbox-card.tsx'))
const StripeCard = lazy(() => import('./stripe-card.tsx'))

interface Props {
  provider: PaymentProvider
  /** The connected account that is paid; ours without one. */
  account?: string
  /** Called with undefined while the card is incomplete. */
  onCard: (create: CreatePaymentMethod | undefined) => void
}

export function CardForm(props: Props) {
  return (
    <Suspense fallback={<Loader size="sm" />}>
      {props.provider.sandbox ? <SandboxCard {...props} /> : <StripeCard {...props} />}
    </Suspense>
  )
}
