import { z } from 'zod'
import { Email } from '../accounts/schemas.ts'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import { REGIONS } from '../lib/regions.ts'
import { rule } from '../lib/rules.ts'
import { Budget, BudgetInput, BudgetKind, ClientBudget, WhatIf, WhatIfInput } from './budgets.ts'
import {
  AgencyBilling,
  ClientBilling,
  ClientPlan,
  ClientPlanInput,
  OrgSubscription,
  UsdPerCredit,
} from './client-billing.ts'
import { isPurchase, isRecharge, MAX_CLIENT_PLANS } from './client-purchase-rules.ts'
import { CreditFlow, CreditFlowInput } from './credit-flow.ts'
import { Dispute, PaymentMethod } from './payments.ts'
import { CLIENT_RECEIPT_GROUPS, RECEIPT_GROUPS } from './receipt-groups.ts'
import {
  agencyChargeFilters,
  agencyReceiptFilters,
  chargeFilters,
  ClientReceipt,
  ClientReceiptTotal,
  Receipt,
  receiptFilters,
  ReceiptTotal,
} from './receipts.ts'

const tag = 'Client billing'
const id = z.string().trim().min(1).max(200)
const uid = z.string().max(100)
const region = z.enum(REGIONS).optional()
const errors = ['PAYMENT_FAILED', 'PLAN_LIMIT', 'UPSTREAM_FAILED', 'CONFLICT', 'NOT_FOUND', 'FORBIDDEN'] as const

/** Calls that move money or name the account that gets it are closed to the agency's secret. */
const payments = (workspace: string) =>
  ({ by: ['session', 'workspace'], workspace, role: 'admin', scope: 'none' }) as const
const agency = (workspace: string) => ({ ...payments(workspace), by: ['session', 'workspace', 'agency'] }) as const
const clients = { by: ['client'], client: {} } as const
const account = { workspaceStripeAccountId: id, orgId: id, region }

export const connectApi = {
  budgets: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/budgets',
    tag: 'Billing',
    access: agency('uid'),
    errors: ['NOT_FOUND'],
    summary: 'List monthly budgets of agents and organizations, with spending',
  })
    .input(z.strictObject({ uid, ...limitInput }))
    .output(z.object({ items: z.array(Budget) })),
  saveBudget: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/budgets/{kind}/{subjectId}',
    tag: 'Billing',
    access: agency('uid'),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    summary: 'Set the monthly budget of an agent or organization',
    description:
      'Organizations need billing enabled. Months are calendar months in UTC. With `stop`, visitors get the agent’s message for this case until the next month.',
  })
    .input(z.strictObject({ uid, kind: BudgetKind, subjectId: id, ...BudgetInput }))
    .output(z.object({ data: Budget })),
  deleteBudget: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/budgets/{kind}/{subjectId}',
    tag: 'Billing',
    access: agency('uid'),
    errors: ['NOT_FOUND'],
    summary: 'Remove a budget',
  })
    .input(z.strictObject({ uid, kind: BudgetKind, subjectId: id }))
    .output(success),
  receiptWhatIf: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/receipt-what-if',
    tag: 'Billing',
    access: agency('uid'),
    errors: ['NOT_FOUND'],
    summary: 'Recalculate a month with a different credit price, markup or model',
    description: 'Calculated from the month’s receipts. Charges without a platform model keep their price.',
  })
    .input(z.strictObject({ uid, ...WhatIfInput }))
    .output(WhatIf),
  creditFlow: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/credit-flow',
    tag: 'Billing',
    access: agency('uid'),
    errors: ['NOT_FOUND'],
    summary: 'Get where a month’s spent credits came from, who spent them and on what',
    description:
      'Adds up the month’s receipts by source, agent or client, and use. The oldest credits are spent first. `key` is empty for charges without an agent and for the workspace itself, and null for the sum of those after the 50 largest.',
  })
    .input(z.strictObject({ uid, ...CreditFlowInput }))
    .output(CreditFlow),
  clientBudget: regional({
    method: 'GET',
    path: '/client/billing/budget',
    tag,
    access: clients,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    summary: 'Get the monthly budget that the agency set for an organization',
  })
    .input(z.strictObject({ orgId: id }))
    .output(z.object({ budget: ClientBudget.nullable() })),
  receipts: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/receipts',
    tag: 'Billing',
    access: agency('uid'),
    errors: ['NOT_FOUND'],
    summary: 'List charges of a workspace and its organizations with their costs, newest first',
  })
    .input(z.strictObject({ uid, ...agencyReceiptFilters, ...pageInput }))
    .output(page(Receipt)),
  receiptTotals: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/receipt-totals',
    tag: 'Billing',
    access: agency('uid'),
    errors: ['NOT_FOUND'],
    summary: 'Get total charges by client, agent, channel, model or day',
  })
    .input(
      z.strictObject({
        uid,
        by: z.enum(RECEIPT_GROUPS),
        ...agencyChargeFilters,
        ...limitInput,
      }),
    )
    .output(z.object({ items: z.array(ReceiptTotal) })),
  receiptsCsv: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/receipts.csv',
    tag: 'Billing',
    isExport: true,
    text: 'text/csv; charset=utf-8',
    access: agency('uid'),
    errors: ['NOT_FOUND'],
    summary: 'Export the newest 50,000 charges as CSV',
  })
    .input(z.strictObject({ uid, ...agencyReceiptFilters }))
    .output(z.string()),
  clientReceipts: regional({
    method: 'GET',
    path: '/client/billing/receipts',
    tag,
    access: clients,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    summary: 'List charges of an organization at its own price, newest first',
  })
    .input(z.strictObject({ orgId: id, ...receiptFilters, ...pageInput }))
    .output(page(ClientReceipt)),
  clientReceiptTotals: regional({
    method: 'GET',
    path: '/client/billing/receipt-totals',
    tag,
    access: clients,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    summary: 'Get total charges of an organization by agent, channel or day',
  })
    .input(z.strictObject({ orgId: id, by: z.enum(CLIENT_RECEIPT_GROUPS), ...chargeFilters, ...limitInput }))
    .output(z.object({ items: z.array(ClientReceiptTotal) })),
  clientReceiptsCsv: regional({
    method: 'GET',
    path: '/client/billing/receipts.csv',
    tag,
    isExport: true,
    text: 'text/csv; charset=utf-8',
    access: clients,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    summary: 'Export the newest 50,000 charges of an organization as CSV',
  })
    .input(z.strictObject({ orgId: id, ...receiptFilters }))
    .output(z.string()),
  agencyBilling: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/client-billing',
    tag,
    access: agency('uid'),
    errors: [...errors],
    summary: 'Get the client billing settings of an agency',
  })
    .input(z.strictObject({ uid }))
    .output(AgencyBilling),
  saveAgencyBilling: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/client-billing',
    tag,
    access: agency('uid'),
    errors: [...errors],
    summary: 'Set the markup that clients pay on a credit',
  })
    .input(z.strictObject({ uid, USDPerToken: UsdPerCredit }))
    .output(AgencyBilling),
  createAccount: regional({
    method: 'POST',
    path: '/stripe/connect/create-account',
    tag,
    access: payments('workspace'),
    errors: [...errors],
    summary: 'Create the payment account of an agency',
  })
    .input(z.strictObject({ workspace: id }))
    .output(z.object({ success: z.literal(true), accountId: z.string() })),
  accountLink: regional({
    method: 'POST',
    path: '/stripe/connect/account-link',
    tag,
    access: payments('workspace'),
    errors: [...errors],
    summary: 'Get a provider page to complete the account',
  })
    .input(z.strictObject({ workspace: id }))
    .output(z.object({ redirectUrl: z.string() })),
  getAccountId: regional({
    method: 'GET',
    path: '/stripe/connect/get-account-id/{agencyUserId}/{accountRegion}',
    tag,
    access: { by: ['session', 'workspace', 'client'], workspace: 'agencyUserId', client: {}, scope: 'none' },
    errors: ['NOT_FOUND'],
    summary: 'Get the payment account and credit price of an agency',
  })
    .input(z.strictObject({ agencyUserId: id, accountRegion: z.enum(REGIONS) }))
    .output(z.object({ accountId: z.string(), allowPlans: z.boolean(), usdPerCredit: z.number() })),
  getPlans: regional({
    method: 'POST',
    path: '/rpc/getPlans',
    tag,
    access: {
      by: ['session', 'workspace', 'agency', 'client'],
      workspace: 'workspaceId',
      client: {},
      scope: 'none',
      role: 'viewer',
      audit: 'never',
    },
    errors: ['NOT_FOUND'],
    summary: 'List the plans that an agency sells to its clients',
  })
    .input(z.strictObject({ agencyAccountId: id, workspaceId: uid.optional() }))
    .output(z.object({ plans: z.array(ClientPlan) })),
  upsertAgencyPlans: regional({
    method: 'POST',
    path: '/rpc/upsertAgencyPlans',
    tag,
    access: agency('workspaceId'),
    errors: [...errors],
    summary: 'Save the plans that an agency sells to its clients',
    description:
      'Plans you leave out are no longer sold; clients who have one keep it. Prices are calculated from the credits.',
  })
    .input(
      z.strictObject({ agencyAccountId: id, workspaceId: id, plans: z.array(ClientPlanInput).max(MAX_CLIENT_PLANS) }),
    )
    .output(z.object({ success: z.literal(true), updatedPlans: z.array(ClientPlan) })),
  assemblePreBuiltPlansFromStripe: regional({
    method: 'POST',
    path: '/rpc/assemblePreBuiltPlansFromStripe',
    tag,
    access: agency('workspaceId'),
    errors: [...errors],
    summary: 'Get plans built from the monthly prices in an agency’s payment account',
  })
    .input(z.strictObject({ workspaceId: id, agencyAccountId: id.optional() }))
    .output(
      z.object({
        plans: z.array(
          ClientPlan.extend({
            stripePrices: z.array(
              z.object({ id: z.string(), currency: z.string(), amount: z.number(), interval: z.string() }),
            ),
          }),
        ),
      }),
    ),
  createAgencySubscriptionSession: regional({
    method: 'POST',
    path: '/rpc/createAgencySubscriptionSession',
    tag,
    access: payments('workspaceId'),
    errors: [...errors],
    summary: 'Get a provider page on which an agency subscribes to pay as you go',
  })
    .input(z.strictObject({ workspaceId: id }))
    .output(z.object({ sessionUrl: z.string() })),
  clientBilling: regional({
    method: 'GET',
    path: '/client/billing',
    tag,
    access: clients,
    errors: ['NOT_FOUND'],
    summary: 'Get an organization’s billing as its users see it',
  })
    .input(z.strictObject({ orgId: id }))
    .output(ClientBilling),
  getPaymentMethods: regional({
    method: 'GET',
    path: '/stripe/connect/get-payment-methods/{customerId}/{accountId}',
    tag,
    access: clients,
    errors: ['NOT_FOUND', 'UPSTREAM_FAILED'],
    summary: 'Get the payment method of an organization',
  })
    .input(z.strictObject({ customerId: id, accountId: id }))
    .output(z.object({ paymentMethod: PaymentMethod.nullable() })),
  getBillingDetails: regional({
    method: 'GET',
    path: '/stripe/connect/get-billing-details/{customerId}/{accountId}',
    tag,
    access: clients,
    errors: ['NOT_FOUND', 'UPSTREAM_FAILED'],
    summary: 'Get the customer of an organization',
  })
    .input(z.strictObject({ customerId: id, accountId: id }))
    .output(z.object({ customer: z.object({ id: z.string(), email: z.string(), name: z.string() }) })),
  getInvoices: regional({
    method: 'GET',
    path: '/stripe/connect/get-invoices/{customerId}/{accountId}',
    tag,
    access: clients,
    errors: ['NOT_FOUND', 'UPSTREAM_FAILED'],
    summary: 'List the latest invoices of an organization',
  })
    .input(z.strictObject({ customerId: id, accountId: id }))
    .output(
      z.object({
        invoices: z.object({
          data: z.array(
            z.object({
              id: z.string(),
              number: z.string(),
              /** Unix seconds. */
              created: z.number().int(),
              hosted_invoice_url: z.string(),
              status: z.string(),
              /** Cents. */
              total: z.number().int(),
              dispute: Dispute,
            }),
          ),
        }),
      }),
    ),
  updatePayment: regional({
    method: 'POST',
    path: '/stripe/connect/update-payment',
    tag,
    access: clients,
    errors: [...errors],
    summary: 'Set the payment method of an organization',
  })
    .input(
      z.strictObject({
        ...account,
        paymentMethodId: id,
        userId: z.string().max(200).optional(),
        agencyId: z.string().max(200).optional(),
      }),
    )
    .output(z.object({ customer: z.object({ id: z.string() }) })),
  prePaid: regional({
    method: 'POST',
    path: '/stripe/connect/pre-paid',
    tag,
    access: { ...clients, workspace: 'workspaceId', org: 'orgId', scope: 'none' },
    errors: [...errors],
    summary: 'Buy credits for an organization',
    description:
      'Credits are added once the provider confirms the payment. Send an Idempotency-Key. Only one runs at a time, and as many credits within ten minutes are refused unless `again` is true.',
  })
    .input(
      z.strictObject({
        creditAmount: z.number(rule('number_not_valid')).refine(isPurchase, rule('client_purchase_amount')),
        region,
        workspaceId: id,
        clientId: z.string().max(200).optional(),
        orgId: id,
        again: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        success: z.boolean(),
        loadTokens: z.number(),
        requiresAction: z.boolean(),
        clientSecret: z.string().nullable(),
        paymentIntentId: z.string().nullable(),
      }),
    ),
  confirmPrePaid: regional({
    method: 'POST',
    path: '/stripe/connect/confirm-pre-paid',
    tag,
    access: { ...clients, scope: 'none' },
    errors: [...errors],
    summary: 'Refresh a purchase after the customer confirmed its payment',
    description:
      'For cards whose bank asks the customer to confirm. Credits are added once the provider confirms the payment.',
  })
    .input(z.strictObject({ orgId: id, paymentIntentId: z.string().max(200) }))
    .output(z.object({ success: z.boolean(), loadTokens: z.number() })),
  updateAutorecharge: regional({
    method: 'POST',
    path: '/stripe/connect/update-autorecharge',
    tag,
    access: clients,
    errors: [...errors],
    summary: 'Set the automatic recharge of an organization',
  })
    .input(
      z
        .strictObject({
          ...account,
          automaticBilling: z.boolean(),
          threshold: z.number(rule('number_not_valid')),
          amount: z.number(rule('number_not_valid')),
          customer_id: z.string().max(200).optional(),
        })
        .refine(({ threshold, amount }) => isRecharge(threshold, amount), rule('client_recharge_amounts')),
    )
    .output(success),
  createOrgSubscription: regional({
    method: 'POST',
    path: '/stripe/connect/create-subscription',
    tag,
    access: clients,
    errors: [...errors],
    summary: 'Get a provider page on which an organization subscribes to a plan',
  })
    .input(
      z.strictObject({
        ...account,
        priceId: id,
        customerEmail: Email.optional(),
        customerId: z.string().max(200).optional(),
        successUrl: z.url().max(1000),
        cancelUrl: z.url().max(1000),
      }),
    )
    .output(z.object({ sessionUrl: z.string() })),
  cancelOrgSubscription: regional({
    method: 'POST',
    path: '/stripe/connect/cancel-subscription',
    tag,
    access: clients,
    errors: [...errors],
    summary: 'End the subscription of an organization',
  })
    .input(z.strictObject({ ...account, subscriptionId: id }))
    .output(z.object({ subscription: OrgSubscription })),
  transferCredits: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/orgs/{orgId}/credit-transfer',
    tag,
    access: {
      by: ['session', 'workspace', 'client'],
      workspace: 'uid',
      org: 'orgId',
      role: 'admin',
      client: { admin: true },
      scope: 'none',
    },
    errors: [...errors],
    summary: 'Move credits between a workspace and an organization',
    description: 'For admins of the agency. Send an Idempotency-Key.',
  })
    .input(
      z.strictObject({
        uid,
        orgId: id,
        source: z.enum(['workspace', 'org']),
        amount: z
          .number(rule('credit_transfer_amount'))
          .positive(rule('credit_transfer_amount'))
          .max(1_000_000_000, rule('credit_transfer_amount')),
      }),
    )
    .output(z.object({ success: z.literal(true), workspace: z.number(), org: z.number() })),
}
