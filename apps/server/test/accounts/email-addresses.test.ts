// One rule for e-mail addresses at every entry point; and valid addresses that take no mail.
import { randomId } from '@parlance/contract/lib/ids'
import { startMail } from '@parlance/simulators/mail/server'
import { afterAll, expect, test, vi } from 'vitest'
import { TAKES_NO_MAIL } from '../../src/lib/mail.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'

const smtp = await startMail()
afterAll(() => smtp.close())
const server = await startTestServer({
  settings: {
    mail: { from: 'Parlance <hello@parlance.test>', ways: {}, general: { kind: 'smtp', url: smtp.smtpUrl } },
  },
})
type Answer = { code?: string; message?: string }
const password = 'correct horse battery'
const at = ({ region, workspace }: Person, rest: string) =>
  `${server.api(region)}/v2/workspaces/${workspace.uid}${rest}`
const confirmed = ({ email }: Person) =>
  server.dbs.identity.pool.query('update users set email_verified = true where email = $1', [email])

async function owner(): Promise<Person> {
  const person = await server.signUp('eu')
  await confirmed(person)
  await server.dbs.eu.pool.query('update workspaces set owner_verified = true where uid = $1', [person.workspace.uid])
  return person
}
/** Each way to enter an address, with its status and message. */
const doors = (person: Person, agentId: string, email: string) => {
  const ask = async (method: string, url: string, body: object, bearer?: string) => {
    const { status, body: said } = await call<Answer>(method, url, { body, ...(bearer ? { bearer } : {}) })
    return [status, JSON.stringify(said)] as const
  }
  const signUp = { email, password, name: 'Ada', region: 'eu' }
  const secret = encodeURIComponent(person.workspace.secret)
  return Promise.all([
    ask('POST', `${server.url}/api/account/sign-up`, signUp),
    ask('POST', `${server.url}/api/account/email`, { newEmail: email, password }, person.token),
    ask('POST', at(person, '/members'), { email }, person.token),
    ask('POST', `${server.api('eu')}/no-auth/workspaces/${person.workspace.uid}/invite?secret=${secret}`, { email }),
    ask('POST', at(person, '/email'), { to: email, subject: 'Hello', html: 'Hello' }, person.token),
    ask(
      'POST',
      `${server.api('eu')}/v2/agents/${agentId}/conversations/none/leave-message`,
      { email, message: 'Hello' },
      person.workspace.secret,
    ),
  ])
}

test.each([
  'a..b@example.test',
  '.a@example.test',
  'a.@example.test',
  'a@b',
  'a@b..test',
  'a@-b.test',
  'a,b@example.test',
])('refuses %s everywhere, at once and with the same message', async (email) => {
  const person = await owner()
  const agent = await server.makeAgent(person)
  for (const [status, said] of await doors(person, agent.id, email)) {
    expect(said).toContain('Please enter a valid email')
    expect(status).toBe(400)
  }
  const { rows } = await server.dbs.eu.pool.query('select email from workspace_members where workspace_id = $1', [
    person.workspace.uid,
  ])
  expect(rows).toEqual([{ email: person.email }])
  expect(smtp.inbox.list({ to: email })).toEqual([])
})

test.each(['o’brien@example.test', 'a&b@example.test', 'jörg@bücher.example', 'ada@пример.рф'])(
  '%s can sign up, be invited and become an account’s address, however it is spelled',
  async (written) => {
    const unique = randomId(8).toLowerCase()
    const email = `${unique}${written}`
    const person = await owner()
    const signUp = { email, password, name: 'Ada', region: 'eu' }
    const made = await call<{ account: { email: string } }>('POST', `${server.url}/api/account/sign-up`, {
      body: signUp,
    })
    expect(made.status).toBe(200)
    const again = await call<Answer>('POST', `${server.url}/api/account/sign-up`, {
      body: { ...signUp, email: email.toUpperCase() },
    })
    expect(again.body.code).toBe('EMAIL_TAKEN')
    const known = { email, password }
    expect((await call('POST', `${server.url}/api/account/sign-in`, { body: known })).status).toBe(200)
    const invited = await call<{ data: { email: string } }>('POST', at(person, '/members'), {
      bearer: person.token,
      body: { email: email.toUpperCase() },
    })
    expect(invited.body.data.email).toBe(made.body.account.email)
  },
)

test.each(['\u3164', '\u2800', '＠x', '，x'])(
  'an account from before %j was refused can still sign in and get a new password',
  async (part) => {
    const person = await server.signUp('eu')
    const email = `${randomId(8).toLowerCase()}${part}@example.test`
    const { pool } = server.dbs.identity
    await pool.query('update users set email = $2, email_verified = true where email = $1', [person.email, email])
    const body = { email, password: person.password }
    expect((await call('POST', `${server.url}/api/account/sign-in`, { body })).status).toBe(200)
    expect((await call('POST', `${server.url}/api/account/password-reset`, { body: { email } })).status).toBe(200)
    const link = () => smtp.inbox.list({ to: email }).flatMap(({ text }) => /token=([\w.~%-]+)/.exec(text)?.[1] ?? [])
    await vi.waitFor(() => expect(link()).toHaveLength(1), 20_000)
    const token = decodeURIComponent(link()[0] ?? '')
    const renewed = { token, password: 'another horse battery' }
    expect((await call('POST', `${server.url}/api/account/new-password`, { body: renewed })).status).toBe(200)
    const next = { email, password: renewed.password }
    expect((await call('POST', `${server.url}/api/account/sign-in`, { body: next })).status).toBe(200)
  },
)

test('refuses an address that takes no mail, once, without delaying others', async () => {
  const person = await owner()
  const gone = `gone${randomId(8).toLowerCase()}@example.test`
  smtp.control.set({ fault: { kind: 'reject', match: { to: 'gone' }, times: 99 } })
  const change = () =>
    call<Answer>('POST', `${server.url}/api/account/email`, {
      bearer: person.token,
      body: { newEmail: gone, password },
    })
  // Undelivered mails do not count against the mailbox.
  for (let times = 0; times < 5; times += 1)
    expect(await change()).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: TAKES_NO_MAIL.message },
    })
  const { rows } = await server.dbs.eu.pool.query('select 1 from workspace_members where email = $1', [gone])
  expect(rows).toEqual([])
  await server.must('POST', at(person, '/members'), person.token, { email: gone })
  const jobs = async (name: string) => {
    const found = await server.dbs.eu.pool.query<{ state: string }>(
      `select state::text from pgboss.job where name = $1 and data::text like $2`,
      [name, `%${person.workspace.uid}%`],
    )
    return found.rows.map(({ state }) => state)
  }
  await vi.waitFor(async () => expect(await jobs('workspaces.send-invitation')).toEqual(['completed']), 20_000)
  // When one of several refuses mail, the others get theirs once; when it is the only one, that is reported.
  await server.dbs.eu.pool.query('update workspace_members set joined_at = now() where email = $1', [gone])
  const mail = (to?: string) =>
    call<Answer>('POST', at(person, '/email'), {
      bearer: person.token,
      body: { subject: 'News', html: 'Hello', ...(to ? { to } : {}) },
    })
  expect((await mail()).status).toBe(200)
  expect(smtp.inbox.list({ to: person.email }).filter(({ subject }) => subject.includes('News'))).toHaveLength(1)
  expect(await mail(gone)).toMatchObject({ status: 400, body: { message: TAKES_NO_MAIL.message } })
  smtp.control.reset()
})
