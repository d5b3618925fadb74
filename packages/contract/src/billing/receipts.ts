import { z } from 'zod'
import { messageRef } from '../lib/rules.ts'
import { CURRENCIES } from './plans.ts'
import { CREDIT_KINDS } from './schemas.ts'

const text = z.string().max(100)
const day = z.iso.date()
export const chargeFilters = {
  /** UTC days, both inclusive. */
  from: day.optional(),
  to: day.optional(),
  agentId: text.optional(),
  channel: text.optional(),
}
export const receiptFilters = {
  ...chargeFilters,
  /** Charges paid by this invoice's credits: the oldest credits are spent first. */
  invoiceId: z.string().max(200).optional(),
}
const ofAgency = {
  model: text.optional(),
  orgId: text.optional(),
}
export const agencyChargeFilters = { ...chargeFilters, ...ofAgency }
export const agencyReceiptFilters = { ...receiptFilters, ...ofAgency }

/** For the requested invoice: the part of the charge paid by its credits, and the cost of that part. */
const InvoiceShare = z.object({
  credits: z.number(),
  currency: z.enum(CURRENCIES),
  /** Whole units of the currency. */
  net: z.number(),
  tax: z.number(),
  total: z.number(),
})

const base = {
  id: z.string(),
  /** Unix seconds. */
  ts: z.number().int(),
  kind: z.enum(CREDIT_KINDS),
  causedBy: z.string(),
  causedByMessage: messageRef,
  agentId: z.string().nullable(),
  channel: z.string(),
  credits: z.number(),
  invoice: InvoiceShare.optional(),
}

export const Receipt = z.object({
  ...base,
  orgId: z.string().nullable(),
  client: z.string(),
  units: z.array(
    z.object({
      model: z.string(),
      paidBy: z.enum(['platform', 'ownKey', 'sandbox']),
      inputTokens: z.number().int(),
      outputTokens: z.number().int(),
      /** List price in US dollars; 0 when the platform did not pay. */
      base: z.number(),
    }),
  ),
  /** US dollars. `base` plus `markup` is the value of the credits. */
  base: z.number(),
  markup: z.number(),
  /** The organisation's price for these credits at that time; 0 when the workspace paid. */
  clientPrice: z.number(),
  fee: z.number(),
  tax: z.number(),
  total: z.number(),
})
export type Receipt = z.infer<typeof Receipt>

/** An organisation's view: its own price, and nothing about the agency's cost. */
export const ClientReceipt = z.object({
  ...base,
  /** US dollars at the price of that time. */
  price: z.number(),
})
export type ClientReceipt = z.infer<typeof ClientReceipt>

const sums = { count: z.number().int(), credits: z.number() }
export const ReceiptTotal = z.object({
  /** An id, a channel, a model or a day. Empty for charges without one, and for the workspace itself. */
  key: z.string(),
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
