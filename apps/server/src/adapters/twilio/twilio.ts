// SMS through the workspace's own Twilio account. https://www.twilio.com/docs/messaging
import { AppError } from '@parlance/contract/lib/errors'
import { refusalOfTransferNumber } from '@parlance/contract/voice/transfer-numbers'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { sameSecret } from '../../lib/crypto.ts'
import { refused } from '../../lib/http/provider-webhook.ts'
import { readFile } from '../../lib/outbound/read-file.ts'
import type { ChannelAdapter, ChannelRequest, SendOutcome, TwilioNumbers } from '../../modules/channels/index.ts'
import { compileSms, toMessage } from './compile.ts'
import { parseSms, whyIgnored } from './parse.ts'
import { basicAuth, createTwilioCalls, type TwilioAnswer, wasNotSent } from './rest.ts'
import { twilioSignature } from './signature.ts'

const TIMEOUT_MS = 15_000
const ACCOUNT = /^AC[\da-f]{32}$/i
const TOKEN = /^[\da-f]{32}$/i
const NO_ANSWER = { contentType: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response/>' }

export interface TwilioOptions {
  readonly baseUrl: string
}

export const IncomingNumber = z.looseObject({
  sid: z.string(),
  phone_number: z.string(),
  friendly_name: z.string().nullish(),
  capabilities: z
    .looseObject({ sms: z.boolean().optional(), mms: z.boolean().optional(), voice: z.boolean().optional() })
    .optional(),
})
const Numbers = z.looseObject({ incoming_phone_numbers: z.array(IncomingNumber) })

export const readNumber = (found: z.infer<typeof IncomingNumber>) => ({
  phoneSid: found.sid,
  label: (found.friendly_name ?? '').slice(0, 100),
  sms: found.capabilities?.sms !== false,
  mms: found.capabilities?.mms === true,
  voice: found.capabilities?.voice !== false,
})

/** Normalises `+1 (555) 010-0199` to `+15550100199`. */
const numberOf = (text: string) => text.trim().replaceAll(/[\s().-]/g, '')

export function createTwilioNumbers({ baseUrl }: TwilioOptions): TwilioNumbers {
  const call = createTwilioCalls(baseUrl)
  const find: TwilioNumbers['find'] = async ({ accountSid, authToken, phoneNumber }) => {
    const given = { accountSid: accountSid.trim(), authToken: authToken.trim(), phoneNumber: numberOf(phoneNumber) }
    if (Object.values(given).includes('')) throw new AppError('INVALID_INPUT', msg('fields_required'))
    if (!given.phoneNumber.startsWith('+')) throw new AppError('INVALID_INPUT', msg('country_code_required'))
    if (!/^\+\d{6,15}$/.test(given.phoneNumber)) throw new AppError('INVALID_INPUT', msg('phone_number_invalid'))
    if (!ACCOUNT.test(given.accountSid) || !TOKEN.test(given.authToken))
      throw new AppError('INVALID_INPUT', msg('twilio_credentials_invalid'))
    const answer = await call(
      given,
      'GET',
      '/IncomingPhoneNumbers.json',
      new URLSearchParams({ PhoneNumber: given.phoneNumber }),
    ).catch(() => {
      throw new AppError('UPSTREAM_FAILED', msg('twilio_unreachable'))
    })
    if (answer.status === 401 || answer.status === 403 || answer.status === 404)
      throw new AppError('INVALID_INPUT', msg('twilio_credentials_invalid'))
    const read = Numbers.safeParse(answer.body)
    if (answer.status !== 200 || !read.success) throw new AppError('UPSTREAM_FAILED', msg('twilio_unreachable'))
    const found = read.data.incoming_phone_numbers.find(({ phone_number: number }) => number === given.phoneNumber)
    if (!found) throw new AppError('INVALID_INPUT', msg('twilio_number_missing'))
    return { ...given, ...readNumber(found) }
  }
  return {
    find,
    async setCalls(number, urls) {
      const form = new URLSearchParams({
        VoiceUrl: urls?.answer ?? '',
        VoiceMethod: 'POST',
        StatusCallback: urls?.status ?? '',
        StatusCallbackMethod: 'POST',
      })
      const set = await call(number, 'POST', `/IncomingPhoneNumbers/${number.phoneSid}.json`, form).catch(
        (): TwilioAnswer => ({ status: 0, body: {}, retryAfterMs: undefined }),
      )
      if (set.status === 200) return
      const description = typeof set.body.message === 'string' ? set.body.message.slice(0, 200) : 'no answer'
      throw new AppError('UPSTREAM_FAILED', msg('telegram_webhook_failed', { description }))
    },
  }
}

export function createSms(options: TwilioOptions): ChannelAdapter {
  const { baseUrl } = options
  const call = createTwilioCalls(baseUrl)
  const { find: findNumber } = createTwilioNumbers(options)
  const own = new URL(baseUrl)

  return {
    channel: 'sms',
    keepsOptOut: true,
    optsInBy: (text) => /^yes$/i.test(text.trim()),
    async verify(request, find, isKnown) {
      const form = new URLSearchParams(request.body.toString('utf8'))
      const isStatus = form.has('MessageStatus') && request.path.startsWith('status')
      // Our number is the recipient of a message and the sender in its status callbacks.
      const account = (isStatus ? form.get('From') : form.get('To')) ?? ''
      const connection = account === '' ? undefined : await find({ account })
      // Another process serves the region that holds the token: Twilio calls again.
      if (!connection) return refused(account !== '' && (await isKnown(account)) ? 'unconfigured' : 'unknown')
      const { authToken = '' } = connection.secrets
      const url = `${request.url}${request.query.size > 0 ? `?${request.query.toString()}` : ''}`
      const given = request.headers.get('x-twilio-signature') ?? ''
      if (authToken === '' || !sameSecret(given, twilioSignature(authToken, url, form)))
        return refused('signature', connection.account)
      const sid = form.get('MessageSid') ?? form.get('SmsSid') ?? ''
      const isTheirs = form.get('AccountSid') === connection.settings.accountSid
      if (sid === '' || !isTheirs) return refused('malformed', connection.account)
      const id = isStatus ? `${form.get('MessageStatus')}:${sid}` : `in:${sid}`
      const body = { ...Object.fromEntries(form), ReceivedAt: String(request.now.getTime()) }
      const { workspaceId, id: connectionId, region } = connection
      return {
        kind: 'accepted',
        parts: [{ account: connection.account, id: id.slice(0, 300), region, workspaceId, connectionId, body }],
        answer: NO_ANSWER,
      }
    },
    namedBy({ body }) {
      const form = new URLSearchParams(body.toString('utf8'))
      return ['To', 'From'].flatMap((field) => {
        const account = form.get(field) ?? ''
        return account === '' ? [] : [{ account: account.slice(0, 50) }]
      })
    },
    parse: parseSms,
    whyIgnored,
    compile: compileSms,
    threadOf: ({ phone }) => {
      const number = numberOf(phone).replace(/^00/, '+')
      return refusalOfTransferNumber(number) ? undefined : number
    },
    async send(request, connection) {
      const { phoneNumber = '', accountSid = '', statusUrl = '', mms } = connection.settings
      const { authToken = '' } = connection.secrets
      const form = toMessage(request, { from: phoneNumber, statusUrl, sendsMedia: mms === 'yes' })
      try {
        return outcomeOf(await call({ accountSid, authToken }, 'POST', '/Messages.json', form), request)
      } catch (error) {
        return wasNotSent(error)
          ? { kind: 'retry', reason: msg('provider_unreachable', { name: 'Twilio' }) }
          : { kind: 'unknown', reason: msg('provider_silent', { provider: 'Twilio' }) }
      }
    },
    async download({ id, mime }, { settings: { accountSid = '' }, secrets: { authToken = '' } }) {
      const url = new URL(id)
      // The URL comes from a signed call; still, our token goes to no other host or account.
      const isTwilios =
        (url.origin === own.origin || url.origin === 'https://api.twilio.com') &&
        url.pathname.startsWith(`/2010-04-01/Accounts/${accountSid}/`)
      if (!isTwilios) throw new Error('the file is not at Twilio')
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const authorization = basicAuth({ accountSid, authToken })
      let response = await fetch(url, { redirect: 'manual', signal, headers: { authorization } })
      const location = response.headers.get('location')
      if (location !== null && response.status >= 300 && response.status < 400) {
        const next = new URL(location, url)
        const isStore = next.protocol === 'https:' && /\.(?:twiliocdn|amazonaws)\.com$/.test(next.hostname)
        if (!isStore && next.origin !== own.origin) throw new Error('the file is not at Twilio')
        response = await fetch(next, { redirect: 'error', signal })
      }
      if (!response.ok) throw new Error(`Twilio answered ${response.status} for a file`)
      return { bytes: await readFile(response), mime }
    },
    async connect({ agentId, origin, fields }) {
      const { accountSid = '', authToken = '', phoneNumber = '' } = fields
      const number = await findNumber({ accountSid, authToken, phoneNumber })
      if (!number.sms) throw new AppError('INVALID_INPUT', msg('twilio_number_no_sms'))
      const webhookUrl = `${origin}/webhooks/sms/message`
      const set = await call(
        number,
        'POST',
        `/IncomingPhoneNumbers/${number.phoneSid}.json`,
        new URLSearchParams({ SmsUrl: webhookUrl, SmsMethod: 'POST' }),
      ).catch((): TwilioAnswer => ({ status: 0, body: {}, retryAfterMs: undefined }))
      if (set.status !== 200) {
        const description = typeof set.body.message === 'string' ? set.body.message.slice(0, 200) : 'no answer'
        throw new AppError('UPSTREAM_FAILED', msg('telegram_webhook_failed', { description }))
      }
      return {
        account: number.phoneNumber,
        name: number.phoneNumber,
        settings: {
          agentId,
          phoneNumber: number.phoneNumber,
          phoneSid: number.phoneSid,
          accountSid: number.accountSid,
          webhookUrl,
          statusUrl: `${origin}/webhooks/sms/status`,
          mms: number.mms ? 'yes' : 'no',
        },
        secrets: { authToken: number.authToken },
      }
    },
    async disconnect({ settings: { accountSid = '', phoneSid = '' }, secrets: { authToken = '' } }) {
      const none = new URLSearchParams({ SmsUrl: '' })
      await call({ accountSid, authToken }, 'POST', `/IncomingPhoneNumbers/${phoneSid}.json`, none)
    },
  }
}

const STOPPED = 21_610
/** The number doesn't exist or takes no texts. */
const UNDELIVERABLE = new Set([21_211, 21_214, 21_614])
const SENDER = new Set([20_003, 20_005, 21_212, 21_606, 21_659, 21_660, 21_603])
const MEDIA = new Set([11_200, 11_751, 12_300, 21_620, 21_623, 21_635, 30_011])

export function outcomeOf(
  { status, body, retryAfterMs }: TwilioAnswer,
  { method, body: sent }: ChannelRequest,
): SendOutcome {
  if (status === 201 || status === 200)
    return { kind: 'sent', providerId: typeof body.sid === 'string' ? body.sid : '' }
  const code = Number(body.code ?? 0)
  const words = typeof body.message === 'string' ? body.message.slice(0, 200) : String(status)
  const reason = msg('provider_said', { provider: 'Twilio', words })
  if (status === 429 || code === 20_429 || code === 14_107)
    return { kind: 'retry', reason, ...(retryAfterMs === undefined ? {} : { afterMs: retryAfterMs }) }
  if (status === 503) return { kind: 'retry', reason }
  // Twilio may have accepted it before failing.
  if (status >= 500) return { kind: 'unknown', reason }
  if (code === STOPPED) return { kind: 'opted-out', reason }
  if (UNDELIVERABLE.has(code)) return { kind: 'undeliverable', reason }
  if (status === 401 || status === 403 || SENDER.has(code)) return { kind: 'reconnect', reason }
  const { media, text, ...rest } = sent
  if (MEDIA.has(code) && typeof media === 'string')
    return {
      kind: 'rejected',
      reason,
      instead: { method, body: { ...rest, text: [text, media].filter(Boolean).join('\n') } },
    }
  return { kind: 'rejected', reason }
}
