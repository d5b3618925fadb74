// The form of a payment: a saved or new card with its address, email, tax ID, and what is paid.
import { Button, Group, Radio, Stack, TextInput, Title } from '@mantine/core'
import type { BillingAddress, BillingOverview, PaymentMethod } from '@parlance/contract/billing/payments'
import type { Quote } from '@parlance/contract/billing/quote'
import { type TaxInfo, taxOf } from '@parlance/contract/billing/tax'
import { taxIdType } from '@parlance/contract/billing/tax-id'
import { isEmail } from '@parlance/contract/lib/mailbox'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { CardForm } from '../../components/payment/card-form.tsx'
import { formatCard } from '../../components/payment/format-card.ts'
import type { CreatePaymentMethod } from '../../components/payment/card-provider.ts'
import { useWallet, type WalletCard } from '../../components/payment/wallet.ts'
import { useAccount } from '../../lib/session/session.ts'
import { AddressFields, EMPTY_ADDRESS, isAddressComplete } from './address-fields.tsx'
import { QuoteSummary } from './quote-summary.tsx'

export interface Chosen {
  /** Idempotency key: the same purchase is paid once. */
  readonly key: string
  readonly save: () => Promise<void>
  /** The price that was shown. */
  readonly quote?: Quote | undefined
}

export interface SavedDetails {
  readonly email: string
  readonly name: string
  readonly address?: BillingAddress
  /** Absent when it stays. */
  readonly taxId?: string
}

export interface Problem {
  readonly what?: string
  readonly why: string
}

interface FormProps {
  overview: BillingOverview
  /** Absent where a card is saved without a payment. */
  quote?: Quote | undefined
  requote?: ((tax: TaxInfo) => Quote) | undefined
  saved: PaymentMethod | undefined
  taxId: string
  problem: Problem | undefined
  submitLabel: string
  onSave: (id: string, details: SavedDetails) => Promise<void>
  onPay: (chosen: Chosen) => void
  onProblem: (problem: string) => void
  onCancel: () => void
}

/** The sheet of the browser stays until the card is saved. */
async function saveWalletCard(
  asked: Promise<WalletCard>,
  { onSave, ...typed }: Pick<FormProps, 'onSave'> & SavedDetails,
): Promise<void> {
  const { paymentMethodId, name, email, address, complete } = await asked
  try {
    await onSave(paymentMethodId, {
      ...typed,
      email: email || typed.email,
      name: name || typed.name,
      ...(address && { address }),
    })
  } catch (error) {
    complete('fail')
    throw error
  }
  complete('success')
}

export function PaymentForm({ overview, quote, requote, saved, problem, submitLabel, ...props }: FormProps) {
  const { onSave, onPay, onProblem, onCancel } = props
  const { t } = useTranslation()
  const account = useAccount()
  const { provider, addOns } = overview
  const [method, setMethod] = useState<'saved' | 'card' | 'apple'>(saved ? 'saved' : 'card')
  const [typedEmail, setEmail] = useState<string>()
  const email = typedEmail ?? (saved?.billing_details.email || account?.email || '')
  const [hasLeftEmail, setHasLeftEmail] = useState(false)
  const isEmailValid = isEmail(email)
  const isPrefilled = typedEmail === undefined && email !== ''
  const [name, setName] = useState(saved?.billing_details.name ?? '')
  const [address, setAddress] = useState<BillingAddress>({ ...EMPTY_ADDRESS, ...saved?.billing_details.address })
  const [taxId, setTaxId] = useState(props.taxId)
  const [create, setCreate] = useState<CreatePaymentMethod>()
  const [onCard] = useState(() => (next: CreatePaymentMethod | undefined) => setCreate(() => next))
  const country = method === 'card' ? address.country.trim() : ''
  const tax = requote && country.length === 2 ? taxOf(country) : overview.tax
  const asked = quote && (requote?.(tax) ?? quote)
  const wallet = useWallet(method === 'apple', {
    provider,
    currency: asked?.currency ?? tax.currency,
    total: asked?.total ?? 0,
    label: t('billing.summary.total'),
  })
  const takesTaxId =
    taxIdType(method === 'card' ? country : (saved?.billing_details.address.country ?? '')) !== undefined
  const details = { email, name, ...(takesTaxId && taxId.trim() !== props.taxId && { taxId: taxId.trim() }) }
  const isReady =
    isEmailValid &&
    ((method === 'apple' && wallet !== undefined) ||
      (method === 'saved' && saved) ||
      (create !== undefined && isAddressComplete(address)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (method === 'apple') {
      if (!wallet) return onProblem(t('billing.payment.applePay'))
      const card = wallet.ask()
      return onPay({ key: 'wallet', quote: asked, save: () => saveWalletCard(card, { ...details, onSave }) })
    }
    if (method === 'saved' && saved) {
      return onPay({ key: saved.id, quote: asked, save: () => onSave(saved.id, details) })
    }
    if (!isAddressComplete(address)) return onProblem(t('billing.payment.addressIncomplete'))
    if (!create) return onProblem(t('billing.payment.formMissing'))
    onPay({
      key: `new ${email}`,
      quote: asked,
      save: async () => onSave(await create({ name, email, address }), { ...details, address }),
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && (
          <AlertBox kind="danger" {...(problem.what && { title: problem.what })}>
            {problem.why}
          </AlertBox>
        )}
        <Radio.Group
          label={t('billing.payment.method')}
          value={method}
          onChange={(value) => setMethod(value as typeof method)}
        >
          <Stack gap="xs" mt="xs">
            {saved && <Radio value="saved" label={t('billing.payment.savedCard', formatCard(saved))} />}
            <Radio value="card" label={t('billing.payment.newCard')} />
            {asked && <Radio value="apple" label="Apple Pay" />}
          </Stack>
        </Radio.Group>
        {method === 'card' && (
          <>
            <CardForm provider={provider} onCard={onCard} />
            <TextInput
              label={t('billing.payment.name')}
              autoComplete="cc-name"
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Title order={3} size="h5">
              {t('billing.address.title')}
            </Title>
            <AddressFields value={address} onChange={setAddress} />
          </>
        )}
        <TextInput
          type="email"
          required
          label={t('billing.payment.email')}
          autoComplete="email"
          value={email}
          error={!isEmailValid && (hasLeftEmail || isPrefilled) && t('billing.payment.emailInvalid')}
          onBlur={() => setHasLeftEmail(true)}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        {takesTaxId && (
          <TextInput
            label={t('billing.payment.taxId')}
            description={t('billing.payment.taxIdHint')}
            maxLength={50}
            value={taxId}
            onChange={({ currentTarget }) => setTaxId(currentTarget.value)}
          />
        )}
        {asked && <QuoteSummary quote={asked} tax={tax} addOns={addOns} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
