// Pays for a purchase: a saved or new card, the payment, and the bank's confirmation if needed.
import { Anchor, Button, Group, Loader, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import type { BillingAddress, BillingOverview, PaymentMethod } from '@parlance/contract/billing/payments'
import type { Quote } from '@parlance/contract/billing/quote'
import { type TaxInfo, taxOf } from '@parlance/contract/billing/tax'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { CardForm } from '../../components/payment/card-form.tsx'
import { errorText } from '../../lib/errors.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { AddressFields, EMPTY_ADDRESS, isAddressComplete } from './address-fields.tsx'
import {
  confirmPayment,
  type CreatePaymentMethod,
  type PaymentAction,
  sandboxConfirmationUrl,
} from '../../components/payment/card-provider.ts'
import { useWallet, type WalletCard } from '../../components/payment/wallet.ts'
import { QuoteSummary } from './quote-summary.tsx'
import { type Awaited, usePaymentMethod, useRefreshBilling } from './use-billing.ts'

export interface PaymentAnswer extends PaymentAction {
  readonly requiresAction: boolean
}

type Phase =
  | { readonly kind: 'form'; readonly problem?: string }
  | { readonly kind: 'creating' }
  | { readonly kind: 'confirming'; readonly action: PaymentAction }
  | { readonly kind: 'success' }
  | { readonly kind: 'error'; readonly message: string }

interface Props {
  overview: BillingOverview
  quote: Quote
  /** The quote with the tax of a new card's address, until the first payment fixes it. */
  requote?: (tax: TaxInfo) => Quote
  title: string
  /** Heading after success and after failure. */
  successTitle: string
  errorTitle: string
  errorText: string
  /** Creates the payment on the server, which decides the price. */
  onPay: () => Promise<PaymentAnswer>
  /** Called after the customer confirmed or refused a payment. */
  onConfirmed?: (action: PaymentAction) => Promise<void>
  /** Called after payment; the purchase arrives later. */
  onPaid: (awaited: Awaited) => void
  onFailed?: () => void
  onClose: () => void
}

export function PaymentDialog({
  overview,
  quote,
  title,
  successTitle,
  errorTitle,
  onPay,
  onConfirmed,
  onPaid,
  ...props
}: Props) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { provider } = overview
  const refresh = useRefreshBilling()
  const userData = usePaymentMethod()
  const [phase, setPhase] = useState<Phase>({ kind: 'form' })
  const closed = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])
  const once = useSingleFlight<void>()

  const finish = async (action: PaymentAction & { requiresAction: boolean }) => {
    if (action.requiresAction) {
      setPhase({ kind: 'confirming', action })
      try {
        const status = await confirmPayment(provider, action, closed.current.signal)
        if (status !== 'succeeded' && status !== 'requires_action')
          throw new Error(t('billing.payment.failedWithStatus', { status }))
      } catch (error) {
        // The server reads a refused payment too, and voids its invoice before the list is loaded again.
        await onConfirmed?.(action).catch(() => undefined)
        throw error
      }
      await onConfirmed?.(action)
    }
    await refresh()
    onPaid({ before: overview, since: Date.now() })
    setPhase({ kind: 'success' })
  }
  const pay = (chosen: Chosen) =>
    once(chosen.key, async () => {
      try {
        setPhase({ kind: 'creating' })
        await chosen.save()
      } catch (error) {
        // Nothing was charged: keeps the form.
        setPhase({
          kind: 'form',
          problem: errorText(error) || t(saved ? 'billing.payment.notUpdated' : 'billing.payment.notSaved'),
        })
        return
      }
      try {
        await finish(await onPay())
      } catch (error) {
        await refresh()
        setPhase({ kind: 'error', message: errorText(error) || props.errorText })
        props.onFailed?.()
      }
    })

  const saved = userData.data?.paymentMethod ?? undefined
  const save = async (paymentMethodId: string, details: { email: string; name: string; address?: BillingAddress }) => {
    await api.billing.upsertPaymentMethod.call({
      userId: workspace.uid,
      paymentMethodId,
      email: details.email,
      ...(details.name && { name: details.name }),
      ...(details.address && { address: details.address }),
      isNewPaymentMethod: details.address !== undefined,
    })
  }
  return (
    <Dialog
      onClose={props.onClose}
      size="lg"
      title={phase.kind === 'success' ? successTitle : phase.kind === 'error' ? errorTitle : title}
      closeOnClickOutside={phase.kind === 'success' || phase.kind === 'error'}
    >
      {phase.kind === 'success' && (
        <Stack>
          <Text>{t('billing.payment.thanks')}</Text>
          <Group justify="flex-end">
            <Button onClick={props.onClose}>{t('billing.payment.done')}</Button>
          </Group>
        </Stack>
      )}
      {phase.kind === 'error' && (
        <Stack>
          <AlertBox kind="danger">{phase.message}</AlertBox>
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {t('common.close')}
            </Button>
          </Group>
        </Stack>
      )}
      {phase.kind === 'creating' && <Waiting text={t('billing.payment.creating')} />}
      {phase.kind === 'confirming' && (
        <Waiting text={t('billing.payment.confirming')}>
          {provider.sandbox && (
            <Anchor href={sandboxConfirmationUrl(provider, phase.action)} target="_blank" rel="noopener">
              {t('billing.payment.openBank')}
            </Anchor>
          )}
        </Waiting>
      )}
      {phase.kind === 'form' && userData.isPending && <Waiting text={t('billing.payment.loading')} />}
      {phase.kind === 'form' && userData.error && (
        <AlertBox kind="danger">{errorText(userData.error) || t('billing.payment.loadFailed')}</AlertBox>
      )}
      {/* Stays while the card is saved: a refused one can be corrected, and the provider reads its fields. */}
      {(phase.kind === 'form' || phase.kind === 'creating') && userData.data && (
        <div hidden={phase.kind === 'creating'}>
          <PaymentForm
            overview={overview}
            quote={quote}
            requote={props.requote}
            saved={saved}
            problem={phase.kind === 'form' ? phase.problem : undefined}
            onSave={save}
            onPay={(chosen) => void pay(chosen)}
            onProblem={(problem) => setPhase({ kind: 'form', problem })}
            onCancel={props.onClose}
          />
        </div>
      )}
    </Dialog>
  )
}

function Waiting({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <Stack align="center" py="xl" aria-live="polite">
      <Loader />
      <Text>{text}</Text>
      {children}
    </Stack>
  )
}

interface Chosen {
  /** Idempotency key: the same purchase is paid once. */
  readonly key: string
  readonly save: () => Promise<void>
}

interface FormProps {
  overview: BillingOverview
  quote: Quote
  requote: Props['requote']
  saved: PaymentMethod | undefined
  problem: string | undefined
  onSave: (id: string, details: { email: string; name: string; address?: BillingAddress }) => Promise<void>
  onPay: (chosen: Chosen) => void
  onProblem: (problem: string) => void
  onCancel: () => void
}

/** The sheet of the browser stays until the card is saved. */
async function saveWalletCard(
  asked: Promise<WalletCard>,
  { onSave, ...typed }: Pick<FormProps, 'onSave'> & { email: string; name: string },
): Promise<void> {
  const { paymentMethodId, name, email, address, complete } = await asked
  try {
    await onSave(paymentMethodId, {
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

function PaymentForm({ overview, quote, requote, saved, problem, onSave, onPay, onProblem, onCancel }: FormProps) {
  const { t } = useTranslation()
  const account = useAccount()
  const { provider, addOns } = overview
  const [method, setMethod] = useState<'saved' | 'card' | 'apple'>(saved ? 'saved' : 'card')
  const [typedEmail, setEmail] = useState<string>()
  const email = typedEmail ?? (saved?.billing_details.email || account?.email || '')
  const [name, setName] = useState(saved?.billing_details.name ?? '')
  const [address, setAddress] = useState<BillingAddress>({ ...EMPTY_ADDRESS, ...saved?.billing_details.address })
  const [create, setCreate] = useState<CreatePaymentMethod>()
  const [onCard] = useState(() => (next: CreatePaymentMethod | undefined) => setCreate(() => next))
  const country = method === 'card' ? address.country.trim() : ''
  const tax = requote && country.length === 2 ? taxOf(country) : overview.tax
  const asked = requote?.(tax) ?? quote
  const wallet = useWallet(method === 'apple', {
    provider,
    currency: asked.currency,
    total: asked.total,
    label: t('billing.summary.total'),
  })
  const isReady =
    email.trim() !== '' &&
    ((method === 'apple' && wallet !== undefined) ||
      (method === 'saved' && saved) ||
      (create !== undefined && isAddressComplete(address)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (method === 'apple') {
      if (!wallet) return onProblem(t('billing.payment.applePay'))
      const card = wallet.ask()
      return onPay({ key: 'wallet', save: () => saveWalletCard(card, { email, name, onSave }) })
    }
    if (method === 'saved' && saved) {
      const details = { email, name }
      return onPay({ key: saved.id, save: () => onSave(saved.id, details) })
    }
    if (!isAddressComplete(address)) return onProblem(t('billing.payment.addressIncomplete'))
    if (!create) return onProblem(t('billing.payment.formMissing'))
    onPay({
      key: `new ${email}`,
      save: async () => onSave(await create({ name, email, address }), { email, name, address }),
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && <AlertBox kind="danger">{problem}</AlertBox>}
        <Radio.Group
          label={t('billing.payment.method')}
          value={method}
          onChange={(value) => setMethod(value as typeof method)}
        >
          <Stack gap="xs" mt="xs">
            {saved && (
              <Radio
                value="saved"
                label={t('billing.payment.savedCard', {
                  brand: saved.card.brand.toUpperCase(),
                  last4: saved.card.last4,
                  expiry: `${String(saved.card.exp_month).padStart(2, '0')}/${saved.card.exp_year}`,
                })}
              />
            )}
            <Radio value="card" label={t('billing.payment.newCard')} />
            <Radio value="apple" label="Apple Pay" />
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
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <QuoteSummary quote={asked} tax={tax} addOns={addOns} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady}>
            {t('billing.payment.continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
