// Connections that adapters keep open. A lease gives each to one process; another takes over when it ends.
import type { MessagingChannel } from '@parlance/contract/channels/list'
import type { WebhookPart } from '../../../lib/http/provider-webhook.ts'
import type { Logger } from '../../../lib/log.ts'
import { storedMessage } from '../../../lib/stored-message.ts'
import type { ChannelAdapter, ListenDeps } from '../ports.ts'

const LEASE_MS = 15_000
const RENEW_MS = 4000
/** Cache time of «is any agent connected»: many events concern no connected account. */
const KNOWN_MS = { yes: 10_000, no: 1000 } as const
const MAX_KNOWN = 10_000

export interface ListenerDeps {
  readonly adapters: readonly ChannelAdapter[]
  readonly node: string
  readonly log: Logger
  readonly sayIn: (channel: MessagingChannel, ...of: Parameters<ListenDeps['sayIn']>) => ReturnType<ListenDeps['sayIn']>
  readonly accountsWith: (
    channel: MessagingChannel,
    ...of: Parameters<ListenDeps['accountsWith']>
  ) => ReturnType<ListenDeps['accountsWith']>
  readonly gateways: {
    /** The previous holder's state; undefined while another process has it. */
    readonly hold: (provider: string, node: string, ms: number) => Promise<{ readonly state: unknown } | undefined>
    readonly keep: (provider: string, node: string, state: unknown) => Promise<void>
    /** Why nothing arrives, for users; empty once it does. */
    readonly report: (provider: string, node: string, problem: string) => Promise<void>
    readonly release: (provider: string, node: string) => Promise<void>
    readonly isConnected: (provider: string, account: string) => Promise<boolean>
    readonly take: (provider: string, parts: readonly WebhookPart[]) => Promise<void>
  }
}

interface Listening {
  readonly stop: AbortController
  readonly ended: Promise<void>
}

export function createListeners({ adapters, node, log, sayIn, accountsWith, gateways }: ListenerDeps) {
  const running = new Map<string, Listening>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  const cached = (provider: string) => {
    const known = new Map<string, { readonly is: boolean; readonly until: number }>()
    return async (account: string) => {
      const found = known.get(account)
      if (found && found.until > Date.now()) return found.is
      const is = await gateways.isConnected(provider, account)
      if (known.size > MAX_KNOWN) known.clear()
      known.set(account, { is, until: Date.now() + (is ? KNOWN_MS.yes : KNOWN_MS.no) })
      return is
    }
  }
  const begin = ({ channel, listen }: ChannelAdapter, state: unknown) => {
    const stop = new AbortController()
    const ended = Promise.resolve(
      listen?.({
        signal: stop.signal,
        state,
        log,
        keep: (next) => gateways.keep(channel, node, next ?? null),
        report: (problem) => gateways.report(channel, node, storedMessage(problem)),
        isConnected: cached(channel),
        accountsWith: (setting, value) => accountsWith(channel, setting, value),
        sayIn: (account, visitorLanguage) => sayIn(channel, account, visitorLanguage),
        take: (parts) => gateways.take(channel, parts),
      }),
    )
      .catch((error: unknown) => log.error({ err: error, channel }, 'listening to a channel ended'))
      .finally(() => running.delete(channel))
    running.set(channel, { stop, ended })
  }
  const look = async () => {
    for (const adapter of adapters) {
      if (!adapter.listen) continue
      const held = await gateways.hold(adapter.channel, node, LEASE_MS).catch((error: unknown) => {
        log.debug({ err: error, channel: adapter.channel }, 'a lease was not renewed')
        return undefined
      })
      const current = running.get(adapter.channel)
      if (held && !current) begin(adapter, held.state)
      // Another process has it: a second connection would only use up the limit.
      if (!held) current?.stop.abort()
    }
  }
  const lookAgain = () => {
    looking = looking.then(look)
  }
  return {
    start() {
      if (!adapters.some(({ listen }) => listen)) return
      lookAgain()
      timer = setInterval(lookAgain, RENEW_MS)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await looking
      for (const [channel, { stop, ended }] of running) {
        stop.abort()
        await ended
        await gateways
          .release(channel, node)
          .catch((error: unknown) => log.debug({ err: error, channel }, 'a lease was not released'))
      }
    },
  }
}
