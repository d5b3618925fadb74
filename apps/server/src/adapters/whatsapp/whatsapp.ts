// WhatsApp by the Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api
import { createHash, randomInt } from 'node:crypto'
import { AppError } from '@parlance/contract/lib/errors'
import { englishOf, msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { accountsIn, jsonBody, refused, type WebhookPart } from '../../lib/http/provider-webhook.ts'
import { readFile } from '../../lib/outbound/read-file.ts'
import type { MetaSettings } from '../../lib/settings.ts'
import type { ChannelAdapter, ChannelConnection, ChannelRequest, SendOutcome } from '../../modules/channels/index.ts'
import { createGraph, type ErrorTable, proveMeta } from '../meta/graph.ts'
import { phonesOf } from './accounts.ts'
import { compileWhatsapp, recipientOf, textBody } from './compile.ts'
import { parseWhatsapp, SUSPENDED, Value, whyIgnored } from './parse.ts'
import { templateRequest } from './templates.ts'

const TIMEOUT_MS = 15_000
const TYPING_MS = 20_000
/** Messages with their states, and what the business writes in the app on its phone. */
const FIELDS = new Set(['messages', 'smb_message_echoes'])

const ERRORS: ErrorTable = {
  retry: [130_429, 131_000, 131_016, 131_056, 131_057, 133_004],
  // WhatsApp allows one message in six seconds to the same person.
  waitMs: { 131_056: 6000 },
  optedOut: [131_050],
  undeliverable: [131_026],
  suspended: SUSPENDED,
  rejected: [131_047, 131_049, 130_472],
  reconnect: [131_005, 133_010],
}

const Envelope = z.looseObject({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.looseObject({
      id: z.string(),
      changes: z.array(z.looseObject({ field: z.string(), value: z.unknown() })),
    }),
  ),
})
const Sent = z.looseObject({
  contacts: z.array(z.looseObject({ input: z.string().optional(), wa_id: z.string().optional() })).optional(),
  messages: z.array(z.looseObject({ id: z.string() })).min(1),
})

export interface WhatsappOptions extends MetaSettings {
  readonly sandboxed: boolean
}

export function createWhatsapp(settings: WhatsappOptions): ChannelAdapter {
  const graph = createGraph(settings)
  return {
    channel: 'whatsapp',
    isSandbox: settings.sandboxed,
    async verify(request) {
      const verdict = proveMeta(request, settings)
      if (verdict) return verdict
      const body = Envelope.safeParse(jsonBody(request))
      if (!body.success) return refused('malformed')
      const values = body.data.entry.flatMap(({ changes }) =>
        changes.flatMap(({ field, value }) => (FIELDS.has(field) ? [Value.safeParse(value)] : [])),
      )
      return { kind: 'accepted', parts: values.flatMap(({ data }) => (data ? partsOf(data) : [])) }
    },
    namedBy: ({ body }) => accountsIn(body, ['phone_number_id']),
    parse: parseWhatsapp,
    whyIgnored,
    compile: compileWhatsapp,
    threadOf: ({ phone }) => {
      const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '')
      return /^[+0]/.test(phone.trim()) && digits.length >= 8 && digits.length <= 15 && !digits.startsWith('0')
        ? digits
        : undefined
    },
    compileTemplate: ({ template, language, name, media }, to) =>
      templateRequest(to, {
        name: template,
        language,
        media,
        filled: name === undefined ? [] : [{ part: 'BODY', name: '1', value: name }],
      }),
    compileReaction: ({ providerId, emoji }, to) => ({
      method: 'messages',
      body: {
        messaging_product: 'whatsapp',
        ...recipientOf(to),
        type: 'reaction',
        reaction: { message_id: providerId, emoji },
      },
    }),
    typing: (_to, inboundId) => ({
      method: 'messages',
      body: {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: inboundId,
        typing_indicator: { type: 'text' },
      },
    }),
    typingMs: TYPING_MS,
    async send(request, { account, secrets: { longAccessToken = '' } }) {
      const call = { method: 'POST', path: `/${account}/messages`, token: longAccessToken, json: request.body } as const
      return withFallback(await graph.send(call, ERRORS, sentOf), request)
    },
    async download({ id, mime }, { secrets: { longAccessToken: token = '' } }) {
      const media = await graph.must(
        z.looseObject({
          url: z.url({ protocol: /^https?$/ }),
          sha256: z.string().optional(),
          mime_type: z.string().optional(),
        }),
        { method: 'GET', path: `/${encodeURIComponent(id)}`, token },
      )
      const response = await fetch(media.url, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`Meta answered ${response.status} for a file`)
      const bytes = await readFile(response)
      if (media.sha256 !== undefined && !isHashOf(media.sha256, bytes))
        throw new Error('the file is not what Meta says')
      return { bytes, mime: media.mime_type?.split(';')[0] ?? mime }
    },
    async connect({ agentId, fields }) {
      const { wabaId = '', phoneId = '', longAccessToken: token = '' } = fields
      if (![wabaId, phoneId].every((id) => /^\d{3,30}$/.test(id)) || token.trim() === '')
        throw new AppError('INVALID_INPUT', msg('whatsapp_fields_invalid'))
      const phone = (await phonesOf(graph, wabaId, token)).find(({ id }) => id === phoneId)
      if (!phone) throw new AppError('INVALID_INPUT', msg('whatsapp_number_unknown'))
      const done = z.looseObject({ success: z.boolean() })
      await graph.must(done, { method: 'POST', path: `/${wabaId}/subscribed_apps`, token })
      // A number from the login dialog is registered once, with our own PIN.
      const pin = phone.status === 'CONNECTED' ? '' : String(randomInt(100_000, 1_000_000))
      if (pin !== '')
        await graph.must(done, {
          method: 'POST',
          path: `/${phoneId}/register`,
          token,
          json: { messaging_product: 'whatsapp', pin },
        })
      const phoneNumber = phone.display_phone_number
      return {
        account: phoneId,
        name: phone.verified_name === '' ? phoneNumber : `${phone.verified_name} (${phoneNumber})`,
        settings: { wabaId, phoneId, phoneNumber, agentId, verifiedName: phone.verified_name },
        secrets: { longAccessToken: token, ...(pin === '' ? {} : { pin }) },
      }
    },
    async disconnect({ settings: { wabaId }, secrets: { longAccessToken: token = '' } }: ChannelConnection, isShared) {
      // The business account's webhook serves all its numbers.
      if (isShared || wabaId === undefined) return
      await graph.call({ method: 'DELETE', path: `/${wabaId}/subscribed_apps`, token })
    },
  }
}

/** In some countries the number that WhatsApp knows differs from the one that is dialled. */
function sentOf(body: unknown): { providerId: string; person?: string } {
  const { messages = [], contacts = [] } = Sent.safeParse(body).data ?? {}
  const [{ input, wa_id: person } = {}] = contacts
  const isOther = person !== undefined && person !== input?.replace('+', '')
  return { providerId: messages[0]?.id ?? '', ...(isOther ? { person } : {}) }
}

/** One part per message and status, so that repeats are recognised. */
const partsOf = (value: Value): WebhookPart[] => {
  const { metadata, contacts = [], messages = [], message_echoes: echoes = [], statuses = [] } = value
  const account = metadata.phone_number_id
  return [
    ...messages.map((message) => ({ account, id: message.id, body: { metadata, contacts, messages: [message] } })),
    ...echoes.map((echo) => ({ account, id: echo.id, body: { metadata, message_echoes: [echo] } })),
    ...statuses.map((status) => ({
      account,
      id: `${status.id}:${String(status.status)}`.slice(0, 300),
      body: { metadata, statuses: [status] },
    })),
  ]
}

/** Falls back to plain text when WhatsApp refuses a format. */
function withFallback(outcome: SendOutcome, { method, body }: ChannelRequest): SendOutcome {
  if (outcome.kind !== 'rejected' || /\(13(?:1047|1049|0472)\)/.test(englishOf(outcome.reason))) return outcome
  const words = plainWords(body)
  if (words === '') return outcome
  const { messaging_product, recipient_type, to, recipient } = body
  const address = Object.fromEntries(
    Object.entries({ messaging_product, recipient_type, to, recipient }).filter(([, value]) => value !== undefined),
  )
  return { ...outcome, instead: { method, body: { ...address, ...textBody(words.slice(0, 4096)) } } }
}

interface Shown {
  readonly link?: string
  readonly caption?: string
  readonly filename?: string
}
const Interactive = z.looseObject({
  body: z.looseObject({ text: z.string() }).optional(),
  action: z
    .looseObject({
      buttons: z.array(z.looseObject({ reply: z.looseObject({ title: z.string() }).optional() })).optional(),
      sections: z.array(z.looseObject({ rows: z.array(z.looseObject({ title: z.string() })) })).optional(),
      parameters: z.looseObject({ display_text: z.string(), url: z.string() }).optional(),
      cards: z.array(z.looseObject({ body: z.looseObject({ text: z.string() }).optional() })).optional(),
    })
    .optional(),
})
function plainWords(body: Readonly<Record<string, unknown>>): string {
  const kind = String(body.type)
  if (['image', 'video', 'audio', 'document'].includes(kind)) {
    const { caption, filename, link } = body[kind] as Shown
    return [caption ?? filename, link].filter(Boolean).join('\n')
  }
  const read = Interactive.safeParse(body.interactive)
  if (kind !== 'interactive' || !read.success) return ''
  const { body: text, action } = read.data
  const options = [
    ...(action?.buttons ?? []).map(({ reply }) => reply?.title ?? ''),
    ...(action?.sections ?? []).flatMap(({ rows }) => rows.map(({ title }) => title)),
  ].filter((title) => title !== '')
  return [
    text?.text,
    ...(action?.cards ?? []).map((card) => card.body?.text),
    ...options.map((title, index) => `${index + 1}. ${title}`),
    action?.parameters && `${action.parameters.display_text}: ${action.parameters.url}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Meta encodes hashes as hex or base64. */
function isHashOf(given: string, bytes: Buffer): boolean {
  const hash = createHash('sha256').update(bytes).digest()
  return given === hash.toString('hex') || given === hash.toString('base64')
}
