// Stripe's webhooks: verified by the signature over their bytes, then only used as a hint to read the object again.
import type { Region } from '@parlance/contract/lib/regions'
import { isRegion } from '@parlance/contract/lib/regions'
import { Stripe } from 'stripe'
import { z } from 'zod'
import type { Ctx } from '../../../lib/ctx.ts'
import { type ProviderWebhook, refused } from '../../../lib/http/provider-webhook.ts'
import { createCoalescedRuns } from '../../../lib/coalesce-runs.ts'
import { PROVIDER } from '../customers/customers.ts'
import type { ReplaceDeleted } from '../customers/replace-deleted.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isMissing } from '../provider-error.ts'
import * as repository from '../repository.ts'
import type { SyncInvoice } from '../invoices/sync-invoice.ts'
import type { SyncSubscription } from '../subscriptions/sync-subscription.ts'

/** The stored part of an event: the object it is about. */
const Kept = z.object({
  type: z.string(),
  /** A connected account; empty for ours. */
  account: z.string(),
  object: z.string(),
  id: z.string(),
  invoice: z.string(),
  paymentIntent: z.string(),
})
export type StripeNews = z.infer<typeof Kept>

/** Handles events of connected accounts. */
export type HandleConnected = (ctx: Ctx, news: StripeNews) => Promise<void>

export interface StripeWebhookDeps extends PaymentsDeps {
  readonly syncInvoice: SyncInvoice
  readonly syncSubscription: SyncSubscription
  readonly replaceDeleted: ReplaceDeleted
  readonly handleConnected?: HandleConnected
}

const TOLERANCE_SECONDS = 300

export function createStripeWebhook(deps: StripeWebhookDeps): ProviderWebhook {
  const { stripe, webhookSecrets } = deps
  const handleOwn = createHandleOwn(deps)
  return {
    provider: PROVIDER,
    signatureError: 'INVALID_INPUT',
    async verify({ body, headers, now }) {
      if (webhookSecrets.length === 0) return refused('unconfigured')
      const signature = headers.get('stripe-signature')
      if (!signature) return refused('signature')
      const event = readEvent(stripe, webhookSecrets, { body, signature, now })
      if (!event) return refused('signature')
      const object = event.data.object as unknown as Loose
      if (!event.account && event.type !== 'customer.deleted' && !isHandled(object))
        return { kind: 'accepted', parts: [] }
      const account = event.account ?? (await customerOf(stripe, object))
      if (!account) return { kind: 'accepted', parts: [] }
      const region = regionOf(object)
      return {
        kind: 'accepted',
        parts: [
          {
            account,
            id: event.id,
            ...(region && !event.account && object.metadata?.['workspaceId']
              ? { region, workspaceId: object.metadata['workspaceId'] }
              : {}),
            body: {
              type: event.type,
              account: event.account ?? '',
              object: object.object ?? '',
              id: object.id ?? '',
              invoice: idOf(object.invoice),
              paymentIntent: idOf(object.payment_intent),
            } satisfies StripeNews,
          },
        ],
      }
    },
    async handle(ctx, { body }) {
      const news = Kept.parse(body)
      if (news.account !== '') return deps.handleConnected?.(ctx, news)
      try {
        await handleOwn(ctx, news)
      } catch (error) {
        // The object was deleted at the provider.
        if (!isMissing(error)) throw error
      }
    },
  }
}

interface Loose {
  readonly id?: string
  readonly object?: string
  readonly customer?: unknown
  readonly invoice?: unknown
  readonly payment_intent?: unknown
  readonly charge?: unknown
  readonly metadata?: Readonly<Record<string, string>> | null
}

const idOf = (value: unknown): string =>
  typeof value === 'string' ? value : ((value as { id?: string } | null | undefined)?.id ?? '')

/** Whether an event of our own account concerns something that is stored here. */
const isHandled = ({ object = '', payment_intent: intent }: Loose): boolean =>
  ['subscription', 'invoice', 'payment_intent'].includes(object) || idOf(intent) !== ''

/** Metadata is trustworthy: only our key can write it. */
function regionOf({ metadata }: Loose): Region | undefined {
  const region = metadata?.['region']
  return isRegion(region) ? region : undefined
}

function readEvent(
  stripe: Stripe,
  secrets: readonly string[],
  { body, signature, now }: { readonly body: Buffer; readonly signature: string; readonly now: Date },
): Stripe.Event | undefined {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        Math.floor(now.getTime() / 1000),
      )
    } catch {
      // Another endpoint's secret may match.
    }
  }
  return undefined
}

/** The customer of an event; disputes and the like only name the charge. */
async function customerOf(stripe: Stripe, object: Loose): Promise<string> {
  const named = object.object === 'customer' ? (object.id ?? '') : idOf(object.customer)
  if (named !== '') return named
  const charge = idOf(object.charge)
  if (charge === '') return ''
  return idOf((await stripe.charges.retrieve(charge)).customer)
}

/** Events about one object arrive in bursts; reading it once answers those that wait. */
function createHandleOwn({ stripe, syncInvoice, syncSubscription, replaceDeleted }: StripeWebhookDeps) {
  const share = createCoalescedRuns()
  const invoiceOf = (ctx: Ctx, id: string) =>
    share(`${ctx.region}:${ctx.workspaceId}:${id}`, () => syncInvoice(ctx, id))
  const subscriptionOf = (ctx: Ctx, id: string) =>
    share(`${ctx.region}:${ctx.workspaceId}:${id}`, async () =>
      syncSubscription(ctx, await stripe.subscriptions.retrieve(id)),
    )
  return async (ctx: Ctx, { object, id, paymentIntent }: StripeNews): Promise<void> => {
    if (object === 'customer') return void (await replaceDeleted(ctx, id))
    if (object === 'subscription') return subscriptionOf(ctx, id)
    if (object === 'invoice') {
      await invoiceOf(ctx, id)
      const row = await repository.findInvoice(ctx.db, id)
      if (row && row.subscriptionId !== '') await subscriptionOf(ctx, row.subscriptionId)
      return
    }
    const intent = object === 'payment_intent' ? id : paymentIntent
    if (intent === '') return
    const known = await repository.findInvoiceByIntent(ctx.db, intent)
    if (known) await invoiceOf(ctx, known.id)
  }
}
