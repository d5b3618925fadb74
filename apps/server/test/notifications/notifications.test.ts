// Notifications over the API: two orgs of one workspace, and another workspace.
import type { Notification, PersonalNotifications } from '@parlance/contract/notifications/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import type { Client } from '@parlance/contract/orgs/schemas'
import { startPush } from '@parlance/simulators/push/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { chatsOf } from '../helpers/chats.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const push = await startPush()
const server = await startTestServer({ settings: { outboundAllow: [push.host] } })
const { pathOf, chat, handOff, post, say } = chatsOf(server)
afterAll(() => push.close())

let owner: Person
let stranger: Person
let mine: TestAgent
let theirs: TestAgent
let org: TestOrg
let otherOrg: TestOrg
let client: TestClient
let colleague: TestClient
let outsider: TestClient
beforeAll(async () => {
  owner = await server.signUp('eu')
  stranger = await server.signUp('eu')
  mine = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
  theirs = await server.makeAgent(stranger, { UIhandoffTitle: 'Talk to us' })
  org = await makeOrg(server, owner, [mine.id])
  otherOrg = await makeOrg(server, owner, [(await server.makeAgent(owner)).id])
  await makeOrg(server, stranger, [theirs.id])
})
beforeEach(async () => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 40 }, () => ({ text: 'We open at nine.' })))
  await server.dbs.eu.pool.query('delete from notifications')
  const access = { agentIds: [mine.id], canAccess: ['/convos'] as const }
  client = await makeClient(server, owner, org, access)
  colleague = await makeClient(server, owner, org, access)
  outsider = await makeClient(server, owner, otherOrg, access)
  for (const { token } of [client, colleague, outsider]) await set(token, { notifyThrough: 'none' })
  await set(owner.token, { notifyThrough: 'none', notifyIf: 'requestsOnly' })
})

const base = ({ workspace }: Person = owner) => `${server.api('eu')}/v2/workspaces/${workspace.uid}/notifications`
const list = async (bearer: string, of = owner) =>
  (await server.must<{ items: Notification[] }>('GET', base(of), bearer)).items
/** Visitors without a name have a number. */
const unnumbered = (text = '') => text.replace(/(Visitor|Besucher) [\da-f]{5}/, '$1')
const titles = async (bearer: string) => (await list(bearer)).map(({ title }) => unnumbered(title))
const set = async (bearer: string, change: Partial<PersonalNotifications>, of = owner) =>
  (await server.must<{ data: PersonalNotifications }>('PATCH', `${base(of)}/settings`, bearer, change)).data
const subscribe = async (bearer: string, of = owner) => {
  const { data } = await server.must<{ data: { publicKey: string } }>('GET', `${base(of)}/push-key`, bearer)
  const browser = push.subscribe(data.publicKey)
  await server.must('POST', `${base(of)}/push`, bearer, browser.json)
  return browser
}
const mailsTo = async (email: string) =>
  (
    await server.must<{ items: { subject: string; text: string; from: string; headers: Record<string, string> }[] }>(
      'GET',
      `${server.running.url}/api/sandbox/mails?to=${email}`,
      undefined,
    )
  ).items
const clientRecord = async ({ clientId }: TestClient) => {
  const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}/clients`
  const { items } = await server.must<{ items: Client[] }>('GET', path, owner.token)
  return items.find(({ ID }) => ID === clientId)
}
const WAIT = { timeout: 15_000 }
const jobsDone = async () => {
  const text = `select count(*)::int as n from pgboss.job where name like 'notifications.%' and state in ('created', 'active')`
  await expect.poll(async () => (await server.dbs.eu.pool.query<{ n: number }>(text)).rows[0]?.n, WAIT).toBe(0)
}
const asked = 'Visitor wants to talk to a human'
const question = 'When do you open?'

describe('a request for a human', () => {
  test('notifies the workspace and the people of the org with the agent, and nobody else', async () => {
    const at = await chat(mine)
    await handOff(at)
    await expect.poll(() => titles(client.token), WAIT).toEqual([asked])
    const [told] = await list(client.token)
    expect(Object.keys(told ?? {}).toSorted()).toEqual(
      ['ID', 'body', 'notificationLevel', 'notifyOnly', 'seen', 'title', 'ts', 'urlPathname'].toSorted(),
    )
    expect(told).toMatchObject({
      notificationLevel: 2,
      seen: false,
      notifyOnly: [],
      urlPathname: `/app/eu/agents/${mine.id}/convos?conversation=${at.conversationId}`,
    })
    expect(told?.body).toBe(question)
    expect(Math.abs((told?.ts ?? 0) - Date.now() / 1000)).toBeLessThan(30)
    expect([await titles(colleague.token), await titles(owner.token)]).toEqual([[asked], [asked]])
    expect([await titles(outsider.token), await list(stranger.token, stranger)]).toEqual([[], []])
  })

  test('becomes a left message with its text when nobody came, which notifies too', async () => {
    const at = await chat(mine)
    await handOff(at)
    const left = { email: 'ada@example.test', message: 'Please call me about the oak shelf' }
    expect((await post(at, 'leave-message', left)).status).toBe(200)
    // Both may arrive within the same millisecond.
    const sorted = async () => (await titles(client.token)).toSorted()
    await expect.poll(sorted, WAIT).toEqual(['Visitor left a message', asked])
    await jobsDone()
    const told = (await list(client.token)).find(({ title }) => unnumbered(title) === 'Visitor left a message')
    expect(told).toMatchObject({ notificationLevel: 2, body: left.message, notifyOnly: [] })
    expect((await titles(owner.token)).toSorted()).toEqual(['Visitor left a message', asked])
    expect([await titles(outsider.token), await list(stranger.token, stranger)]).toEqual([[], []])
  })

  test('is read for everyone once a person has joined or closed it; other requests stay', async () => {
    const [taken, closed, other] = [await chat(mine), await chat(mine), await chat(mine)]
    for (const at of [taken, closed, other]) await handOff(at)
    await expect.poll(() => titles(client.token), WAIT).toEqual([asked, asked, asked])
    await post(taken, 'take-over', {}, client.token)
    await expect.poll(() => titles(client.token), WAIT).toEqual([asked, asked])
    await post(closed, 'close', {}, owner.token)
    await expect.poll(() => titles(client.token), WAIT).toEqual([asked])
    await jobsDone()
    expect((await list(client.token))[0]?.urlPathname).toContain(other.conversationId)
    expect([await titles(colleague.token), await titles(owner.token)]).toEqual([[asked], [asked]])
  })

  test('does not notify people who may not open the chats, or who have only another agent', async () => {
    const second = await server.makeAgent(owner)
    const elsewhere = await makeClient(server, owner, org, { agentIds: [second.id], canAccess: ['/convos'] })
    const blind = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/home'] })
    await handOff(await chat(mine))
    await expect.poll(() => titles(client.token), WAIT).toEqual([asked])
    await jobsDone()
    expect([await titles(elsewhere.token), await titles(blind.token)]).toEqual([[], []])
  })

  test('is in the language of the reader', async () => {
    await server.must('PATCH', `${server.api('eu')}/client/me`, client.token, { preferredLanguage: 'de' })
    await handOff(await chat(mine))
    await expect.poll(() => titles(client.token), WAIT).toEqual(['Besucher möchte mit einem Menschen sprechen'])
  })
})

describe('the list', () => {
  test('contains the latest five unread ones of each level', async () => {
    // Chats of earlier tests may still notify the people of their agent.
    const { id: agentId } = await server.makeAgent(owner)
    const ownOrg = await makeOrg(server, owner, [agentId])
    const access = { agentIds: [agentId], canAccess: ['/convos'] as const }
    const reader = await makeClient(server, owner, ownOrg, access)
    const other = await makeClient(server, owner, ownOrg, access)
    await set(reader.token, { notifyIf: 'all' })
    const made = Date.now() - 60_000
    for (const level of [1, 2])
      for (let n = 1; n <= 7; n += 1)
        await server.dbs.eu.pool.query(
          `insert into notifications (id, workspace_id, org_id, agent_id, conversation_id, key, level, kind, details, url_pathname, created_at)
           values ($1, $2, $3, $4, 'c', $1, $5, 'lead', $6, '/', $7)`,
          [
            randomId(20),
            owner.workspace.uid,
            ownOrg.orgId,
            agentId,
            level,
            { visitor: `${level}-${n}`, agent: 'Baker' },
            new Date(made + n * 1000 + level),
          ],
        )
    const five = (level: number) => [7, 6, 5, 4, 3].map((n) => `New lead: ${level}-${n}`)
    const ofLevel = (all: readonly string[], level: number) => all.filter((title) => title.includes(`: ${level}`))
    const seen = await titles(reader.token)
    expect(ofLevel(seen, 1)).toEqual(five(1))
    expect(ofLevel(seen, 2)).toEqual(five(2))
    expect(seen[0]).toBe('New lead: 2-7')
    const [newest] = await list(reader.token)
    await server.must('POST', `${base()}/read`, reader.token, { ids: [newest?.ID ?? ''] })
    expect(ofLevel(await titles(reader.token), 2)).toEqual([6, 5, 4, 3, 2].map((n) => `New lead: 2-${n}`))
    await server.must('POST', `${base()}/read`, reader.token, {})
    expect(await titles(reader.token)).toEqual([])
    // One person's reads don't change another's list.
    expect((await titles(other.token)).length).toBe(5)
  })

  test('records shown toasts per person, and ignores ids of others', async () => {
    await handOff(await chat(mine))
    await expect.poll(() => titles(client.token), WAIT).toEqual([asked])
    await jobsDone()
    const ids = (await list(client.token)).map(({ ID }) => ID)
    const [ofOwner] = await list(owner.token)
    await server.must('POST', `${base()}/seen`, client.token, { ids: [...ids, ofOwner?.ID ?? ''] })
    await server.must('POST', `${base()}/seen`, outsider.token, { ids })
    expect((await list(client.token)).map(({ seen }) => seen)).toEqual([true])
    expect((await list(colleague.token)).map(({ seen }) => seen)).toEqual([false])
    expect((await list(owner.token)).map(({ seen }) => seen)).toEqual([false])
    await server.must('POST', `${base(stranger)}/read`, stranger.token, { ids })
    expect((await list(client.token)).length).toBe(1)
  })
})

describe('settings', () => {
  test('start with the specified defaults, and belong to one person', async () => {
    const fresh = await makeClient(server, owner, org, { agentIds: [mine.id], canAccess: ['/convos'] })
    const { data } = await server.must<{ data: PersonalNotifications }>('GET', `${base()}/settings`, fresh.token)
    expect(data).toEqual({ notifyThrough: 'all', notifyIf: 'requestsOnly', sound: true, quietHours: null })
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Lisbon' }
    await set(fresh.token, { notifyIf: 'all', quietHours })
    expect(await set(fresh.token, { sound: false })).toMatchObject({ notifyIf: 'all', sound: false, quietHours })
    expect((await clientRecord(fresh))?.notificationsSettings).toEqual({ notifyThrough: 'all', notifyIf: 'all' })
    // The account call keeps fields that it does not name.
    const path = `${server.api('eu')}/client/me`
    await server.must('PATCH', path, fresh.token, { notificationsSettings: { notifyThrough: 'email' } })
    expect(await set(fresh.token, {})).toEqual({ notifyThrough: 'email', notifyIf: 'all', sound: false, quietHours })
    expect(await set(fresh.token, { quietHours: null })).toMatchObject({ quietHours: null })
    const wrong = { quietHours: { ...quietHours, timeZone: 'Mars/Olympus' } }
    const refused = await call('PATCH', `${base()}/settings`, { bearer: fresh.token, body: wrong })
    expect(refused.status).toBe(400)
  })

  test('decide which levels there are', async () => {
    await set(client.token, { notifyIf: 'all' })
    await set(colleague.token, { notifyIf: 'none' })
    await handOff(await chat(mine))
    await expect
      .poll(() => titles(client.token), WAIT)
      .toEqual(expect.arrayContaining([asked, 'New conversation with Visitor']))
    await jobsDone()
    expect(await titles(colleague.token)).toEqual([])
    expect(await titles(owner.token)).toEqual([asked])
  })
})

describe('while a human speaks', () => {
  test('notifies only them, at intervals; an assignment counts as a request', async () => {
    await set(client.token, { notifyIf: 'all' })
    await set(colleague.token, { notifyIf: 'all' })
    const at = await chat(mine)
    await post(at, 'take-over', {}, client.token)
    await say(at, 'Are you there?')
    await say(at, 'Hello?')
    await expect.poll(() => titles(client.token), WAIT).toContain('Visitor replied')
    await jobsDone()
    const told = (await list(client.token)).filter(({ title }) => unnumbered(title) === 'Visitor replied')
    expect(told.map(({ notifyOnly }) => notifyOnly)).toEqual([[client.clientId]])
    expect(['Are you there?', 'Hello?']).toContain(told[0]?.body)
    expect(await titles(colleague.token)).not.toContain('Visitor replied')

    const assignee = { kind: 'client', id: colleague.clientId }
    await call('POST', `${pathOf(at)}/assignee`, { bearer: client.token, body: { assignee } })
    await expect.poll(() => titles(colleague.token), WAIT).toContain('Visitor: assigned to you by Client')
    expect(await titles(client.token)).not.toContain('Visitor: assigned to you by Client')
  })
})

describe('mail', () => {
  test('is sent once to each person who wants it, in the name of the agency', async () => {
    await set(client.token, { notifyThrough: 'email' })
    await set(colleague.token, { notifyThrough: 'push' })
    const at = await chat(mine)
    await handOff(at)
    await expect.poll(async () => (await mailsTo(client.email)).length, WAIT).toBe(1)
    await jobsDone()
    const [mail] = await mailsTo(client.email)
    expect(unnumbered(mail?.subject)).toBe(asked)
    expect(mail?.text).toContain(question)
    expect(mail?.text).toContain(
      `/app/eu/agents/${mine.id}/convos?conversation=${at.conversationId}&agency=${org.agencyId}`,
    )
    expect([await mailsTo(colleague.email), await mailsTo(outsider.email)]).toEqual([[], []])
  })

  test.each([
    ['a client user', () => client.token, () => client.email],
    ['a person of the workspace', () => owner.token, () => owner.email],
  ] as const)(
    'says that no person wrote it, is one thread a chat, and ends with one click: %s',
    async (_who, token, email) => {
      await set(token(), { notifyThrough: 'all' })
      const before = (await mailsTo(email())).length
      const at = await chat(mine)
      await handOff(at)
      await expect.poll(async () => (await mailsTo(email())).length, WAIT).toBe(before + 1)
      const headers = (await mailsTo(email()))[0]?.headers ?? {}
      expect(headers['auto-submitted']).toBe('auto-generated')
      expect(headers['in-reply-to']).toMatch(/^<chat-[0-9a-f]{32}@chat\.invalid>$/)
      expect(headers.references).toBe(headers['in-reply-to'])
      expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
      const link = headers['list-unsubscribe']?.replaceAll(/[<>\s]/g, '') ?? ''
      expect(link.startsWith(`${server.url}/api/eu/notifications/unsubscribe/`)).toBe(true)
      const of = () => server.must<{ data: PersonalNotifications }>('GET', `${base()}/settings`, token())
      const page = await fetch(link)
      expect([page.status, (await page.text()).includes('<form method="post">')]).toEqual([200, true])
      expect((await of()).data.notifyThrough).toBe('all')
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      for (let n = 0; n < 2; n += 1) expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
      expect((await of()).data.notifyThrough).toBe('push')
      const forged = `${link.slice(0, -3)}AAA`
      expect([(await fetch(forged)).status, (await fetch(forged, { method: 'POST', body })).status]).toEqual([404, 404])
      expect((await fetch(link.replace('/api/eu/', '/api/na/'), { method: 'POST', body })).status).toBe(404)
    },
  )

  test('is not sent for each visitor who asks in a row; the list contains them all', async () => {
    await set(client.token, { notifyThrough: 'email' })
    for (let n = 0; n < 3; n += 1) await handOff(await chat(mine))
    await expect.poll(() => titles(client.token), WAIT).toEqual([asked, asked, asked])
    await expect.poll(async () => (await mailsTo(client.email)).length, WAIT).toBe(1)
    await jobsDone()
    expect(await mailsTo(client.email)).toHaveLength(1)
    // Moves them to another hour.
    await server.dbs.eu.pool.query(`update notifications set created_at = created_at - interval '1 hour'`)
    await handOff(await chat(mine))
    await expect.poll(async () => (await mailsTo(client.email)).length, WAIT).toBe(2)
  })

  test('is sent for each message that visitors leave, though nobody answered the requests before', async () => {
    await set(client.token, { notifyThrough: 'email' })
    const [first, second] = [await chat(mine), await chat(mine)]
    const bodies = ['Please call me about the oak shelf', 'Is the walnut table back?']
    for (const at of [first, second]) await handOff(at)
    await expect.poll(() => titles(client.token), WAIT).toEqual([asked, asked])
    await expect.poll(async () => (await mailsTo(client.email)).length, WAIT).toBe(1)
    for (const [n, at] of [first, second].entries())
      expect((await post(at, 'leave-message', { email: 'ada@example.test', message: bodies[n] })).status).toBe(200)
    const left = async () => {
      const mails = await mailsTo(client.email)
      return bodies.map((body) => mails.filter(({ text }) => text.includes(body)).length)
    }
    await expect.poll(left, WAIT).toEqual([1, 1])
    await jobsDone()
    expect((await mailsTo(client.email)).map(({ subject }) => unnumbered(subject)).toSorted()).toEqual([
      'Visitor left a message',
      'Visitor left a message',
      asked,
    ])
  })

  test('is sent again at once when the visitor asks again after a person answered, and not before', async () => {
    await set(client.token, { notifyThrough: 'email' })
    const at = await chat(mine)
    await handOff(at)
    await expect.poll(async () => (await mailsTo(client.email)).length, WAIT).toBe(1)
    expect((await post(at, 'handoff/cancel')).status).toBe(200)
    await handOff(at)
    await jobsDone()
    expect(await mailsTo(client.email)).toHaveLength(1)
    await post(at, 'take-over', {}, client.token)
    const reply = { id: randomId(16), text: 'At nine.' }
    expect((await post(at, 'replies', reply, client.token)).status).toBe(200)
    await post(at, 'hand-back', {}, client.token)
    await handOff(at)
    await expect.poll(async () => (await mailsTo(client.email)).length, WAIT).toBe(2)
    await jobsDone()
    expect(await titles(client.token)).toEqual([asked])
  })

  test('pauses in quiet hours, and for lesser events while a client is offline', async () => {
    const hour = (shift: number) => new Date(Date.now() + shift * 3_600_000).toISOString().slice(11, 16)
    await set(client.token, { notifyThrough: 'all', quietHours: { from: hour(-1), to: hour(1), timeZone: 'UTC' } })
    const browser = await subscribe(client.token)
    await set(colleague.token, { notifyThrough: 'email', notifyIf: 'all' })
    await server.must('PATCH', `${server.api('eu')}/client/me`, colleague.token, { status: 'offline' })
    await handOff(await chat(mine))
    await expect
      .poll(async () => (await mailsTo(colleague.email)).map(({ subject }) => unnumbered(subject)), WAIT)
      .toEqual([asked])
    await jobsDone()
    expect(await titles(client.token)).toEqual([asked])
    expect([await mailsTo(client.email), browser.messages]).toEqual([[], []])
  })
})

describe('push', () => {
  test('reaches the browser, encrypted with the key of this installation', async () => {
    await set(client.token, { notifyThrough: 'push' })
    const [first, second] = [await subscribe(client.token), await subscribe(client.token)]
    expect((await clientRecord(client))?.FB_PUSH_TOKEN).not.toBe('')
    const at = await chat(mine)
    await handOff(at)
    await expect.poll(() => [first.messages.length, second.messages.length], WAIT).toEqual([1, 1])
    const [message] = first.messages
    expect(message).toMatchObject({
      urgency: 'high',
      topic: at.conversationId,
      contact: expect.stringMatching(/^mailto:/),
    })
    expect(JSON.parse(unnumbered(message?.text))).toMatchObject({
      title: asked,
      urlPathname: `/app/eu/agents/${mine.id}/convos?conversation=${at.conversationId}`,
    })
    expect([push.refusals, await mailsTo(client.email)]).toEqual([[], []])
    // The plain columns contain nothing that lets others push to the browser.
    const { rows } = await server.dbs.eu.pool.query('select * from push_subscriptions')
    expect(JSON.stringify(rows)).not.toContain(push.url)
  })

  test('is limited to ten in five minutes per agent, however many visitors ask; the list contains all', async () => {
    await set(client.token, { notifyThrough: 'push' })
    const browser = await subscribe(client.token)
    for (let n = 0; n < 12; n++) await handOff(await chat(mine))
    const text = "select count(*)::int as n from notifications where agent_id = $1 and org_id = $2 and kind = 'handoff'"
    await expect
      .poll(async () => (await server.dbs.eu.pool.query<{ n: number }>(text, [mine.id, org.orgId])).rows[0]?.n, WAIT)
      .toBe(12)
    await jobsDone()
    expect(browser.messages).toHaveLength(10)
  }, 60_000)

  test('is limited in the same way for conversations that a colleague assigns', async () => {
    await set(colleague.token, { notifyThrough: 'push' })
    const browser = await subscribe(colleague.token)
    const assign = (at: Awaited<ReturnType<typeof chat>>, { clientId }: TestClient) =>
      server.must('POST', `${pathOf(at)}/assignee`, client.token, { assignee: { kind: 'client', id: clientId } })
    const chats = await Promise.all(Array.from({ length: 12 }, () => chat(mine)))
    for (const at of chats) await assign(at, colleague)
    const text = "select 1 from notifications where kind = 'assigned' and notify_only = array[$1]"
    const told = async () => (await server.dbs.eu.pool.query(text, [colleague.clientId])).rowCount
    await expect.poll(told, WAIT).toBe(12)
    await jobsDone()
    expect(browser.messages).toHaveLength(10)
  }, 60_000)

  test('stops for an expired subscription, and is retried when the service is busy', async () => {
    await set(client.token, { notifyThrough: 'push' })
    const [ended, living] = [await subscribe(client.token), await subscribe(client.token)]
    ended.end()
    await handOff(await chat(mine))
    await expect.poll(() => living.messages.length, WAIT).toBe(1)
    await expect
      .poll(async () => {
        const text = 'select count(*)::int as n from push_subscriptions where person_id = $1'
        return (await server.dbs.eu.pool.query<{ n: number }>(text, [client.clientId])).rows[0]?.n
      }, WAIT)
      .toBe(1)
    push.fail(1)
    await handOff(await chat(mine))
    await expect.poll(() => living.messages.length, { timeout: 30_000 }).toBe(2)
  }, 60_000)

  test('stops when it is switched off, which works only for one’s own browser', async () => {
    await set(client.token, { notifyThrough: 'push' })
    const browser = await subscribe(client.token)
    const { endpoint } = browser.json
    await server.must('POST', `${base()}/push/remove`, colleague.token, { endpoint })
    expect((await clientRecord(client))?.FB_PUSH_TOKEN).not.toBe('')
    await server.must('POST', `${base()}/push/remove`, client.token, { endpoint })
    expect((await clientRecord(client))?.FB_PUSH_TOKEN).toBe('')
    await handOff(await chat(mine))
    await expect.poll(() => titles(client.token), WAIT).toEqual([asked])
    await jobsDone()
    expect(browser.messages).toEqual([])
  })

  test('belongs to the last person who subscribed with the browser', async () => {
    const browser = await subscribe(client.token)
    await server.must('POST', `${base()}/push`, colleague.token, browser.json)
    expect((await clientRecord(client))?.FB_PUSH_TOKEN).toBe('')
    expect((await clientRecord(colleague))?.FB_PUSH_TOKEN).not.toBe('')
  })

  test('is not sent to an address inside our network', async () => {
    const { json } = push.subscribe('key')
    for (const endpoint of ['http://127.0.0.1:1/x', 'http://169.254.169.254/latest', 'http://localhost/x']) {
      const body = { ...json, endpoint }
      expect((await call('POST', `${base()}/push`, { bearer: client.token, body })).status, endpoint).toBe(400)
    }
  })

  test('ends in every browser when the sessions of a person end', async () => {
    const browsersOf = async (id: string) => {
      const text = 'select count(*)::int as n from push_subscriptions where person_id = $1'
      return (await server.dbs.eu.pool.query<{ n: number }>(text, [id])).rows[0]?.n
    }
    const member = await server.join(owner, 'editor')
    for (const { token } of [member, member, client, colleague]) await subscribe(token)
    const { account } = await server.must<{ account: { id: string } }>(
      'GET',
      `${server.running.url}/api/account`,
      member.token,
    )
    expect(await browsersOf(account.id)).toBe(2)
    const browser = await subscribe(colleague.token)
    const isSubscribed = async (bearer: string) =>
      (
        await server.must<{ data: { isSubscribed: boolean } }>('POST', `${base()}/push/check`, bearer, {
          endpoint: browser.json.endpoint,
        })
      ).data.isSubscribed
    expect([await isSubscribed(colleague.token), await isSubscribed(client.token)]).toEqual([true, false])
    await server.must('POST', `${base()}/push/remove`, colleague.token, { endpoint: browser.json.endpoint })
    expect(await isSubscribed(colleague.token)).toBe(false)
    await server.must('POST', `${server.running.url}/api/account/sessions/end-others`, member.token)
    await expect.poll(() => browsersOf(account.id), WAIT).toBe(0)

    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}/clients/${client.clientId}`
    await server.must('PATCH', path, owner.token, { dashboardPassword: 'a new long passphrase' })
    await expect.poll(() => browsersOf(client.clientId), WAIT).toBe(0)
    expect((await clientRecord(client))?.FB_PUSH_TOKEN).toBe('')
    expect(await browsersOf(colleague.clientId)).toBe(1)
  })

  test('is not sent to a client user who was removed in the meantime', async () => {
    const browser = await subscribe(client.token)
    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}/clients/${client.clientId}`
    await server.must('DELETE', path, owner.token)
    await expect
      .poll(async () => {
        const text = 'select count(*)::int as n from push_subscriptions where person_id = $1'
        return (await server.dbs.eu.pool.query<{ n: number }>(text, [client.clientId])).rows[0]?.n
      }, WAIT)
      .toBe(0)
    await handOff(await chat(mine))
    await expect.poll(() => titles(colleague.token), WAIT).toEqual([asked])
    await jobsDone()
    expect(browser.messages).toEqual([])
  })
})

test('hides notifications from other workspaces', async () => {
  const statuses = await Promise.all(
    [client.token, owner.token].map(async (bearer) => (await call('GET', base(stranger), { bearer })).status),
  )
  expect(statuses).toEqual([404, 404])
  expect((await call('GET', base(), { bearer: 'nobody' })).status).toBe(401)
})

test('deletes notifications with their conversation', async () => {
  const at = await chat(mine)
  await handOff(at)
  await expect.poll(() => titles(owner.token), WAIT).toEqual([asked])
  await server.must('DELETE', pathOf(at), owner.token)
  await expect.poll(() => titles(owner.token), WAIT).toEqual([])
})
