// Simulates a month's cost and income with another credit price, markup or model, from its receipts.
import type { Figures, WhatIf } from '@parlance/contract/billing/budgets'
import {
  clientCreditPrice,
  DEFAULT_USD_PER_CREDIT,
  PLATFORM_FEE_PERCENT,
} from '@parlance/contract/billing/client-purchase-rules'
import { MILLI, OWN_KEY_TURN, PLATFORM_MARKUP } from '@parlance/contract/lib/money'
import type { Ctx } from '../../../lib/ctx.ts'
import { listPriceOf, priceOf } from '../../billing/index.ts'
import type { ConnectedAccounts } from '../connect/accounts.ts'
import * as connect from '../connect/repository.ts'
import type { PaymentsDeps } from '../deps.ts'
import { lastMonth, monthRange } from './months.ts'
import type { Rates } from './rates.ts'

export interface WhatIfAsked {
  readonly month?: string | undefined
  readonly usdPerToken?: number | undefined
  readonly markup?: number | undefined
  readonly model?: string | undefined
}

const PICO = 1e12
const MICRO = 1e6
const CENTS = 100
const MARKUP = Math.round((PLATFORM_MARKUP - 1) * 100)
const round = (usd: number) => Math.round(usd * CENTS) / CENTS

export const createWhatIf =
  ({
    receipts,
    orgNames,
    rates,
    connected,
    creditValueUsd,
  }: PaymentsDeps & { readonly rates: Rates; readonly connected: ConnectedAccounts }) =>
  async (
    ctx: Ctx,
    { month = lastMonth(ctx.now()), usdPerToken, markup = MARKUP, model }: WhatIfAsked,
  ): Promise<WhatIf> => {
    const { workspaceId } = ctx
    const [names, buyers, known, account] = await Promise.all([
      orgNames(ctx),
      connect.listBuyers(ctx.db, workspaceId),
      rates.list(ctx),
      connected.find(ctx),
    ])
    const milliFor = (percent: number) => ((1 + percent / 100) * MILLI) / (creditValueUsd * PICO)
    const rows = await receipts.whatIf(ctx, {
      payers: [...new Set([workspaceId, ...names.keys(), ...buyers])],
      workspaceId,
      ...monthRange(month),
      periods: known.map(({ since }) => since),
      milliPerPico: { real: milliFor(MARKUP), whatIf: milliFor(markup) },
      price: model === undefined ? undefined : priceOf(model),
      sandboxTurn: OWN_KEY_TURN,
    })
    const parts = rows.flatMap((row) => {
      const rate = known[Math.max(1, row.period) - 1]
      return rate ? [{ row, rate }] : []
    })
    const asked = usdPerToken === undefined ? undefined : clientCreditPrice(usdPerToken, creditValueUsd)
    return {
      month,
      count: rows.reduce((sum, { count }) => sum + count, 0),
      prices: { usdPerToken: account?.usdPerToken ?? DEFAULT_USD_PER_CREDIT, markup: MARKUP },
      assumed: model === undefined || listPriceOf(model) ? null : inDollars(priceOf(model)),
      real: figuresOf(parts.map(({ row, rate }) => ({ ...row, value: rate.creditValue, price: rate.clientPrice }))),
      whatIf: figuresOf(
        parts.map(({ row, rate }) => ({
          credits: row.newCredits,
          clientCredits: row.newClientCredits,
          picoUsd: row.newPicoUsd,
          value: rate.creditValue,
          price: asked ?? rate.clientPrice,
        })),
      ),
    }
  }

const inDollars = ({ input, output }: ReturnType<typeof priceOf>) => ({ input: input / MICRO, output: output / MICRO })

interface Part {
  readonly credits: number
  readonly clientCredits: number
  readonly picoUsd: number
  readonly value: number
  readonly price: number
}

function figuresOf(parts: readonly Part[]): Figures {
  const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0)
  const clientPrice = sum(({ clientCredits, price }) => (clientCredits / MILLI) * price)
  const clientWorth = sum(({ clientCredits, value }) => (clientCredits / MILLI) * value)
  const fee = (clientPrice * PLATFORM_FEE_PERCENT) / 100
  return {
    credits: sum(({ credits }) => credits) / MILLI,
    clientCredits: sum(({ clientCredits }) => clientCredits) / MILLI,
    base: round(sum(({ picoUsd }) => picoUsd) / PICO),
    worth: round(sum(({ credits, value }) => (credits / MILLI) * value)),
    clientPrice: round(clientPrice),
    fee: round(fee),
    margin: round(clientPrice - clientWorth - fee),
  }
}
