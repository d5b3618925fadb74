// Mail domains of agencies, against accounts at Resend that speak its protocol: two agencies in two regions.
import type { Agency } from '@parlance/contract/agencies/schemas'
import type { EmailDomain } from '@parlance/contract/domains/schemas'
import { startResend } from '@parlance/simulators/resend/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'

const accounts = { eu: await startResend({ domains: [] }), na: await startResend({ domains: [] }) }
afterAll(() => Promise.all(Object.values(accounts).map((one) => one.close())))
const accountOf = ({ key, url }: (typeof accounts)['eu']) => ({ apiKey: key, baseUrl: url })
const server = await startTestServer({
  settings: {
    mail: {
      from: 'Parlance <no-reply@parlance.localhost>',
      ways: {},
      accounts: { eu: accountOf(accounts.eu), na: accountOf(accounts.na) },
    },
  },
})
type Region = 'eu' | 'na'
type Failure = { message: string; code?: string }
interface Owner extends Person {
  readonly org: TestOrg
  readonly client: TestClient
}

async function owner(region: Region): Promise<Owner> {
  const person = await server.signUp(region)
  const org = await makeOrg(server, person, [])
  await server.dbs[region].pool.query(`update workspaces set plan = 'pay_as_you_go' where uid = $1`, [
    person.workspace.uid,
  ])
  return { ...person, org, client: await makeClient(server, person, org) }
}
let eu: Owner
let na: Owner
beforeAll(async () => {
  eu = await owner('eu')
  na = await owner('na')
})

const ask = <Body = Failure>(who: Person, method: string, path: string, body?: object) =>
  call<Body>(method, `${server.api(who.region)}/resend/domains/${path}`, { bearer: who.token, ...(body && { body }) })
const add = (who: Person, domain: string) =>
  ask<{ data: EmailDomain } & Failure>(who, 'POST', encodeURIComponent(domain), { userId: who.workspace.uid })
const look = (who: Person, id: string) => ask<{ data: EmailDomain } & Failure>(who, 'GET', id)
const agencyOf = async (who: Person): Promise<Agency> =>
  (
    await server.must<{ data: Agency }>(
      'GET',
      `${server.api(who.region)}/v2/workspaces/${who.workspace.uid}/agency`,
      who.token,
    )
  ).data
const reminders = async ({ region, workspace }: Person) =>
  (await server.dbs[region].pool.query('select * from dns_reminders where workspace_id = $1', [workspace.uid]))
    .rows as {
    domain: string
    sent: boolean
    user_email: string
  }[]
const sendCode = ({ region, org, client }: Owner) =>
  server.must('POST', `${server.api(region)}/rpc/ssoClient`, '', { email: client.email, agencyId: org.agencyId })
/** Codes can be requested every 30 seconds. */
const forgetCodes = ({ region }: Person) => server.dbs[region].pool.query('delete from client_sign_in_codes')
const service = () => server.running.container.services.emailDomains
const system = (region: Region) => server.running.container.contexts.system(region)

test('lets an agency add, verify and delete its mail domain, hidden from other agencies', async () => {
  const { status, body } = await add(eu, ' https://Mail.North.Example/ ')
  expect([status, body.data.domain, body.data.status]).toEqual([200, 'north.example', 'not_started'])
  expect(body.data.records.map(({ type, name }) => [type, name])).toEqual([
    ['MX', 'send'],
    ['TXT', 'send'],
    ['TXT', 'resend._domainkey'],
  ])
  const { id } = body.data
  expect((await add(eu, 'north.example')).body.message).toBe('This domain is already added.')
  expect((await add(eu, 'other.example')).status).toBe(409)
  expect(accounts.eu.domains()).toEqual(['north.example'])
  expect(await reminders(eu)).toMatchObject([{ domain: 'north.example', sent: false, user_email: eu.email }])

  const late = await owner('eu')
  expect((await add(late, 'north.example')).status).toBe(409)
  for (const stranger of [na, late]) {
    expect((await look(stranger, id)).status).toBe(404)
    expect((await ask(stranger, 'POST', `${id}/verify`)).status).toBe(404)
    expect((await ask(stranger, 'DELETE', id)).status).toBe(404)
    expect((await ask(stranger, 'GET', `${id}?userId=${eu.workspace.uid}`)).status).toBe(404)
  }

  expect((await ask(eu, 'POST', `${id}/verify`)).body).toEqual({ success: true })
  expect((await agencyOf(eu)).resendEmailDomainStatus).toBe('pending')
  expect((await look(eu, id)).body.data.status).toBe('pending')
  accounts.eu.settle('north.example', 'failed')
  expect((await look(eu, id)).body.data.status).toBe('failure')
  accounts.eu.settle('north.example', 'verified')
  expect((await look(eu, id)).body.data.status).toBe('verified')

  expect((await ask(eu, 'DELETE', id)).body).toEqual({ success: true })
  expect(await agencyOf(eu)).toMatchObject({
    resendEmailDomain: '',
    resendEmailDomainId: '',
    resendEmailDomainStatus: 'not_started',
    resendEmailDomainRecords_JSON_STRING: '',
  })
  expect((await look(eu, id)).status).toBe(404)
  expect(accounts.eu.domains()).toEqual([])
  expect(await reminders(eu)).toEqual([])
})

test.each([
  ['', 404],
  ['not a name', 400],
  ['127.0.0.1', 400],
  ['co.uk', 400],
  ['pаypal.example', 400],
])('refuses %j as a mail domain', async (typed, status) => {
  expect((await add(na, typed)).status).toBe(status)
  expect(accounts.na.domains()).toEqual([])
})

test('requires a plan with domains', async () => {
  const poor = await server.signUp('na')
  await makeOrg(server, poor, [])
  expect((await add(poor, 'poor.example')).status).toBe(402)
})

test('sends client mails from the verified domain, and from ours with one notice when it fails', async () => {
  const { id } = (await add(na, 'south.example')).body.data
  await server.must('PATCH', `${server.api('na')}/v2/workspaces/${na.workspace.uid}/agency`, na.token, {
    name: 'South',
  })
  await sendCode(na)
  expect(accounts.na.mails).toEqual([])
  expect((await server.mailsTo(na.client.email))[0]?.from).toContain('no-reply@parlance.localhost')

  await ask(na, 'POST', `${id}/verify`)
  accounts.na.settle('south.example', 'verified')
  expect((await look(na, id)).body.data.status).toBe('verified')
  await forgetCodes(na)
  await sendCode(na)
  expect(accounts.na.mails.map(({ from, to }) => [from, to])).toEqual([
    ['South <no-reply@south.example>', [na.client.email]],
  ])

  // The service refuses the sender before the next check: the mail comes from us, and the domain is checked.
  accounts.na.settle('south.example', 'temporary_failure')
  await forgetCodes(na)
  await sendCode(na)
  expect(accounts.na.mails).toHaveLength(1)
  expect(await server.mailsTo(na.client.email)).toHaveLength(2)
  await vi.waitFor(async () => expect((await agencyOf(na)).resendEmailDomainStatus).toBe('temporary_failure'), {
    timeout: 20_000,
  })
  accounts.na.settle('south.example', 'failed')
  await service().recheck(system('na'))
  const told = async () =>
    (await server.mailsTo(na.email)).filter(({ subject }) => subject.startsWith('Emails no longer come from'))
  await vi.waitFor(async () => expect(await told()).toHaveLength(1), { timeout: 20_000 })
}, 60_000)

test('reminds the person who added a domain of its records once after a day', async () => {
  const { id } = (await add(eu, 'slow.example')).body.data
  await service().remind(system('eu'))
  expect((await reminders(eu))[0]?.sent).toBe(false)
  await server.dbs.eu.pool.query(`update dns_reminders set timestamp = timestamp - interval '25 hours'`)
  await service().remind(system('eu'))
  await service().remind(system('eu'))
  expect((await reminders(eu))[0]?.sent).toBe(true)
  const told = async () =>
    (await server.mailsTo(eu.email)).filter(({ subject }) => subject.includes('still needs its DNS records'))
  await vi.waitFor(async () => expect(await told()).toHaveLength(1), { timeout: 20_000 })
  await service().removeOfWorkspace(server.running.container.contexts.system('eu', eu.workspace.uid))
  expect(accounts.eu.domains()).toEqual([])
  expect((await look(eu, id)).body.data.status).toBe('failure')
}, 60_000)

test('deletes the mail domain of a deleted workspace when it failed at first', async () => {
  const gone = await owner('na')
  expect((await add(gone, 'gone.example')).status).toBe(200)
  const deleted = () => service().removeOfWorkspace(server.running.container.contexts.system('na', gone.workspace.uid))
  accounts.na.fail('broken')
  await expect(deleted()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(accounts.na.domains()).toContain('gone.example')
  await deleted()
  expect(accounts.na.domains()).not.toContain('gone.example')
  expect(await reminders(gone)).toEqual([])
  expect((await add(await owner('na'), 'gone.example')).status).toBe(200)
}, 60_000)
