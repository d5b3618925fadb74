// Composes mail that comes in: one webhook, whose mails are answers to our own or messages to agents.
import { isRegion } from '@parlance/contract/lib/regions'
import { type ProviderWebhook, refused, type WebhookPart } from '../lib/http/provider-webhook.ts'
import { localPartOf } from '../lib/inbound-mail.ts'
import {
  type createConversationsModule,
  hashOfReplyAddress,
  regionOfReplyAddress,
} from '../modules/conversations/index.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly conversations: Module<typeof createConversationsModule>
}
interface Answer {
  readonly mailId: string
  readonly tokenHash: string
}

/** What answers to our mails are kept under. */
const ANSWERS = 'answers'

export function composeInboundMail(
  { infrastructure: { inboundMail } }: Base,
  { conversations }: Needs,
): { readonly webhooks: readonly ProviderWebhook[] } {
  const webhook: ProviderWebhook = {
    provider: 'email',
    verify(request) {
      if (!inboundMail) return refused('unconfigured')
      const read = inboundMail.readEvent(request)
      if ('reason' in read) return refused(read.reason)
      const { event } = read
      const parts = (event?.to ?? []).flatMap((address): WebhookPart[] => {
        const local = localPartOf(address, inboundMail.domain) ?? ''
        const region = regionOfReplyAddress(local) ?? ''
        if (!event || !isRegion(region)) return []
        // The token itself is stored nowhere.
        const body: Answer = { mailId: event.id, tokenHash: hashOfReplyAddress(local) }
        return [{ account: ANSWERS, id: `${event.id}:${body.tokenHash.slice(0, 16)}`, region, body }]
      })
      return { kind: 'accepted', parts }
    },
    handle: (ctx, { body }) => conversations.service.mailAnswers.take(ctx, body as Answer),
  }
  return { webhooks: [webhook] }
}
