// Buys and releases numbers through the workspace's own Twilio account. Twilio charges for them; each takes a slot of
// the plan.
import type { BuyNumber, NumberOffer, NumberPrice } from '@parlance/contract/channels/numbers-api'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Vault } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import * as repository from './phone-numbers.repository.ts'
import { numberSecretContext, type PhoneNumbers } from './phone-numbers.ts'
import type { FoundNumber, NumberMarket, TwilioNumbers } from '../ports.ts'

export interface BuyNumbersDeps {
  readonly market: NumberMarket
  readonly provider: Pick<TwilioNumbers, 'find'>
  readonly vault: Vault
  readonly numbers: Pick<PhoneNumbers, 'remove' | 'reserve' | 'store'>
}

const MISSING = msg('twilio_number_missing')
type Account = { readonly accountSid: string; readonly authToken: string }

export function createBuyNumbers({ market, provider, vault, numbers }: BuyNumbersDeps) {
  const tokenOf = (row: repository.PhoneNumberRow) =>
    vault.open(row.workspace_id, numberSecretContext(row.id), row.secrets)
  /** Uses the token of an imported number of the same account, so that it needn't be typed again. */
  const accountOf = async (
    ctx: Ctx,
    { accountSid, authToken = '' }: { accountSid: string; authToken?: string | undefined },
  ): Promise<Account> => {
    const [sid, token] = [accountSid.trim(), authToken.trim()]
    if (sid === '') throw new AppError('INVALID_INPUT', msg('fields_required'))
    if (token !== '') return { accountSid: sid, authToken: token }
    const known = (await repository.listNumbers(ctx.db, ctx.workspaceId, undefined)).find(
      ({ account_sid: one }) => one === sid,
    )
    if (!known) throw new AppError('INVALID_INPUT', msg('fields_required'))
    return { accountSid: sid, authToken: tokenOf(known) }
  }
  const priceOf = async (account: Account, country: string): Promise<NumberPrice> => {
    const price = await market.priceOf(account, country)
    if (!price) throw new AppError('UPSTREAM_FAILED', msg('number_price_unknown'))
    return price
  }
  /** Undefined when the account surely doesn't have it. */
  const findOwn = (account: Account, phoneNumber: string): Promise<FoundNumber | undefined> =>
    provider.find({ ...account, phoneNumber }).catch((error: unknown) => {
      if (error instanceof AppError && error.reason?.code === MISSING.code) return undefined
      throw error
    })
  return {
    async available(
      ctx: Ctx,
      input: { accountSid: string; authToken?: string | undefined; country: string; areaCode?: string | undefined },
    ): Promise<{ items: NumberOffer[]; price: NumberPrice }> {
      const account = await accountOf(ctx, input)
      const { country, areaCode = '' } = input
      const [items, price] = await Promise.all([
        market.search(account, { country, areaCode }),
        priceOf(account, country),
      ])
      return { items: [...items], price }
    },
    async buy(ctx: Ctx, input: BuyNumber) {
      const account = await accountOf(ctx, input)
      const price = await priceOf(account, input.country)
      if (price.monthly !== input.price.monthly || price.currency !== input.price.currency)
        throw new AppError('CONFLICT', msg('number_price_changed'))
      const { phoneNumber } = input
      // An earlier purchase whose outcome is not known.
      const kept = await repository.findByNumber(ctx.db, ctx.workspaceId, phoneNumber)
      const own = kept?.phone_sid === '' ? await findOwn(account, phoneNumber) : undefined
      if (own) return numbers.store(ctx, own)
      const release = await numbers.reserve(ctx, { ...account, phoneNumber })
      const giveBack = async () => {
        await release()
        const isUnused = kept?.phone_sid === '' && !kept.agent_id && !kept.call_agent_id
        if (isUnused) await numbers.remove(ctx, { numberId: kept.id })
      }
      const answered = await market.buy(account, phoneNumber).catch(async (error: unknown) => {
        await giveBack()
        throw error
      })
      // While that can't be read either, the number is kept: it may be paid for.
      const bought = answered ?? (await findOwn(account, phoneNumber))
      if (bought) return numbers.store(ctx, bought)
      await giveBack()
      throw new AppError('UPSTREAM_FAILED', msg('twilio_unreachable'))
    },
    /** Twilio can't restore a released number. */
    async release(ctx: Ctx, { numberId }: { numberId: string }) {
      const row = await repository.findNumber(ctx.db, ctx.workspaceId, numberId)
      if (!row) throw new AppError('NOT_FOUND', msg('twilio_number_unknown'))
      const account = { accountSid: row.account_sid, authToken: tokenOf(row) }
      // Without its id Twilio would know of no number to release, and go on charging.
      const phoneSid = row.phone_sid || (await provider.find({ ...account, phoneNumber: row.phone_number })).phoneSid
      await market.release(account, phoneSid)
      return numbers.remove(ctx, { numberId })
    },
  }
}
