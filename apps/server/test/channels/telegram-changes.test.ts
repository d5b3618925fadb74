import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GROUP, SUPERGROUP } from '@parlance/simulators/telegram/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { beginSending } from '../../src/modules/channels/identities.repository.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, type TestAgent } from '../helpers/people.ts'
import { startTelegramServer } from './telegram-server.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

vi.setConfig({ testTimeout: 60_000 })
const { app, telegram, owner, connected, saidBy, told, conversationsOf } = await startTelegramServer()
const WAIT = { timeout: 20_000, interval: 50 }

const idOf = (bot: string, text: string, chat?: number) =>
  telegram.chat(bot, chat).findLast((one) => one.text === text)?.id ?? 0
const sql = (text: string, values: unknown[]) => app.dbs.eu.pool.query(text, values)
interface Shown {
  readonly from: string
  readonly items: readonly { readonly text?: string }[]
  readonly editedAt?: string
}
/** The last conversation: each message, and whether it is shown as edited. */
const shownIn = async (of: TestAgent) => {
  const path = (await conversationsOf(of)).at(-1) ?? ''
  const { body } = await call<{ messages: Shown[] }>('GET', path, { bearer: owner.token })
  return body.messages.map(
    ({ from, items, editedAt }) => `${from}${editedAt === undefined ? '' : ' edited'}: ${items[0]?.text}`,
  )
}
const previewOf = async ({ id }: TestAgent) =>
  (await sql('select preview from conversations where agent_id = $1', [id])).rows as { preview: string }[]

test('shows the edit of an answered message, and does not answer it again', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'At nine.' }, { text: 'Until six.' }])
  await Promise.all([telegram.say({ bot, text: 'Hello' }), telegram.say({ bot, text: 'When do you opn?' })])
  await expect.poll(() => told(bot), WAIT).toEqual(['At nine.'])
  await telegram.edit({ bot, id: idOf(bot, 'When do you opn?'), text: 'When do you open on Sunday?' })
  const both = async () => ((await shownIn(of))[0] ?? '').split('\n').toSorted()
  await expect.poll(both, WAIT).toEqual(['When do you open on Sunday?', 'user edited: Hello'])
  await telegram.edit({ bot, id: idOf(bot, 'Hello'), text: 'Hello there' })
  await expect.poll(both, WAIT).toEqual(['When do you open on Sunday?', 'user edited: Hello there'])
  await telegram.say({ bot, text: 'And until when?' })
  await expect.poll(() => told(bot), WAIT).toEqual(['At nine.', 'Until six.'])
  expect((await shownIn(of)).slice(1)).toEqual(['agent: At nine.', 'user: And until when?', 'agent: Until six.'])
  expect(await previewOf(of)).toEqual([{ preview: 'Until six.' }])
})

test('answers the new text of a message that was edited before its answer', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'We open at nine on weekdays.' }, { text: 'On Sunday we are closed.' }])
  app.model.control.set({ perTokenMs: 400 })
  await telegram.say({ bot, text: 'When do you open?' })
  await expect.poll(() => app.model.control.requests.length, WAIT).toBeGreaterThan(0)
  const id = idOf(bot, 'When do you open?')
  await telegram.edit({ bot, id, text: 'When do you open on Sunday?' })
  await expect.poll(() => told(bot), WAIT).toEqual(['We open at nine on weekdays.', 'On Sunday we are closed.'])
  await telegram.edit({ bot, id, text: 'When do you open on Sundays?' })
  await expect
    .poll(() => shownIn(of), WAIT)
    .toEqual([
      'user: When do you open?',
      'agent: We open at nine on weekdays.',
      'user edited: When do you open on Sundays?',
      'agent: On Sunday we are closed.',
    ])
  const { rows } = await sql('select count(*)::int as n from turns where agent_id = $1', [of.id])
  expect(rows).toEqual([{ n: 2 }])
})

test('answers an edit that mentions the bot only now', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'At noon.' }])
  await telegram.say({ bot, chat: GROUP, text: 'When is lunch?' })
  const id = idOf(bot, 'When is lunch?', GROUP)
  await telegram.edit({ bot, chat: GROUP, id, text: `@sandbox_${bot}_bot when is lunch?` })
  await expect.poll(() => told(bot, GROUP), WAIT).toEqual(['At noon.'])
  expect(await shownIn(of)).toEqual(['user: when is lunch?', 'agent: At noon.'])
})

/** Messages whose id at Telegram is not known yet. */
const unsent = async ({ id }: TestAgent) =>
  (
    await sql(
      `select 1 from channel_outbox o join external_identities i on i.id = o.identity_id
        where i.agent_id = $1 and o.provider_id = ''`,
      [id],
    )
  ).rows.length
const reactionsIn = async (path: string) =>
  (await call<{ data: { reactions: unknown[] } }>('GET', `${path}/delivery`, { bearer: owner.token })).body.data
    .reactions

test('shows a visitor’s reactions, and sends those of people to the visitor’s message', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'At nine.' }])
  await telegram.say({ bot, text: 'When do you open?' })
  await expect.poll(() => told(bot), WAIT).toEqual(['At nine.'])
  const [path = ''] = await conversationsOf(of)
  const reactions = () => reactionsIn(path)
  await expect.poll(() => unsent(of), WAIT).toBe(0)
  const id = idOf(bot, 'At nine.')
  await telegram.react({ bot, id, emoji: '👍' })
  await expect.poll(reactions, WAIT).toEqual([{ seq: 2, by: 'visitor', emoji: '👍' }])
  await telegram.react({ bot, id, emoji: '' })
  await expect.poll(reactions, WAIT).toEqual([])
  const body = { emoji: '❤️' }
  expect((await call('PUT', `${path}/reactions/1`, { bearer: owner.token, body })).body).toEqual({ success: true })
  await expect.poll(() => saidBy(bot, 'visitor')[0]?.reactions?.bot, WAIT).toBe('❤')
})

test('shows a reaction in the conversation of its topic, although Telegram names only the chat', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'In May.' }, { text: 'At nine.' }])
  const ask = (text: string, topic: number) =>
    telegram.say({
      bot,
      chat: SUPERGROUP,
      text: `@sandbox_${bot}_bot ${text}`,
      message: { message_thread_id: topic, is_topic_message: true },
    })
  await ask('when is the fair?', 11)
  await expect.poll(() => told(bot, SUPERGROUP), WAIT).toEqual(['In May.'])
  await ask('when do you open?', 12)
  await expect.poll(() => told(bot, SUPERGROUP), WAIT).toEqual(['In May.', 'At nine.'])
  const [fair = '', opening = ''] = await conversationsOf(of)
  await expect.poll(() => unsent(of), WAIT).toBe(0)
  await telegram.react({ bot, chat: SUPERGROUP, id: idOf(bot, 'At nine.', SUPERGROUP), emoji: '👍' })
  await expect.poll(() => reactionsIn(opening), WAIT).toEqual([{ seq: 2, by: 'visitor', emoji: '👍' }])
  expect(await reactionsIn(fair)).toEqual([])
})

test('does not send a part that another process tried after it was read', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'At nine.' }])
  await telegram.say({ bot, text: 'When do you open?' })
  await expect.poll(() => told(bot), WAIT).toEqual(['At nine.'])
  await expect.poll(() => unsent(of), WAIT).toBe(0)
  const tried = await sql(
    `update channel_outbox o set state = 'queued', attempts = 1, next_at = now() + interval '1 hour'
      from external_identities i where i.id = o.identity_id and i.agent_id = $1 returning o.id`,
    [of.id],
  )
  const [{ id }] = tried.rows as [{ id: number }]
  expect(await beginSending(app.dbs.eu.db, { id, attempts: 0 }, new Date())).toBe(false)
  expect(await beginSending(app.dbs.eu.db, { id, attempts: 1 }, new Date())).toBe(true)
})

test('shows the agent what a visitor quotes', async () => {
  const { of, bot } = await connected()
  app.model.control.script([{ text: 'Red is sold out.' }, { text: 'Blue is here.' }, { text: 'In May.' }])
  await telegram.say({ bot, text: 'Red?' })
  await expect.poll(() => told(bot).length, WAIT).toBe(1)
  await telegram.say({ bot, text: 'Blue?' })
  await expect.poll(() => told(bot).length, WAIT).toBe(2)
  const quoted = { message_id: idOf(bot, 'Red is sold out.'), from: { id: Number(bot), is_bot: true } }
  const reply_to_message = { ...quoted, text: 'Red is sold out.' }
  await telegram.say({ bot, text: 'When is it back?', message: { reply_to_message } })
  await expect.poll(() => told(bot).length, WAIT).toBe(3)
  expect((await shownIn(of)).at(-2)).toBe('user: > Red is sold out.\n\nWhen is it back?')
})

testAll('goes on with the conversation of a group whose supergroup wrote before the news of it came', async () => {
  const { of, bot } = await connected()
  const mention = `@sandbox_${bot}_bot`
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }])
  await telegram.say({ bot, chat: GROUP, text: `${mention} first` })
  await expect.poll(() => told(bot, GROUP), WAIT).toEqual(['One.'])
  await telegram.say({ bot, chat: SUPERGROUP, text: `${mention} second` })
  await expect.poll(() => told(bot, SUPERGROUP), WAIT).toEqual(['Two.'])
  const before = (await conversationsOf(of))[0]?.split('/').at(-1)
  await telegram.upgrade(bot)
  const goesOn = () =>
    sql('select conversation_id from external_identities where agent_id = $1 and thread = $2', [
      of.id,
      String(SUPERGROUP),
    ])
  await expect.poll(async () => (await goesOn()).rows, WAIT).toEqual([{ conversation_id: before }])
  await telegram.say({ bot, chat: SUPERGROUP, text: `${mention} third` })
  await expect.poll(() => told(bot, SUPERGROUP).at(-1), WAIT).toBe('Three.')
  const { rows } = await sql(
    "select items -> 0 ->> 'text' as said from messages where conversation_id = $1 and author = 'user' order by seq",
    [before],
  )
  expect(rows).toEqual([{ said: 'first' }, { said: 'third' }])
})

/** A picture of the visitor, as Telegram announces it. */
const photo = (caption: string) => {
  telegram.putFile('photo', Buffer.from(PIXEL.split(',').at(-1) ?? '', 'base64'))
  return { text: undefined, caption, photo: [{ file_id: 'photo', file_size: 70 }] }
}

test('reads a picture in the supergroup that a group became', async () => {
  const { of, bot } = await connected({ vg_defaultModel: 'gpt-4o-mini' })
  const mention = `@sandbox_${bot}_bot`
  app.model.control.script([{ text: 'One.' }, { text: 'I saw it.' }])
  await telegram.say({ bot, chat: GROUP, text: `${mention} first` })
  await expect.poll(() => told(bot, GROUP), WAIT).toEqual(['One.'])
  await telegram.upgrade(bot)
  const threads = () => sql('select thread from external_identities where agent_id = $1', [of.id])
  await expect.poll(async () => (await threads()).rows, WAIT).toEqual([{ thread: String(SUPERGROUP) }])
  await telegram.say({ bot, chat: SUPERGROUP, message: photo(`${mention} what is this?`) })
  await expect.poll(() => told(bot, SUPERGROUP), WAIT).toEqual(['One.', 'I saw it.'])
  expect(JSON.stringify(app.model.control.requests.at(-1)?.body)).toContain('image_url')
  expect(await conversationsOf(of)).toHaveLength(1)
})

// The last test: it ends the first process.
testAll('reads pictures and keeps blocks under another master key', async () => {
  const { of, token, bot } = await connected({ vg_defaultModel: 'gpt-4o-mini' })
  app.model.control.script([{ text: 'One.' }, { text: 'I saw it.' }])
  await telegram.say({ bot, text: 'first' })
  await expect.poll(() => told(bot), WAIT).toEqual(['One.'])
  const [path = ''] = await conversationsOf(of)
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-key-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { masterKey } = await app.handOver(dataDir)
  const node = await app.anotherNode({ masterKey: randomBytes(32), previousMasterKeys: [masterKey] })
  // The webhook moves to the address of the new process.
  const fields = { token }
  await node.must('POST', `${node.api('eu')}/agents/${of.id}/channels/telegram`, owner.token, { fields })
  await telegram.say({ bot, message: photo('What is this?') })
  await expect.poll(() => told(bot), WAIT).toEqual(['One.', 'I saw it.'])
  expect(JSON.stringify(app.model.control.requests.at(-1)?.body)).toContain('image_url')

  const conversation = path.replace(app.url, node.url)
  await node.must('POST', `${conversation}/block`, owner.token, {})
  await telegram.say({ bot, text: 'Anyone there?' })
  const refused = async () =>
    (
      await sql(
        `select 1 from channel_inbound m join external_identities i on i.id = m.identity_id
          where i.agent_id = $1 and m.note <> ''`,
        [of.id],
      )
    ).rows.length
  await expect.poll(refused, WAIT).toBe(1)
  expect(told(bot)).toEqual(['One.', 'I saw it.'])
})
