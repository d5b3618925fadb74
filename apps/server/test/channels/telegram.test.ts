import { GROUP, newBotToken, startTelegram, SUPERGROUP } from '@parlance/simulators/telegram/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { choosing } from './choosing.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const telegram = await startTelegram()
const app = await startTestServer({ settings: { telegramBaseUrl: telegram.url } })
afterAll(telegram.close)
vi.setConfig({ testTimeout: 60_000 })
const WAIT = { timeout: 20_000, interval: 50 }

let owner: Person
let agent: TestAgent
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('eu')
  agent = await app.makeAgent(owner)
})
beforeEach(() => app.model.control.reset())

const channelPath = (of: TestAgent) => `${app.api('eu')}/agents/${of.id}/channels/telegram`
const connect = (of: TestAgent, token: string, by = owner) =>
  call('POST', channelPath(of), { bearer: by.token, body: { fields: { token } } })
async function connected(config = {}) {
  const of = await app.makeAgent(owner, config)
  const token = newBotToken()
  expect((await connect(of, token)).status).toBe(200)
  return { of, token, bot: token.split(':')[0] ?? '' }
}
const told = (bot: string, chat?: number) => telegram.chat(bot, chat).filter(({ from }) => from === 'bot')
const buttonsIn = (bot: string) => told(bot).flatMap(({ buttons }) => buttons)
const saidIn = async (of: TestAgent) =>
  (
    (
      await sql(
        `select m.items -> 0 ->> 'text' as said, m.conversation_id from messages m join conversations c on c.id = m.conversation_id
          where c.agent_id = $1 and m.author = 'user' order by m.at, m.seq`,
        [of.id],
      )
    ).rows as { said: string; conversation_id: string }[]
  ).map(({ said, conversation_id: conversation }) => ({ said, conversation }))
const sql = (text: string, values: unknown[] = []) => app.dbs.eu.pool.query(text, values)
const logOf = async (of: TestAgent) =>
  ((await call('GET', `${channelPath(of)}/log`, { bearer: owner.token })).body as { items: LogEntry[] }).items
interface LogEntry {
  readonly direction: string
  readonly state: string
  readonly error: string
}
const conversationOf = async (of: TestAgent) =>
  (await sql('select id, channel, visitor, state from conversations where agent_id = $1', [of.id])).rows[0] as
    | { id: string; channel: string; visitor: string; state: string }
    | undefined

test('validates with Telegram, stores the bot, and never returns its token', async () => {
  const token = newBotToken()
  telegram.calls.length = 0
  const answer = await connect(agent, token)
  expect(answer.status).toBe(200)
  expect(telegram.calls.map(({ verb, method }) => `${verb} ${method}`).slice(0, 3)).toEqual([
    'POST deleteWebhook',
    'POST setWebhook',
    'GET getWebhookInfo',
  ])
  const webhookUrl = `${app.api('eu')}/v2/agents/${agent.id}/telegram-webhook`
  expect(telegram.calls[1]?.body).toMatchObject({ url: webhookUrl })
  const botId = token.split(':')[0]
  const list = await call('GET', `${app.api('eu')}/agents/${agent.id}/channels`, { bearer: owner.token })
  expect(list.body).toMatchObject({
    items: [{ channel: 'telegram', status: 'active', settings: { botId, agentId: agent.id, webhookUrl } }],
  })
  const records = `${app.api('eu')}/agents/${agent.id}/channel-records/telegramBots`
  const record = await call('GET', records, { bearer: owner.token })
  expect(record.body).toEqual({ items: [{ botId, agentId: agent.id, botToken: `••••${token.slice(-4)}`, webhookUrl }] })
  expect((await call('GET', records, { bearer: stranger.token })).status).toBe(404)
  expect(JSON.stringify([answer.body, list.body, record.body])).not.toContain(token)
})

test('says what is wrong with a token, and stores nothing', async () => {
  const fresh = await app.makeAgent(owner)
  telegram.calls.length = 0
  expect((await connect(fresh, ' ')).body).toMatchObject({ message: 'Please provide a valid token.' })
  expect(telegram.calls).toEqual([])
  telegram.fail({ method: 'setWebhook', code: 400, description: 'x' })
  expect((await connect(fresh, newBotToken())).body).toMatchObject({ message: 'Failed to set webhook: x' })
  const list = await call('GET', `${app.api('eu')}/agents/${fresh.id}/channels`, { bearer: owner.token })
  expect(list.body).toMatchObject({ items: [] })
  expect((await connect(fresh, newBotToken(), stranger)).status).toBe(404)
})

test('leaves a bot with its agent when another one asks for it, and frees one that Telegram refused', async () => {
  const { of, token } = await connected()
  const other = await app.makeAgent(owner)
  telegram.calls.length = 0
  expect((await connect(other, token)).status).toBe(409)
  expect(telegram.calls).toEqual([])
  expect((await connect(of, token)).status).toBe(200)
  const fresh = newBotToken()
  telegram.fail({ method: 'setWebhook', code: 400, description: 'x' })
  expect((await connect(of, fresh)).status).toBe(502)
  expect((await connect(other, fresh)).status).toBe(200)
})

test('answers with options, and reads a typed number as the option with that number', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'We open at nine.' }, { text: 'Until six.' }])
  await telegram.say({ bot, text: 'When do you open?' })
  await expect.poll(() => told(bot).map(({ text }) => text), WAIT).toEqual(['We open at nine.'])
  expect(await conversationOf(of)).toMatchObject({ channel: 'telegram', visitor: 'Vera Visitor' })
  // Messages in quick succession are one turn.
  await Promise.all([telegram.say({ bot, text: 'And' }), telegram.say({ bot, text: 'until when?' })])
  await expect.poll(() => told(bot).length, WAIT).toBe(2)
  const turns = await sql('select count(*)::int as n from turns where agent_id = $1', [of.id])
  expect(turns.rows).toEqual([{ n: 2 }])
  expect(telegram.calls.some(({ method, bot: by }) => by === bot && method === 'sendChatAction')).toBe(true)
})

test('takes a pressed button as an answer, says which one it was, and removes the buttons', async () => {
  const { of, bot } = await connected(choosing)
  await telegram.say({ bot, text: 'Which sizes?' })
  await expect.poll(() => buttonsIn(bot).map(({ text }) => text), WAIT).toEqual(['Small', 'Large'])
  await telegram.say({ bot, press: buttonsIn(bot)[1]?.data ?? '' })
  await expect
    .poll(async () => (await saidIn(of)).map(({ said }) => said), WAIT)
    .toEqual(['Which sizes?', 'the large one'])
  const pressed = () => telegram.calls.filter(({ bot: by, method }) => by === bot && /Callback|Markup/.test(method))
  await expect.poll(pressed, WAIT).toMatchObject([
    { method: 'answerCallbackQuery', body: { text: 'Large' }, ok: true },
    { method: 'editMessageReplyMarkup', body: { reply_markup: { inline_keyboard: [] } }, ok: true },
  ])
})

test('reads a button of an earlier conversation as its label', async () => {
  const { of, bot } = await connected(choosing)
  for (const [nth, text] of ['One', 'Two', 'Three'].entries()) {
    if (text === 'Three') await telegram.say({ bot, text: '/reset' })
    await telegram.say({ bot, text })
    await expect.poll(() => buttonsIn(bot).length, WAIT).toBe(2 * nth + 2)
  }
  // The new conversation has no fourth message.
  expect(buttonsIn(bot)[3]).toMatchObject({ text: 'Large', data: 'c:4:1' })
  await telegram.say({ bot, press: 'c:4:1' })
  await expect
    .poll(async () => (await saidIn(of)).map(({ said }) => said), WAIT)
    .toEqual(['One', 'Two', 'Three', 'Large'])
})

test('shows its commands in the menu, greets at /help, and starts another conversation at /reset', async () => {
  const { of, bot } = await connected({ vg_initMessages: ['Welcome to the shop.'] })
  expect(telegram.commands(bot).map(({ command }) => command)).toEqual(['start', 'help', 'reset'])
  const german = telegram.calls.find(({ bot: by, body }) => by === bot && body.language_code === 'de')
  expect(german).toMatchObject({ method: 'setMyCommands', ok: true })
  await telegram.say({ bot, text: '/help' })
  await expect.poll(() => told(bot).map(({ text }) => text), WAIT).toEqual(['Welcome to the shop.'])
  app.model.control.script([{ text: 'At nine.' }, { text: 'Hello again.' }])
  await telegram.say({ bot, text: 'When do you open?' })
  await expect.poll(() => told(bot).length, WAIT).toBe(2)
  await telegram.say({ bot, text: '/reset' })
  await telegram.say({ bot, text: 'Hello' })
  await expect
    .poll(
      () =>
        told(bot)
          .map(({ text }) => text)
          .slice(2),
      WAIT,
    )
    .toEqual([expect.stringContaining('new conversation'), 'Welcome to the shop.', 'Hello again.'])
  const [first, second] = await saidIn(of)
  expect(second).toMatchObject({ said: 'Hello' })
  expect(second?.conversation).not.toBe(first?.conversation)
  const old = await sql('select state from conversations where id = $1', [first?.conversation])
  expect(old.rows).toEqual([{ state: 'ended_chat' }])
})

testAll(
  'streams an answer in a group by edits of one message, and splits a long one',
  { timeout: 120_000 },
  async () => {
    const { bot } = await connected()
    const words = Array.from({ length: 600 }, (_, n) => `word${n}`).join(' ')
    app.model.control.script([{ text: words }])
    app.model.control.set({ perTokenMs: 17 })
    const mention = `@sandbox_${bot}_bot tell me everything`
    await telegram.say({ bot, chat: GROUP, text: 'Lunch?' })
    await telegram.say({ bot, chat: GROUP, text: mention })
    await expect.poll(() => told(bot, GROUP)[0]?.text ?? '', WAIT).toMatch(/^word0 .* …$/)
    const first = told(bot, GROUP)[0]?.id
    const whole = () =>
      told(bot, GROUP)
        .map(({ text }) => text)
        .join(' ')
    await expect.poll(whole, { timeout: 60_000, interval: 100 }).toBe(words)
    expect(told(bot, GROUP).length).toBeGreaterThan(1)
    expect(told(bot, GROUP)[0]?.id).toBe(first)
    const edits = telegram.calls.filter(({ bot: by, method }) => by === bot && method === 'editMessageText')
    expect(edits.length).toBeGreaterThan(0)
    expect(edits.every(({ ok }) => ok)).toBe(true)
  },
)

testAll('goes on in the supergroup that a group became', async () => {
  const { of, bot } = await connected()
  const mention = `@sandbox_${bot}_bot`
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
  await telegram.say({ bot, chat: GROUP, text: `${mention} first` })
  await expect.poll(() => told(bot, GROUP).map(({ text }) => text), WAIT).toEqual(['One.'])
  await telegram.upgrade(bot)
  const threads = () => sql('select thread from external_identities where agent_id = $1', [of.id])
  await expect.poll(async () => (await threads()).rows, WAIT).toEqual([{ thread: String(SUPERGROUP) }])
  await telegram.say({ bot, chat: SUPERGROUP, text: `${mention} second` })
  await expect.poll(() => told(bot, SUPERGROUP).map(({ text }) => text), WAIT).toEqual(['One.', 'Two.'])
  const said = await saidIn(of)
  expect(said.map((one) => one.said)).toEqual(['first', 'second'])
  expect(new Set(said.map(({ conversation }) => conversation)).size).toBe(1)
})

test('answers an update once, however often it is delivered', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'Once.' }])
  const { updateId } = await telegram.say({ bot, text: 'Hello' })
  await Promise.all(Array.from({ length: 20 }, () => telegram.say({ bot, text: 'Hello', updateId })))
  await expect.poll(() => told(bot).length, WAIT).toBe(1)
  const turns = await sql('select count(*)::int as n from turns where agent_id = $1', [of.id])
  expect(turns.rows).toEqual([{ n: 1 }])
})

test('sends a human’s messages in order while the agent is silent', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'Let me see.' }])
  await telegram.say({ bot, text: 'I want a human' })
  await expect.poll(() => told(bot).length, WAIT).toBe(1)
  const conversation = await conversationOf(of)
  const path = `${app.api('eu')}/v2/agents/${of.id}/conversations/${conversation?.id}`
  expect((await call('POST', `${path}/take-over`, { bearer: owner.token, body: {} })).status).toBe(200)
  for (const text of ['Here I am.', 'How can I help?'])
    expect(
      (
        await call('POST', `${path}/replies`, {
          bearer: owner.token,
          body: { id: `reply-${text.length}-abcdefgh`, text },
        })
      ).status,
    ).toBe(200)
  await telegram.say({ bot, text: 'Thanks' })
  await expect
    .poll(
      () =>
        told(bot)
          .map(({ text }) => text)
          .filter((text) => /Here I am|How can I help/.test(text)),
      WAIT,
    )
    .toEqual(['Here I am.', 'How can I help?'])
})

test('waits as Telegram asks, and falls back to plain text when Telegram refuses the formatting', async () => {
  const { bot } = await connected()
  app.model.control.script([{ text: 'One **bold** word.' }])
  telegram.fail(
    {
      method: 'sendMessage',
      code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    },
    { method: 'sendMessage', code: 400, description: "Bad Request: can't parse entities" },
  )
  await telegram.say({ bot, text: 'Hi' })
  await expect.poll(() => told(bot).map(({ text }) => text), WAIT).toEqual(['One bold word.'])
})

test('does not resend what may have arrived', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'Perhaps.' }])
  telegram.fail({ method: 'sendMessage', code: 0, description: '', lost: true })
  await telegram.say({ bot, text: 'Hi' })
  await expect
    .poll(async () => (await logOf(of)).map(({ direction, state }) => `${direction} ${state}`), WAIT)
    .toEqual(['out unknown', 'in handled'])
  expect(told(bot)).toHaveLength(1)
})

test('sends a test message only to a visitor who wrote and has not opted out', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'Hello.' }])
  await telegram.say({ bot, text: 'Hi' })
  await expect.poll(() => told(bot).length, WAIT).toBe(1)
  const threads = (await call('GET', `${channelPath(of)}/threads`, { bearer: owner.token })).body as {
    items: { id: string; name: string }[]
  }
  expect(threads.items).toMatchObject([{ name: 'Vera Visitor', isBlocked: false }])
  const threadId = threads.items[0]?.id
  const path = `${channelPath(of)}/test`
  const sent = await call('POST', path, { bearer: owner.token, body: { threadId, text: 'It works' } })
  expect(sent.body).toEqual({ data: { state: 'sent', error: '' } })
  expect(told(bot).map(({ text }) => text)).toEqual(['Hello.', 'It works'])
  const other = await connected()
  const elsewhere = await call('POST', `${channelPath(other.of)}/test`, {
    bearer: owner.token,
    body: { threadId, text: 'x' },
  })
  expect(elsewhere.status).toBe(404)
  await sql('update external_identities set is_blocked = true where id = $1', [threadId])
  expect((await call('POST', path, { bearer: owner.token, body: { threadId, text: 'x' } })).body).toMatchObject({
    message: 'This person doesn’t want messages on this channel, so nothing was sent.',
  })
})

test('lists the steps that the channel cannot show', async () => {
  const form = { type: 'form', fields: [{ name: 'email', label: 'Email', type: 'email' }] }
  const { of } = await connected({
    nodes: [
      { id: 's', type: 'start', name: 'Start', childrenNodes: [{ nodeId: 'm' }] },
      { id: 'm', type: 'message', name: 'Book', items: [form] },
    ],
  })
  const lost = await call('GET', `${channelPath(of)}/losses`, { bearer: owner.token })
  expect(lost.body).toMatchObject({
    items: [{ nodeId: 'm', node: 'Book', item: 'form', detail: 'The field becomes a question.' }],
  })
})

testAll(
  'stays failing while Telegram refuses the token, recovers when a message arrives, and sends what failed again',
  async () => {
    const { of, bot } = await connected()
    const status = async () =>
      (await call('GET', `${app.api('eu')}/agents/${of.id}/channels`, { bearer: owner.token })).body
    app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
    telegram.fail({ method: 'sendMessage', code: 401, description: 'Unauthorized' })
    await telegram.say({ bot, text: 'Hi' })
    const reason = { code: 'provider_said', params: { provider: 'Telegram', words: 'Unauthorized' } }
    await expect.poll(status, WAIT).toMatchObject({
      items: [{ status: 'failing', lastError: 'Telegram: Unauthorized', lastErrorMessage: reason }],
    })
    await expect
      .poll(async () => (await logOf(of)).find(({ state }) => state === 'failed'), WAIT)
      .toMatchObject({ errorMessage: { code: 'send_not_connected', params: { reason } } })
    const news = async () =>
      (
        await call('GET', `${app.api('eu')}/v2/workspaces/${owner.workspace.uid}/notifications`, {
          bearer: owner.token,
        })
      ).body
    await expect.poll(news, WAIT).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ title: 'Telegram needs attention' })]),
    })
    await telegram.say({ bot, text: 'Hi again' })
    await expect.poll(status, WAIT).toMatchObject({ items: [{ status: 'active', lastError: '', lastErrorAt: null }] })

    const path = `${app.api('eu')}/v2/agents/${of.id}/conversations/${(await conversationOf(of))?.id}/delivery`
    const again = (seq: number, by = owner) => call('POST', `${path}/${seq}`, { bearer: by.token, body: {} })
    expect((await again(2)).body).toEqual({ success: true })
    await expect.poll(() => told(bot).map(({ text }) => text), WAIT).toEqual(['Two.', 'One.'])
    // What arrived is not sent again.
    expect((await again(2)).status).toBe(200)
    expect((await again(1)).status).toBe(404)
    expect((await again(2, stranger)).status).toBe(404)
    const delivered = async () => (await call('GET', path, { bearer: owner.token })).body
    await expect.poll(delivered, WAIT).toMatchObject({
      data: { messages: expect.arrayContaining([expect.objectContaining({ seq: 2, state: 'sent' })]) },
    })
    expect(told(bot)).toHaveLength(2)
  },
)

test('refuses an update without the webhook secret of that bot', async () => {
  const { of } = await connected()
  const url = `${app.api('eu')}/v2/agents/${of.id}/telegram-webhook`
  const body = JSON.stringify({
    update_id: 1,
    message: { message_id: 1, chat: { id: 1, type: 'private' }, date: 1, text: 'x' },
  })
  const post = (secret: string, to = url) =>
    fetch(to, { method: 'POST', body, headers: { 'x-telegram-bot-api-secret-token': secret } })
  expect((await post('guess')).status).toBe(401)
  expect((await post('', `${app.api('eu')}/v2/agents/unknown/telegram-webhook`)).status).toBe(404)
  expect(
    (
      await sql(
        'select 1 from channel_inbound where connection_id in (select id from channel_connections where agent_id = $1)',
        [of.id],
      )
    ).rows,
  ).toEqual([])
  expect(await logOf(of)).toMatchObject([{ direction: 'in', state: 'refused', error: 'signature' }])
})

test.each([
  ['with its length', 1],
  ['without its length', 0],
])('says in the log that a call %s was too large', async (_how, isDeclared) => {
  const { of } = await connected()
  const words = Buffer.from(JSON.stringify({ update_id: 1, text: 'x'.repeat(1_100_000) }))
  const body = isDeclared ? words : new Blob([words]).stream()
  const url = `${app.api('eu')}/v2/agents/${of.id}/telegram-webhook`
  const answer = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(answer.status).toBe(413)
  expect(await logOf(of)).toMatchObject([{ direction: 'in', state: 'refused', error: 'too_large' }])
})

test('removes the webhook and the record when it is disconnected', async () => {
  const { of, bot } = await connected()
  expect((await call('DELETE', channelPath(of), { bearer: stranger.token })).status).toBe(404)
  expect((await call('DELETE', channelPath(of), { bearer: owner.token })).status).toBe(200)
  expect(telegram.webhooks.has(bot)).toBe(false)
  expect((await sql('select 1 from channel_connections where agent_id = $1', [of.id])).rows).toEqual([])
})

test('removes the webhook and the record when the workspace is deleted', async () => {
  const workspaces = `${app.api('eu')}/v2/workspaces`
  const { data } = await app.must<{ data: { uid: string } }>('POST', workspaces, owner.token, {})
  const of = await app.makeAgent({ ...owner, workspace: { uid: data.uid, secret: '' } })
  const token = newBotToken()
  const [bot = ''] = token.split(':')
  expect((await connect(of, token)).status).toBe(200)
  expect(telegram.webhooks.has(bot)).toBe(true)
  await app.must('DELETE', `${workspaces}/${data.uid}`, owner.token)
  await expect.poll(() => telegram.webhooks.has(bot), WAIT).toBe(false)
  const stored = 'select 1 from channel_connections where agent_id = $1'
  await expect.poll(async () => (await sql(stored, [of.id])).rows, WAIT).toEqual([])
})
