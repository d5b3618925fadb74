// A bot of Discord's simulator receives through the real gateway client. Answers use the webhook of the channel.
import { startDiscord } from '@parlance/simulators/discord/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { startHookSink } from '../helpers/hook-sink.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { choosing } from './choosing.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const discord = await startDiscord({ heartbeatMs: 200 })
const hook = await startHookSink()
const app = await startTestServer({
  settings: { discord: { baseUrl: discord.url, bot: discord.bot }, newChannelHookUrl: hook.url },
})
afterAll(() => Promise.all([discord.close(), hook.close()]))
const WAIT = { timeout: 20_000, interval: 50 }
const LONG = 60_000

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('na')
  await vi.waitFor(() => expect(discord.gateway.counts().open).toBe(1), WAIT)
}, LONG)
beforeEach(() => {
  app.model.control.reset()
  discord.interactAt(undefined)
})

const path = (of: TestAgent, region: 'eu' | 'na' = 'eu') => `${app.api(region)}/agents/${of.id}/channels/discord`
const connect = (of: TestAgent, fields: object, by = owner) =>
  call('POST', path(of), { bearer: by.token, body: { fields } })
async function connected(channelOptions = {}, config = {}) {
  const of = await app.makeAgent(owner, config)
  const channel = discord.makeChannel(channelOptions)
  const fields = { channelId: channel.id, webhookUrl: channel.webhookUrl }
  const answer = await connect(of, fields)
  expect(answer.status).toBe(200)
  return { of, channel, answer }
}
test(
  'calls the hook of a channel once, and not when it is connected again',
  async () => {
    const { of, channel } = await connected()
    const hearsOf = () => hook.heard.filter((one) => (one as { agentId: string }).agentId === of.id)
    const said = { agentId: of.id, agentType: 'vg', channelType: 'discord', channelId: channel.id }
    await vi.waitFor(() => expect(hearsOf()).toEqual([said]), WAIT)
    expect((await connect(of, { channelId: channel.id, webhookUrl: channel.webhookUrl })).status).toBe(200)
    expect(hearsOf()).toEqual([said])
  },
  LONG,
)

const told = (channel: string) => discord.messages(channel).filter(({ by }) => by === 'webhook')
const sql = (text: string, values: unknown[] = []) => app.dbs.eu.pool.query(text, values)
const saidIn = async (of: TestAgent) => {
  const found = await sql(
    `select m.items from messages m join conversations c on c.id = m.conversation_id where c.agent_id = $1 and m.author = 'user' order by m.seq`,
    [of.id],
  )
  return (found.rows as { items: { text?: string }[] }[]).map(({ items }) => items[0]?.text)
}
const turnsOf = async (of: TestAgent) =>
  (await sql('select count(*)::int as n from turns where agent_id = $1', [of.id])).rows[0] as { n: number }

test('requires both fields, checks both with Discord, and stores nothing on a refusal', async () => {
  const of = await app.makeAgent(owner)
  const [channel, other] = [discord.makeChannel(), discord.makeChannel()]
  const hidden = discord.makeChannel({ isVisible: false })
  const says = async (fields: object, message: string) =>
    expect((await connect(of, fields)).body).toMatchObject({ success: false, message })
  discord.calls.length = 0
  await says({ channelId: '', webhookUrl: channel.webhookUrl }, 'Please fill out all fields.')
  await says({ channelId: channel.id, webhookUrl: ' ' }, 'Please fill out all fields.')
  await says({ channelId: channel.id, webhookUrl: 'https://evil.example/api/webhooks/1/x' }, WEBHOOK_INVALID)
  await says({ channelId: 'general', webhookUrl: channel.webhookUrl }, 'Enter the channel’s ID: 17 to 20 digits.')
  expect(discord.calls.filter(({ path: asked }) => asked.startsWith('/webhooks'))).toEqual([])
  await says(
    { channelId: channel.id, webhookUrl: other.webhookUrl },
    'This webhook belongs to another channel. Create one in the channel you entered.',
  )
  await says(
    { channelId: channel.id, webhookUrl: `${channel.webhookUrl.slice(0, -4)}AAAA` },
    'Discord doesn’t know this webhook. Copy its URL again.',
  )
  await says(
    { channelId: hidden.id, webhookUrl: hidden.webhookUrl },
    'The bot can’t see this channel. Add it to your server and let it view the channel.',
  )
  const list = await call('GET', `${app.api('eu')}/agents/${of.id}/channels`, { bearer: owner.token })
  expect(list.body).toMatchObject({ items: [] })
})
const WEBHOOK_INVALID = 'Enter the webhook URL as Discord shows it: https://discord.com/api/webhooks/…'

test('stores the channel with its four keys, never shows the webhook secret, and belongs to one agent', async () => {
  const { of, channel, answer } = await connected()
  const list = await call('GET', `${app.api('eu')}/agents/${of.id}/channels`, { bearer: owner.token })
  expect(list.body).toMatchObject({
    items: [
      {
        channel: 'discord',
        status: 'active',
        name: `#${channel.name}`,
        settings: {
          ID: channel.id,
          agentID: of.id,
          channelId: channel.id,
          webhookUrl: expect.stringContaining(channel.webhookId),
        },
      },
    ],
  })
  expect(JSON.stringify([answer.body, list.body])).not.toContain(channel.webhookToken)
  const theirs = await app.makeAgent(stranger)
  const taken = await call('POST', path(theirs, 'na'), {
    bearer: stranger.token,
    body: { fields: { channelId: channel.id, webhookUrl: channel.webhookUrl } },
  })
  expect(taken.status).toBe(409)
  expect((await connect(of, {}, stranger)).status).toBe(404)
})

test(
  'answers a question in the channel under the agent’s name, mentions no one, and ignores bots',
  async () => {
    const { of, channel } = await connected({}, { title: 'Ada of Discord' })
    app.model.control.script([{ text: 'We open at nine, @everyone.' }])
    discord.say({ channel: channel.id, text: 'When do you open?' })
    discord.say({ channel: channel.id, text: 'Beep', message: { author: { id: '5', username: 'bot', bot: true } } })
    await expect
      .poll(() => told(channel.id).map(({ text }) => text), WAIT)
      .toEqual([expect.stringMatching(/^<@\d+> We open at nine, @everyone\.$/)])
    expect(told(channel.id)[0]).toMatchObject({ author: 'Ada of' })
    const sent = discord.calls.findLast(({ method, path: to }) => method === 'POST' && to.includes(channel.webhookId))
    expect(sent?.body).toMatchObject({ allowed_mentions: { parse: [] } })
    expect(await turnsOf(of)).toEqual({ n: 1 })
    const conversations = await sql('select channel, visitor from conversations where agent_id = $1', [of.id])
    expect(conversations.rows).toEqual([{ channel: 'discord', visitor: 'Vera' }])
  },
  LONG,
)

test(
  'answers a message once, however often the gateway delivers it',
  async () => {
    const { of, channel } = await connected()
    app.model.control.script([{ text: 'Once.' }])
    const id = discord.say({ channel: channel.id, text: 'Hello' })
    for (let n = 0; n < 20; n += 1) discord.say({ channel: channel.id, text: 'Hello', message: { id } })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    expect(await turnsOf(of)).toEqual({ n: 1 })
  },
  LONG,
)

test(
  'resumes where it was cut off, and answers the messages in between, in threads too',
  async () => {
    const { channel } = await connected()
    const thread = discord.makeThread(channel.id)
    const before = discord.gateway.counts()
    app.model.control.script([{ text: 'In the thread.' }])
    discord.gateway.cut()
    await expect.poll(() => discord.gateway.counts().open, WAIT).toBe(0)
    discord.say({ channel: thread, text: 'Are you there?' })
    await expect.poll(() => told(thread).map(({ text }) => text), WAIT).toEqual(['In the thread.'])
    expect(discord.gateway.counts()).toMatchObject({ identifies: before.identifies, resumes: before.resumes + 1 })
    // The client starts a new session when Discord forgets the old one.
    discord.gateway.forget()
    await expect
      .poll(() => discord.gateway.counts(), WAIT)
      .toMatchObject({ identifies: before.identifies + 1, open: 1 })
  },
  LONG,
)

test(
  'shows buttons when the bot owns the webhook, and receives presses at the interactions endpoint',
  async () => {
    const { of, channel } = await connected({ isAppOwned: true }, choosing)
    discord.interactAt(`${app.url}/webhooks/discord/interactions`)
    const answer = await discord.ask({ channel: channel.id, text: 'Which sizes?' })
    expect(answer).toMatchObject({ status: 200, body: { type: 4, data: { content: '> Which sizes?' } } })
    await expect
      .poll(() => told(channel.id).flatMap(({ buttons }) => buttons.map(({ label }) => label)), WAIT)
      .toEqual(['Small', 'Large'])
    const button = told(channel.id).flatMap(({ buttons }) => buttons)[1]?.id ?? ''
    const pressed = await discord.press({ channel: channel.id, button })
    const disabled = [
      { label: 'Small', disabled: true, style: 2 },
      { label: 'Large', disabled: true, style: 1 },
    ]
    expect(pressed).toMatchObject({ status: 200, body: { type: 7, data: { components: [{ components: disabled }] } } })
    expect(told(channel.id).flatMap(({ buttons }) => buttons.map(({ isDisabled }) => isDisabled))).toEqual([true, true])
    await expect.poll(() => saidIn(of), WAIT).toEqual(['Which sizes?', 'the large one'])
    // The token of an interaction is not stored.
    const kept = await sql(
      `select convert_from(body, 'UTF8') as body from inbound_deliveries where provider = 'discord'`,
    )
    expect(JSON.stringify(kept.rows)).not.toContain('"token"')
  },
  LONG,
)

const mention = () => `<@${discord.bot.appId}>`

test(
  'opens a thread for a mention, and answers everything in it',
  async () => {
    const channel = discord.makeChannel()
    const of = await app.makeAgent(owner)
    const fields = { channelId: channel.id, webhookUrl: channel.webhookUrl, answers: 'mentions' }
    expect((await connect(of, fields)).status).toBe(200)
    app.model.control.script([{ text: 'At nine.' }, { text: 'Until six.' }])
    discord.say({ channel: channel.id, text: 'Hello all' })
    const thread = discord.say({ channel: channel.id, text: `${mention()} when do you open?` })
    await expect.poll(() => told(thread).map(({ text }) => text), WAIT).toEqual(['At nine.'])
    const opened = discord.calls.find(({ path: to }) => to.endsWith(`/messages/${thread}/threads`))
    expect(opened).toMatchObject({ status: 201, body: { name: 'when do you open?' } })
    discord.say({ channel: thread, text: 'And until when?', user: 'Max' })
    await expect.poll(() => told(thread).map(({ text }) => text), WAIT).toEqual(['At nine.', 'Until six.'])
    expect(told(channel.id)).toEqual([])
    const conversations = await sql('select 1 from conversations where agent_id = $1', [of.id])
    expect(conversations.rows).toHaveLength(1)
  },
  LONG,
)

test(
  'answers mentions in the channel where the bot may open no thread, and asks Discord once',
  async () => {
    const { channel } = await connected({ mayThread: false })
    const answers = ['At nine.', 'Until six.']
    app.model.control.script(answers.map((text) => ({ text })))
    for (const [at, answer] of answers.entries()) {
      discord.say({ channel: channel.id, text: `${mention()} when do you open?` })
      await expect.poll(() => told(channel.id)[at]?.text ?? '', WAIT).toContain(answer)
    }
    expect(discord.calls.filter(({ path: to }) => to.endsWith('threads') && to.includes(channel.id))).toHaveLength(1)
  },
  LONG,
)

test(
  'takes three quick messages as one turn',
  async () => {
    const { of, channel } = await connected()
    app.model.control.script([{ text: 'One answer.' }])
    for (const text of ['Hello', 'when do you', 'open?']) discord.say({ channel: channel.id, text })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    expect(await turnsOf(of)).toEqual({ n: 1 })
    expect(await saidIn(of)).toEqual(['Hello\nwhen do you\nopen?'])
  },
  LONG,
)

test(
  'says once where it answers to a person who writes to the bot directly',
  async () => {
    const id = discord.directOf('Vera')
    discord.say({ channel: id, text: 'Hi' })
    discord.say({ channel: id, text: 'Hello?' })
    await expect
      .poll(() => discord.messages(id).filter(({ by }) => by === 'bot'), WAIT)
      .toMatchObject([{ text: expect.stringContaining('Mention me there') }])
  },
  LONG,
)

test(
  'answers a direct message in the language of the agent that the person last wrote to',
  async () => {
    const { channel } = await connected({}, { lang: 'de' })
    discord.say({ channel: channel.id, text: 'Wann haben Sie offen?', user: 'Hanna' })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    const id = discord.directOf('Hanna')
    discord.say({ channel: id, text: 'Hallo', user: 'Hanna' })
    await expect
      .poll(() => discord.messages(id).filter(({ by }) => by === 'bot'), WAIT)
      .toMatchObject([{ text: expect.stringContaining('Erwähnen Sie mich dort') }])
  },
  LONG,
)

test(
  'writes numbers where Discord would ignore buttons, and reads a typed number as the option',
  async () => {
    const { of, channel } = await connected({}, choosing)
    discord.say({ channel: channel.id, text: 'Which sizes?' })
    await expect
      .poll(
        () =>
          told(channel.id)
            .map(({ text }) => text)
            .join('\n'),
        WAIT,
      )
      .toMatch(/1\. Small\n2\. Large/)
    expect(told(channel.id).flatMap(({ buttons }) => buttons)).toEqual([])
    discord.say({ channel: channel.id, text: '2' })
    await expect.poll(() => saidIn(of), WAIT).toEqual(['Which sizes?', 'the large one'])
  },
  LONG,
)

test(
  'says that a channel has no agent, and refuses interactions with another signature',
  async () => {
    const channel = discord.makeChannel()
    discord.interactAt(`${app.url}/webhooks/discord/interactions`)
    const { body } = await discord.ask({ channel: channel.id, text: 'Hello?' })
    expect(body).toMatchObject({ type: 4, data: { content: 'No assistant answers in this channel.', flags: 64 } })
    const bytes = Buffer.from('{"type":1}')
    const post = (headers: Record<string, string>) =>
      fetch(`${app.url}/webhooks/discord/interactions`, { method: 'POST', headers, body: bytes })
    expect((await post(discord.sign(bytes))).status).toBe(200)
    expect((await post(discord.sign(Buffer.from('{"type":2}')))).status).toBe(401)
    expect((await post({})).status).toBe(401)
  },
  LONG,
)

const cardOf = async (of: TestAgent) => {
  const { body } = await call<{ items: unknown[] }>('GET', `${app.api('eu')}/agents/${of.id}/channels`, {
    bearer: owner.token,
  })
  return body.items[0]
}

testAll(
  'waits as Discord asks, and reports a deleted webhook in words',
  async () => {
    const { of, channel } = await connected()
    app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
    discord.fail({ status: 429, message: 'You are being rate limited.', retryAfter: 0.2 }, { status: 502 })
    discord.say({ channel: channel.id, text: 'Hi' })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    discord.deleteWebhook(channel.webhookId)
    discord.say({ channel: channel.id, text: 'Again' })
    await expect
      .poll(() => cardOf(of), WAIT)
      .toMatchObject({
        status: 'failing',
        lastError: 'The webhook was deleted in Discord. Create a new one there and connect it here.',
      })
  },
  LONG,
)

test(
  'shows that the bot was removed until it is back, although the webhook still sends, and ignores an outage',
  async () => {
    const { of, channel } = await connected()
    app.model.control.script([{ text: 'Let me see.' }])
    discord.say({ channel: channel.id, text: 'I want a human' })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    const { id } = (await sql('select id from conversations where agent_id = $1', [of.id])).rows[0] as { id: string }
    discord.gateway.tell('GUILD_DELETE', { id: channel.guildId, unavailable: true })
    discord.removeBot(channel.guildId)
    const removed = {
      status: 'failing',
      lastError: 'The bot can’t see this channel. Add it to your server and let it view the channel.',
    }
    await expect.poll(() => cardOf(of), WAIT).toMatchObject(removed)
    const inbox = `${app.api('eu')}/v2/agents/${of.id}/conversations/${id}`
    expect((await call('POST', `${inbox}/take-over`, { bearer: owner.token, body: {} })).status).toBe(200)
    const reply = { id: 'reply-abcdefgh', text: 'Here I am.' }
    expect((await call('POST', `${inbox}/replies`, { bearer: owner.token, body: reply })).status).toBe(200)
    await expect.poll(() => told(channel.id).some(({ text }) => text.includes('Here I am.')), WAIT).toBe(true)
    const unsent = `select 1 from channel_outbox o join external_identities i on i.id = o.identity_id
      where i.agent_id = $1 and o.state <> 'sent'`
    await expect.poll(async () => (await sql(unsent, [of.id])).rows, WAIT).toEqual([])
    expect(await cardOf(of)).toMatchObject(removed)
    const losses = `select 1 from inbound_deliveries where account = $1 and delivery_id like 'bot-removed:%'`
    expect((await sql(losses, [channel.id])).rows).toHaveLength(1)
    discord.inviteBot(channel.guildId)
    await expect.poll(() => cardOf(of), WAIT).toMatchObject({ status: 'active', lastError: '' })
  },
  LONG,
)

test(
  'shows that a channel was deleted until another one is connected',
  async () => {
    const { of, channel } = await connected()
    discord.deleteChannel(channel.id)
    await expect
      .poll(() => cardOf(of), WAIT)
      .toMatchObject({
        status: 'failing',
        lastError: 'The channel was deleted in Discord. Create a new one there and connect it here.',
      })
    const other = discord.makeChannel({ guildId: channel.guildId })
    expect((await connect(of, { channelId: other.id, webhookUrl: other.webhookUrl })).status).toBe(200)
    expect(await cardOf(of)).toMatchObject({ status: 'active', lastError: '', name: `#${other.name}` })
  },
  LONG,
)

const shownIn = async (of: TestAgent) => {
  const found = await sql(
    `select m.items, m.author, m.edited_at from messages m join conversations c on c.id = m.conversation_id where c.agent_id = $1 order by c.started_at, m.seq`,
    [of.id],
  )
  return (found.rows as { items: { text?: string }[]; author: string; edited_at: Date | null }[]).map(
    ({ items, author, edited_at: edited }) => `${author}${edited ? ' edited' : ''}: ${items[0]?.text}`,
  )
}

test(
  'shows the edit of an answered message, also of one that opened a thread, and ignores previews of links',
  async () => {
    const { of, channel } = await connected()
    app.model.control.script([{ text: 'At nine.' }, { text: 'Until six.' }])
    const id = discord.say({ channel: channel.id, text: 'When do you opn?' })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    const thread = discord.say({ channel: channel.id, text: `${mention()} until wen?` })
    await expect.poll(() => told(thread).length, WAIT).toBe(1)
    discord.edit({ channel: channel.id, id, message: { embeds: [{ title: 'A page' }] } })
    discord.edit({ channel: channel.id, id, text: 'When do you open?' })
    discord.edit({ channel: channel.id, id: thread, text: `${mention()} until when?` })
    await expect
      .poll(() => shownIn(of), WAIT)
      .toEqual(['user edited: When do you open?', 'agent: At nine.', 'user edited: until when?', 'agent: Until six.'])
    expect(await turnsOf(of)).toEqual({ n: 2 })
  },
  LONG,
)

test(
  'answers an edit that mentions the bot only now, where it answers mentions',
  async () => {
    const channel = discord.makeChannel()
    const of = await app.makeAgent(owner)
    const fields = { channelId: channel.id, webhookUrl: channel.webhookUrl, answers: 'mentions' }
    expect((await connect(of, fields)).status).toBe(200)
    app.model.control.script([{ text: 'At noon.' }])
    const id = discord.say({ channel: channel.id, text: 'When is lunch?' })
    discord.edit({ channel: channel.id, id, text: `${mention()} when is lunch?` })
    await expect.poll(() => told(id).map(({ text }) => text), WAIT).toEqual(['At noon.'])
    expect(await shownIn(of)).toEqual(['user: when is lunch?', 'agent: At noon.'])
  },
  LONG,
)

test(
  'sends a human’s messages, and can be disconnected',
  async () => {
    const { of, channel } = await connected()
    app.model.control.script([{ text: 'Let me see.' }])
    discord.say({ channel: channel.id, text: 'I want a human' })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    const [conversation] = (await sql('select id from conversations where agent_id = $1', [of.id])).rows as {
      id: string
    }[]
    const inbox = `${app.api('eu')}/v2/agents/${of.id}/conversations/${conversation?.id}`
    expect((await call('POST', `${inbox}/take-over`, { bearer: owner.token, body: {} })).status).toBe(200)
    const reply = { id: 'reply-abcdefgh', text: 'Here I am.' }
    expect((await call('POST', `${inbox}/replies`, { bearer: owner.token, body: reply })).status).toBe(200)
    await expect
      .poll(
        () =>
          told(channel.id)
            .map(({ text }) => text)
            .join('\n'),
        WAIT,
      )
      .toContain('Here I am.')
    expect((await call('DELETE', path(of), { bearer: owner.token })).status).toBe(200)
    const count = discord.messages(channel.id).length
    discord.say({ channel: channel.id, text: 'Still there?' })
    expect((await sql('select 1 from channel_connections where agent_id = $1', [of.id])).rows).toEqual([])
    expect(discord.messages(channel.id)).toHaveLength(count + 1)
  },
  LONG,
)

test(
  'downloads pictures only from Discord',
  async () => {
    const { of, channel } = await connected()
    app.model.control.script([{ text: 'I see.' }])
    const file = { id: '1', filename: 'dot.png', size: 70, content_type: 'image/png' }
    const attachments = [
      { ...file, url: `${discord.origin}/attachments/1/dot.png` },
      { ...file, id: '2', filename: 'else.png', url: `${app.url}/logo.png` },
    ]
    discord.say({ channel: channel.id, text: 'This one', message: { attachments } })
    const items = async () => {
      const found = await sql(
        `select m.items from messages m join conversations c on c.id = m.conversation_id where c.agent_id = $1 and m.author = 'user'`,
        [of.id],
      )
      return JSON.stringify(found.rows)
    }
    await expect.poll(items, WAIT).toContain('dot.png')
    expect(await items()).not.toContain('else.png')
  },
  LONG,
)

const slowly = (words: string) => {
  app.model.control.script([{ text: words }])
  app.model.control.set({ perTokenMs: 60 })
}
const LONG_WORDS = Array.from({ length: 130 }, (_, n) => `word${n}`).join(' ')
const edits = (id: string) => discord.calls.filter(({ method, path: to }) => method === 'PATCH' && to.endsWith(id))

test(
  'shows an answer while it is written by editing one message, within the limits, also in a thread',
  async () => {
    const { of, channel } = await connected()
    const thread = discord.makeThread(channel.id)
    slowly(LONG_WORDS)
    discord.say({ channel: thread, text: 'Tell me everything' })
    await expect.poll(() => told(thread)[0]?.text ?? '', WAIT).toMatch(/^word0 [^]* …$/)
    const [first] = told(thread)
    await expect.poll(() => told(thread)[0]?.edits ?? 0, WAIT).toBeGreaterThan(0)
    expect(LONG_WORDS.startsWith(String(first?.text).slice(0, -2))).toBe(true)
    await expect.poll(() => told(thread).map(({ text }) => text), WAIT).toEqual([LONG_WORDS])
    expect(told(thread)[0]?.id).toBe(first?.id)
    expect(told(thread)[0]?.author).toBe(first?.author)
    for (const { body } of edits(first?.id ?? '')) expect(body).toMatchObject({ allowed_mentions: { parse: [] } })
    // Only the final answer can hit the rate limit after a draft; it waits then.
    expect(edits(first?.id ?? '').filter(({ status }) => status === 429).length).toBeLessThanOrEqual(1)
    const left = () => sql('select draft from external_identities where agent_id = $1', [of.id])
    await expect.poll(async () => (await left()).rows, WAIT).toEqual([{ draft: null }])
  },
  LONG,
)

testAll(
  'sends the answer again when someone deleted the message that showed it',
  async () => {
    const { channel } = await connected()
    slowly(LONG_WORDS)
    discord.say({ channel: channel.id, text: 'Tell me everything' })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    discord.removeMessage(channel.id, told(channel.id)[0]?.id ?? '')
    await expect
      .poll(() => told(channel.id).map(({ text }) => text), WAIT)
      .toEqual([expect.stringMatching(/^<@\d+> word0 [^]* word129$/)])
  },
  LONG,
)

testAll(
  'removes the partial text of an answer that broke off',
  async () => {
    const { of, channel } = await connected()
    slowly(LONG_WORDS)
    discord.say({ channel: channel.id, text: 'Tell me everything' })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    const shown = told(channel.id)[0]?.id
    const [conversation] = (await sql('select id from conversations where agent_id = $1', [of.id])).rows as {
      id: string
    }[]
    const inbox = `${app.api('eu')}/v2/agents/${of.id}/conversations/${conversation?.id}`
    expect((await call('POST', `${inbox}/take-over`, { bearer: owner.token, body: {} })).status).toBe(200)
    await expect
      .poll(() => told(channel.id).some(({ id, text }) => id === shown && text.endsWith(' …')), WAIT)
      .toBe(false)
  },
  LONG,
)

test(
  'refuses replies that cannot reach the visitor after the channel was disconnected, and says so beforehand',
  async () => {
    const { of, channel } = await connected()
    app.model.control.script([{ text: 'One moment.' }])
    discord.say({ channel: channel.id, text: 'Where is my order?' })
    await expect.poll(() => told(channel.id).length, WAIT).toBe(1)
    const { id } = (await sql('select id from conversations where agent_id = $1', [of.id])).rows[0] as { id: string }
    const conversation = `${app.api('eu')}/v2/agents/${of.id}/conversations/${id}`
    const post = (part: string, body: object) => call('POST', `${conversation}/${part}`, { bearer: owner.token, body })
    const delivery = async () => (await call('GET', `${conversation}/delivery`, { bearer: owner.token })).body
    expect((await post('take-over', {})).status).toBe(200)
    expect(await delivery()).toMatchObject({ data: { isConnected: true } })
    expect((await call('DELETE', path(of), { bearer: owner.token })).status).toBe(200)
    const refusal = {
      status: 409,
      body: { message: expect.stringMatching(/^Discord was disconnected or moved to another agent/) },
    }
    expect(await post('replies', { id: 'after-the-end', text: 'It is on its way.' })).toMatchObject(refusal)
    const file = { filename: 'order.txt', base64Payload: Buffer.from('4711').toString('base64') }
    expect(await post('reply-attachments', file)).toMatchObject(refusal)
    expect(await delivery()).toMatchObject({ data: { channel: 'discord', isConnected: false, messages: [] } })
    expect((await post('notes', { text: 'Call them instead.' })).status).toBe(200)
    // The new connection has new threads.
    expect((await connect(of, { channelId: channel.id, webhookUrl: channel.webhookUrl })).status).toBe(200)
    expect(await post('replies', { id: 'after-the-end', text: 'It is on its way.' })).toMatchObject(refusal)
  },
  LONG,
)
