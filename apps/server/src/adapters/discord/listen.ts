import { msg } from '@parlance/i18n/messages'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { ListenDeps } from '../../modules/channels/index.ts'
import { runGateway, TokenRefusedError } from './gateway.ts'
import { Interaction, partOfInteraction, partOfMessage, partOfPresence, type ThreadPlace } from './parse.ts'
import type { DiscordRest } from './rest.ts'

const Thread = z.looseObject({
  id: z.string(),
  type: z.number(),
  parent_id: z.string().nullish(),
  owner_id: z.string().nullish(),
})
const Origin = z.looseObject({
  channel_id: z.string(),
  guild_id: z.string().nullish(),
  author: z.looseObject({ id: z.string() }),
})
/** Without a time of the edit, only the preview of a link was added. */
const Edited = z.looseObject({
  id: z.string(),
  channel_id: z.string(),
  guild_id: z.string(),
  edited_timestamp: z.string(),
})
/** Between two answers to direct messages of one person. */
const DIRECT_MS = 600_000
const Threads = z.looseObject({ threads: z.array(Thread).optional() })
const Server = Threads.extend({ id: z.string(), channels: z.array(z.looseObject({ id: z.string() })).optional() })
/** An outage of Discord makes a server unavailable. */
const Deleted = z.looseObject({ id: z.string(), unavailable: z.boolean().optional() })
const THREAD_TYPES = new Set([10, 11, 12])
const MAX_THREADS = 50_000
const MAX_PEOPLE = 50_000

export interface ListenOptions {
  readonly token: string
  readonly rest: DiscordRest
  readonly isOurs: (url: string) => boolean
  readonly answerOf: (interaction: Interaction, isConnected: boolean) => Promise<unknown>
  readonly onReady: () => Promise<void>
}

export async function listenToGateway(options: ListenOptions, deps: ListenDeps): Promise<void> {
  const { rest, token } = options
  /** `undefined`: not a thread. */
  const places = new Map<string, ThreadPlace | undefined>()
  /** When direct channels were answered. */
  const directAnswers = new LRUCache<string, true>({ max: MAX_PEOPLE, ttl: DIRECT_MS })
  /** Where people wrote last, and their language if an interaction named it. */
  const lastPlaces = new LRUCache<string, { readonly account: string; readonly language: string }>({ max: MAX_PEOPLE })
  const placeIn = ({
    id,
    type,
    parent_id: parent,
    owner_id: owner,
  }: z.infer<typeof Thread>): ThreadPlace | undefined =>
    THREAD_TYPES.has(type) && parent ? { id, parent, owner: owner ?? undefined } : undefined
  const remember = (id: string, place: ThreadPlace | undefined) => {
    if (places.size > MAX_THREADS) places.clear()
    places.set(id, place)
  }
  const rememberThread = (thread: z.infer<typeof Thread>) => {
    const place = placeIn(thread)
    if (place) remember(thread.id, place)
  }
  /** Threads created earlier are looked up once: their messages don't name the channel. */
  const resolveThread = async (channel: string) => {
    if (places.has(channel) || (await deps.isConnected(channel))) return
    const { status, body } = await rest('GET', `/channels/${channel}`, { asBot: true, route: '/channels' })
    const found = status === 200 ? Thread.safeParse(body).data : undefined
    remember(channel, found && placeIn(found))
  }
  /**
   * Says where the agents answer. A bot of all agents can't know which one a direct message means: it speaks the language
   * of the one that the person last wrote to.
   */
  const answerDirect = async (channel: string, person: string) => {
    if (directAnswers.has(channel)) return
    directAnswers.set(channel, true)
    const { account, language = '' } = lastPlaces.get(person) ?? {}
    const say = await deps.sayIn(account, language)
    await rest('POST', `/channels/${channel}/messages`, {
      asBot: true,
      route: '/channels/messages',
      body: { content: say(msg('discord_direct')), allowed_mentions: { parse: [] } },
    })
  }

  await runGateway({
    token,
    signal: deps.signal,
    state: deps.state,
    keep: deps.keep,
    report: deps.report,
    log: deps.log,
    isOurs: options.isOurs,
    async url() {
      const { status, body } = await rest('GET', '/gateway/bot', { asBot: true })
      const url = z.looseObject({ url: z.string() }).safeParse(body).data?.url
      if (status === 401) throw new TokenRefusedError('Discord refuses the token')
      if (status !== 200 || url === undefined) throw new Error(`Discord answered ${status} for its gateway`)
      return url
    },
    async handle(event, data) {
      switch (event) {
        case 'RESUMED':
          return deps.report()
        case 'READY':
          await deps.report()
          await options.onReady().catch((error: unknown) => deps.log.error({ err: error }, 'the command was not made'))
          return
        case 'CHANNEL_DELETE': {
          const channel = Deleted.safeParse(data).data?.id
          if (channel === undefined || !(await deps.isConnected(channel))) return
          await deps.take([partOfPresence(channel, 'channel-deleted')])
          return
        }
        case 'GUILD_DELETE': {
          const server = Deleted.safeParse(data).data
          if (!server || server.unavailable) return
          const left = await deps.accountsWith('guildId', server.id)
          if (left.length > 0) await deps.take(left.map((account) => partOfPresence(account, 'bot-removed')))
          return
        }
        case 'GUILD_CREATE': {
          const server = Server.safeParse(data).data
          if (!server) return
          for (const thread of server.threads ?? []) rememberThread(thread)
          const channels = new Set(server.channels?.map(({ id }) => id))
          const found = (await deps.accountsWith('guildId', server.id)).filter((account) => channels.has(account))
          if (found.length > 0) await deps.take(found.map((account) => partOfPresence(account, 'back')))
          return
        }
        case 'THREAD_LIST_SYNC':
          for (const thread of Threads.safeParse(data).data?.threads ?? []) rememberThread(thread)
          return
        case 'THREAD_CREATE':
        case 'THREAD_UPDATE': {
          const thread = Thread.safeParse(data).data
          if (thread) rememberThread(thread)
          return
        }
        case 'MESSAGE_CREATE': {
          if (!partOfMessage(data, () => undefined)) return
          const { channel_id: channel, guild_id: server, author } = Origin.parse(data)
          if (server == null) {
            // The servers' messages don't wait for it.
            void answerDirect(channel, author.id).catch((error: unknown) =>
              deps.log.warn({ err: error }, 'a direct message was not answered'),
            )
            return
          }
          await resolveThread(channel)
          const part = partOfMessage(data, (id) => places.get(id))
          if (!part || !(await deps.isConnected(part.account))) return
          const { language = '' } = lastPlaces.get(author.id) ?? {}
          lastPlaces.set(author.id, { account: part.account, language })
          await deps.take([part])
          return
        }
        case 'MESSAGE_UPDATE': {
          const edited = Edited.safeParse(data).data
          if (!edited || !partOfMessage(data, () => undefined)) return
          const { id, channel_id: channel } = edited
          await resolveThread(channel)
          if (!(await deps.isConnected(places.get(channel)?.parent ?? channel))) return
          // A thread that was opened for a mention has its id.
          if (!places.get(channel)) await resolveThread(id)
          const part = partOfMessage(data, () => places.get(id) ?? places.get(channel))
          if (part) await deps.take([part])
          return
        }
        case 'INTERACTION_CREATE': {
          const interaction = Interaction.safeParse(data).data
          const part = interaction && partOfInteraction(interaction)
          if (!interaction || !part) return
          const isConnected = await deps.isConnected(part.account)
          const person = interaction.member?.user ?? interaction.user
          if (isConnected && person)
            lastPlaces.set(person.id, { account: part.account, language: interaction.locale ?? '' })
          if (isConnected) await deps.take([part])
          const path = `/interactions/${interaction.id}/${encodeURIComponent(interaction.token)}/callback`
          // Events after one that fails are held back.
          await options
            .answerOf(interaction, isConnected)
            .then((body) => rest('POST', path, { body, route: '/interactions' }))
            .catch(() => undefined)
          return
        }
        default:
      }
    },
  })
}
