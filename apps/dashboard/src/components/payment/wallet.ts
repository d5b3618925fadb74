// Apple Pay, through the provider's request for payment: offered where the browser has a wallet that can pay.
import type { BillingAddress, PaymentProvider } from '@parlance/contract/billing/payments'
import { useEffect, useEffectEvent, useState } from 'react'
import { i18n } from '../../i18n/i18n.ts'

export interface WalletCard {
  readonly paymentMethodId: string
  readonly name: string
  readonly email: string
  /** Only a whole one. */
  readonly address?: BillingAddress
  /** Tells the sheet of the browser how it ended. */
  readonly complete: (ended: 'success' | 'fail') => void
}

export interface Wallet {
  /** Opens the sheet of the browser, at once within a click. Rejects when it is closed. */
  readonly ask: () => Promise<WalletCard>
}

interface Purchase {
  readonly provider: PaymentProvider
  readonly currency: string
  /** Minor units. */
  readonly total: number
  /** What is bought. */
  readonly label: string
}

/** Null where there is no such wallet: in the sandbox, without a key, and in most browsers. */
export async function findWallet({ provider, currency, total, label }: Purchase): Promise<Wallet | null> {
  const { publishableKey, country = 'US' } = provider
  if (provider.sandbox || publishableKey === '') return null
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(publishableKey)
  const request = stripe?.paymentRequest({
    country,
    currency,
    total: { label, amount: total },
    // The address is asked for with them.
    requestPayerName: true,
    requestPayerEmail: true,
    disableWallets: ['googlePay', 'link', 'browserCard'],
  })
  if (!request || !(await request.canMakePayment())?.['applePay']) return null
  return {
    ask: () =>
      new Promise((resolve, reject) => {
        request.once('paymentmethod', ({ paymentMethod, payerName = '', payerEmail = '', complete }) => {
          const { line1, line2, city, state, postal_code, country: land } = paymentMethod.billing_details.address ?? {}
          const isWhole = line1 && city && postal_code && land
          resolve({
            paymentMethodId: paymentMethod.id,
            name: payerName,
            email: payerEmail,
            ...(isWhole && {
              address: { line1, line2: line2 ?? '', city, state: state ?? '', postal_code, country: land },
            }),
            complete,
          })
        })
        request.once('cancel', () => reject(new Error(i18n.t('billing.payment.walletClosed'))))
        request.show()
      }),
  }
}

/** The wallet, once `wanted`: undefined while loading, null without one. */
export function useWallet(wanted: boolean, purchase: Purchase): Wallet | null | undefined {
  const { provider, currency, total } = purchase
  const [found, setFound] = useState<{ readonly key: string; readonly wallet: Wallet | null }>()
  const isPossible = !provider.sandbox && provider.publishableKey !== ''
  const key = `${currency} ${total}`
  const find = useEffectEvent(() => findWallet(purchase))
  useEffect(() => {
    if (!wanted || !isPossible) return
    let isCurrent = true
    find().then(
      (wallet) => isCurrent && setFound({ key, wallet }),
      () => isCurrent && setFound({ key, wallet: null }),
    )
    return () => void (isCurrent = false)
  }, [wanted, isPossible, key])
  if (!isPossible) return null
  return found?.key === key ? found.wallet : undefined
}
