// Composes messaging channels. A new one is a folder in adapters/ and a line in `adapters`.
import { hookOf } from '../adapters/hooks/hook.ts'
import { createMetaPages } from '../adapters/meta-pages/meta-pages.ts'
import { createPagesProvider } from '../adapters/meta-pages/pages.ts'
import { DEFAULT_LANGUAGE, languageFor, LANGUAGES } from '@parlance/contract/accounts/languages'
import { messageTexts } from '../mails/texts.ts'
import { createTelegram, type TelegramCommands } from '../adapters/telegram/telegram.ts'
import { createNumberMarket } from '../adapters/twilio/buy-numbers.ts'
import { createSms, createTwilioNumbers } from '../adapters/twilio/twilio.ts'
import { createWebhook } from '../adapters/webhook/webhook.ts'
import { createWhatsappAccounts } from '../adapters/whatsapp/accounts.ts'
import { createWhatsapp } from '../adapters/whatsapp/whatsapp.ts'
import { createDiscord } from '../adapters/discord/discord.ts'
import type { Message } from '@parlance/contract/conversations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../lib/ctx.ts'
import { createGuardedFetch } from '../lib/outbound/guarded-fetch.ts'
import type { createAgenciesModule } from '../modules/agencies/index.ts'
import type { createAnalyticsModule } from '../modules/analytics/index.ts'
import { createChannelsModule } from '../modules/channels/index.ts'
import {
  beginConversation,
  type createConversationsModule,
  conversationQueries,
} from '../modules/conversations/index.ts'
import type { createFilesModule } from '../modules/files/index.ts'
import type { createProviderWebhooksModule } from '../modules/provider-webhooks/index.ts'
import type { createWorkspacesModule } from '../modules/workspaces/index.ts'
import type { Agents } from './agents.ts'
import type { Base, Module } from './base.ts'
import { emailAdapters } from './email-channel.ts'

const META_RETURN_PATH = '/meta-login'

interface Needs {
  readonly agencies: Module<typeof createAgenciesModule>
  readonly agents: Agents['agents']
  readonly analytics: Module<typeof createAnalyticsModule>
  readonly conversations: Module<typeof createConversationsModule>
  readonly files: Module<typeof createFilesModule>
  readonly providerWebhooks: Module<typeof createProviderWebhooksModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
}

export function composeChannels(
  base: Base,
  { agencies, agents, conversations, files, providerWebhooks, workspaces }: Needs,
) {
  const { appOrigin: origin, settings, log } = base
  const { bus, contexts, node, origins, sandbox, vault } = base.infrastructure
  const lookOf = async ({ region, agentId }: { region: Region; agentId: string }) => {
    const agent = await agents.service.forTurn(contexts.system(region), agentId, { draft: false })
    const picture = agent?.config.avatarImageUrl ?? ''
    return { name: agent?.title ?? '', picture: picture.startsWith('/') ? `${origin()}${picture}` : picture }
  }
  const shown = (ctx: Ctx, conversationId: string, message: Message): Message => {
    const signed = files.service.signFileUrls(ctx, conversationId, message)
    return { ...signed, items: signed.items.map((item) => absolute(item, origin())) }
  }
  const { discord } = sandbox
  const guard = { allow: settings.outboundAllow, maxBytes: 20_000_000 }
  const told = hookOf('new-channel', settings.newChannelHookUrl, log)
  return createChannelsModule({
    async announce(ctx, connected) {
      const agent = await agents.service.forTurn(ctx, connected.agentId, { draft: false })
      // It may have been deleted meanwhile.
      if (agent) await told({ ...connected, agentType: agent.config.agentPlatform })
    },
    adapters: [
      {
        ...createTelegram({ ...sandbox.telegram, commands: telegramCommands }),
        isSandbox: sandbox.telegram.sandboxed,
      },
      createWhatsapp(sandbox.meta),
      { ...createSms(sandbox.twilio), isSandbox: sandbox.twilio.sandboxed },
      ...(sandbox.meta.appId === '' ? [] : metaAdapters(sandbox.meta)),
      ...(discord.bot
        ? [
            {
              ...createDiscord({
                baseUrl: discord.baseUrl,
                bot: discord.bot,
                look: lookOf,
                sayIn: (language) => messageTexts(languageFor([language])),
              }),
              isSandbox: discord.sandboxed,
            },
          ]
        : []),
      createWebhook({ guardedFetch: createGuardedFetch(guard), simulator: sandbox.webhook }),
      ...emailAdapters(base, { agencies, agents, files }),
    ],
    gateways: providerWebhooks.service.gateways,
    numbers: {
      provider: createTwilioNumbers(sandbox.twilio),
      origin,
      accounts: providerWebhooks.service,
      assertSlot: (tx, uid, used) => workspaces.service.assertWithinPlan(tx, uid, 'twilioPhoneNumberSlots', used),
      titlesOf: agents.service.titles,
    },
    market: createNumberMarket(sandbox.twilio),
    metaPages: createPagesProvider(sandbox.meta),
    storeReply: conversations.service.replies.reply,
    whatsapp: createWhatsappAccounts(sandbox.meta, () => `${origin()}${META_RETURN_PATH}`, createGuardedFetch(guard)),
    vault,
    origin,
    async originOf(ctx) {
      const agency = await agencies.service.findOfWorkspace(ctx, ctx.workspaceId)
      return agency ? (await origins.ofAgency(agency.id)).origin : origin()
    },
    accounts: providerWebhooks.service,
    connected: async (tx, event) => tx.emit({ type: 'channel.connected', workspaceId: tx.workspaceId, ...event }),
    deliveryChanged: ({ region }, { workspaceId, ...event }) =>
      bus.publish(region, `workspace:${workspaceId}`, { type: 'delivery', ...event }),
    failing: (tx, event) => tx.emit({ type: 'channel.failing', ...event }),
    nodesOf: async (ctx, agentId) => (await agents.service.forTurn(ctx, agentId, { draft: false }))?.config.nodes ?? [],
    contextFor: contexts.system,
    regions: settings.regions,
    node,
    log,
    conversations: {
      channelOf: async (ctx, of) => (await conversationQueries.originOf(ctx, of))?.channel,
      async say(ctx, turn) {
        const { language, ...request } = turn
        const handled = await conversations.turns.handleMessage(ctx, {
          ...request,
          draft: false,
          page: { language },
        })
        const running = handled.kind === 'running' ? handled.running : undefined
        const turnId = running?.turn.metadata.turnId ?? (handled.kind === 'stored' ? handled.turnId : '')
        const { metadata } =
          running?.turn ?? (await conversations.service.turnOf(ctx, { agentId: turn.agentId, turnId }))
        const ended = async () => {
          await running?.ended
          return (await conversationQueries.outcomeOfTurn(ctx, turnId)) ?? 'answered'
        }
        const soFar = () => (running ? plainText(running.turn.body) : '')
        const { conversationId } = metadata
        return { conversationId, isAnswering: running !== undefined, ended: ended(), soFar }
      },
      async readMessage(ctx, conversationId, seq) {
        const [found] = await conversationQueries.messagesBefore(ctx, conversationId, seq + 1, 1)
        return found?.seq === seq ? shown(ctx, conversationId, found) : undefined
      },
      async messagesUpTo(ctx, conversationId, seq, limit) {
        const found = await conversationQueries.messagesBefore(ctx, conversationId, seq && seq + 1, limit)
        return found.map((message) => (message.from === 'user' ? message : shown(ctx, conversationId, message)))
      },
      keyOfMessage: conversationQueries.clientMessageId,
      findSaid: conversations.service.edits.find,
      editSaid: conversations.service.edits.change,
      async lastMessage(ctx, conversationId) {
        const found = await conversationQueries.messagesBefore(ctx, conversationId, undefined, 5)
        return found.findLast(({ from }) => from === 'agent' || from === 'human')
      },
      begin: beginConversation,
      nameVisitor: conversationQueries.nameVisitor,
      async isWithPeople(ctx, of) {
        const state = (await conversationQueries.noticeOf(ctx, of))?.state
        return state === 'human-chatting' || state === 'requested_chat'
      },
      silenceAgent: conversations.service.outsideReplies.silenceAgent,
      async end(ctx, of) {
        await conversations.service.lifecycle.change(ctx, of, 'end').catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
        })
      },
      keepReply: (ctx, { by: name, ...reply }) =>
        conversations.service.outsideReplies.keep(ctx, { ...reply, by: { kind: 'user', id: '', name } }),
      async words(ctx, agentId) {
        const agent = await agents.service.forTurn(ctx, agentId, { draft: false })
        if (!agent) return undefined
        const { unavailableMessage: unavailable, lang: language, consentRequired, consentText } = agent.config
        const consent = consentRequired ? consentText : undefined
        return { greeting: agent.effective.greeting, unavailable, language, consent }
      },
      sayIn: (agentLanguage, visitorLanguage) =>
        messageTexts(languageFor([agentLanguage === 'auto' ? visitorLanguage : agentLanguage])),
      transcribe: conversations.attachments.transcriptOf,
      attach: (ctx, { agentId, visitorHash, filename, bytes }) =>
        files.service.attach(ctx, {
          agentId,
          visitorHash,
          filename,
          base64Payload: bytes.toString('base64'),
          allowed: { files: true, sound: true },
        }),
    },
  })
}

/** English is shown to everyone who reads none of our languages. */
const telegramCommands = (): Promise<TelegramCommands[]> =>
  Promise.all(
    LANGUAGES.map(async (language) => {
      const say = await messageTexts(language)
      return {
        language: language === DEFAULT_LANGUAGE ? '' : language,
        commands: [
          { command: 'start', description: say(msg('telegram_command_start')) },
          { command: 'help', description: say(msg('telegram_command_help')) },
          { command: 'reset', description: say(msg('telegram_command_reset')) },
        ],
      }
    }),
  )

const metaAdapters = (meta: Base['infrastructure']['sandbox']['meta']) =>
  (['messenger', 'instagram'] as const).map((channel) => ({
    ...createMetaPages(meta, channel),
    isSandbox: meta.sandboxed,
  }))

/** Providers fetch URLs from outside, so they must be absolute. */
function absolute<Item>(item: Item, origin: string): Item {
  if (Array.isArray(item)) return item.map((one: unknown) => absolute(one, origin)) as Item
  if (typeof item !== 'object' || item === null) return item
  return Object.fromEntries(
    Object.entries(item).map(([key, value]: [string, unknown]) => [
      key,
      (key === 'image' || key === 'imageUrl' || key === 'url') && typeof value === 'string' && value.startsWith('/')
        ? `${origin}${value}`
        : absolute(value, origin),
    ]),
  ) as Item
}
