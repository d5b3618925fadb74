// The provider's card form in its own frame, so that card numbers never reach the dashboard.
import { Box, useComputedColorScheme, useMantineTheme } from '@mantine/core'
import type { PaymentProvider } from '@parlance/contract/billing/payments'
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreatePaymentMethod } from './card-provider.ts'
import { CardUnavailable } from './card-unavailable.tsx'

interface Props {
  provider: PaymentProvider
  /** The connected account to pay; ours if absent. */
  account?: string | undefined
  /** Called with undefined while the card is incomplete. */
  onCard: (create: CreatePaymentMethod | undefined) => void
}

export default function StripeCard({ provider, account, onCard }: Props) {
  const { t } = useTranslation()
  // Null where the script is blocked.
  const [stripe] = useState(() =>
    loadStripe(provider.publishableKey, account ? { stripeAccount: account } : undefined).catch(() => null),
  )
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    void stripe.then((loaded) => setMissing(loaded === null))
  }, [stripe])
  if (isMissing) return <CardUnavailable why={t('billing.payment.notInitialized')} onCard={onCard} />
  return (
    <Elements stripe={stripe}>
      <Card onCard={onCard} />
    </Elements>
  )
}

function Card({ onCard }: Pick<Props, 'onCard'>) {
  const { t } = useTranslation()
  const theme = useMantineTheme()
  const isDark = useComputedColorScheme() === 'dark'
  const stripe = useStripe()
  const elements = useElements()
  const [isComplete, setComplete] = useState(false)
  useEffect(() => {
    const create: CreatePaymentMethod = async ({ name, email, address }) => {
      const card = elements?.getElement(CardElement)
      if (!stripe) throw new Error(t('billing.payment.notInitialized'))
      if (!card) throw new Error(t('billing.payment.formMissing'))
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card,
        billing_details: { ...(name && { name }), ...(email && { email }), ...(address && { address }) },
      })
      if (error) throw new Error(error.message ?? t('billing.payment.error'))
      return paymentMethod.id
    }
    onCard(isComplete ? create : undefined)
    return () => onCard(undefined)
  }, [elements, isComplete, onCard, stripe, t])
  return (
    <Box p="sm" bd="1px solid var(--mantine-color-default-border)" style={{ borderRadius: theme.radius.md }}>
      <CardElement
        options={{
          hidePostalCode: true,
          style: { base: { fontSize: '16px', color: isDark ? theme.colors.dark[0] : theme.black } },
        }}
        onChange={({ complete }) => setComplete(complete)}
      />
    </Box>
  )
}
