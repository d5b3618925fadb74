// Parses Twilio's callbacks about inbound messages and the status of ours.
import { type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import type { Inbound, InboundMedia } from '../../modules/channels/index.ts'

const Form = z.record(z.string(), z.string())
const MAX_MEDIA = 10
/** Keywords that carriers handle in every message. A lone «yes» may be an answer, so it opts in only who opted out. */
const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'])
const START = new Set(['START', 'UNSTOP'])
const HELP = new Set(['HELP', 'INFO'])

const E164 = /^\+\d{5,15}$/
const isSender = (from: string) => from !== '' && from.length <= 30

const CARRIER: Readonly<Record<string, MessageCode>> = {
  '21610': 'sms_stopped',
  '30003': 'sms_phone_off',
  '30004': 'sms_blocked',
  '30005': 'sms_number_unknown',
  '30006': 'sms_landline',
  '30007': 'sms_filtered',
  '30008': 'sms_no_reason',
  '30034': 'sms_unregistered',
}
export const carrierWords = (code: string): MessageDescriptor =>
  CARRIER[code]
    ? msg(CARRIER[code], { code })
    : msg('provider_said', { provider: 'Twilio', words: code === '' ? '–' : `error ${code}` })

export function parseSms(body: unknown): Inbound[] {
  const { data: form } = Form.safeParse(body)
  if (!form) return []
  const { MessageSid: sid = form.SmsSid ?? '', From: from = '', To: to = '', MessageStatus: status } = form
  if (!/^[A-Z]{2}[\da-f]{32}$/i.test(sid)) return []
  // Twilio sends no time; `verify` adds the time of arrival.
  const at = Number(form.ReceivedAt ?? 0) || 0
  if (status !== undefined) return statusOf(status, { sid, to, at, code: form.ErrorCode ?? '' })
  if (!isSender(from)) return []
  const base = { id: `in:${sid}`, thread: from, isGroup: false, sender: { id: from, name: from }, at }
  const words = (form.Body ?? '').trim()
  const word = words.toUpperCase()
  const opt = form.OptOutType ?? (STOP.has(word) ? 'STOP' : START.has(word) ? 'START' : HELP.has(word) ? 'HELP' : '')
  if (opt === 'STOP' || opt === 'START') return [{ ...base, kind: 'consent', isAllowed: opt === 'START' }]
  // Twilio answers HELP itself.
  if (opt === 'HELP') return []
  const media = mediaOf(form)
  if (words === '' && media.length === 0) return []
  return [{ ...base, kind: 'message', text: words, media }]
}

/** Status callbacks need no answer; Twilio answers HELP. */
export function whyIgnored(body: unknown): MessageDescriptor | undefined {
  const { data: form } = Form.safeParse(body)
  const isEmpty = form && form.MessageStatus === undefined && (form.Body ?? '').trim() === ''
  return isEmpty ? msg('channel_message_empty') : undefined
}

function statusOf(
  status: string,
  { sid, to, at, code }: { sid: string; to: string; at: number; code: string },
): Inbound[] {
  if (!E164.test(to)) return []
  const base = { id: `${status}:${sid}`, kind: 'status', thread: to, isGroup: false, at, providerId: sid } as const
  const sender = { id: to, name: to }
  if (status === 'delivered' || status === 'read') return [{ ...base, sender, state: status }]
  if (status === 'failed' || status === 'undelivered')
    return [{ ...base, sender, state: 'failed', error: carrierWords(code) }]
  return []
}

function mediaOf(form: Readonly<Record<string, string>>): InboundMedia[] {
  const count = Math.min(Number(form.NumMedia ?? 0) || 0, MAX_MEDIA)
  return Array.from({ length: count }, (_, index) => {
    const mime = (form[`MediaContentType${index}`] ?? 'application/octet-stream').split(';')[0] ?? ''
    const [family = ''] = mime.split('/')
    const kinds: Readonly<Record<string, InboundMedia['kind']>> = { image: 'picture', audio: 'voice', video: 'video' }
    const ending = /^[\w.+-]{1,20}$/.exec(mime.split('/')[1] ?? '')?.[0] ?? 'bin'
    return {
      id: form[`MediaUrl${index}`] ?? '',
      kind: kinds[family] ?? 'file',
      name: `media-${index + 1}.${ending === 'jpeg' ? 'jpg' : ending}`,
      mime,
    }
  }).filter(({ id }) => id !== '')
}
