// The sandbox's card form, for test numbers only.
import { Alert, Group, Stack, TextInput } from '@mantine/core'
import type { PaymentProvider } from '@parlance/contract/billing/payments'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SandboxLink } from './sandbox-link.tsx'
import { type CreatePaymentMethod, createSandboxPaymentMethod, type SandboxCardDetails } from './card-provider.ts'

const spaced = (text: string) =>
  text
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')

function expiryOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

const isComplete = ({ number, expiry, cvc }: SandboxCardDetails) =>
  number.replaceAll(' ', '').length >= 13 && /^\d\d \/ \d\d$/.test(expiry) && /^\d{3,4}$/.test(cvc)

interface Props {
  provider: PaymentProvider
  /** The connected account to pay; ours if absent. */
  account?: string | undefined
  /** Called with undefined while the card is incomplete. */
  onCard: (create: CreatePaymentMethod | undefined) => void
}

export default function SandboxCard({ provider, account, onCard }: Props) {
  const { t } = useTranslation()
  const [card, setCard] = useState<SandboxCardDetails>({ number: '', expiry: '', cvc: '' })
  useEffect(() => {
    onCard(isComplete(card) ? (details) => createSandboxPaymentMethod(provider, card, details, account) : undefined)
    return () => onCard(undefined)
  }, [card, provider, account, onCard])
  return (
    <Stack gap="sm">
      <Alert>
        {t('billing.payment.sandbox', { number: '4242 4242 4242 4242' })}{' '}
        <SandboxLink provider={provider}>{t('billing.payment.moreCards')}</SandboxLink>
      </Alert>
      <TextInput
        label={t('billing.payment.cardNumber')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="4242 4242 4242 4242"
        value={card.number}
        onChange={({ currentTarget: { value } }) => setCard({ ...card, number: spaced(value) })}
      />
      <Group grow>
        <TextInput
          label={t('billing.payment.expiry')}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('billing.payment.expiryFormat')}
          value={card.expiry}
          onChange={({ currentTarget: { value } }) => setCard({ ...card, expiry: expiryOf(value) })}
        />
        <TextInput
          label={t('billing.payment.cvc')}
          inputMode="numeric"
          autoComplete="off"
          placeholder="123"
          value={card.cvc}
          onChange={({ currentTarget: { value } }) =>
            setCard({ ...card, cvc: value.replaceAll(/\D/g, '').slice(0, 4) })
          }
        />
      </Group>
    </Stack>
  )
}
