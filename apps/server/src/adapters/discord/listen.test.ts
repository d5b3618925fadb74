import { startDiscord } from '@parlance/simulators/discord/server'
import { englishOf } from '@parlance/i18n/messages'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenToGateway } from './listen.ts'
import { createRest } from './rest.ts'

test(
  'takes messages of servers while Discord does not answer about a direct message',
  { timeout: 60_000 },
  async () => {
    const discord = await startDiscord()
    const stop = new AbortController()
    const rest = createRest(discord.url, discord.bot.token)
    const take = vi.fn(async () => undefined)
    const ended = listenToGateway(
      {
        token: discord.bot.token,
        rest: (...asked) => (asked[1].endsWith('/messages') ? new Promise(() => undefined) : rest(...asked)),
        isOurs: () => true,
        answerOf: async () => undefined,
        onReady: async () => undefined,
      },
      {
        signal: stop.signal,
        state: undefined,
        keep: async () => undefined,
        report: async () => undefined,
        isConnected: async () => true,
        sayIn: async () => englishOf,
        take,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      } as unknown as Parameters<typeof listenToGateway>[1],
    )
    onTestFinished(async () => {
      stop.abort()
      await ended
      await discord.close()
    })
    await expect.poll(() => discord.gateway.counts().open, { timeout: 20_000 }).toBe(1)
    const channel = discord.makeChannel()
    discord.say({ channel: discord.directOf('Vera'), text: 'Hi' })
    discord.say({ channel: channel.id, text: 'When do you open?' })
    await expect.poll(() => take.mock.calls.length, { timeout: 20_000 }).toBe(1)
  },
)
