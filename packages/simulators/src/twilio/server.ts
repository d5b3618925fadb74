/**
 * A loopback Twilio: numbers and messages with its errors, signed requests to us, opt-outs as carriers keep them, and a
 * page.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { type Behaviour, createCalls, type OutgoingCall, type SimCall } from './calls.ts'
import { jsonTo, parseJson, readBody } from '../http.ts'
import { fileOf } from '../meta-pages/files.ts'
import { TWILIO_PAGE } from './page.ts'
import { PHONE_PAGE } from './phone-page.ts'
import { isSold, priceOf, sold } from './market.ts'
import { callFaultOf, faultOf } from './rules.ts'

export interface TwilioOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** The file that keeps accounts and numbers over restarts. */
  readonly storeFile?: string
}
export interface TwilioFault {
  /** The end of the path that fails; `/Messages.json` when absent. */
  readonly path?: string
  readonly status: number
  readonly code?: number
  readonly message?: string
  readonly retryAfter?: number
  /** The call is carried out, and its answer never comes. */
  readonly lost?: true
}
interface PhoneNumber {
  readonly sid: string
  readonly number: string
  readonly accountSid: string
  readonly authToken: string
  readonly sms: boolean
  readonly mms: boolean
  readonly voice: boolean
  smsUrl: string
  voiceUrl: string
  statusCallback: string
}
interface PhoneSaid {
  readonly ring?: string
  readonly from?: string
  readonly sid?: string
  readonly text?: string
  readonly digit?: string
  readonly hangUp?: string
  readonly decide?: string
  readonly as?: Behaviour
  readonly listen?: string
}
interface Shown {
  readonly sid: string
  readonly from: 'visitor' | 'number' | 'twilio'
  readonly with: string
  readonly text: string
  readonly media?: string
  readonly segments: number
  status: string
}
export interface TwilioCall {
  readonly method: string
  readonly path: string
  readonly form: Readonly<Record<string, string>>
  readonly status: number
}
export interface SmsSaid {
  readonly to: string
  readonly from?: string
  readonly text?: string
  readonly media?: readonly { readonly type: string }[]
  /** The id of a repeated delivery. */
  readonly sid?: string
}
export type TwilioSimulator = Awaited<ReturnType<typeof startTwilio>>

/** The picture that people send. */
const PICTURE = fileOf('picture.png')?.body
const RETRIES = 20
/** Calls on the page. */
const MAX_SHOWN = 20
const RETRY_MS = 500
const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'])
const STOPPED =
  'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.'
const STARTED =
  'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe.'
const HELPED = 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.'
const sidOf = (prefix: string) => `${prefix}${randomBytes(16).toString('hex')}`

export async function startTwilio(options: TwilioOptions = {}) {
  const numbers = readStore(options.storeFile)
  const calls: TwilioCall[] = []
  const messages = new Map<string, Shown[]>()
  /** `number|person`. */
  const optedOut = new Set<string>()
  /** People whose messages fail later, with the code. */
  const unreachable = new Map<string, number>()
  let faults: TwilioFault[] = []
  let isClosed = false

  const save = () => {
    if (options.storeFile === undefined) return
    mkdirSync(dirname(options.storeFile), { recursive: true })
    writeFileSync(`${options.storeFile}.new`, JSON.stringify(numbers), { mode: 0o600 })
    renameSync(`${options.storeFile}.new`, options.storeFile)
  }
  const shownAt = (number: string): Shown[] => {
    const found = messages.get(number) ?? []
    messages.set(number, found)
    return found
  }
  const makeNumber = (
    given: Partial<Pick<PhoneNumber, 'sms' | 'mms' | 'voice' | 'accountSid' | 'authToken' | 'number'>> = {},
  ) => {
    const number: PhoneNumber = {
      sid: sidOf('PN'),
      number: `+1555${String(1_000_000 + (randomBytes(4).readUInt32BE() % 8_999_999))}`,
      accountSid: sidOf('AC'),
      authToken: randomBytes(16).toString('hex'),
      sms: true,
      mms: true,
      voice: true,
      smsUrl: '',
      voiceUrl: '',
      statusCallback: '',
      ...given,
    }
    numbers.push(number)
    save()
    return number
  }

  const sign = (url: string, authToken: string, form: Readonly<Record<string, string>> = {}): string => {
    const fields = Object.keys(form)
      .toSorted()
      .map((name) => `${name}${form[name] ?? ''}`)
      .join('')
    return createHmac('sha1', authToken).update(`${url}${fields}`, 'utf8').digest('base64')
  }
  /** Posts a form with Twilio's signature. */
  const ask = async (url: string, authToken: string, form: Readonly<Record<string, string>>) => {
    const signature = sign(url, authToken, form)
    let status = 0
    let contentType = ''
    let body = ''
    for (let attempt = 0; attempt < RETRIES && !isClosed; attempt += 1) {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(form),
          signal: AbortSignal.timeout(15_000),
        })
        body = await answer.text()
        contentType = answer.headers.get('content-type') ?? ''
        ;({ status } = answer)
        if (status < 500) return { status, contentType, body }
      } catch {
        status = 0
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    return { status, contentType, body }
  }
  const post = async (url: string, authToken: string, form: Readonly<Record<string, string>>): Promise<number> =>
    (await ask(url, authToken, form)).status
  const voice = createCalls({ ask, sign, isClosed: () => isClosed })

  const say = async ({ to, from = '+15550107777', text = '', media = [], sid = sidOf('SM') }: SmsSaid) => {
    const number = numbers.find((one) => one.number === to)
    if (!number) return { sid, status: 0 }
    const base = { sid, with: from, segments: 1 }
    const shown = [...media.map(() => '[Picture]'), text].join(' ').trim()
    shownAt(to).push({ ...base, from: 'visitor', text: shown, status: 'received' })
    const word = text.trim().toUpperCase()
    const key = `${to}|${from}`
    const isStart = word === 'START' || word === 'UNSTOP' || (word === 'YES' && optedOut.has(key))
    const answer = STOP.has(word) ? STOPPED : isStart ? STARTED : word === 'HELP' ? HELPED : undefined
    if (STOP.has(word)) optedOut.add(key)
    if (isStart) optedOut.delete(key)
    if (answer !== undefined) shownAt(to).push({ ...base, from: 'twilio', text: answer, status: 'delivered' })
    if (number.smsUrl === '') return { sid, status: 0 }
    const form: Record<string, string> = {
      ToCountry: 'US',
      MessageSid: sid,
      SmsSid: sid,
      SmsMessageSid: sid,
      AccountSid: number.accountSid,
      From: from,
      To: to,
      Body: text,
      NumMedia: String(media.length),
      NumSegments: '1',
      SmsStatus: 'received',
      ApiVersion: '2010-04-01',
      // Numbers without advanced opt-out get no OptOutType for YES.
      ...(answer === undefined || word === 'YES'
        ? {}
        : { OptOutType: STOP.has(word) ? 'STOP' : isStart ? 'START' : word }),
    }
    for (const [index, { type }] of media.entries()) {
      form[`MediaContentType${index}`] = type
      form[`MediaUrl${index}`] =
        `${origin()}/2010-04-01/Accounts/${number.accountSid}/Messages/${sid}/Media/${sidOf('ME')}`
    }
    return { sid, status: await post(number.smsUrl, number.authToken, form) }
  }

  const tell = async (number: PhoneNumber, shown: Shown, callback: string) => {
    const code = unreachable.get(shown.with)
    for (const status of ['sent', code === undefined ? 'delivered' : 'undelivered']) {
      shown.status = status
      if (callback === '') continue
      await post(callback, number.authToken, {
        MessageSid: shown.sid,
        SmsSid: shown.sid,
        AccountSid: number.accountSid,
        From: number.number,
        To: shown.with,
        MessageStatus: status,
        SmsStatus: status,
        ApiVersion: '2010-04-01',
        ...(status === 'undelivered' ? { ErrorCode: String(code) } : {}),
      })
    }
  }

  const create = (account: PhoneNumber, form: URLSearchParams) => {
    const wrong = faultOf(form)
    if (wrong) return refuse(400, wrong.code, wrong.message)
    const to = form.get('To') ?? ''
    const number = numbers.find((one) => one.number === form.get('From') && one.accountSid === account.accountSid)
    if (!number) return refuse(400, 21_606, `The 'From' phone number is not a valid, SMS-capable number.`)
    if (optedOut.has(`${number.number}|${to}`)) return refuse(400, 21_610, 'Attempt to send to unsubscribed recipient')
    const text = form.get('Body') ?? ''
    const media = form.get('MediaUrl')
    const segments = segmentsOf(text)
    const shown: Shown = {
      sid: sidOf(media === null ? 'SM' : 'MM'),
      from: 'number',
      with: to,
      text,
      ...(media === null ? {} : { media }),
      segments,
      status: 'queued',
    }
    shownAt(number.number).push(shown)
    void tell(number, shown, form.get('StatusCallback') ?? '')
    return {
      status: 201,
      body: {
        sid: shown.sid,
        status: 'queued',
        num_segments: String(segments),
        error_code: null,
        to,
        from: number.number,
      },
    }
  }

  const api = (
    method: string,
    path: string,
    given: { form: URLSearchParams; query: URLSearchParams; auth: string },
  ) => {
    const [, accountSid = '', rest = ''] = /^\/2010-04-01\/Accounts\/(AC[\da-f]{32})(\/.+)$/i.exec(path) ?? []
    const account = numbers.find((one) => one.accountSid === accountSid)
    const wants = account && `Basic ${Buffer.from(`${accountSid}:${account.authToken}`).toString('base64')}`
    if (!account || given.auth !== wants) return refuse(401, 20_003, 'Authenticate')
    const mine = numbers.filter((one) => one.accountSid === accountSid)
    const shape = ({ sid, number, sms, mms, voice: hasVoice, smsUrl, voiceUrl, statusCallback }: PhoneNumber) => ({
      sid,
      account_sid: accountSid,
      phone_number: number,
      friendly_name: `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`,
      capabilities: { sms, mms, voice: hasVoice, fax: false },
      voice_url: voiceUrl,
      status_callback: statusCallback,
      sms_url: smsUrl,
      sms_method: 'POST',
    })
    const [, country] = /^\/AvailablePhoneNumbers\/([A-Z]{2})\/Local\.json$/.exec(rest) ?? []
    if (country !== undefined && method === 'GET')
      return sold(
        country,
        given.query,
        numbers.map(({ number }) => number),
      )
    if (rest === '/IncomingPhoneNumbers.json' && method === 'POST') {
      const wanted = given.form.get('PhoneNumber') ?? ''
      if (!/^\+\d{6,15}$/.test(wanted)) return refuse(400, 21_421, 'PhoneNumber is invalid')
      if (numbers.some(({ number }) => number === wanted) || !isSold(wanted))
        return refuse(400, 21_422, `${wanted} is not available`)
      const { accountSid: sid, authToken } = account
      const made = makeNumber({ number: wanted, accountSid: sid, authToken })
      return { status: 201, body: shape(made) }
    }
    if (rest === '/IncomingPhoneNumbers.json' && method === 'GET') {
      const wanted = given.query.get('PhoneNumber') ?? ''
      const found = mine.filter(({ number }) => number.includes(wanted))
      return { status: 200, body: { incoming_phone_numbers: found.map(shape), page: 0, page_size: 50 } }
    }
    const [, sid] = /^\/IncomingPhoneNumbers\/(PN[\da-f]{32})\.json$/.exec(rest) ?? []
    if (sid !== undefined && method === 'DELETE') {
      const at = numbers.findIndex((one) => one.sid === sid && one.accountSid === accountSid)
      if (at === -1) return refuse(404, 20_404, 'The requested resource was not found')
      // An account without numbers would be forgotten.
      if (mine.length === 1) makeNumber({ accountSid, authToken: account.authToken })
      numbers.splice(at, 1)
      save()
      return { status: 204, body: {} }
    }
    if (sid !== undefined && method === 'POST') {
      const number = mine.find((one) => one.sid === sid)
      if (!number) return refuse(404, 20_404, 'The requested resource was not found')
      if (given.form.has('SmsUrl')) number.smsUrl = given.form.get('SmsUrl') ?? ''
      if (given.form.has('VoiceUrl')) number.voiceUrl = given.form.get('VoiceUrl') ?? ''
      if (given.form.has('StatusCallback')) number.statusCallback = given.form.get('StatusCallback') ?? ''
      save()
      return { status: 200, body: shape(number) }
    }
    if (rest === '/Messages.json' && method === 'POST') return create(account, given.form)
    if (rest === '/Calls.json' && method === 'POST') return createCall(account, given.form)
    const [, callSid] = /^\/Calls\/(CA[\da-f]{32})\.json$/.exec(rest) ?? []
    const shownCall = ({ sid, from, to, status, direction, parentSid, seconds }: SimCall) => ({
      sid,
      account_sid: accountSid,
      parent_call_sid: parentSid || null,
      from,
      to,
      status,
      direction,
      duration: seconds === undefined ? null : String(seconds),
    })
    if (rest === '/Calls.json' && method === 'GET') {
      const [parent, to] = [given.query.get('ParentCallSid'), given.query.get('To')]
      const found = voice.calls.filter(
        (one) =>
          one.number.accountSid === accountSid &&
          (parent === null || one.parentSid === parent) &&
          (to === null || one.to === to),
      )
      return { status: 200, body: { calls: found.toReversed().slice(0, 50).map(shownCall), page: 0, page_size: 50 } }
    }
    if (callSid !== undefined && method === 'GET') {
      const found = voice.find(callSid)
      if (found?.number.accountSid !== accountSid) return refuse(404, 20_404, 'The requested resource was not found')
      return { status: 200, body: shownCall(found) }
    }
    if (callSid !== undefined && method === 'POST') {
      const found = voice.find(callSid)
      if (found?.number.accountSid !== accountSid) return refuse(404, 20_404, 'The requested resource was not found')
      if (['completed', 'busy', 'failed', 'no-answer', 'canceled'].includes(found.status))
        return refuse(400, 21_220, 'Call is not in-progress. Cannot redirect.')
      const twiml = given.form.get('Twiml')
      if (twiml === null && given.form.get('Status') !== 'completed') return refuse(400, 21_218, 'Invalid status')
      if (twiml === null) voice.hangUp(found)
      else if (!voice.goOn(found, twiml)) return refuse(400, 21_218, 'Invalid TwiML')
      return { status: 200, body: { sid: found.sid, status: found.status } }
    }
    return refuse(404, 20_404, 'The requested resource was not found')
  }

  const createCall = (account: PhoneNumber, form: URLSearchParams) => {
    const wrong = callFaultOf(form)
    if (wrong) return refuse(400, wrong.code, wrong.message)
    const number = numbers.find((one) => one.number === form.get('From') && one.accountSid === account.accountSid)
    if (!number?.voice)
      return refuse(400, 21_210, `The source phone number provided is not yet verified for your account.`)
    const wanted: OutgoingCall = {
      to: form.get('To') ?? '',
      url: form.get('Url') ?? '',
      statusUrl: form.get('StatusCallback') ?? '',
      statusEvents: form.getAll('StatusCallbackEvent'),
      machine: (form.get('MachineDetection') ?? undefined) as OutgoingCall['machine'],
      machineUrl: form.get('AsyncAmdStatusCallback') ?? '',
      timeoutMs: Number(form.get('Timeout') ?? 60) * 1000,
    }
    const call = voice.dial(number, wanted)
    return {
      status: 201,
      body: { sid: call.sid, status: 'queued', to: call.to, from: call.from, direction: 'outbound-api' },
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  // Clients close idle connections first, so none is closed under a request.
  server.keepAliveTimeout = 0
  const phoneState = () => ({
    numbers: numbers.map(({ number }) => number),
    calls: voice.calls
      .slice(-MAX_SHOWN)
      .toReversed()
      .map(({ sid, direction, from, to, status, log, stream }) => ({
        sid,
        direction,
        from,
        to,
        status,
        log,
        rings: direction !== 'inbound' && status === 'ringing',
        isOpen: stream?.isOpen() === true || status === 'in-progress',
        isHeard: voice.isHeard(sid),
        heardMs: stream?.heardMs() ?? 0,
      })),
  })
  const phoneSay = (given: PhoneSaid): object => {
    const number = numbers.find((one) => one.number === given.ring)
    if (number) voice.ring(number, /^\+\d{5,15}$/.test(given.from ?? '') ? given.from : undefined)
    if (given.decide !== undefined) voice.decide(given.decide, given.as ?? 'answer')
    const call = voice.find(given.sid ?? given.hangUp ?? given.listen ?? '')
    if (call && given.hangUp !== undefined) voice.hangUp(call)
    if (call && given.text !== undefined) voice.say(call, given.text.slice(0, 500))
    if (call && given.digit !== undefined && /^[\d*#]$/.test(given.digit)) voice.press(call, given.digit)
    if (given.listen === undefined) return { ok: true }
    return {
      audio:
        call?.stream
          ?.heard()
          .subarray(Number(given.from ?? 0))
          .toString('base64') ?? '',
    }
  }
  const origin = () => {
    const address = server.address()
    return address === null || typeof address === 'string' ? '' : `http://127.0.0.1:${address.port}`
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator')
    const bytes = await readBody(request)
    const json = jsonTo(response)
    const method = request.method ?? 'GET'
    const auth = request.headers.authorization ?? ''
    if (/\/Media\/ME[\da-f]{32}$/.test(pathname)) {
      const found = numbers.find(({ accountSid }) => pathname.includes(accountSid))
      const wants = found && `Basic ${Buffer.from(`${found.accountSid}:${found.authToken}`).toString('base64')}`
      if (wants === undefined || auth !== wants) return json(401, { code: 20_003, message: 'Authenticate' })
      return void response.writeHead(307, { location: `${origin()}/media/${pathname.split('/').at(-1) ?? ''}` }).end()
    }
    if (pathname.startsWith('/media/')) return void response.writeHead(200).end(PICTURE)
    const [, priced] = /^\/v1\/PhoneNumbers\/Countries\/([A-Z]{2})$/.exec(pathname) ?? []
    if (priced !== undefined) {
      const isAccount = numbers.some(
        ({ accountSid, authToken }) => auth === `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      )
      if (!isAccount) return json(401, { code: 20_003, message: 'Authenticate' })
      const price = priceOf(priced)
      return price ? json(200, price) : json(404, { code: 20_404, message: 'The requested resource was not found' })
    }
    if (pathname.startsWith('/2010-04-01/')) {
      const form = new URLSearchParams(bytes.toString('utf8'))
      const fault =
        method === 'POST' ? faults.find(({ path = '/Messages.json' }) => pathname.endsWith(path)) : undefined
      faults = faults.filter((one) => one !== fault)
      const answer =
        fault && !fault.lost
          ? refuse(fault.status, fault.code ?? 20_500, fault.message ?? 'fault')
          : api(method, pathname, { form, query: searchParams, auth })
      calls.push({ method, path: pathname, form: Object.fromEntries(form), status: answer.status })
      if (fault?.lost) return void response.destroy()
      const waits: Record<string, string> =
        fault?.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
      return json(answer.status, answer.body, waits)
    }
    const [, heardSid] = /^\/simulator\/heard\/(CA[\da-f]{32})$/.exec(pathname) ?? []
    if (heardSid !== undefined) return voice.listen(heardSid, response)
    if (pathname === '/phone/page')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PHONE_PAGE)
    if (pathname === '/phone/page/state') return json(200, phoneState())
    if (pathname === '/phone/page/say' && method === 'POST')
      return json(200, phoneSay(parseJson(bytes) as unknown as PhoneSaid))
    // The page and its calls.
    if (pathname === '/page')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(TWILIO_PAGE)
    if (pathname === '/page/state')
      return json(200, {
        numbers: numbers.map(({ number, accountSid, authToken }) => ({
          number,
          accountSid,
          authToken,
          messages: shownAt(number),
        })),
      })
    if (pathname === '/page/say' && method === 'POST') {
      const given = parseJson(bytes) as {
        to?: string
        from?: string
        text?: string
        picture?: true
        create?: true
      }
      if (given.create) makeNumber()
      else {
        const from = /^\+\d{5,15}$/.test(given.from ?? '') ? { from: String(given.from) } : {}
        const media = given.picture ? [{ type: 'image/png' }] : []
        void say({ to: String(given.to ?? ''), text: String(given.text ?? '').slice(0, 1600), media, ...from })
      }
      return json(200, { ok: true })
    }
    json(404, { code: 20_404, message: 'The requested resource was not found' })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  if (options.storeFile !== undefined && numbers.length === 0) makeNumber()
  return {
    url: origin(),
    calls,
    makeNumber,
    say,
    /** Phone calls. */
    voice,
    /** A person calls a number. */
    ring(to: string, from?: string) {
      const number = numbers.find((one) => one.number === to)
      if (!number) throw new Error(`no number ${to}`)
      return voice.ring(number, from)
    },
    voiceUrlOf: (number: string) => numbers.find((one) => one.number === number)?.voiceUrl,
    smsUrlOf: (number: string) => numbers.find((one) => one.number === number)?.smsUrl,
    post,
    ask,
    fail: (...given: TwilioFault[]) => void (faults = [...faults, ...given]),
    failLater: (person: string, code: number) => void unreachable.set(person, code),
    /** The messages between a number and everyone, oldest first. */
    messages: (number: string): readonly Shown[] => shownAt(number),
    close: () =>
      new Promise<void>((resolve) => {
        isClosed = true
        voice.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const refuse = (status: number, code: number, message: string) => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } as Readonly<
    Record<string, unknown>
  >,
})

/** One segment has 160 GSM characters or 70 others; several have fewer each. */
function segmentsOf(text: string): number {
  const isPlain = /^[\n\r -~£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà€]*$/.test(text) && !text.includes('`')
  const [alone, each] = isPlain ? [160, 153] : [70, 67]
  return text.length <= alone ? 1 : Math.ceil(text.length / each)
}

function readStore(file: string | undefined): PhoneNumber[] {
  if (file !== undefined)
    try {
      const known = JSON.parse(readFileSync(file, 'utf8')) as PhoneNumber[]
      return known.map((one) => ({
        ...one,
        voice: one.voice ?? true,
        voiceUrl: one.voiceUrl ?? '',
        statusCallback: one.statusCallback ?? '',
      }))
    } catch {
      // The file does not exist yet.
    }
  return []
}
