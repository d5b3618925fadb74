import type { PaymentMethod } from '@parlance/contract/billing/payments'

/** For `billing.payment.savedCard`. */
export const formatCard = ({ card }: Pick<PaymentMethod, 'card'>) => ({
  brand: card.brand.toUpperCase(),
  last4: card.last4,
  expiry: `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`,
})
