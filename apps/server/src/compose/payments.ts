import { countryOfRequest } from '../adapters/geo/geo.ts'
import { PRICE_DEFAULTS } from '@parlance/contract/billing/price-rules'
import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import { createStripe } from '../adapters/stripe/stripe.ts'
import type { createAccountsModule } from '../modules/accounts/index.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { Mail, Mailers } from '../lib/mail.ts'
import { clientLink } from '../lib/origin/origin.ts'
import { agentQueries } from '../modules/agents/index.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import { createPaymentsModule, type PaymentMails } from '../modules/payments/index.ts'
import type { createOrgsModule } from '../modules/orgs/index.ts'
import type { createProviderWebhooksModule } from '../modules/provider-webhooks/index.ts'
import { billingEmails, type createWorkspacesModule, workspaceName } from '../modules/workspaces/index.ts'
import { SANDBOX_STRIPE_PATH } from '../sandbox.ts'
import type { Base, Module } from './base.ts'

type Orgs = Module<typeof createOrgsModule>

interface Needs {
  readonly accounts: Module<typeof createAccountsModule>
  readonly billing: Module<typeof createBillingModule>
  readonly orgs: Orgs
  readonly providerWebhooks: Module<typeof createProviderWebhooksModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
}

const GRACE_DAYS = 7

export function composePayments(base: Base, { accounts, billing, orgs, providerWebhooks, workspaces }: Needs) {
  const { settings, log, geo, appOrigin, infrastructure } = base
  const { bus, contexts, enqueue, enqueueLater, sandbox } = infrastructure
  const { stripe } = sandbox
  return createPaymentsModule({
    stripe: createStripe(stripe),
    webhookSecrets: stripe.webhookSecrets,
    provider: {
      sandbox: stripe.sandboxed,
      publishableKey: stripe.publishableKey,
      ...(stripe.country && { country: stripe.country }),
      url: () => (stripe.sandboxed ? `${appOrigin()}${SANDBOX_STRIPE_PATH}` : ''),
    },
    regions: settings.regions,
    contextFor: contexts.system,
    billing: billing.service,
    receipts: billing.receipts,
    budgets: billing.budgets,
    agentTitles: agentQueries.titles,
    workspaces: workspaces.service,
    countryOf: (ctx) => countryOfRequest(ctx, geo),
    accounts: providerWebhooks.service,
    enqueue,
    enqueueLater,
    mails: createPaymentMails(base, accounts, orgs.notified.adminsOf),
    orgName: orgs.service.nameOf,
    orgNames: orgs.service.names,
    agentsOfOrgs: orgs.service.agentsOfOrgs,
    bus,
    ownUrl: appOrigin,
    isOwnAddress: ({ request }, url) => {
      const { origin, host } = new URL(url)
      return origin === appOrigin() || host === request?.headers.get('host')
    },
    creditValueUsd: settings.creditValueUsd,
    addOnPrices: settings.addOnPrices ?? {},
    priceSettings: {
      unlimitedAgentsFee: settings.unlimitedAgentsFee ?? PRICE_DEFAULTS.unlimitedAgentsFee,
      creditTiers: settings.creditTiers ?? PRICE_DEFAULTS.creditTiers,
    },
    graceDays: settings.pastDueGraceDays ?? GRACE_DAYS,
    providerTime: (ctx) => new Date(ctx.now().getTime() + stripe.aheadMs()),
    log,
  })
}

/** Enqueues a job per recipient, all or none: a retry mails nobody twice, and a refused address stops no other mail. */
const sendAll = (mailers: Mailers, ctx: Ctx, mails: readonly Mail[]): Promise<void> =>
  ctx.tx(async ({ region, db }) => {
    for (const one of mails) await mailers.of(region).later(one, db)
  })

const createPaymentMails = (
  { settings, appOrigin, infrastructure: { mail, origins } }: Base,
  { service: { languagesOf } }: Module<typeof createAccountsModule>,
  orgAdmins: Orgs['notified']['adminsOf'],
): PaymentMails => ({
  async notice(ctx, workspaceId, notice) {
    const { paymentNoticeMail } = await import('../mails/payment-mails.ts')
    const recipients = await billingEmails(ctx, workspaceId, mail.isSandboxed)
    const languages = await languagesOf(recipients)
    const workspace = await workspaceName(ctx, workspaceId)
    const link = `${appOrigin()}/app/${ctx.region}/account/billing?workspace=${workspaceId}`
    const mails = await Promise.all(
      recipients.map(async (to) => {
        const language = languages.get(to) ?? DEFAULT_LANGUAGE
        return { ...(await paymentNoticeMail({ ...notice, workspace, language, link })), to }
      }),
    )
    await sendAll(mail.mailers, ctx, mails)
  },
  async client(ctx, orgId, notice) {
    const { clientCreditsMail } = await import('../mails/payment-mails.ts')
    const admins = await orgAdmins(ctx, orgId)
    const mails = await Promise.all(
      admins.map(async ({ email: to, language, agency }) => {
        const link = clientLink(await origins.ofAgency(agency.id), `/app/${ctx.region}?billing=open`, agency.id)
        const about = { ...notice, language, link, agency: agency.name, colours: agency.colours }
        return { ...(await clientCreditsMail(about)), to, onBehalfOf: ctx.workspaceId }
      }),
    )
    await sendAll(mail.mailers, ctx, mails)
    return admins.length
  },
  async enterprise(ctx, request) {
    const { enterpriseRequestMail } = await import('../mails/payment-mails.ts')
    const to = settings.site?.operator.email || settings.mail.from
    const content = await enterpriseRequestMail({ ...request, language: DEFAULT_LANGUAGE })
    await mail.mailers.of(ctx.region).sendOrLater({ ...content, to, replyTo: request.email })
  },
})
