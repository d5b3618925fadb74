import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import type { NumberMarket } from '../../modules/channels/index.ts'
import {
  answerToOrder,
  createTwilioCalls,
  createTwilioPrices,
  isUncertain,
  type TwilioAccount,
  type TwilioAnswer,
} from './rest.ts'
import { IncomingNumber, readNumber } from './twilio.ts'

const MOST = 20
const Available = z.looseObject({
  available_phone_numbers: z.array(
    z.looseObject({
      phone_number: z.string(),
      locality: z.string().nullish(),
      region: z.string().nullish(),
      address_requirements: z.string().nullish(),
      capabilities: z
        .looseObject({ voice: z.boolean().optional(), SMS: z.boolean().optional(), MMS: z.boolean().optional() })
        .optional(),
    }),
  ),
})
const Prices = z.looseObject({
  price_unit: z.string(),
  phone_number_prices: z.array(z.looseObject({ number_type: z.string(), current_price: z.string() })),
})
/** It is paid for, so that nothing may fail any more; an id that is missing is looked up when it is needed. */
const Bought = IncomingNumber.extend({
  sid: z.string().catch(''),
  friendly_name: IncomingNumber.shape.friendly_name.catch(undefined),
  capabilities: IncomingNumber.shape.capabilities.catch(undefined),
})
/** Someone else has bought it meanwhile. */
const GONE = new Set([21_422, 21_450, 21_452])
/** Twilio needs an address or documents, which its own console collects. */
const PAPERS = new Set([21_615, 21_631, 21_649, 21_650, 21_651])
const ACCOUNT = /^AC[\da-f]{32}$/i
const TOKEN = /^[\da-f]{32}$/i

export function createNumberMarket({ baseUrl }: { readonly baseUrl: string }): NumberMarket {
  const call = createTwilioCalls(baseUrl)
  const prices = createTwilioPrices(baseUrl)
  const checked = (account: TwilioAccount): TwilioAccount => {
    if (ACCOUNT.test(account.accountSid) && TOKEN.test(account.authToken)) return account
    throw new AppError('INVALID_INPUT', msg('twilio_credentials_invalid'))
  }
  const reached = async (answer: Promise<TwilioAnswer>): Promise<TwilioAnswer> => {
    const given = await answer.catch(() => {
      throw new AppError('UPSTREAM_FAILED', msg('twilio_unreachable'))
    })
    if (given.status === 401 || given.status === 403)
      throw new AppError('INVALID_INPUT', msg('twilio_credentials_invalid'))
    return given
  }
  return {
    async search(account, { country, areaCode }) {
      const form = new URLSearchParams({ VoiceEnabled: 'true', PageSize: String(MOST) })
      // Only North America has area codes of a fixed length; elsewhere a prefix is searched.
      if (areaCode !== '' && (country === 'US' || country === 'CA')) form.set('AreaCode', areaCode)
      else if (areaCode !== '') form.set('Contains', `${areaCode}*`)
      const answer = await reached(call(checked(account), 'GET', `/AvailablePhoneNumbers/${country}/Local.json`, form))
      // The country has no numbers of this kind.
      if (answer.status === 404) return []
      if (answer.status === 400) throw new AppError('INVALID_INPUT', msg('area_code_invalid'))
      const read = Available.safeParse(answer.body)
      if (answer.status !== 200 || !read.success) throw new AppError('UPSTREAM_FAILED', msg('twilio_unreachable'))
      return read.data.available_phone_numbers.slice(0, MOST).map((one) => ({
        phoneNumber: one.phone_number,
        place: [one.locality, one.region].filter(Boolean).join(', '),
        sms: one.capabilities?.SMS === true,
        mms: one.capabilities?.MMS === true,
        needsAddress: !['none', undefined, null].includes(one.address_requirements),
      }))
    },
    async priceOf(account, country) {
      const answer = await reached(prices(checked(account), country))
      const read = Prices.safeParse(answer.body)
      const local = read.data?.phone_number_prices.find(({ number_type: type }) => type === 'local')
      if (answer.status !== 200 || !read.data || !local) return undefined
      return { monthly: local.current_price, currency: read.data.price_unit.toUpperCase() }
    },
    async buy(account, phoneNumber) {
      const form = new URLSearchParams({ PhoneNumber: phoneNumber })
      const order = call(checked(account), 'POST', '/IncomingPhoneNumbers.json', form)
      const answer = await reached(answerToOrder(order))
      if (isUncertain(answer)) return undefined
      if (answer.status === 201)
        return { ...account, phoneNumber, ...readNumber(Bought.parse({ ...answer.body, phone_number: phoneNumber })) }
      const code = Number(answer.body.code ?? 0)
      if (GONE.has(code)) throw new AppError('CONFLICT', msg('number_gone'))
      if (PAPERS.has(code)) throw new AppError('UPSTREAM_FAILED', msg('number_needs_papers'))
      const description = typeof answer.body.message === 'string' ? answer.body.message.slice(0, 200) : ''
      throw new AppError('UPSTREAM_FAILED', msg('number_not_bought', { description }))
    },
    async release(account, phoneSid) {
      const answer = await reached(call(account, 'DELETE', `/IncomingPhoneNumbers/${phoneSid}.json`))
      // A number that is already gone counts as released.
      if (answer.status !== 204 && answer.status !== 404)
        throw new AppError('UPSTREAM_FAILED', msg('twilio_unreachable'))
    },
  }
}
