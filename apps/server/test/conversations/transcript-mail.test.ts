// Transcript mails, as someone would abuse them to send any text to any address; and the language of mails that others
// trigger.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { chatsOf } from '../helpers/chats.ts'
import type { Person, TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const ANSWER = 'We open at nine. See shop.example or evil.example for more.'
const PEOPLE: AgentPatch = { UIhandoffTitle: 'Talk to us', vg_systemPrompt: 'The shop is at https://shop.example.' }
const { chat, post, requestHandoff, closedWays, handOff } = chatsOf(server)

let owner: Person
let mine: TestAgent
let theirs: TestAgent
beforeAll(async () => {
  owner = await server.signUp('eu')
  mine = await server.makeAgent(owner, PEOPLE)
  theirs = await server.makeAgent(await server.signUp('eu'), PEOPLE)
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 12 }, () => ({ text: ANSWER })))
})
const sql = (text: string, values: unknown[] = []) => server.dbs.eu.pool.query(text, values)

interface Mail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}
const mailsTo = async (email: string) =>
  (await server.must<{ items: Mail[] }>('GET', `${server.url}/api/sandbox/mails?to=${email}`, undefined)).items
const someone = () => `${randomId(12).toLowerCase()}@example.test`

describe('a mail of the transcript', () => {
  test('is plain text, with no markup, no link except the owner’s, and no visitor address as sender', async () => {
    const title = 'Ada <b@bank.example>, "Bank"'
    const agent = await server.makeAgent(owner, { ...PEOPLE, title })
    const visitorId = newVisitorId()
    const text = '<img src=x onerror=alert(1)> Win at https://evil.example/a?b=1 or www.shop.example!\nSecond line'
    const at = await chat(agent, visitorId, text)
    const email = someone()
    expect((await post(at, 'transcript', { email })).status).toBe(200)
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.from).toBe('Ada b bank.example Bank <no-reply@parlance.localhost>')
    expect(mail?.subject).toBe('Your chat with Ada b bank.example Bank')
    for (const body of [mail?.text, mail?.html]) {
      expect(body).not.toMatch(/https?:\/\/|evil\.example/i)
      expect(body).toContain('evil[.]example')
      expect(body).toContain('www.shop.example')
    }
    expect(mail?.text).toContain('We open at nine. See shop.example or evil[.]example for more.')
    expect(mail?.html).not.toMatch(/<img|<a\b/i)
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(mail?.html).toContain('<br/>Second line')
  })

  test('is refused for others, for several addresses, without an answer, or where it is not offered', async () => {
    const at = await chat(mine)
    const email = someone()
    const ways = await closedWays(at, theirs, 'transcript', { email })
    expect(ways).toEqual([404, 403, 404, 403, 404])
    const wrong = [
      '',
      'a',
      `${email},b@example.test`,
      `${email}\nBcc: b@example.test`,
      `A <${email}>`,
      `x,${email}`,
      [email],
    ]
    for (const address of wrong) expect((await post(at, 'transcript', { email: address })).status).toBe(400)
    const silent = await server.makeAgent(owner, { ...PEOPLE, offerTranscript: false })
    expect((await post(await chat(silent), 'transcript', { email })).status).toBe(403)
    const forgetful = await server.makeAgent(owner, { ...PEOPLE, recordChatHistory: false })
    expect((await post(await chat(forgetful), 'transcript', { email })).status).toBe(403)
    const visitorId = newVisitorId()
    const empty = await requestHandoff(mine, visitorId)
    const before = { agent: mine, visitorId, conversationId: empty.body.data.id }
    expect((await post(before, 'transcript', { email })).status).toBe(409)
    expect(await mailsTo(email)).toEqual([])
  })

  test('is limited to three a day per conversation, also in parallel', async () => {
    const at = await chat(mine)
    const tries = await Promise.all(Array.from({ length: 6 }, () => post(at, 'transcript', { email: someone() })))
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429])
    await sql(`update transcript_mails set at = at - interval '25 hours' where conversation_id = $1`, [
      at.conversationId,
    ])
    expect((await post(at, 'transcript', { email: someone() })).status).toBe(200)
  })

  test('is limited to five a day per mailbox, however it is spelled, from any agent', async () => {
    const [local, domain] = someone().split('@')
    const sent = []
    for (let n = 0; n < 7; n++) {
      const at = await chat(n % 2 ? mine : theirs)
      sent.push(
        (await post(at, 'transcript', { email: `${n % 3 ? local : local?.toUpperCase()}+${n}@${domain}` })).status,
      )
    }
    expect(sent).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('is limited to fifty a day per agent', async () => {
    const agent = await server.makeAgent(owner, PEOPLE)
    const at = await chat(agent)
    await sql(
      `insert into transcript_mails (id, agent_id, conversation_id, recipient, at)
       select $1 || n, $1, 'other', 'other' || n, now() from generate_series(1, 49) n`,
      [agent.id],
    )
    expect((await post(at, 'transcript', { email: someone() })).status).toBe(200)
    expect((await post(at, 'transcript', { email: someone() })).body.message).toContain('Enough chats were emailed')
    await server.running.container.services.conversations.lifecycle.sweepMails(
      server.running.container.contexts.system('eu'),
    )
    expect((await post(at, 'transcript', { email: someone() })).status).toBe(429)
  })

  test('is in the language of the chat, including the notices between its messages', async () => {
    for (const [lang, subject, notice] of [
      ['de-AT', 'Ihr Chat mit Theke', 'Es wurde nach einem Menschen gefragt.'],
      ['pl', 'Your chat with Theke', 'The visitor asked for a human.'],
    ] as const) {
      const at = await chat(await server.makeAgent(owner, { ...PEOPLE, title: 'Theke', lang }))
      await handOff(at)
      const email = someone()
      expect((await post(at, 'transcript', { email })).status).toBe(200)
      const [mail] = await mailsTo(email)
      expect(mail?.subject).toBe(subject)
      expect(mail?.text).toContain(notice)
      expect(mail?.text).toContain('We open at nine.')
    }
  })
})

test('uses the recipient’s language for an invitation, or else the inviter’s', async () => {
  const [inviter, guest, unknown] = [await server.signUp('eu'), await server.signUp('na'), someone()]
  for (const [{ token }, language] of [
    [inviter, 'es'],
    [guest, 'ar'],
  ] as const)
    await server.must('PUT', `${server.url}/api/account/language`, token, { language })
  const members = `${server.api('eu')}/v2/workspaces/${inviter.workspace.uid}/members`
  for (const [email, subject, role] of [
    [guest.email, /^دعوة من .+ إلى /, 'محرِّر – يبني الوكلاء'],
    [unknown, / te invitó a /, 'Editor: crea agentes'],
  ] as const) {
    await server.must('POST', members, inviter.token, { email, role: 'editor' })
    const mail = async () => (await mailsTo(email)).find(({ text }) => text.includes('/invitation?token='))
    await vi.waitFor(async () => expect((await mail())?.subject).toMatch(subject), { timeout: 20_000, interval: 50 })
    expect((await mail())?.text).toContain(role)
  }
})

test('uses the requested language for templates, or else English', async () => {
  const subjects = async (query: string) =>
    (
      await server.must<{ items: Mail[] }>('GET', `${server.url}/api/sandbox/mail-templates${query}`, undefined)
    ).items.map(({ subject }) => subject)
  expect(await subjects('')).toContain('Confirm your email address')
  expect(await subjects('?language=pt')).toContain('Confirme seu endereço de e-mail')
})
