import { z } from 'zod'
import type { ListenDeps } from '../../modules/channels/index.ts'
import { runGateway } from './gateway.ts'
import { Interaction, partOfInteraction, partOfMessage } from './parse.ts'
import type { DiscordRest } from './rest.ts'

const Thread = z.looseObject({ id: z.string(), type: z.number(), parent_id: z.string().nullish() })
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
  const parents = new Map<string, string>()
  const learn = ({ id, type, parent_id: parent }: z.infer<typeof Thread>) => {
    if (parents.size > MAX_THREADS) parents.clear()
    if (THREAD_TYPES.has(type) && parent) parents.set(id, parent)
  }
  /** Threads created earlier are looked up once: their messages don't name the channel. */
  const lookUp = async (channel: string) => {
    if (parents.has(channel) || (await deps.isConnected(channel))) return
    const { status, body } = await rest('GET', `/channels/${channel}`, { asBot: true, route: '/channels' })
    const found = status === 200 ? Thread.safeParse(body).data : undefined
    parents.set(channel, found && THREAD_TYPES.has(found.type) && found.parent_id ? found.parent_id : '')
  }
  const parentOf = (channel: string) => parents.get(channel) || undefined

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
          const channel = String((data as { channel_id?: unknown }).channel_id)
          await lookUp(channel)
          const part = partOfMessage(data, parentOf)
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
