import { addressOf } from '@parlance/contract/lib/mailbox'
import type { Region } from '@parlance/contract/lib/regions'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { jsonBody, type WebhookRequest } from '../../lib/http/provider-webhook.ts'
import type { InboundMail, InboundMailService } from '../../lib/inbound-mail.ts'
import type { ResendAccount } from '../../lib/settings.ts'

export interface InboundOptions {
  readonly domain: string
  /** Signing secrets of Resend's webhooks; several during a rotation. */
  readonly secrets: readonly string[]
  readonly accountOf: (region: Region) => ResendAccount | undefined
}

const TIMEOUT_MS = 30_000
/** Resend accepts no larger mail. */
const MAX_FILE_BYTES = 25_000_000

const addresses = z.array(z.string()).nullish()
const Event = z.looseObject({
  type: z.string(),
  data: z
    .looseObject({
      email_id: z.string().min(1).max(200),
      to: addresses,
      cc: addresses,
      bcc: addresses,
      received_for: addresses,
      tags: z.record(z.string(), z.string()).nullish().catch(undefined),
      bounce: z.looseObject({ type: z.string() }).nullish().catch(undefined),
    })
    .optional(),
})

function personOf(mailbox: string): InboundMail['from'] {
  const [, name = '', address = mailbox] = /^\s*"?([^"<]*?)"?\s*<([^<>]*)>\s*$/.exec(mailbox) ?? []
  return { name: name.trim(), address: addressOf(address) }
}

function isSigned({ headers, body }: Pick<WebhookRequest, 'headers' | 'body'>, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, {
      'webhook-id': headers.get('svix-id') ?? '',
      'webhook-timestamp': headers.get('svix-timestamp') ?? '',
      'webhook-signature': headers.get('svix-signature') ?? '',
    })
    return true
  } catch {
    return false
  }
}

export function createInbound({ domain, secrets, accountOf }: InboundOptions): InboundMailService {
  const clients = new Map<string, ReturnType<typeof load>>()
  const load = async ({ apiKey, baseUrl }: ResendAccount) => {
    const { Resend } = await import('resend')
    return new Resend(apiKey, { baseUrl })
  }
  const receivingOf = async (region: Region) => {
    const account = accountOf(region)
    if (!account) throw new Error(`no account at Resend for ${region}`)
    const known = clients.get(account.apiKey) ?? load(account)
    clients.set(account.apiKey, known)
    return (await known).emails.receiving
  }
  return {
    domain,
    readEvent(request) {
      if (secrets.length === 0) return { reason: 'unconfigured' }
      const body = jsonBody(request)
      if (body === undefined) return { reason: 'malformed' }
      if (!secrets.some((secret) => isSigned(request, secret))) return { reason: 'signature' }
      const read = Event.safeParse(body)
      if (!read.success) return { reason: 'malformed' }
      const { type, data } = read.data
      const isBounce = type === 'email.bounced' && data?.bounce?.type === 'Permanent'
      if (data && (isBounce || type === 'email.complained'))
        return { report: { id: data.email_id, why: isBounce ? 'bounced' : 'complained', tags: data.tags ?? {} } }
      if (type !== 'email.received') return {}
      if (!data) return { reason: 'malformed' }
      const to = [data.to, data.cc, data.bcc, data.received_for].flatMap((all) => all ?? [])
      return { event: { id: data.email_id, to: [...new Set(to.map((one) => personOf(one).address))].slice(0, 100) } }
    },
    async fetch(region, id) {
      const receiving = await receivingOf(region)
      const { data, error } = await receiving.get(
        id,
        { html_format: 'cid' },
        { signal: AbortSignal.timeout(TIMEOUT_MS) },
      )
      if (error?.statusCode === 404) return undefined
      if (error) throw new Error(`Resend: ${error.name}`)
      const headers = Object.fromEntries(
        Object.entries(data.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      )
      return {
        id,
        from: personOf(data.from),
        to: data.to,
        subject: data.subject,
        text: data.text ?? '',
        html: data.html ?? '',
        headers,
        messageId: data.message_id,
        at: Date.parse(data.created_at) || Date.now(),
        attachments: data.attachments.map((one) => ({
          id: one.id,
          filename: one.filename ?? 'file',
          mime: one.content_type,
          bytes: one.size,
          isInline: one.content_disposition === 'inline' && (one.content_id ?? '') !== '',
        })),
      }
    },
    async attachment(region, mailId, id) {
      const receiving = await receivingOf(region)
      const { data, error } = await receiving.attachments.get({ emailId: mailId, id })
      if (error) throw new Error(`Resend: ${error.name}`)
      const response = await fetch(data.download_url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`Resend answered ${response.status} for a file`)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (bytes.length > MAX_FILE_BYTES) throw new Error('the file is too large')
      return bytes
    },
  }
}
