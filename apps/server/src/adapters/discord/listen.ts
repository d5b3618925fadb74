import { z } from 'zod'
import type { ListenDeps } from '../../modules/channels/index.ts'
import { runGateway } from './gateway.ts'
import { Interaction, partOfInteraction, partOfMessage, type ThreadPlace } from './parse.ts'
import type { DiscordRest } from './rest.ts'

const Thread = z.looseObject({
  id: z.string(),
  type: z.number(),
  parent_id: z.string().nullish(),
  owner_id: z.string().nullish(),
})
const Place = z.looseObject({ channel_id: z.string(), guild_id: z.string().nullish() })
/** A bot of all agents can't know which one a person means who writes to it directly. */
const DIRECT_ANSWER =
  'I answer in the channels of a server. Mention me there, and I open a thread for your question, or use /ask.'
const DIRECT_MS = 600_000
const Threads = z.looseObject({ threads: z.array(Thread).optional() })
const THREAD_TYPES = new Set([10, 11, 12])
const MAX_THREADS = 50_000

export interface ListenOptions {
  readonly token: string
  readonly rest: DiscordRest
  readonly isOurs: (url: string) => boolean
  readonly answerOf: (interaction: Interaction, isConnected: boolean) => unknown
  readonly onReady: () => Promise<void>
}

export async function listenToGateway(options: ListenOptions, deps: ListenDeps): Promise<void> {
  const { rest, token } = options
  /** `undefined`: not a thread. */
  const places = new Map<string, ThreadPlace | undefined>()
  const told = new Map<string, number>()
  const placeIn = ({ type, parent_id: parent, owner_id: owner }: z.infer<typeof Thread>): ThreadPlace | undefined =>
    THREAD_TYPES.has(type) && parent ? { parent, owner: owner ?? undefined } : undefined
  const learn = (thread: z.infer<typeof Thread>) => {
    if (places.size > MAX_THREADS) places.clear()
    const place = placeIn(thread)
    if (place) places.set(thread.id, place)
  }
  /** Threads created earlier are looked up once: their messages don't name the channel. */
  const lookUp = async (channel: string) => {
    if (places.has(channel) || (await deps.isConnected(channel))) return
    const { status, body } = await rest('GET', `/channels/${channel}`, { asBot: true, route: '/channels' })
    const found = status === 200 ? Thread.safeParse(body).data : undefined
    places.set(channel, found && placeIn(found))
  }
  /** A person who writes directly learns once in a while where they get answers. */
  const answerDirect = async (channel: string) => {
    const now = Date.now()
    if ((told.get(channel) ?? 0) > now - DIRECT_MS) return
    if (told.size > MAX_THREADS) told.clear()
    told.set(channel, now)
    await rest('POST', `/channels/${channel}/messages`, {
      asBot: true,
      route: '/channels/messages',
      body: { content: DIRECT_ANSWER, allowed_mentions: { parse: [] } },
    }).catch(() => undefined)
  }

  await runGateway({
    token,
    signal: deps.signal,
    state: deps.state,
    keep: deps.keep,
    log: deps.log,
    isOurs: options.isOurs,
    async url() {
      const { status, body } = await rest('GET', '/gateway/bot', { asBot: true })
      const url = z.looseObject({ url: z.string() }).safeParse(body).data?.url
      if (status !== 200 || url === undefined) throw new Error(`Discord answered ${status} for its gateway`)
      return url
    },
    async handle(event, data) {
      switch (event) {
        case 'READY':
          await options.onReady().catch((error: unknown) => deps.log.error({ err: error }, 'the command was not made'))
          return
        case 'GUILD_CREATE':
        case 'THREAD_LIST_SYNC':
          for (const thread of Threads.safeParse(data).data?.threads ?? []) learn(thread)
          return
        case 'THREAD_CREATE':
        case 'THREAD_UPDATE': {
          const thread = Thread.safeParse(data).data
          if (thread) learn(thread)
          return
        }
        case 'MESSAGE_CREATE': {
          if (!partOfMessage(data, () => undefined)) return
          const { channel_id: channel, guild_id: server } = Place.parse(data)
          if (server == null) {
            // The servers' messages don't wait for it.
            void answerDirect(channel)
            return
          }
          await lookUp(channel)
          const part = partOfMessage(data, (id) => places.get(id))
          if (part && (await deps.isConnected(part.account))) await deps.take([part])
          return
        }
        case 'INTERACTION_CREATE': {
          const interaction = Interaction.safeParse(data).data
          const part = interaction && partOfInteraction(interaction)
          if (!interaction || !part) return
          const isConnected = await deps.isConnected(part.account)
          if (isConnected) await deps.take([part])
          const path = `/interactions/${interaction.id}/${encodeURIComponent(interaction.token)}/callback`
          await rest('POST', path, {
            body: options.answerOf(interaction, isConnected),
            route: '/interactions',
          }).catch(() => undefined)
          return
        }
        default:
      }
    },
  })
}
