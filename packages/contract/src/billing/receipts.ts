// Receipts: what each charge of credits was for, what it cost its provider, and what whoever pays pays for it.
import { z } from 'zod'
import { messageRef } from '../lib/rules.ts'
import { CURRENCIES } from './plans.ts'
import { CREDIT_KINDS } from './schemas.ts'

const text = z.string().max(100)
const day = z.iso.date()
export const chargeFilters = {
  /** Days in UTC, both included. */
  from: day.optional(),
  to: day.optional(),
  agentId: text.optional(),
  channel: text.optional(),
}
export const receiptFilters = {
  ...chargeFilters,
  /** Charges that credits of this invoice paid: the oldest credits are spent first. */
  invoiceId: z.string().max(200).optional(),
}
const ofAgency = {
  model: text.optional(),
  /** Only what this organisation paid; the id of the workspace for what it paid itself. */
  orgId: text.optional(),
}
export const agencyChargeFilters = { ...chargeFilters, ...ofAgency }
export const agencyReceiptFilters = { ...receiptFilters, ...ofAgency }

/** Of the invoice that was asked for: which part of the charge its credits paid, and what that part cost. */
const InvoiceShare = z.object({
  credits: z.number(),
  currency: z.enum(CURRENCIES),
  /** Whole units of the currency. */
  net: z.number(),
  tax: z.number(),
  total: z.number(),
})

const base = {
  /** Opaque, and unique within the workspace. */
  id: z.string(),
  /** Unix seconds. */
  ts: z.number().int(),
  kind: z.enum(CREDIT_KINDS),
  /** The agent's title or the feature. */
  causedBy: z.string(),
  causedByMessage: messageRef,
  agentId: z.string().nullable(),
  /** Empty where the charge came by none. */
  channel: z.string(),
  credits: z.number(),
  invoice: InvoiceShare.optional(),
}

export const Receipt = z.object({
  ...base,
  /** The organisation that paid; null where the workspace did. */
  orgId: z.string().nullable(),
  /** Its name; empty where the workspace paid or the organisation is gone. */
  client: z.string(),
  /** What providers counted. */
  units: z.array(
    z.object({
      model: z.string(),
      /** Whose key paid the provider. */
      paidBy: z.enum(['platform', 'ownKey', 'sandbox']),
      inputTokens: z.number().int(),
      outputTokens: z.number().int(),
      /** US dollars of its list price; 0 where the platform did not pay. */
      base: z.number(),
    }),
  ),
  /** US dollars. `base` and `markup` are what the credits are worth. */
  base: z.number(),
  markup: z.number(),
  /** What the organisation pays for these credits at the agency's price of that time; 0 where the workspace paid. */
  clientPrice: z.number(),
  /** Platform fee on what the organisation pays. */
  fee: z.number(),
  /** Tax on what the workspace pays. */
  tax: z.number(),
  /** What the workspace pays: base, markup and tax. */
  total: z.number(),
})
export type Receipt = z.infer<typeof Receipt>

/** What an organisation sees: its own price, and nothing of what the agency pays. */
export const ClientReceipt = z.object({
  ...base,
  /** US dollars at the agency's price of that time. */
  price: z.number(),
})
export type ClientReceipt = z.infer<typeof ClientReceipt>

const sums = { count: z.number().int(), credits: z.number() }
export const ReceiptTotal = z.object({
  /** An id, a channel, a model or a day. Empty for charges without one, and for the workspace itself. */
  key: z.string(),
  /** Name of the client or title of the agent; the key where there is none. */
  label: z.string(),
  ...sums,
  base: z.number(),
  markup: z.number(),
  clientPrice: z.number(),
  fee: z.number(),
  tax: z.number(),
  total: z.number(),
})
export type ReceiptTotal = z.infer<typeof ReceiptTotal>
export const ClientReceiptTotal = z.object({ key: z.string(), label: z.string(), ...sums, price: z.number() })
export type ClientReceiptTotal = z.infer<typeof ClientReceiptTotal>
