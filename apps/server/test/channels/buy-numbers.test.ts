import type { NumberOffer, NumberPrice, TwilioNumber } from '@parlance/contract/channels/numbers-api'
import { startTwilio } from '@parlance/simulators/twilio/server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'

const twilio = await startTwilio()
const app = await startTestServer({
  settings: { twilioBaseUrl: twilio.url, planLimits: { free: { twilioPhoneNumberSlots: 2 } } },
})
afterAll(twilio.close)
vi.setConfig({ testTimeout: 60_000 })

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('na')
})
const { accountSid, authToken } = twilio.makeNumber()
const post = <Body>(path: string, body: object, by = owner) =>
  call<Body & { code?: string; message?: string }>(
    'POST',
    `${app.api('eu')}/v2/workspaces/${owner.workspace.uid}/twilio-numbers/${path}`,
    { bearer: by.token, body },
  )
type Found = { items: NumberOffer[]; price: NumberPrice }

test('lists numbers by country and area with their price, buys one, and releases it', async () => {
  const search = { accountSid, authToken, country: 'US', areaCode: '415' }
  const found = await post<Found>('available', search)
  expect(found.body.price).toEqual({ monthly: '1.15', currency: 'USD' })
  expect(found.body.items[0]).toMatchObject({ place: 'San Francisco, CA', needsAddress: false })
  expect(found.body.items.every(({ phoneNumber }) => phoneNumber.startsWith('+1415'))).toBe(true)
  const { phoneNumber = '' } = found.body.items[0] ?? {}
  const order = { accountSid, authToken, country: 'US', phoneNumber, price: found.body.price }

  const dearer = await post('buy', { ...order, price: { monthly: '1.00', currency: 'USD' } })
  expect(dearer.body).toMatchObject({
    code: 'CONFLICT',
    message: 'The price has changed. Search again to see the new one.',
  })
  expect((await post('buy', order, stranger)).status).toBe(404)
  const bought = await post<{ data: TwilioNumber }>('buy', order)
  expect(bought.body.data).toMatchObject({ phoneNumber, voice: true, accountSid })
  expect(JSON.stringify(bought.body)).not.toContain(authToken)

  // The token is stored now, and the number is no longer for sale.
  const again = await post<Found>('available', { accountSid, country: 'US', areaCode: '415' })
  expect(again.body.items.map((one) => one.phoneNumber)).not.toContain(phoneNumber)
  expect((await post('buy', order)).body).toMatchObject({
    message: 'Someone else bought this number. Choose another one.',
  })
  expect((await post(`${bought.body.data.id}/release`, {}, stranger)).status).toBe(404)
  expect((await post(`${bought.body.data.id}/release`, {})).status).toBe(200)
  const later = await post<Found>('available', { ...search, areaCode: '415' })
  expect(later.body.items.map((one) => one.phoneNumber)).toContain(phoneNumber)
})

describe('while Twilio’s list of numbers can’t be read', () => {
  const failReads = () => {
    const real = globalThis.fetch
    return vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((url, init) =>
        String(url).includes('/IncomingPhoneNumbers.json?')
          ? Promise.reject(new TypeError('fetch failed'))
          : real(url, init),
      )
  }
  let bought: TwilioNumber
  const given = { accountSid, authToken, country: 'US' }
  const search = () => post<Found>('available', { ...given, areaCode: '512' })
  const onSale = async () => (await search()).body.items.map(({ phoneNumber }) => phoneNumber)
  afterEach(() => void vi.restoreAllMocks())

  test('stores a bought number as the purchase names it', async () => {
    const { body } = await search()
    const { phoneNumber = '' } = body.items[0] ?? {}
    failReads()
    const answer = await post<{ data: TwilioNumber }>('buy', { ...given, phoneNumber, price: body.price })
    bought = answer.body.data
    expect(bought).toMatchObject({ phoneNumber, voice: true, sms: true, accountSid })
    const { rows } = await app.dbs.eu.pool.query('select phone_sid from phone_numbers where id = $1', [bought.id])
    expect(rows).toEqual([{ phone_sid: expect.stringMatching(/^PN/) as string }])
  })

  test('releases no number whose id is not known, and looks the id up as soon as it can', async () => {
    await app.dbs.eu.pool.query(`update phone_numbers set phone_sid = '' where id = $1`, [bought.id])
    const reads = failReads()
    expect((await post(`${bought.id}/release`, {})).body).toMatchObject({ code: 'UPSTREAM_FAILED' })
    reads.mockRestore()
    expect(await onSale()).not.toContain(bought.phoneNumber)
    expect((await post(`${bought.id}/release`, {})).status).toBe(200)
    expect(await onSale()).toContain(bought.phoneNumber)
  })
})

describe('when Twilio’s answer to the purchase is lost', () => {
  const given = { accountSid, authToken, country: 'US' }
  const ORDERS = '/IncomingPhoneNumbers.json'
  const order = async () => {
    const { body } = await post<Found>('available', { ...given, areaCode: '512' })
    return { ...given, phoneNumber: body.items[0]?.phoneNumber ?? '', price: body.price }
  }
  const stored = async (phoneNumber: string) =>
    (await app.dbs.eu.pool.query('select id, phone_sid from phone_numbers where phone_number = $1', [phoneNumber]))
      .rows as { id: string; phone_sid: string }[]
  const failReads = () => {
    const real = globalThis.fetch
    return vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((url, init) =>
        String(url).includes(`${ORDERS}?`) ? Promise.reject(new TypeError('fetch failed')) : real(url, init),
      )
  }
  afterEach(() => void vi.restoreAllMocks())

  test('stores the number that was bought', async () => {
    const wanted = await order()
    twilio.fail({ path: ORDERS, status: 201, lost: true })
    const { body } = await post<{ data: TwilioNumber }>('buy', wanted)
    expect(body.data).toMatchObject({ phoneNumber: wanted.phoneNumber, voice: true })
    expect((await post(`${body.data.id}/release`, {})).status).toBe(200)
  })

  test('takes no slot of the plan for a number that was not bought', async () => {
    const wanted = await order()
    twilio.fail({ path: ORDERS, status: 500 })
    expect((await post('buy', wanted)).body).toMatchObject({ code: 'UPSTREAM_FAILED' })
    expect(await stored(wanted.phoneNumber)).toEqual([])
  })

  test('keeps a number that may be paid for, and takes it over when it is bought again', async () => {
    const wanted = await order()
    const reads = failReads()
    twilio.fail({ path: ORDERS, status: 201, lost: true })
    expect((await post('buy', wanted)).body).toMatchObject({ code: 'UPSTREAM_FAILED' })
    expect(await stored(wanted.phoneNumber)).toMatchObject([{ phone_sid: '' }])
    reads.mockRestore()
    const again = await post<{ data: TwilioNumber }>('buy', wanted)
    expect(again.body.data).toMatchObject({ phoneNumber: wanted.phoneNumber, voice: true })
    expect((await post(`${again.body.data.id}/release`, {})).status).toBe(200)
  })
})

test('reports problems with accounts, areas and regulated numbers, and enforces the plan’s limit', async () => {
  const says = async (path: string, body: object, message: string) =>
    expect((await post(path, body)).body).toMatchObject({ success: false, message })
  const wrong = 'Twilio doesn’t accept this account SID and auth token. Copy both from the Twilio console.'
  await says('available', { accountSid, authToken: '0'.repeat(32), country: 'US' }, wrong)
  await says('available', { accountSid: `AC${'0'.repeat(32)}`, country: 'US' }, 'Please fill out all fields.')
  await says(
    'available',
    { accountSid, authToken, country: 'US', areaCode: '41' },
    'Twilio doesn’t know this area code in that country.',
  )
  await says(
    'available',
    { accountSid, authToken, country: 'SJ' },
    'Twilio doesn’t list a price for numbers in this country.',
  )
  const german = await post<Found>('available', { accountSid, authToken, country: 'DE', areaCode: '30' })
  expect(german.body.items[0]).toMatchObject({ place: 'Berlin', needsAddress: true, sms: false })

  const purchases = () =>
    twilio.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/IncomingPhoneNumbers.json')).length
  const bought = purchases()
  const { body } = await post<Found>('available', { accountSid, authToken, country: 'CA' })
  const order = (index: number) => ({
    accountSid,
    authToken,
    country: 'CA',
    phoneNumber: body.items[index]?.phoneNumber ?? '',
    price: body.price,
  })
  expect((await post('buy', order(0))).status).toBe(200)
  const answers = await Promise.all([1, 2, 3, 4, 5].map((index) => post('buy', order(index))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 402, 402, 402, 402])
  const before = purchases()
  expect(before).toBe(bought + 2)
  expect((await post('buy', order(6))).body).toMatchObject({ code: 'PLAN_LIMIT' })
  expect(purchases()).toBe(before)
})
