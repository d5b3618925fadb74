// Discord: one bot of the operator receives events and interactions; answers go through the channel's webhook under the
// agent's name and picture. https://docs.discord.com/developers
import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { discordInvite } from '@parlance/contract/channels/discord'
import { AppError } from '@parlance/contract/lib/errors'
import { inSequence, msg } from '@parlance/i18n/messages'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { accountsIn, jsonBody, refused } from '../../lib/http/provider-webhook.ts'
import { readFile } from '../../lib/outbound/read-file.ts'
import type { ChannelAdapter, ChannelConnection, ChannelRequest, SendOutcome } from '../../modules/channels/index.ts'
import { compileDiscord, draftDiscord, threadId, toEdit, toWebhook, type WebhookLook } from './compile.ts'
import { listenToGateway } from './listen.ts'
import { createDraftPace } from '../../lib/draft-pace.ts'
import { answerInteraction, askCommand, type SayIn } from './interactions.ts'
import { Interaction, opensThread, parseDiscord, partOfInteraction } from './parse.ts'
import { createRest, type RestAnswer } from './rest.ts'

const TIMEOUT_MS = 15_000
const MAX_USERNAME = 80
/** A message may be edited once in 1.2 seconds, and a webhook takes about 30 calls a minute. */
const DRAFT_MS = 2500
/** Half of what a webhook may send; the answers have the rest. */
const DRAFTS_A_MINUTE = 15
/** The Message Content intent, of verified and of other bots. */
const CONTENT_FLAGS = (1 << 18) | (1 << 19)
const HOSTS = new Set(['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'])
const DAY_IN_MINUTES = 1440
const REFUSED_MS = 600_000
/** Discord's code for a message that already has a thread. */
const THREAD_EXISTS = 160_004
const CDN_HOSTS = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

export interface DiscordBot {
  readonly token: string
  readonly appId: string
  readonly publicKey: string
}
export interface DiscordOptions {
  readonly baseUrl: string
  readonly bot: DiscordBot
  /** Name and picture of an agent; the picture's URL is absolute or empty. */
  readonly look: (
    connection: Pick<ChannelConnection, 'region' | 'agentId'>,
  ) => Promise<{ name: string; picture: string }>
  /** Our texts in the language of this tag, else in English. */
  readonly sayIn: SayIn
}

const Hook = z.looseObject({
  id: z.string(),
  channel_id: z.string().nullish(),
  guild_id: z.string().nullish(),
  application_id: z.string().nullish(),
  name: z.string().nullish(),
})
const ChannelBody = z.looseObject({ id: z.string(), name: z.string().optional() })

export function createDiscord({ baseUrl, bot, look, sayIn }: DiscordOptions): ChannelAdapter {
  const rest = createRest(baseUrl, bot.token)
  const own = new URL(baseUrl)
  /** Webhooks that Discord no longer knows: asking again counts against our rate limit. */
  const gone = new Set<string>()
  /** Channels in which the bot may open no threads; refusals count against our limit, too. */
  const withoutThreads = new LRUCache<string, true>({ max: 5000, ttl: REFUSED_MS })
  const drafts = createDraftPace(DRAFTS_A_MINUTE)

  const webhookPath = ({ settings, secrets }: ChannelConnection) =>
    `/webhooks/${settings.webhookId ?? ''}/${secrets.webhookToken ?? ''}`
  const answerOf = (interaction: Interaction, isConnected: boolean) =>
    answerInteraction(interaction, isConnected, sayIn)
  const lookOf = async (connection: ChannelConnection): Promise<WebhookLook> => {
    const { name, picture } = await look(connection)
    return {
      username: usernameOf(name),
      avatarUrl: /^https?:\/\//.test(picture) && picture.length <= 2048 ? picture : '',
    }
  }

  return {
    channel: 'discord',
    inviteUrl: discordInvite(bot.appId),
    async verify(request, _find, isKnown) {
      if (!isSigned(request.headers, request.body, bot.publicKey)) return refused('signature')
      const body = jsonBody(request)
      const answer = (words: unknown) => ({ contentType: 'application/json', body: JSON.stringify(words) })
      if (z.looseObject({ type: z.literal(1) }).safeParse(body).success)
        return { kind: 'answered', answer: answer({ type: 1 }) }
      const interaction = Interaction.safeParse(body).data
      if (!interaction) return refused('malformed')
      const part = partOfInteraction(interaction)
      const parts = part && (await isKnown(part.account)) ? [part] : []
      return { kind: 'accepted', parts, answer: answer(await answerOf(interaction, parts.length > 0)) }
    },
    namedBy: ({ body }) => accountsIn(body, ['channel_id', 'parent_id', 'id']),
    async read(body, connection) {
      const opened = opensThread(body, connection)
      if (!opened) return body
      const { stored, channel, message, name } = opened
      if (withoutThreads.has(channel)) return body
      const answer = await rest('POST', `/channels/${channel}/messages/${message}/threads`, {
        asBot: true,
        route: `/channels/${channel}/threads`,
        body: { name, auto_archive_duration: DAY_IN_MINUTES },
      }).catch(() => undefined)
      if (answer?.status === 403) withoutThreads.set(channel, true)
      // Its id is that of the message. Where the bot may open none, the channel itself gets the answer.
      const isThere = answer && (answer.status < 300 || Number(answer.body.code) === THREAD_EXISTS)
      return isThere ? { ...stored, thread: message, threadOwner: connection.settings.botId } : body
    },
    parse: parseDiscord,
    compile: compileDiscord,
    draft: (text, to, { shown }) => draftDiscord(text, to, shown),
    draftMs: () => DRAFT_MS,
    settleDraft: {
      finish: ({ body }, shown) => [{ method: 'edit', body: { ...body, message_id: shown } }],
      withdraw: (shown, { thread }) => ({
        method: 'withdraw',
        body: { message_id: shown, thread_id: threadId(thread) },
      }),
    },
    typing: ({ thread }) => ({ method: 'typing', body: { thread } }),
    typingMs: 8000,
    async send(request, connection) {
      const { webhookId = '', channelId = '', appOwned } = connection.settings
      try {
        if (request.method === 'typing') {
          const where = threadId(String(request.body.thread)) ?? channelId
          const { status } = await rest('POST', `/channels/${where}/typing`, { asBot: true })
          return status < 300 ? { kind: 'sent', providerId: '' } : { kind: 'rejected', reason: saidBy(status) }
        }
        if (gone.has(webhookId)) return WEBHOOK_GONE
        const isDraft = request.method === 'draft'
        if (isDraft && !drafts.mayAsk(webhookId)) return { kind: 'retry', reason: saidBy('too many drafts') }
        const { thread_id: inThread, message_id: id } = request.body
        const place = { isAppOwned: appOwned === 'yes', look: await lookOf(connection) }
        const body = id === undefined ? toWebhook(request, place) : toEdit(request, place)
        const query = new URLSearchParams({
          ...(id === undefined ? { wait: 'true' } : {}),
          ...(Array.isArray(body.components) && body.components.length > 0 ? { with_components: 'true' } : {}),
          ...(typeof inThread === 'string' ? { thread_id: inThread } : {}),
        }).toString()
        const path = `${webhookPath(connection)}${typeof id === 'string' ? `/messages/${id}` : ''}`
        const at = { query, route: `/webhooks/${webhookId}`, isOptional: isDraft }
        const answer =
          request.method === 'withdraw'
            ? await rest('DELETE', path, at)
            : await rest(id === undefined ? 'POST' : 'PATCH', path, { ...at, body })
        const outcome = outcomeOf(answer, request)
        if (outcome === WEBHOOK_GONE) gone.add(webhookId)
        return outcome
      } catch (error) {
        // Repeating an edit changes nothing.
        if (request.method === 'edit') return { kind: 'retry', reason: SILENT }
        // The connection failed, so nothing was sent.
        const isRefused = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(causeOf(error))
        return isRefused
          ? { kind: 'retry', reason: msg('provider_unreachable', { name: 'Discord' }) }
          : { kind: 'unknown', reason: SILENT }
      }
    },
    async download({ id, mime }) {
      const url = new URL(id)
      const isDiscords = (url.protocol === 'https:' && CDN_HOSTS.has(url.hostname)) || url.origin === own.origin
      if (!isDiscords) throw new Error('the file is not at Discord')
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`Discord answered ${response.status} for a file`)
      return { bytes: await readFile(response), mime }
    },
    async connect({ agentId, fields }) {
      const channelId = (fields.channelId ?? '').trim()
      const webhookUrl = (fields.webhookUrl ?? '').trim()
      if (channelId === '' || webhookUrl === '') throw new AppError('INVALID_INPUT', msg('fields_required'))
      if (!/^\d{15,20}$/.test(channelId)) throw new AppError('INVALID_INPUT', msg('discord_channel_invalid'))
      const named = webhookOf(webhookUrl, own)
      if (!named) throw new AppError('INVALID_INPUT', msg('discord_webhook_invalid'))
      const ask = (path: string, asBot: boolean) =>
        rest('GET', path, { asBot, route: path.replace(/[^/]+$/, '') }).catch(() => {
          throw new AppError('UPSTREAM_FAILED', msg('discord_unreachable'))
        })
      const hook = await ask(`/webhooks/${named.id}/${named.token}`, false)
      const { data: webhook } = Hook.safeParse(hook.body)
      if (hook.status >= 500 || hook.status === 429) throw new AppError('UPSTREAM_FAILED', msg('discord_unreachable'))
      if (hook.status !== 200 || !webhook) throw new AppError('INVALID_INPUT', msg('discord_webhook_unknown'))
      if (webhook.channel_id !== channelId) throw new AppError('INVALID_INPUT', msg('discord_webhook_elsewhere'))
      const seen = await ask(`/channels/${channelId}`, true)
      if (seen.status === 401) throw new AppError('UNAVAILABLE', msg('discord_no_bot'))
      if (seen.status !== 200) throw new AppError('INVALID_INPUT', msg('discord_bot_missing'))
      const app = await ask('/applications/@me', true)
      if (app.status === 200 && (Number(app.body.flags ?? 0) & CONTENT_FLAGS) === 0)
        throw new AppError('UNAVAILABLE', msg('discord_no_content'))
      const me = await ask('/users/@me', true)
      gone.delete(named.id)
      const { name = channelId } = ChannelBody.safeParse(seen.body).data ?? {}
      const masked = `https://discord.com/api/webhooks/${named.id}/••••`
      return {
        account: channelId,
        name: `#${name}`.slice(0, 100),
        settings: {
          ID: channelId,
          agentID: agentId,
          channelId,
          webhookUrl: masked,
          webhookId: named.id,
          guildId: webhook.guild_id ?? '',
          botId: typeof me.body.id === 'string' ? me.body.id : bot.appId,
          appOwned: webhook.application_id === bot.appId ? 'yes' : 'no',
          answers: fields.answers === 'mentions' ? 'mentions' : 'all',
          threads: fields.threads === 'no' ? 'no' : 'yes',
        },
        secrets: { webhookToken: named.token },
      }
    },
    // The webhook belongs to the server's owner and is kept.
    disconnect: async () => {},
    listen: (deps) =>
      listenToGateway(
        {
          token: bot.token,
          rest,
          answerOf,
          isOurs: (url) => isGateway(url, own),
          async onReady() {
            await rest('PUT', `/applications/${bot.appId}/commands`, {
              asBot: true,
              body: [await askCommand(sayIn)],
            })
          },
        },
        deps,
      ),
  }
}

export function webhookOf(text: string, own: URL): { id: string; token: string } | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username !== '' || url.password !== '') return undefined
  const isDiscords =
    (url.protocol === 'https:' && HOSTS.has(url.hostname) && url.port === '') || url.origin === own.origin
  const [, id, token] = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{15,20})\/([\w-]{20,120})\/?$/.exec(url.pathname) ?? []
  return isDiscords && id !== undefined && token !== undefined ? { id, token } : undefined
}

function isGateway(text: string, own: URL): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url !== undefined && ((url.protocol === 'wss:' && url.hostname.endsWith('.discord.gg')) || url.host === own.host)
  )
}

/** The SubjectPublicKeyInfo prefix of a raw Ed25519 key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

function isSigned(headers: Headers, body: Buffer, publicKey: string): boolean {
  const signature = Buffer.from(headers.get('x-signature-ed25519') ?? '', 'hex')
  const timestamp = headers.get('x-signature-timestamp') ?? ''
  if (signature.length !== 64 || !/^\d{1,15}$/.test(timestamp) || !/^[\da-f]{64}$/i.test(publicKey)) return false
  const key = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  return verifySignature(null, Buffer.concat([Buffer.from(timestamp), body]), key, signature)
}

/** Discord refuses names that contain its own. */
function usernameOf(name: string): string {
  const clean = name
    .replaceAll(/discord|clyde/gi, '')
    .replaceAll(/[@#:`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_USERNAME)
  return ['', 'everyone', 'here'].includes(clean.toLowerCase()) ? 'Assistant' : clean
}

const SILENT = msg('provider_silent', { provider: 'Discord' })
const saidBy = (words: string | number) => msg('provider_said', { provider: 'Discord', words: String(words) })

const WEBHOOK_GONE: SendOutcome = {
  kind: 'reconnect',
  reason: msg('discord_webhook_gone'),
}

export function outcomeOf({ status, body, retryAfterMs }: RestAnswer, request: ChannelRequest): SendOutcome {
  if (status === 200 || status === 204) return { kind: 'sent', providerId: typeof body.id === 'string' ? body.id : '' }
  const code = Number(body.code ?? 0)
  const reason = saidBy(typeof body.message === 'string' ? body.message.slice(0, 200) : status)
  if (status === 429) return { kind: 'retry', afterMs: retryAfterMs ?? 1000, reason }
  if (status >= 500) return { kind: 'retry', reason }
  if (code === 10_015 || code === 50_027 || (status === 401 && code === 0)) return WEBHOOK_GONE
  // Someone deleted the message that shows the answer.
  const { message_id: edited, ...message } = request.body
  if (code === 10_008 && request.method === 'edit' && edited !== undefined)
    return { kind: 'rejected', reason, instead: { method: 'execute', body: message } }
  // The thread or channel is gone, or was archived and locked.
  if (code === 10_003 || code === 50_083 || code === 160_005) return { kind: 'undeliverable', reason }
  if (code === 50_001 || code === 50_013)
    return { kind: 'reconnect', reason: inSequence(reason, msg('discord_bot_rights')) }
  // Discord refuses a URL or a button: only the text is sent.
  const { embeds, components, numbered, content, ...rest } = request.body
  if (status === 400 && (embeds !== undefined || components !== undefined)) {
    const words = [content, wordsOf(embeds), numbered].filter((part) => typeof part === 'string' && part !== '')
    if (words.length > 0)
      return {
        kind: 'rejected',
        reason,
        instead: { method: request.method, body: { ...rest, content: words.join('\n').slice(0, 2000) } },
      }
  }
  return { kind: 'rejected', reason }
}

const Embed = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  image: z.looseObject({ url: z.string() }).optional(),
})
const wordsOf = (embeds: unknown): string =>
  (z.array(Embed).safeParse(embeds).data ?? [])
    .flatMap(({ title, description, image }) => [title, description, image?.url])
    .filter((part) => part !== undefined)
    .join('\n')

function causeOf(error: unknown): string {
  let text = ''
  for (let e = error; e instanceof Error; e = e.cause) text += `${Reflect.get(e, 'code') ?? ''} ${e.message} `
  return text
}
