import { startDiscord } from '@parlance/simulators/discord/server'
import { englishOf, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenToGateway, type ListenOptions } from './listen.ts'
import { createRest, type DiscordRest } from './rest.ts'

/** Listens to a simulator; `given` replaces options, and `wrap` its API. */
async function listening(given: Partial<ListenOptions>, wrap: (rest: DiscordRest) => DiscordRest = (rest) => rest) {
  const discord = await startDiscord()
  const stop = new AbortController()
  const take = vi.fn(async () => undefined)
  const report = vi.fn(async (_problem?: MessageDescriptor) => undefined)
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
      report,
      isConnected: async () => true,
      accountsWith: async () => [],
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
  return { discord, take, report }
}
async function connected(...of: Parameters<typeof listening>) {
  const all = await listening(...of)
  await expect.poll(() => all.discord.gateway.counts().open, { timeout: 20_000 }).toBe(1)
  return all
}

test.each([
  [4014, msg('discord_no_content')],
  [4004, msg('discord_token_refused')],
  [4011, msg('discord_gateway_refused')],
])(
  'shows why nothing arrives when Discord closes the connection with %s',
  { timeout: 60_000 },
  async (code, problem) => {
    const { discord, report } = await connected({})
    await expect.poll(() => report.mock.calls, { timeout: 20_000 }).toEqual([[]])
    discord.gateway.cut(code)
    await expect.poll(() => report.mock.calls, { timeout: 20_000 }).toEqual([[], [problem]])
  },
)

test(
  'shows that the token is refused when Discord does not say where its gateway is',
  { timeout: 60_000 },
  async () => {
    const refuse: DiscordRest = async () => ({ status: 401, body: { message: '401: Unauthorized', code: 0 } })
    const { report } = await listening({}, () => refuse)
    await expect.poll(() => report.mock.calls, { timeout: 20_000 }).toEqual([[msg('discord_token_refused')]])
  },
)

test('shows no problem when a connection was cut and resumes', { timeout: 60_000 }, async () => {
  const { discord, report } = await connected({})
  discord.gateway.cut(4000)
  await expect.poll(() => discord.gateway.counts().resumes, { timeout: 20_000 }).toBe(1)
  await expect.poll(() => report.mock.calls, { timeout: 20_000 }).toEqual([[], []])
})

test(
  'takes messages of servers while Discord does not answer about a direct message',
  { timeout: 60_000 },
  async () => {
    const { discord, take } = await connected(
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
    const { discord, take } = await connected({ answerOf: () => Promise.reject(new Error('no texts')) })
    const channel = discord.makeChannel()
    await discord.ask({ channel: channel.id, text: 'When do you open?' })
    discord.say({ channel: channel.id, text: 'Hello?' })
    await expect.poll(() => take.mock.calls.length, { timeout: 20_000 }).toBe(2)
    expect(take.mock.calls.map((given) => JSON.stringify(given).includes('Hello?'))).toEqual([false, true])
  },
)
