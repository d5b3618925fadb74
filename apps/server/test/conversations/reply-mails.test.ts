// Replies to a visitor who left a message and went away are mailed once, only to the address they left.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { type Chat, chatsOf } from '../helpers/chats.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const { pathOf, chat, post, handOff, read } = chatsOf(server)
const { replyMails } = server.running.container.services.conversations
const SHOP: AgentPatch = {
  title: 'Lamp shop',
  UIhandoffTitle: 'Talk to us',
  vg_systemPrompt: 'The shop is at https://shop.example.',
}

let owner: Person
let agent: TestAgent
let other: Person
let theirs: TestAgent
beforeAll(async () => {
  owner = await server.signUp('eu')
  agent = await server.makeAgent(owner, SHOP)
  other = await server.signUp('eu')
  theirs = await server.makeAgent(other, { ...SHOP, title: 'Other shop' })
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 20 }, () => ({ text: 'We open at nine.' })))
})

const sql = (text: string, values: unknown[] = []) => server.dbs.eu.pool.query(text, values)
const clock = (inMs: number, region: 'eu' | 'na' = 'eu') => ({
  ...server.running.container.contexts.system(region),
  now: () => new Date(Date.now() + inMs),
})
/** Runs the job of each minute, which queues the mails. */
const mailsAfter = (inMs: number) => replyMails.mailReplies(clock(inMs))
const someone = () => `${randomId(12).toLowerCase()}@example.test`
interface Mail {
  readonly from: string
  readonly to: string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Record<string, string>
}
const mailsTo = async (email: string) =>
  (await server.must<{ items: Mail[] }>('GET', `${server.url}/api/sandbox/mails?to=${email}`, undefined)).items
const WAIT = { timeout: 15_000 }

interface Left {
  readonly message?: string
  readonly pageUrl?: string
  readonly of?: TestAgent
  readonly by?: Person
}
/** A visitor left a message, and a person took over. */
async function taken({
  message = 'Call me',
  pageUrl = 'https://shop.example/lamps',
  of = agent,
  by = owner,
}: Left = {}): Promise<Chat & { email: string }> {
  const at = await chat(of, newVisitorId())
  const email = someone()
  await sql('update conversations set page_url = $2 where id = $1', [at.conversationId, pageUrl])
  await handOff(at)
  expect((await post(at, 'leave-message', { email, message })).status).toBe(200)
  expect((await post(at, 'take-over', {}, by.token)).status).toBe(200)
  return { ...at, email }
}
/** Stored messages without a job, and mails without a plan. */
const unplanned = async () =>
  (
    await sql(
      `select (select count(*) from message_outbox) + (select count(*) from pgboss.job where name = 'conversations.plan-reply-mail' and state <> 'completed') as n`,
    )
  ).rows[0].n as number
const reply = async (at: Chat, text: string, by = owner) => {
  expect(
    (await call('POST', `${pathOf(at)}/replies`, { bearer: by.token, body: { id: randomId(16), text } })).status,
  ).toBe(200)
  await expect.poll(unplanned, WAIT).toBe(0)
}
const MINUTES_2 = 121_000

test('sends several replies in one plain-text mail after two minutes, once, with a link back', async () => {
  const at = await taken({ message: '<img src=x onerror=alert(1)> see https://evil.example/win' })
  await reply(at, 'It is here & <b>ready</b>.')
  await reply(at, 'See shop.example.')
  expect(await mailsAfter(60_000)).toBe(0)
  expect(await replyMails.mailReplies(clock(MINUTES_2, 'na'))).toBe(0)
  // Two nodes at the same time.
  expect((await Promise.all([mailsAfter(MINUTES_2), mailsAfter(MINUTES_2)])).toSorted()).toEqual([0, 1])
  await expect.poll(async () => (await mailsTo(at.email)).length, WAIT).toBe(1)
  const [mail] = await mailsTo(at.email)
  expect(mail?.subject).toBe('Lamp shop: a reply to your message')
  expect(mail?.from).toMatch(/^Lamp shop </)
  expect(mail?.to).toEqual([at.email])
  expect(mail?.headers['auto-submitted']).toBe('no')
  expect(mail?.headers.references).toBe(mail?.headers['in-reply-to'])
  expect(mail?.text).toContain('It is here & <b>ready</b>.')
  expect(mail?.text).toContain('See shop.example.')
  expect(mail?.text).toContain('https://shop.example/lamps')
  expect(mail?.html).toContain('href="https://shop.example/lamps"')
  expect(mail?.html).toContain('&lt;b&gt;ready')
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain('evil[.]example')
    expect(body).not.toContain('evil.example')
  }
  expect(mail?.html).not.toContain('<img src=x')
  expect(await mailsAfter(2 * MINUTES_2)).toBe(0)
  await reply(at, 'One more thing.')
  expect(await mailsAfter(MINUTES_2)).toBe(1)
  await expect.poll(async () => (await mailsTo(at.email)).length, WAIT).toBe(2)
  expect((await mailsTo(at.email)).filter(({ text }) => text.includes('One more thing.'))).toHaveLength(1)
  expect((await mailsTo(at.email)).filter(({ text }) => text.includes('See shop.example.'))).toHaveLength(1)
})

test('sends a reply once when it is mailed before its own plan is made', async () => {
  const at = await taken()
  await reply(at, 'One.')
  await reply(at, 'Two.')
  expect(await mailsAfter(MINUTES_2)).toBe(1)
  const seq = (await read(at)).messages.at(-1)?.seq ?? 0
  await replyMails.plan(clock(0), { conversationId: at.conversationId, seq, at: new Date() })
  expect(await mailsAfter(MINUTES_2)).toBe(0)
  // A replayed plan of a mailed reply, then one of a new reply: only that is mailed.
  await replyMails.plan(clock(0), { conversationId: at.conversationId, seq: seq - 1, at: new Date() })
  await reply(at, 'Three.')
  expect(await mailsAfter(MINUTES_2)).toBe(1)
  await expect.poll(async () => (await mailsTo(at.email)).length, WAIT).toBe(2)
  expect((await mailsTo(at.email)).filter(({ text }) => text.includes('Two.'))).toHaveLength(1)
})

test('sends nothing when the visitor has read the reply or left no message', async () => {
  const at = await taken()
  await reply(at, 'Here I am.')
  const { messages } = await read(at)
  await sql('update conversations set visitor_read_seq = $2 where id = $1', [at.conversationId, messages.at(-1)?.seq])
  const without = await chat(agent)
  await handOff(without)
  await post(without, 'take-over', {}, owner.token)
  await reply(without, 'Here I am.')
  expect(await mailsAfter(MINUTES_2)).toBe(0)
  expect(await mailsTo(at.email)).toEqual([])
})

test('links only to pages that the owner names, and mails replies to the right tenant’s visitor', async () => {
  const at = await taken({ pageUrl: 'https://evil.example/login' })
  const elsewhere = await taken({ of: theirs, by: other })
  await reply(at, 'Here I am.')
  await reply(elsewhere, 'And here we are.', other)
  expect(await mailsAfter(MINUTES_2)).toBe(2)
  await expect.poll(async () => (await mailsTo(elsewhere.email)).length, WAIT).toBe(1)
  const [theirMail] = await mailsTo(elsewhere.email)
  expect(theirMail?.subject).toBe('Other shop: a reply to your message')
  expect(theirMail?.text).not.toContain('Here I am.')
  await expect.poll(async () => (await mailsTo(at.email)).length, WAIT).toBe(1)
  expect((await mailsTo(at.email))[0]?.html).not.toContain('evil.example')
})

test('delays mails above the daily limit, and counts transcripts separately', async () => {
  const at = await taken()
  const insert = `insert into transcript_mails (id, agent_id, conversation_id, kind, recipient, at)
    select 'mail-' || $3 || n || $2, $1, $2, $3, 'somebody', now() from generate_series(1, 12) n`
  await sql(insert, [agent.id, at.conversationId, 'transcript'])
  await reply(at, 'One.')
  expect(await mailsAfter(MINUTES_2)).toBe(1)
  await sql(insert, [agent.id, at.conversationId, 'reply'])
  await reply(at, 'Two.')
  expect(await mailsAfter(MINUTES_2)).toBe(0)
  await sql("delete from transcript_mails where conversation_id = $1 and kind = 'reply'", [at.conversationId])
  expect(await mailsAfter(2 * MINUTES_2)).toBe(0)
  expect(await mailsAfter(3700_000 + MINUTES_2)).toBe(1)
  await expect.poll(async () => (await mailsTo(at.email)).length, WAIT).toBe(2)
})
