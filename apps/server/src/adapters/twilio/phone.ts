// Phone calls through Twilio: TwiML controls the call, Media Streams carry the audio. https://www.twilio.com/docs/voice
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { sameSecret } from '../../lib/crypto.ts'
import type { AnsweredBy, CarrierStatus, PhoneProvider } from '../../modules/voice/index.ts'
import { clearMessage, markMessage, mediaMessage, readStreamMessage } from './media-stream.ts'
import { answerToOrder, createTwilioCalls, isUncertain, type TwilioAnswer } from './rest.ts'
import { twilioSignature } from './signature.ts'
import { simulatedHearing } from './simulated-hearing.ts'
import { askKey, connectStream, dialNumber, joinRoom, rejectCall, sayAndHangUp } from './twiml.ts'

const xml = (body: string) => ({ contentType: 'text/xml', body })
const CallFound = z.object({ status: z.string(), duration: z.string().nullable() })
const CallsFound = z.object({ calls: z.array(z.unknown()) })
const CALL = /^CA[\da-f]{32}$/i
const E164 = /^\+\d{5,15}$/
/** Sent for callers without a number: ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN and UNAVAILABLE on a telephone's keys. */
const WITHHELD = new Set(['+266696687', '+7378742833', '+2562533', '+8656696', '+86282452253'])
const STATUSES: Readonly<Record<string, CarrierStatus>> = {
  queued: 'queued',
  initiated: 'queued',
  ringing: 'ringing',
  'in-progress': 'in-progress',
  answered: 'in-progress',
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  canceled: 'canceled',
  failed: 'failed',
}
const ANSWERED_BY: Readonly<Record<string, AnsweredBy>> = {
  human: 'human',
  fax: 'fax',
  machine_start: 'machine',
  machine_end_beep: 'machine',
  machine_end_silence: 'machine',
  machine_end_other: 'machine',
  unknown: 'unknown',
}
/** Languages of Twilio's standard voice, by our language code. */
const SPOKEN: Readonly<Record<string, string>> = {
  en: 'en-US',
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  it: 'it-IT',
  pt: 'pt-BR',
}
const spokenAs = (language: string): string | undefined => SPOKEN[language.toLowerCase().slice(0, 2)]
const secondsOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined
const NOBODY = new Set([13_223, 13_224, 21_201, 21_211, 21_214, 21_217])
const FORBIDDEN = new Set([21_215, 21_216, 13_227])

export function createTwilioPhone({
  baseUrl,
  sandboxed = false,
}: {
  readonly baseUrl: string
  readonly sandboxed?: boolean
}): PhoneProvider {
  const call = createTwilioCalls(baseUrl)
  return {
    isProven(authToken, { url, query, headers, body }) {
      const address = `${url}${query.size > 0 ? `?${query.toString()}` : ''}`
      const form = new URLSearchParams(body.toString('utf8'))
      return sameSecret(headers.get('x-twilio-signature') ?? '', twilioSignature(authToken, address, form))
    },
    read({ body }) {
      const form = new URLSearchParams(body.toString('utf8'))
      const [providerId, accountSid] = [form.get('CallSid') ?? '', form.get('AccountSid') ?? '']
      if (!CALL.test(providerId) || accountSid === '') return undefined
      const from = form.get('From') ?? ''
      return {
        providerId,
        accountSid,
        // Callers may hide their number.
        from: E164.test(from) && !WITHHELD.has(from) ? from : '',
        to: form.get('To') ?? '',
        status: STATUSES[form.get('CallStatus') ?? ''],
        isOutgoing: (form.get('Direction') ?? '').startsWith('outbound'),
        answeredBy: ANSWERED_BY[form.get('AnsweredBy') ?? ''],
        key: form.get('Digits') ?? '',
        dialStatus: STATUSES[form.get('DialCallStatus') ?? ''],
        seconds: secondsOf(form.get('DialCallDuration') ?? form.get('CallDuration')),
      }
    },
    answers: {
      connect: (to) => xml(connectStream(to)),
      reject: (reason) => xml(rejectCall(reason)),
      hangUp: (text = '', language = '') => xml(sayAndHangUp(text, spokenAs(language))),
      transfer: (to) => xml(dialNumber(to)),
      join: (to) => xml(joinRoom(to)),
      askKey: ({ language, ...of }) => xml(askKey({ ...of, language: spokenAs(language) })),
    },
    async dial(account, { from, to, answerUrl, statusUrl, machine, ringSeconds }) {
      const form = new URLSearchParams({
        To: to,
        From: from,
        Url: answerUrl,
        Method: 'POST',
        StatusCallback: statusUrl,
        StatusCallbackMethod: 'POST',
        Timeout: String(ringSeconds),
      })
      for (const event of ['initiated', 'ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event)
      if (machine) {
        form.set('MachineDetection', machine.waitsForEnd ? 'DetectMessageEnd' : 'Enable')
        form.set('AsyncAmd', 'true')
        form.set('AsyncAmdStatusCallback', machine.url)
        form.set('AsyncAmdStatusCallbackMethod', 'POST')
      }
      const answer = await answerToOrder(call(account, 'POST', '/Calls.json', form)).catch(() => {
        throw new AppError('UPSTREAM_FAILED', msg('twilio_unreachable'))
      })
      const sid = answer.body.sid
      if (answer.status === 201 && typeof sid === 'string') return { providerId: sid }
      if (isUncertain(answer)) return { providerId: undefined }
      throw dialError(answer)
    },
    async goOn(account, providerId, { body }) {
      const answer = await call(account, 'POST', `/Calls/${providerId}.json`, new URLSearchParams({ Twiml: body }))
      if (answer.status !== 200)
        throw new Error(`Twilio answered ${answer.status} ${String(answer.body.message ?? '')}`)
    },
    async became(account, of) {
      const { status, body } =
        'providerId' in of
          ? await call(account, 'GET', `/Calls/${of.providerId}.json`)
          : await call(account, 'GET', '/Calls.json', new URLSearchParams({ ParentCallSid: of.parentId, To: of.to }))
      if (status === 404) return undefined
      if (status !== 200) throw new Error(`Twilio answered ${status}`)
      const found = CallFound.safeParse('providerId' in of ? body : CallsFound.parse(body).calls[0]).data
      const state = STATUSES[found?.status ?? '']
      return found && state && { status: state, seconds: secondsOf(found.duration) ?? 0 }
    },
    stream: { read: readStreamMessage, media: mediaMessage, mark: markMessage, clear: clearMessage },
    ...(sandboxed ? { hears: (providerId: string) => simulatedHearing(baseUrl, providerId) } : {}),
  }
}

function dialError({ status, body }: TwilioAnswer): AppError {
  const code = Number(body.code ?? 0)
  if (NOBODY.has(code)) return new AppError('INVALID_INPUT', msg('phone_number_invalid'))
  if (FORBIDDEN.has(code)) return new AppError('UPSTREAM_FAILED', msg('call_country_forbidden'))
  if (status === 401 || status === 403) return new AppError('UPSTREAM_FAILED', msg('twilio_credentials_invalid'))
  if (status === 429) return new AppError('UPSTREAM_FAILED', msg('twilio_unreachable'))
  const description = typeof body.message === 'string' ? body.message.slice(0, 200) : String(status)
  return new AppError('UPSTREAM_FAILED', msg('call_refused', { description }))
}
