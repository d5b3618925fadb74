// Receipts of a workspace and its organisations: every charge with its usage, price and taxes.
import type { ReceiptGroup } from '@parlance/contract/billing/receipt-groups'
import { creditKind } from '@parlance/contract/billing/schemas'
import { PLATFORM_FEE_PERCENT } from '@parlance/contract/billing/client-purchase-rules'
import type { ClientReceipt, ClientReceiptTotal, Receipt, ReceiptTotal } from '@parlance/contract/billing/receipts'
import { AppError } from '@parlance/contract/lib/errors'
import { MILLI } from '@parlance/contract/lib/money'
import { DAY_MS } from '@parlance/contract/lib/time'
import { englishOf, msg, withRef } from '@parlance/i18n/messages'
import type { Readable } from 'node:stream'
import { sha256 } from '../../../lib/crypto.ts'
import { streamCsv } from '../../../lib/csv.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { pageOf } from '../../../lib/cursor.ts'
import { readMessage } from '../../../lib/stored-message.ts'
import type { After, LotQuery, ReceiptRow, TotalRow } from '../../billing/index.ts'
import type { ConnectedAccounts } from '../connect/accounts.ts'
import * as connect from '../connect/repository.ts'
import type { OrgBilling } from '../connect/orgs.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from '../repository.ts'
import { type Rate, rateAt, type Rates } from './rates.ts'

export interface ReceiptFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly agentId?: string | undefined
  readonly channel?: string | undefined
  readonly model?: string | undefined
  readonly invoiceId?: string | undefined
  readonly orgId?: string | undefined
}
interface Paging {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** An invoice's credits: owner, source, and price in minor units. */
interface PaidCredits {
  readonly payerId: string
  readonly lot: string
  readonly credits: number
  readonly currency: 'usd' | 'eur' | 'gbp'
  readonly tax: number
  readonly total: number
}

const PAGE = 25
const CSV_PAGE = 500
const MAX_CSV_ROWS = 50_000
const PICO = 1e12
const MICRO = 1e6
const round = (value: number): number => Math.round(value * MICRO) / MICRO

export function createReceipts(
  deps: PaymentsDeps & {
    readonly rates: Rates
    readonly connected: ConnectedAccounts
    readonly orgs: OrgBilling
  },
) {
  const { receipts, orgNames, agentTitles, rates, orgs } = deps

  /** Prices each part at the rates of its time. */
  const priced = (parts: readonly PricedPart[], picoUsd: number) => {
    const sum = (of: (part: PricedPart) => number) => parts.reduce((total, part) => total + of(part), 0)
    const base = picoUsd / PICO
    const worth = sum(({ rate, credits }) => credits * rate.creditValue)
    const price = sum(({ rate, clientCredits }) => clientCredits * rate.clientPrice)
    const tax = sum(({ rate, credits, clientCredits }) => (credits - clientCredits) * rate.creditValue * rate.taxRate)
    return {
      base: round(base),
      markup: round(worth - base),
      clientPrice: round(price),
      fee: round((price * PLATFORM_FEE_PERCENT) / 100),
      tax: round(tax),
      total: round(worth + tax),
    }
  }
  const common = (row: ReceiptRow, paid: PaidCredits | undefined) => ({
    id: sha256(`receipt|${row.payerId}|${row.key}`).slice(0, 24),
    ts: row.ts,
    kind: creditKind({ kind: 'settle', key: row.key, cause: englishOf(readMessage(row.cause)) }),
    ...withRef('causedBy', readMessage(row.cause)),
    agentId: row.agentId,
    channel: row.usage?.channel ?? '',
    credits: row.credits / MILLI,
    ...(paid && row.part !== undefined ? { invoice: shareOf(paid, row.part) } : {}),
  })
  const asReceipt = (ctx: Ctx, known: readonly Rate[], names: ReadonlyMap<string, string>, paid?: PaidCredits) => {
    const { workspaceId } = ctx
    return (row: ReceiptRow): Receipt => {
      const isClient = row.payerId !== workspaceId
      const units = row.usage?.units ?? []
      const credits = row.credits / MILLI
      const picoUsd = units.reduce((sum, one) => sum + one.picoUsd, 0)
      return {
        ...common(row, paid),
        orgId: isClient ? row.payerId : null,
        client: isClient ? (names.get(row.payerId) ?? '') : '',
        units: units.map(({ model, paidBy, input, output, picoUsd: pico }) => ({
          model,
          paidBy,
          inputTokens: input,
          outputTokens: output,
          base: round(pico / PICO),
        })),
        ...priced([{ rate: rateAt(known, row.atMs), credits, clientCredits: isClient ? credits : 0 }], picoUsd),
      }
    }
  }

  /** A deleted agent keeps the name of its receipts. */
  const labelsFor = async (
    ctx: Ctx,
    by: ReceiptGroup,
    rows: readonly TotalRow[],
    names: ReadonlyMap<string, string>,
  ): Promise<(key: string, cause: string) => string> => {
    if (by === 'client') return (key) => names.get(key) ?? ''
    if (by !== 'agent') return (key) => key
    const ids = rows.map(({ key }) => key).filter((key) => key !== '')
    const titles = await agentTitles(ctx, ids)
    return (key, cause) => (key === '' ? '' : (titles.get(key) ?? englishOf(readMessage(cause))))
  }

  /** Existing organisations, and former ones that bought something. */
  const payersOf = async (ctx: Ctx, names: ReadonlyMap<string, string>, orgId: string | undefined) => {
    const known = new Set([...names.keys(), ...(await connect.listBuyers(ctx.db, ctx.workspaceId))])
    if (orgId === undefined) return [ctx.workspaceId, ...known]
    if (orgId !== ctx.workspaceId && !known.has(orgId)) throw new AppError('NOT_FOUND')
    return [orgId]
  }
  const paidBy = async (ctx: Ctx, invoiceId: string, orgId: string | undefined): Promise<PaidCredits> => {
    const own = orgId === undefined ? await repository.findInvoice(ctx.db, invoiceId) : undefined
    if (own?.workspaceId === ctx.workspaceId)
      return {
        payerId: ctx.workspaceId,
        lot: own.id,
        credits: own.credits,
        currency: own.currency,
        tax: own.tax,
        total: own.total,
      }
    const sale = await connect.findSaleOfInvoice(ctx.db, ctx.workspaceId, invoiceId)
    if (!sale || (orgId !== undefined && sale.orgId !== orgId)) throw new AppError('NOT_FOUND')
    const { credits, total } = sale
    return { payerId: sale.orgId, lot: `transfer:sale:${sale.id}`, credits, currency: 'usd', tax: 0, total }
  }

  const rowsOf = async (
    ctx: Ctx,
    payers: readonly string[],
    paid: PaidCredits | undefined,
    {
      filter,
      after,
      limit,
    }: { readonly filter: ReceiptFilter; readonly after: After | undefined; readonly limit: number },
  ): Promise<ReceiptRow[]> => {
    const query = { ...daysOf(filter), agentId: filter.agentId, channel: filter.channel, model: filter.model }
    if (!paid) return receipts.list(ctx, { ...query, payers }, after, limit)
    const { payerId, lot } = paid
    return receipts.ofLot(ctx, { ...query, payerId, lot } satisfies LotQuery, after?.key, limit)
  }
  const pageFor = async (
    ctx: Ctx,
    payers: readonly string[],
    paid: PaidCredits | undefined,
    filter: ReceiptFilter & Paging,
  ) => {
    const limit = filter.limit ?? PAGE
    const after = readAfter(filter.cursor, paid ? [paid.payerId] : payers)
    return pageOf(await rowsOf(ctx, payers, paid, { filter, after, limit: limit + 1 }), limit, writeAfter)
  }
  const ofOrg = async (ctx: Ctx, orgId: string) => {
    await orgs.require(ctx, orgId)
    const known = await rates.list(ctx)
    const priceOf = (row: ReceiptRow) => round((row.credits / MILLI) * rateAt(known, row.atMs).clientPrice)
    const asClient =
      (paid: PaidCredits | undefined) =>
      (row: ReceiptRow): ClientReceipt => ({ ...common(row, paid), price: priceOf(row) })
    return { known, asClient }
  }

  return {
    async list(ctx: Ctx, filter: ReceiptFilter & Paging) {
      const names = await orgNames(ctx)
      const payers = await payersOf(ctx, names, filter.orgId)
      const paid = filter.invoiceId === undefined ? undefined : await paidBy(ctx, filter.invoiceId, filter.orgId)
      const [{ items, nextCursor }, known] = await Promise.all([pageFor(ctx, payers, paid, filter), rates.list(ctx)])
      return { items: items.map(asReceipt(ctx, known, names, paid)), nextCursor }
    },
    async totals(ctx: Ctx, by: ReceiptGroup, filter: ReceiptFilter): Promise<ReceiptTotal[]> {
      const names = await orgNames(ctx)
      const payers = await payersOf(ctx, names, filter.orgId)
      const { agentId, channel, model } = filter
      const { workspaceId } = ctx
      const known = await rates.list(ctx)
      const query = { ...daysOf(filter), agentId, channel, model, payers, workspaceId, periods: startsOf(known) }
      const rows = await receipts.totals(ctx, query, by)
      const labelOf = await labelsFor(ctx, by, rows, names)
      return rows.map((row) => {
        const key = by === 'client' && row.key === workspaceId ? '' : row.key
        return {
          key,
          label: labelOf(key, row.cause),
          count: row.count,
          credits: row.credits / MILLI,
          ...priced(partsOf(row, known), row.picoUsd),
        }
      })
    },
    async csv(ctx: Ctx, filter: ReceiptFilter): Promise<Readable> {
      const names = await orgNames(ctx)
      const payers = await payersOf(ctx, names, filter.orgId)
      const paid = filter.invoiceId === undefined ? undefined : await paidBy(ctx, filter.invoiceId, filter.orgId)
      const toReceipt = asReceipt(ctx, await rates.list(ctx), names, paid)
      async function* pages() {
        let after: After | undefined
        for (let count = 0; count < MAX_CSV_ROWS; count += CSV_PAGE) {
          const found = await rowsOf(ctx, payers, paid, { filter, after, limit: CSV_PAGE })
          yield found.map(toReceipt).map(csvRow)
          after = found.at(-1)
          if (found.length < CSV_PAGE) return
        }
      }
      return streamCsv(CSV_TITLES, pages())
    },
    client: {
      async list(ctx: Ctx, orgId: string, filter: Omit<ReceiptFilter, 'model' | 'orgId'> & Paging) {
        const { asClient } = await ofOrg(ctx, orgId)
        const paid = filter.invoiceId === undefined ? undefined : await paidBy(ctx, filter.invoiceId, orgId)
        const { items, nextCursor } = await pageFor(ctx, [orgId], paid, filter)
        return { items: items.map(asClient(paid)), nextCursor }
      },
      async totals(
        ctx: Ctx,
        orgId: string,
        by: ReceiptGroup,
        filter: Omit<ReceiptFilter, 'model' | 'orgId'>,
      ): Promise<ClientReceiptTotal[]> {
        const { known } = await ofOrg(ctx, orgId)
        const { agentId, channel } = filter
        const { workspaceId } = ctx
        const query = { ...daysOf(filter), agentId, channel, payers: [orgId], workspaceId, periods: startsOf(known) }
        const rows = await receipts.totals(ctx, query, by)
        const labelOf = await labelsFor(ctx, by, rows, new Map())
        return rows.map((row) => ({
          key: row.key,
          label: labelOf(row.key, row.cause),
          count: row.count,
          credits: row.credits / MILLI,
          price: priced(partsOf(row, known), 0).clientPrice,
        }))
      },
      async csv(ctx: Ctx, orgId: string, filter: Omit<ReceiptFilter, 'model' | 'orgId'>): Promise<Readable> {
        const { asClient } = await ofOrg(ctx, orgId)
        const paid = filter.invoiceId === undefined ? undefined : await paidBy(ctx, filter.invoiceId, orgId)
        async function* pages() {
          let after: After | undefined
          for (let count = 0; count < MAX_CSV_ROWS; count += CSV_PAGE) {
            const found = await rowsOf(ctx, [orgId], paid, { filter, after, limit: CSV_PAGE })
            yield found
              .map(asClient(paid))
              .map((one) => [timeOf(one.ts), one.causedBy, one.channel, one.credits, one.price] as const)
            after = found.at(-1)
            if (found.length < CSV_PAGE) return
          }
        }
        return streamCsv(['Time (UTC)', 'For', 'Channel', 'Credits', 'Price (USD)'], pages())
      },
    },
  }
}

interface PricedPart {
  readonly rate: Rate
  readonly credits: number
  readonly clientCredits: number
}
const startsOf = (rates: readonly Rate[]) => rates.map(({ since }) => since)
const partsOf = ({ parts }: TotalRow, rates: readonly Rate[]): PricedPart[] =>
  parts.flatMap(({ period, credits, clientCredits }) => {
    const rate = rates[Math.max(1, period) - 1]
    return rate ? [{ rate, credits: credits / MILLI, clientCredits: clientCredits / MILLI }] : []
  })

/** UTC days, both inclusive. @throws INVALID_INPUT */
function daysOf({ from, to }: Pick<ReceiptFilter, 'from' | 'to'>) {
  const first = from === undefined ? undefined : new Date(`${from}T00:00:00Z`)
  const before = to === undefined ? undefined : new Date(new Date(`${to}T00:00:00Z`).getTime() + DAY_MS)
  if (first && before && first >= before) throw new AppError('INVALID_INPUT', msg('receipt_days'))
  return { from: first, before }
}

/** In whole units of the currency, rounded to a millionth. */
function shareOf({ credits, currency, tax, total }: PaidCredits, part: number) {
  const share = credits > 0 ? part / credits : 0
  return {
    credits: part / MILLI,
    currency,
    net: round(((total - tax) * share) / 100),
    tax: round((tax * share) / 100),
    total: round((total * share) / 100),
  }
}

const writeAfter = ({ payerId, key }: After): string =>
  Buffer.from(JSON.stringify([payerId, key])).toString('base64url')

/** @throws INVALID_INPUT for another list's cursor */
function readAfter(cursor: string | undefined, payers: readonly string[]): After | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, payerId, key] = /^\["([\w-]{1,100})","([\w:.-]{1,200})"\]$/.exec(text) ?? []
  if (payerId === undefined || key === undefined || !payers.includes(payerId))
    throw new AppError('INVALID_INPUT', msg('cursor_of_other_list'))
  return { payerId, key }
}

const timeOf = (ts: number): string => new Date(ts * 1000).toISOString().slice(0, 19).replace('T', ' ')
const CSV_TITLES = [
  'Time (UTC)',
  'Client',
  'For',
  'Channel',
  'Models',
  'Input tokens',
  'Output tokens',
  'Credits',
  'Base (USD)',
  'Markup (USD)',
  'Price to client (USD)',
  'Fee (USD)',
  'Tax (USD)',
  'Total (USD)',
]
const csvRow = (one: Receipt) => [
  timeOf(one.ts),
  one.client,
  one.causedBy,
  one.channel,
  one.units.map(({ model }) => model).join(' '),
  one.units.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
  one.units.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  one.credits,
  one.base,
  one.markup,
  one.clientPrice,
  one.fee,
  one.tax,
  one.total,
]
