// Messenger and Instagram by the Graph API: https://developers.facebook.com/docs/messenger-platform
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { sha256 } from '../../lib/crypto.ts'
import { accountsIn, jsonBody, refused, type WebhookPart } from '../../lib/http/provider-webhook.ts'
import { readFile } from '../../lib/outbound/read-file.ts'
import type { MetaSettings } from '../../lib/settings.ts'
import type { ChannelAdapter, ChannelConnection, InboundMedia } from '../../modules/channels/index.ts'
import { createGraph, proveMeta } from '../meta/graph.ts'
import { compilePages, type PagesChannel } from './compile.ts'
import { insteadOf, SEND_ERRORS } from './errors.ts'
import { GET_STARTED, keyOfEvent, parsePages, whyIgnored } from './parse.ts'

const TIMEOUT_MS = 15_000
const OBJECTS = { messenger: 'page', instagram: 'instagram' } as const
const SUBSCRIBED = [
  'messages',
  'messaging_postbacks',
  'messaging_optins',
  'messaging_referrals',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_edits',
  'message_reactions',
  'messaging_handovers',
  'messaging_policy_enforcement',
].join()
const FILE_HOSTS = /(?:^|\.)(?:fbcdn\.net|fbsbx\.com|cdninstagram\.com|facebook\.com|instagram\.com)$/
const PAGE_FIELDS = 'id,name,instagram_business_account{id,username}'

const Page = z.looseObject({
  id: z.string(),
  name: z.string().default(''),
  instagram_business_account: z.looseObject({ id: z.string(), username: z.string().default('') }).optional(),
})
const Batch = z.looseObject({
  object: z.string(),
  entry: z.array(
    z.looseObject({
      id: z.string(),
      time: z.number().optional(),
      messaging: z.array(z.unknown()).optional(),
      standby: z.array(z.unknown()).optional(),
    }),
  ),
})
const Sent = z.looseObject({ message_id: z.string() })
const Profile = z.looseObject({
  name: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
})

/** One adapter for each channel; both use one page's token. */
export function createMetaPages(settings: MetaSettings, channel: PagesChannel): ChannelAdapter {
  const graph = createGraph(settings)

  const unsubscribe = async (pageId: string, token: string) => {
    await graph.call({ method: 'DELETE', path: `/${pageId}/subscribed_apps`, token })
  }

  return {
    channel,
    async verify(request) {
      const verdict = proveMeta(request, settings)
      if (verdict) return verdict
      const batch = Batch.safeParse(jsonBody(request))
      if (!batch.success || batch.data.object !== OBJECTS[channel]) return refused('malformed')
      const byAccount = Map.groupBy(batch.data.entry, ({ id }) => id)
      const parts = [...byAccount].map(([account, entries]): WebhookPart => {
        const messaging = entries.flatMap((entry) => entry.messaging ?? [])
        const standby = entries.flatMap((entry) => entry.standby ?? [])
        const keys = [...messaging.map(keyOfEvent), ...standby.map((event) => `standby:${keyOfEvent(event)}`)]
        return { account, id: sha256(keys.join('\n')), body: { time: entries[0]?.time ?? 0, messaging, standby } }
      })
      return { kind: 'accepted', parts }
    },
    namedBy: ({ body }) => accountsIn(body, ['id']),
    parse: parsePages,
    whyIgnored,
    compile: (message, to) => compilePages(channel, message, to),
    typing: ({ thread }) => ({ method: 'messages', body: { recipient: { id: thread }, sender_action: 'typing_on' } }),
    // Meta shows it for twenty seconds.
    typingMs: 15_000,
    async send(request, { settings: { pageId = '' }, secrets: { token = '' } }) {
      const call = { method: 'POST', path: `/${pageId}/messages`, token, json: request.body } as const
      const sentOf = (body: unknown) => ({ providerId: Sent.safeParse(body).data?.message_id ?? '' })
      return insteadOf(await graph.send(call, SEND_ERRORS, sentOf), request)
    },
    async nameOf(visitor, { secrets: { token = '' } }) {
      const fields = channel === 'messenger' ? 'first_name,last_name' : 'name,username'
      const answer = await graph.call({ method: 'GET', path: `/${visitor}`, token, query: { fields } })
      const {
        name = '',
        first_name = '',
        last_name = '',
        username = '',
      } = answer.ok ? (Profile.safeParse(answer.body).data ?? {}) : {}
      return `${first_name} ${last_name}`.trim() || name || username
    },
    download: (media) => readAttachment(media, settings.baseUrl),
    async connect({ agentId, fields }) {
      const token = fields.token ?? ''
      if (token === '') throw new AppError('INVALID_INPUT', msg('meta_token_missing'))
      const page = await graph.must(Page, { method: 'GET', path: '/me', token, query: { fields: PAGE_FIELDS } })
      // The token determines the page, whatever the user chose.
      if (fields.pageId !== undefined && fields.pageId !== page.id)
        throw new AppError('INVALID_INPUT', msg('meta_token_invalid'))
      const instagram = page.instagram_business_account
      if (channel === 'instagram' && !instagram) throw new AppError('INVALID_INPUT', msg('meta_no_instagram'))
      await graph.must(z.looseObject({}), {
        method: 'POST',
        path: `/${page.id}/subscribed_apps`,
        token,
        query: { subscribed_fields: SUBSCRIBED },
      })
      if (channel === 'messenger')
        // The button that starts a chat is optional: without it people just write.
        await graph
          .call({
            method: 'POST',
            path: '/me/messenger_profile',
            token,
            json: { get_started: { payload: GET_STARTED } },
          })
          .catch(() => undefined)
      const [igPageId, igPageName] = [instagram?.id ?? '', instagram?.username ?? '']
      return {
        account: channel === 'messenger' ? page.id : igPageId,
        name: channel === 'messenger' ? page.name : `@${igPageName}`,
        settings: { pageId: page.id, pageName: page.name, igPageId, igPageName, agentId, appId: settings.appId },
        secrets: { token },
      }
    },
    async disconnect({ settings: { pageId = '' }, secrets: { token = '' } }: ChannelConnection, isShared) {
      if (!isShared) await unsubscribe(pageId, token)
    },
  }
}

/** Visitors' files are only read from the provider's own hosts. */
async function readAttachment({ id, mime }: InboundMedia, baseUrl: string): Promise<{ bytes: Buffer; mime: string }> {
  const url = new URL(id)
  const isTheirs = url.protocol === 'https:' && FILE_HOSTS.test(url.hostname)
  if (!isTheirs && url.origin !== new URL(baseUrl).origin) throw new Error('the file is not at the provider')
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`the provider answered ${response.status} for a file`)
  return { bytes: await readFile(response), mime: response.headers.get('content-type') ?? mime }
}
