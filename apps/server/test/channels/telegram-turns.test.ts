import { expect, test, vi } from 'vitest'
import { startToolServer, testTool } from '../../src/modules/tools/testing.ts'
import { ogg } from '../../src/lib/media/audio.testing.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, type TestAgent } from '../helpers/people.ts'
import { startTelegramServer } from './telegram-server.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

vi.setConfig({ testTimeout: 60_000 })
const target = await startToolServer()
const { app, telegram, owner, connected, told, conversationsOf } = await startTelegramServer({
  outboundAllow: [target.host],
})
const WAIT = { timeout: 20_000, interval: 50 }

const messagesOf = async (of: TestAgent) => {
  const [path = ''] = await conversationsOf(of)
  const { body } = await call<{
    messages: { from: string; items: { type: string; text?: string; mime?: string }[] }[]
  }>('GET', path, { bearer: owner.token })
  return body.messages
}
async function says(bot: string, said: Parameters<typeof telegram.say>[0] | string, answers: RegExp) {
  const before = told(bot).length
  await telegram.say(typeof said === 'string' ? { bot, text: said } : said)
  await expect.poll(() => told(bot).slice(before).join('\n'), WAIT).toMatch(answers)
}

const DESK_FORM = {
  type: 'form',
  title: 'Book a table',
  fields: [
    { name: 'email', label: 'Your email?', type: 'email', required: true },
    { name: 'size', label: 'Which table?', type: 'select', options: ['Small', 'Large'], required: true },
    { name: 'guests', label: 'How many?', type: 'number', required: true, max: 8 },
  ],
}
/** A bot that begins with this form, and whatever it is asked later. */
function desk() {
  const always = { tests: [{ variable: 'never_set', operator: 'isNotSet' }] }
  return connected({
    enableNodes: true,
    nodes: [
      { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'desk', rule: always }] },
      { id: 'desk', type: 'message', items: [DESK_FORM] },
    ],
  })
}
const saidBy = async (of: TestAgent) =>
  (await messagesOf(of)).filter(({ from }) => from === 'user').map(({ items }) => items[0]?.text)

test('asks a form question by question, takes corrections, and sends it once', async () => {
  const { of, bot } = await desk()
  await says(bot, 'A table, please', /Your email\?/)
  await says(bot, 'tomorrow', /That isn’t an email address[^]*Your email\?/)
  await says(bot, 'ada@example.test', /Which table\?/)
  const press = telegram
    .chat(bot)
    .findLast(({ buttons }) => buttons.length === 2)
    ?.buttons.at(1)?.data
  expect(press).toBeDefined()
  await says(bot, { bot, press: press ?? '' }, /How many\?/)
  await says(bot, 'change email', /Your email\?/)
  await says(bot, 'bea@example.test', /How many\?/)
  app.model.control.script([{ text: 'Booked.' }])
  await telegram.say({ bot, text: '4' })
  await expect
    .poll(() => saidBy(of), WAIT)
    .toEqual(['A table, please', 'Your email?: bea@example.test\nWhich table?: Large\nHow many?: 4'])
})

test('answers a question that comes instead of an address, then asks for the address again', async () => {
  const { of, bot } = await desk()
  await says(bot, 'A table, please', /Your email\?/)
  await says(bot, 'What do you need it for?', /^(?!That isn’t)[^]+\nYour email\?$/)
  await says(bot, 'ada@example.test', /Which table\?/)
  expect(await saidBy(of)).toEqual(['A table, please', 'What do you need it for?'])
})

test('ends an open form when people take over, so that they read what the visitor writes', async () => {
  const { of, bot } = await desk()
  await says(bot, 'A table, please', /Your email\?/)
  const [path = ''] = await conversationsOf(of)
  await app.must('POST', `${path}/take-over`, owner.token, {})
  await telegram.say({ bot, text: 'Are you there?' })
  await expect.poll(() => saidBy(of), WAIT).toEqual(['A table, please', 'Are you there?'])
})

test('takes what comes a day after a form’s question as a message', async () => {
  const { of, bot } = await desk()
  await says(bot, 'A table, please', /Your email\?/)
  const yesterday = `update external_identities set form = jsonb_set(form, '{at}', to_jsonb((form ->> 'at')::bigint - 86400001)) where agent_id = $1`
  await app.dbs.eu.pool.query(yesterday, [of.id])
  await says(bot, 'Where is my parcel?', /^(?!That isn’t)(?![^]*email)[^]+$/)
  expect(await saidBy(of)).toEqual(['A table, please', 'Where is my parcel?'])
})

test('transcribes voice notes, looks at pictures and reads documents', async () => {
  const { of, bot } = await connected({ vg_defaultModel: 'gpt-4o-mini' })
  telegram.putFile('voice1', ogg(2))
  telegram.putFile('photo1', Buffer.from(PIXEL.split(',').at(-1) ?? '', 'base64'))
  telegram.putFile('doc1', Buffer.from('Rooms cost 80 euros.'))
  app.model.control.script([{ text: 'I heard you.' }, { text: 'I saw it.' }, { text: 'I read it.' }])
  const voice = { text: undefined, voice: { file_id: 'voice1', mime_type: 'audio/ogg', file_size: 900 } }
  await says(bot, { bot, message: voice }, /I heard you/)
  expect((await messagesOf(of))[0]?.items).toMatchObject([
    { type: 'text', text: expect.stringContaining('nobody listened to this voice note of 2 seconds') },
    { type: 'file', mime: 'audio/ogg' },
  ])
  const photo = { text: undefined, caption: 'What is this?', photo: [{ file_id: 'photo1', file_size: 70 }] }
  await says(bot, { bot, message: photo }, /I saw it/)
  expect(JSON.stringify(app.model.control.requests.at(-1)?.body)).toContain('image_url')
  const document = { file_id: 'doc1', file_name: 'prices.txt', mime_type: 'text/plain', file_size: 20 }
  await says(bot, { bot, message: { text: undefined, caption: 'And this?', document } }, /I read it/)
  expect(JSON.stringify(app.model.control.requests.at(-1)?.body)).toContain('Rooms cost 80 euros.')
})

testAll('refuses a file with a false type, a file that is too large, and a video', async () => {
  const { path, bot } = await connected()
  telegram.putFile('lie', Buffer.from('<html><script>alert(1)</script></html>'))
  const photo = { text: undefined, photo: [{ file_id: 'lie', file_size: 40 }] }
  await says(bot, { bot, message: photo }, /I can’t accept “photo\.jpg”: .*HTML/)
  const large = { file_id: 'large', file_name: 'all.pdf', mime_type: 'application/pdf', file_size: 19_000_000 }
  await says(bot, { bot, message: { text: undefined, document: large } }, /“all\.pdf”: .*10/)
  const film = { text: undefined, video: { file_id: 'film', mime_type: 'video/mp4', file_size: 10 } }
  await says(bot, { bot, message: film }, /I can’t watch videos/)
  expect(telegram.calls.filter(({ bot: by, method }) => by === bot && method === 'getFile')).toHaveLength(1)
  const log = await call<{ items: { state: string; error: string }[] }>('GET', `${path}/log`, { bearer: owner.token })
  expect(log.body.items.filter(({ state }) => state === 'refused')).toHaveLength(3)
})

test('asks the model once more when it fails, and apologizes when it fails again', async () => {
  const { of, bot } = await connected()
  const fault = { kind: 'status', status: 400 } as const
  app.model.control.set({ fault })
  app.model.control.script([{ text: 'Here I am.' }])
  await says(bot, 'Hello?', /^Here I am\.$/)
  app.model.control.set({ fault: { ...fault, times: 20 } })
  await says(bot, 'Hello again?', /^I couldn’t answer just now\. Please try again in a moment\.$/)
  const { rows } = await app.dbs.eu.pool.query('select id from conversations where agent_id = $1', [of.id])
  expect(rows).toHaveLength(1)
})

test('does not ask again when the model fails after a tool was called', async () => {
  const book = testTool({ name: 'book_table', serverUrl: `${target.url}/bookings`, method: 'POST', isGlobal: true })
  const { bot } = await connected({ tools: [book] })
  app.model.control.script([{ toolCalls: [{ name: 'book_table', arguments: '{}' }] }, { text: 'Booked again.' }])
  app.model.control.set({ fault: { kind: 'status', status: 400, times: 20, match: { text: '"role":"tool"' } } })
  await says(bot, 'A table for two, please', /^I couldn’t answer just now\. Please try again in a moment\.$/)
  expect(target.hits.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /bookings'])
})

test('forgets a visitor with their conversation, but keeps their opt-out', async () => {
  const { of, bot } = await connected()
  for (const chat of [501, 502]) {
    app.model.control.script([{ text: 'Hello.' }])
    await telegram.say({ bot, chat, text: 'Hi' })
    await expect.poll(() => telegram.chat(bot, chat).filter(({ from }) => from === 'bot').length, WAIT).toBe(1)
  }
  const known = async () =>
    (
      await app.dbs.eu.pool.query(
        'select thread, name, is_blocked, conversation_id from external_identities where agent_id = $1 order by thread',
        [of.id],
      )
    ).rows as { thread: string; name: string; is_blocked: boolean; conversation_id: string | null }[]
  await app.dbs.eu.pool.query(
    "update external_identities set is_blocked = true where agent_id = $1 and thread = '502'",
    [of.id],
  )
  for (const { conversation_id: id } of await known())
    await call('DELETE', `${app.api('eu')}/v2/agents/${of.id}/conversations/${id}`, { bearer: owner.token })
  await expect.poll(known, WAIT).toEqual([{ thread: '502', name: '', is_blocked: true, conversation_id: null }])
  const { rows } = await app.dbs.eu.pool.query(
    `select (select count(*)::int from channel_outbox o where o.identity_id = i.id) as sent,
       (select count(*)::int from channel_inbound w where w.identity_id = i.id and w.body <> '{}'::jsonb) as received
     from external_identities i where i.agent_id = $1`,
    [of.id],
  )
  expect(rows).toEqual([{ sent: 0, received: 0 }])
})

test('asks for consent first, then answers the earlier message', async () => {
  const { of, bot } = await connected({ consentRequired: true, consentText: 'We keep this chat for 30 days.' })
  await says(bot, 'When do you open?', /We keep this chat for 30 days\./)
  await says(bot, 'Decline', /You declined/)
  await says(bot, 'When do you open?', /We keep this chat for 30 days\./)
  app.model.control.script([{ text: 'At nine.' }, { text: 'Until six.' }])
  await says(bot, 'agree', /At nine\./)
  await says(bot, 'And until when?', /Until six\./)
  const asked = (await messagesOf(of)).filter(({ from }) => from === 'user').map(({ items }) => items[0]?.text)
  expect(asked).toEqual(['When do you open?', 'And until when?'])
})

test('shows an answer while it is written in a private chat, then sends it whole', async () => {
  const { bot } = await connected()
  const words = Array.from({ length: 120 }, (_, n) => `word${n}`).join(' ')
  app.model.control.script([{ text: words }])
  app.model.control.set({ perTokenMs: 60 })
  const drafts = () => telegram.calls.filter((one) => one.bot === bot && one.method === 'sendMessageDraft')
  await telegram.say({ bot, text: 'Tell me everything' })
  await expect.poll(() => drafts().length, WAIT).toBeGreaterThan(1)
  const [first, second] = drafts().map(({ body }) => body)
  expect(words.startsWith(String(first?.text))).toBe(true)
  expect(String(second?.text).length).toBeGreaterThan(String(first?.text).length)
  expect(second?.draft_id).toBe(first?.draft_id)
  await expect.poll(() => told(bot), WAIT).toEqual([words])
  expect(drafts().every(({ ok }) => ok)).toBe(true)
})
