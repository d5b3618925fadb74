import { startDiscord } from '@parlance/simulators/discord/server'
import { englishOf } from '@parlance/i18n/messages'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenToGateway, type ListenOptions } from './listen.ts'
import { createRest, type DiscordRest } from './rest.ts'

/** Listens to a simulator; `given` replaces options, and `wrap` its API. */
async function listening(given: Partial<ListenOptions>, wrap: (rest: DiscordRest) => DiscordRest = (rest) => rest) {
  const discord = await startDiscord()
  const stop = new AbortController()
  const take = vi.fn(async () => undefined)
  const ended = listenToGateway(
    {
      token: discord.bot.token,
      rest: wrap(createRest(discord.url, discord.bot.token)),
      isOurs: () => true,
      answerOf: async () => undefined,
      onReady: async () => undefined,
      ...given,
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
  return { discord, take }
}

test(
  'takes messages of servers while Discord does not answer about a direct message',
  { timeout: 60_000 },
  async () => {
    const { discord, take } = await listening(
      {},
      (rest) =>
        (...asked) =>
          asked[1].endsWith('/messages') ? new Promise(() => undefined) : rest(...asked),
    )
    const channel = discord.makeChannel()
    discord.say({ channel: discord.directOf('Vera'), text: 'Hi' })
    discord.say({ channel: channel.id, text: 'When do you open?' })
    await expect.poll(() => take.mock.calls.length, { timeout: 20_000 }).toBe(1)
  },
)

test(
  'takes an interaction once, and what follows, when its response cannot be written',
  { timeout: 60_000 },
  async () => {
    const { discord, take } = await listening({ answerOf: () => Promise.reject(new Error('no texts')) })
    const channel = discord.makeChannel()
    await discord.ask({ channel: channel.id, text: 'When do you open?' })
    discord.say({ channel: channel.id, text: 'Hello?' })
    await expect.poll(() => take.mock.calls.length, { timeout: 20_000 }).toBe(2)
    expect(take.mock.calls.map((given) => JSON.stringify(given).includes('Hello?'))).toEqual([false, true])
  },
)
