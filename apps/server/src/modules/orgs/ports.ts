import type { Language } from '@parlance/contract/accounts/languages'
import type { MailColours } from '@parlance/contract/agencies/theme'
import type { Org, OrgChange } from '@parlance/contract/orgs/schemas'
import type { Ctx } from '../../lib/ctx.ts'

export interface ClientAgent {
  readonly id: string
  readonly title: string
  readonly platform: 'vg' | 'vf'
  readonly roundedImageUrl: string
  readonly lastModified: Date
}

export interface OrgAgents {
  /** Those of the context's workspace among these, all if undefined. Newest-modified first. */
  readonly summaries: (ctx: Ctx, agentIds: readonly string[] | undefined) => Promise<readonly ClientAgent[]>
  /** Titles of those among these that the context's workspace has. */
  readonly titles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

interface ClientMail {
  readonly to: string
  readonly workspaceId: string
  readonly agency: string
  readonly colours: MailColours
  readonly language: Language
}

/** Mails to client users. Rejects with MailRefused if the address rejects mail for good. */
export interface ClientMails {
  /** `link` leads to the page to set a password, or to the sign-in page if passwords are disabled. */
  readonly invitation: (
    ctx: Ctx,
    mail: ClientMail & {
      readonly name: string
      readonly org: string
      readonly link: string
      readonly byCode: boolean
      readonly isNew: boolean
    },
  ) => Promise<void>
  readonly code: (ctx: Ctx, mail: ClientMail & { readonly code: string }) => Promise<void>
}

export type OrgBillingFields = Pick<
  Org,
  | 'allowBilling'
  | 'loadTokens'
  | 'stripeCustomerId'
  | 'subscription'
  | 'automaticBilling'
  | 'autochargeAmount'
  | 'autochargeThreshold'
  | 'internal'
>

export type RechargeChange = Pick<OrgChange, 'automaticBilling' | 'autochargeAmount' | 'autochargeThreshold'>

/** Billing of organisations, which payments own. */
export interface OrgBilling {
  readonly view: (ctx: Ctx, workspaceId: string, orgId: string) => Promise<OrgBillingFields>
  /** Ids of the organisations that pay for themselves. */
  readonly paying: (ctx: Ctx, workspaceId: string) => Promise<readonly string[]>
  /** Runs in the caller's transaction. */
  readonly deleted: (tx: Ctx, workspaceId: string, orgId: string) => Promise<void>
  readonly allow: (tx: Ctx, workspaceId: string, orgId: string, allowBilling: boolean) => Promise<void>
  /** @throws FORBIDDEN when billing is not enabled, INVALID_INPUT, PAYMENT_FAILED without a payment method */
  readonly setRecharge: (tx: Ctx, workspaceId: string, orgId: string, change: RechargeChange) => Promise<void>
  /** Call it under the lock of the workspace's orgs. @throws CONFLICT when two orgs would pay for one agent */
  readonly assertUnshared: (tx: Ctx, workspaceId: string) => Promise<void>
  /** Call it after orgs of the workspace were changed. */
  readonly changed: (ctx: Ctx, workspaceId: string) => void
}
