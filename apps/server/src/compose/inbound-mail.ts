// Composes inbound mail: one webhook for replies to our mails and messages to agents.
import { isRegion } from '@parlance/contract/lib/regions'
import { type ProviderWebhook, refused, type WebhookPart } from '../lib/http/provider-webhook.ts'
import { type InboundMailEvent, localPartOf } from '../lib/inbound-mail.ts'
import {
  type createConversationsModule,
  hashOfReplyAddress,
  regionOfReplyAddress,
} from '../modules/conversations/index.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly conversations: Module<typeof createConversationsModule>
  /** The channel's webhook, where email can be connected. */
  readonly channel: ProviderWebhook | undefined
}
interface Answer {
  readonly mailId: string
  readonly tokenHash: string
}

const ANSWERS = 'answers'
export const EMAIL_WEBHOOK = 'email'

/** The parts of a mail that answer mails of ours. */
export const answersIn = ({ id, key = id, to }: InboundMailEvent, domain: string): WebhookPart[] =>
  to.flatMap((address): WebhookPart[] => {
    const local = localPartOf(address, domain) ?? ''
    const region = regionOfReplyAddress(local) ?? ''
    if (!isRegion(region)) return []
    // The token itself is not stored.
    const body: Answer = { mailId: id, tokenHash: hashOfReplyAddress(local) }
    return [{ account: ANSWERS, id: `${key}:${body.tokenHash.slice(0, 16)}`, region, body }]
  })

export function composeInboundMail(
  { infrastructure: { inboundMail } }: Base,
  { conversations, channel }: Needs,
): { readonly webhooks: readonly ProviderWebhook[] } {
  const webhook: ProviderWebhook = {
    provider: EMAIL_WEBHOOK,
    async verify(request, findAccount) {
      if (!inboundMail) return refused('unconfigured')
      const read = inboundMail.readEvent(request)
      if ('reason' in read) return refused(read.reason)
      const { event } = read
      const answers = event ? answersIn(event, inboundMail.domain) : []
      const said = await channel?.verify(request, findAccount)
      if (said?.kind === 'refused') return said
      return { kind: 'accepted', parts: [...answers, ...(said?.kind === 'accepted' ? said.parts : [])] }
    },
    async handle(ctx, delivery) {
      if (delivery.account !== ANSWERS) return channel?.handle(ctx, delivery)
      await conversations.service.mailAnswers.take(ctx, delivery.body as Answer)
      return undefined
    },
  }
  return { webhooks: [webhook] }
}
