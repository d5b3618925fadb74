import type { AddOnPrices } from '@parlance/contract/billing/plans'
import type { PriceSettings } from '@parlance/contract/billing/price-rules'
import type { Region } from '@parlance/contract/lib/regions'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'
import type { Bus } from '../../lib/realtime/bus.ts'
import type { ClientMailKind, PaymentNoticeKind } from '../../mails/payment-mails.ts'
import type { Budgets, LedgerReceipts } from '../billing/index.ts'
import type { Billing } from '../billing/service.ts'
import type { ProviderWebhooks } from '../provider-webhooks/service.ts'
import type { Workspaces } from '../workspaces/service.ts'

export interface PaymentMails {
  readonly notice: (
    ctx: Ctx,
    workspaceId: string,
    notice: {
      readonly kind: PaymentNoticeKind
      readonly amount?: string
      readonly org?: string
      readonly date?: Date
    },
  ) => Promise<void>
  /** Returns how many admins of the organisation got it. */
  readonly client: (
    ctx: Ctx,
    orgId: string,
    notice: { readonly kind: ClientMailKind; readonly credits?: number; readonly amount?: string },
  ) => Promise<number>
  readonly enterprise: (
    ctx: Ctx,
    request: {
      readonly workspaceId: string
      readonly name: string
      readonly email: string
      readonly company: string
      readonly message: string
    },
  ) => Promise<void>
}

export interface PaymentsDeps {
  readonly stripe: Stripe
  /** Secrets of the provider's webhook endpoints, tried in order; with none, every call is refused. */
  readonly webhookSecrets: readonly string[]
  readonly provider: {
    readonly sandbox: boolean
    readonly publishableKey: string
    /** Of our account, two letters. */
    readonly country?: string
    readonly url: () => string
  }
  readonly regions: readonly Region[]
  readonly contextFor: (region: Region, workspaceId?: string) => Ctx
  readonly billing: Billing
  readonly receipts: LedgerReceipts
  readonly budgets: Budgets
  readonly agentTitles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly workspaces: Workspaces
  /** Of the context's request; empty when unknown. */
  readonly countryOf: (ctx: Ctx) => Promise<string>
  readonly accounts: Pick<ProviderWebhooks, 'claimAccount'>
  readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  /** Enqueues a job after this many milliseconds. */
  readonly enqueueLater: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>, ms: number) => Promise<void>
  readonly mails: PaymentMails
  readonly orgName: (ctx: Ctx, orgId: string) => Promise<string>
  readonly orgNames: (ctx: Ctx) => Promise<ReadonlyMap<string, string>>
  /** Those of these organisations that belong to the context's workspace, with their agents. */
  readonly agentsOfOrgs: (
    ctx: Ctx,
    orgIds: readonly string[],
  ) => Promise<readonly { readonly id: string; readonly agentIds: readonly string[] }[]>
  readonly bus: Bus
  readonly ownUrl: () => string
  /** Whether a URL is on our own site, or on the host of the request. */
  readonly isOwnAddress: (ctx: Ctx, url: string) => boolean
  readonly creditValueUsd: number
  readonly addOnPrices: AddOnPrices
  readonly priceSettings: PriceSettings
  readonly graceDays: number
  /** The provider's clock, which the sandbox can move ahead. */
  readonly providerTime: (ctx: Ctx) => Date
  readonly log: Logger
}
