// Pays for a purchase: a saved or new card, the payment, and the bank's confirmation if needed.
import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import type { BillingOverview } from '@parlance/contract/billing/payments'
import type { Quote } from '@parlance/contract/billing/quote'
import type { TaxInfo } from '@parlance/contract/billing/tax'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { errorText, hasReason } from '../../lib/errors.ts'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { moneyText } from '../../components/payment/money.ts'
import { confirmPayment, type PaymentAction, sandboxConfirmationUrl } from '../../components/payment/card-provider.ts'
import { type Chosen, PaymentForm, type Problem } from './payment-form.tsx'
import { useSaveCard } from './use-save-card.ts'
import { type Awaited, usePaymentMethod, useRefreshBilling } from './use-billing.ts'

export interface PaymentAnswer extends PaymentAction {
  readonly requiresAction: boolean
}

type Phase =
  | { readonly kind: 'form'; readonly problem?: Problem }
  | { readonly kind: 'creating' }
  | { readonly kind: 'confirming'; readonly action: PaymentAction }
  | { readonly kind: 'success' }
  /** The same was bought a moment ago. */
  | { readonly kind: 'repeated'; readonly message: string; readonly key: string }
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
  /** After success, instead of that credits will appear. */
  thanks?: string
  /** Below it. */
  next?: ReactNode
  /** Creates the payment on the server, which decides the price. `again`: also when it repeats the last one. */
  onPay: (again: boolean) => Promise<PaymentAnswer>
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
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const { provider } = overview
  const refresh = useRefreshBilling()
  const userData = usePaymentMethod()
  const saved = userData.data?.paymentMethod ?? undefined
  const save = useSaveCard()
  const [phase, setPhase] = useState<Phase>({ kind: 'form' })
  const closed = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])
  const once = useSingleFlight<void>()

  const finish = async (action: PaymentAction & { requiresAction: boolean }) => {
    // A proxy may answer in place of the server.
    if (typeof action.requiresAction !== 'boolean') throw new Error(props.errorText)
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
      // Paid, whether or not our server answers now: the provider tells it too.
      await onConfirmed?.(action).catch(() => notify.error(t('billing.payment.confirmationIncomplete')))
    }
    await refresh()
    onPaid({ before: overview, since: Date.now() })
    setPhase({ kind: 'success' })
  }
  /** With the address that was just saved, which a wallet tells only then. */
  const quoteNow = async () => {
    if (!props.requote) return undefined
    const { tax } = await client.fetchQuery(
      api.billing.overview.queryOptions({ input: { uid: workspace.uid }, staleTime: 0 }),
    )
    return props.requote(tax)
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
          problem: {
            what: t(chosen.key === saved?.id ? 'billing.payment.notUpdated' : 'billing.payment.notSaved'),
            why: errorText(error) || t('billing.payment.error'),
          },
        })
        return
      }
      try {
        const due = await quoteNow()
        const { quote: shown } = chosen
        if (due && shown && (due.total !== shown.total || due.currency !== shown.currency)) {
          const total = moneyText(due.total, due.currency, i18n.language)
          setPhase({ kind: 'form', problem: { why: t('billing.payment.priceChanged', { total }) } })
          return
        }
      } catch (error) {
        setPhase({ kind: 'form', problem: { why: errorText(error) || t('billing.payment.error') } })
        return
      }
      await charge(chosen.key, false)
    })
  const charge = async (key: string, again: boolean) => {
    try {
      await finish(await onPay(again))
    } catch (error) {
      await refresh()
      if (hasReason(error, 'purchase_repeated')) return setPhase({ kind: 'repeated', message: errorText(error), key })
      setPhase({ kind: 'error', message: errorText(error) || props.errorText })
      props.onFailed?.()
    }
  }
  const payAgain = (key: string) =>
    once(`${key}-again`, async () => {
      setPhase({ kind: 'creating' })
      await charge(key, true)
    })

  return (
    <Dialog
      onClose={props.onClose}
      size="lg"
      title={phase.kind === 'success' ? successTitle : phase.kind === 'error' ? errorTitle : title}
      closeOnClickOutside={phase.kind === 'success' || phase.kind === 'error'}
    >
      {phase.kind === 'success' && (
        <Stack>
          <Text>{props.thanks ?? t('billing.payment.thanks')}</Text>
          {props.next}
          <Group justify="flex-end">
            <Button onClick={props.onClose}>{t('billing.payment.done')}</Button>
          </Group>
        </Stack>
      )}
      {phase.kind === 'error' && (
        <Stack>
          <AlertBox
            kind="danger"
            {...(![phase.message, errorTitle].includes(props.errorText) && { title: props.errorText })}
          >
            {phase.message}
          </AlertBox>
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {t('common.close')}
            </Button>
          </Group>
        </Stack>
      )}
      {phase.kind === 'repeated' && (
        <Stack>
          <AlertBox kind="warning">{phase.message}</AlertBox>
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {t('common.cancel')}
            </Button>
            <Button onClick={() => void payAgain(phase.key)}>{t('billing.payment.again')}</Button>
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
        <AlertBox kind="danger" title={t('billing.payment.loadFailed')}>
          {errorText(userData.error)}
        </AlertBox>
      )}
      {/* Stays while the card is saved: a refused one can be corrected, and the provider reads its fields. */}
      {(phase.kind === 'form' || phase.kind === 'creating') && userData.data && (
        <div hidden={phase.kind === 'creating'}>
          <PaymentForm
            overview={overview}
            quote={quote}
            requote={props.requote}
            saved={saved}
            taxId={userData.data.customer?.taxId ?? ''}
            submitLabel={t('billing.payment.continue')}
            problem={phase.kind === 'form' ? phase.problem : undefined}
            onSave={save}
            onPay={(chosen) => void pay(chosen)}
            onProblem={(problem) => setPhase({ kind: 'form', problem: { why: problem } })}
            onCancel={props.onClose}
          />
        </div>
      )}
    </Dialog>
  )
}

function Waiting({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Stack align="center" py="xl" aria-live="polite">
      <Loader />
      <Text>{text}</Text>
      {children}
    </Stack>
  )
}
