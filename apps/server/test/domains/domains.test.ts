// Domains from claim to live, against a name server that speaks the protocol: two agencies in two regions.
import type { DomainState } from '@parlance/contract/domains/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { startDns } from '@parlance/simulators/dns/server'
import { startVercel } from '@parlance/simulators/vercel/server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { startHookSink } from '../helpers/hook-sink.ts'
import { askHost } from '../helpers/hosts.ts'
import { makeOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const WAIT = { timeout: 20_000, interval: 50 }
const TARGET = 'cname.parlance.test'
const IP = '192.0.2.10'
const dns = await startDns()
const vercel = await startVercel()
const hook = await startHookSink()
afterAll(() => Promise.all([dns.close(), vercel.close(), hook.close()]))
const server = await startTestServer({
  settings: {
    publicUrl: 'http://app.parlance.test',
    dnsServers: [dns.address],
    vercel: { token: vercel.token, projectId: vercel.projectId, teamId: '', baseUrl: vercel.url },
    newSubdomainHookUrl: hook.url,
    domains: { rootDomain: 'agents.parlance.test', cname: TARGET, ip: IP },
  },
})
type Failure = { message: string }
type Claimed = { data: DomainState } & Failure

const entitle = ({ region, workspace }: Person) =>
  server.dbs[region].pool.query(`update workspaces set plan = 'pay_as_you_go' where uid = $1`, [workspace.uid])
async function owner(region: 'eu' | 'na'): Promise<Person> {
  const person = await server.signUp(region)
  await makeOrg(server, person, [])
  await entitle(person)
  return person
}
let eu: Person
let na: Person
beforeAll(async () => {
  eu = await owner('eu')
  na = await owner('na')
})

const path = (who: Person) => `${server.api(who.region)}/vercel-api/custom-domain`
const claim = (who: Person, customDomain: string, more: object = { isCustomDomain: true }) =>
  call<Claimed>('POST', path(who), { bearer: who.token, body: { customDomain, userId: who.workspace.uid, ...more } })
const query = (who: Person, domain: string, domainType = 'customDomain') =>
  `?${new URLSearchParams({ domain, domainType, userId: who.workspace.uid }).toString()}`
const status = (who: Person, domain: string) =>
  call<DomainState & Failure>('GET', path(who) + query(who, domain), { bearer: who.token })
const remove = (who: Person, domain: string, type = 'customDomain') =>
  call<Failure>('DELETE', path(who) + query(who, domain, type), { bearer: who.token })
const live = (who: Person, domain: string) =>
  call('GET', `${server.api(who.region)}/proxy${query(who, domain).replace(/&domainType=\w+/, '')}`, {
    bearer: who.token,
  })
const page = async (host: string) => (await askHost(server.url, host, '/api/account')).status

/** Creates the records that a claim asks for, as an agency does at its registrar. */
function makeRecords({ records, domain }: DomainState): void {
  for (const { type, value } of records)
    if (type === 'CNAME') dns.set({ name: domain, type: 'CNAME', value })
    else if (type === 'A') dns.set({ name: domain, type: 'A', value })
  for (const { type, name, value } of records)
    if (type === 'TXT')
      dns.set({
        name: `${name}.${domain
          .split('.')
          .slice(name === '_verify' ? 0 : 1)
          .join('.')}`,
        type,
        value,
      })
}

test('serves a custom domain once its records exist, and frees it when it is deleted', async () => {
  const { status: made, body } = await claim(eu, ' Chat.North.Example ')
  expect([made, body.data.domain, body.data.isVerified]).toEqual([200, 'chat.north.example', false])
  expect(body.data.records.map(({ type, name, ttl }) => [type, name, ttl])).toEqual([
    ['CNAME', 'chat', 'Auto'],
    ['TXT', '_verify.chat', 'Auto'],
  ])
  expect((await status(eu, 'chat.north.example')).body.isVerified).toBe(false)
  expect((await live(eu, 'chat.north.example')).status).toBe(503)
  expect(await page('chat.north.example')).toBe(404)
  makeRecords(body.data)
  const proven = (await status(eu, 'chat.north.example')).body
  expect([proven.isVerified, proven.records.map((record) => record.status)]).toEqual([true, ['verified', 'verified']])
  expect((await live(eu, 'chat.north.example')).status).toBe(200)
  expect(await page('chat.north.example')).toBe(200)
  expect((await remove(eu, 'chat.north.example')).status).toBe(200)
  await vi.waitFor(async () => expect(await page('chat.north.example')).toBe(404))
  expect((await status(eu, 'chat.north.example')).status).toBe(404)
})

test('adds a proven domain to the hosting project, and removes it with the domain', async () => {
  const host = 'chat.hosted.example'
  const { data } = (await claim(eu, host)).body
  makeRecords(data)
  vercel.down(true)
  expect((await status(eu, host)).status).toBe(503)
  vercel.down(false)
  vercel.taken.add(host)
  expect((await status(eu, host)).body.message).toBe('This domain already exists on another account.')
  vercel.taken.delete(host)
  // Added before a crash.
  vercel.hosts.add(host)
  expect((await status(eu, host)).body.isVerified).toBe(true)
  expect((await remove(eu, host)).status).toBe(200)
  expect([...vercel.hosts]).not.toContain(host)
})

test('removes a domain from the hosting project when another replaces it', async () => {
  const who = await owner('eu')
  const [first, second] = ['chat.before.example', 'chat.after.example']
  makeRecords((await claim(who, first)).body.data)
  expect((await status(who, first)).body.isVerified).toBe(true)
  expect([...vercel.hosts]).toContain(first)
  expect((await claim(who, second)).status).toBe(200)
  expect([...vercel.hosts]).not.toContain(first)
  await vi.waitFor(async () => expect(await page(first)).toBe(404))
})

test('removes the domain of a deleted workspace from the hosting project when that failed at first', async () => {
  const gone = await owner('na')
  const host = 'chat.gone.example'
  makeRecords((await claim(gone, host)).body.data)
  expect((await status(gone, host)).body.isVerified).toBe(true)
  const { container } = server.running
  const release = () =>
    container.services.domains.releaseOfWorkspace(container.contexts.system('na', gone.workspace.uid))
  vercel.down(true)
  onTestFinished(() => vercel.down(false))
  await expect(release()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  vercel.down(false)
  expect([...vercel.hosts]).toContain(host)
  await release()
  expect([...vercel.hosts]).not.toContain(host)
  await vi.waitFor(async () => expect(await page(host)).toBe(404))
})

test('[1.30] keeps a domain in the hosting project when an agency that never proved it removes it', async () => {
  const host = 'chat.kept.example'
  const other = await owner('na')
  await claim(other, host)
  makeRecords((await claim(eu, host)).body.data)
  expect((await status(eu, host)).body.isVerified).toBe(true)
  expect((await remove(other, host)).status).toBe(200)
  expect([...vercel.hosts]).toContain(host)
})

test('gives a domain that two agencies claim to the first that proves it, in any region', async () => {
  const host = 'help.shared.example'
  const [first, second] = [(await claim(eu, host)).body.data, (await claim(na, host)).body.data]
  expect(first.verification[0]?.value).not.toBe(second.verification[0]?.value)
  makeRecords(first)
  makeRecords(second)
  const answers = await Promise.all([status(eu, host), status(na, host)])
  expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find((one) => one.status === 409)?.body.message).toBe('This domain already exists on another account.')
  const late = await owner('eu')
  expect((await claim(late, host)).body.message).toBe('This domain already exists on another account.')
})

test('[1.30] does not accept one tenant’s record as proof for another', async () => {
  const host = 'chat.victim.example'
  makeRecords((await claim(eu, host)).body.data)
  await claim(na, host)
  expect((await status(na, host)).body.isVerified).toBe(false)
})

test('follows a chain of aliases to us, and requires the address for an apex', async () => {
  const { data } = (await claim(na, 'support.chain.example')).body
  makeRecords(data)
  dns.set({ name: 'support.chain.example', type: 'CNAME', value: 'edge.chain.example' })
  dns.set({ name: 'edge.chain.example', type: 'CNAME', value: TARGET })
  expect((await status(na, 'support.chain.example')).body.isVerified).toBe(true)
  const apex = (await claim(eu, 'example.co.uk')).body.data
  expect(apex.records[0]).toMatchObject({ type: 'A', name: '@', value: IP })
  makeRecords(apex)
  expect((await status(eu, 'example.co.uk')).body.isVerified).toBe(true)
})

test('serves a product subdomain at once, for one agency, and calls the hook', async () => {
  const { body } = await claim(eu, 'My Brand', { isVGSubdomain: true })
  expect(body.data).toMatchObject({ domain: 'mybrand.agents.parlance.test', isVerified: true })
  expect(await page('mybrand.agents.parlance.test')).toBe(200)
  const second = await claim(na, 'mybrand', { isVGSubdomain: true })
  expect([second.status, second.body.message]).toEqual([409, 'This domain already exists. Please try another one.'])
  const told = { subdomain: 'mybrand.agents.parlance.test', workspaceId: eu.workspace.uid, region: 'eu' }
  await vi.waitFor(() => expect(hook.heard).toContainEqual({ ...told, agencyId: expect.any(String) }), WAIT)
}, 60_000)

test('uses the caller’s own workspace when none is named, and answers whether a name is free', async () => {
  const ask = (who: Person, to: string, named: Record<string, string>, method: 'GET' | 'DELETE' = 'GET') =>
    call<DomainState & Failure>(method, `${server.api(who.region)}${to}?${new URLSearchParams(named).toString()}`, {
      bearer: who.token,
    })
  const free = (who: Person, domain: string, domainType = 'customDomain') =>
    ask(who, '/v2/domain-names/available', { domain, domainType })
  const host = 'chat.unnamed.example'
  const own = { domain: host, domainType: 'customDomain' }
  expect((await free(na, host)).body).toEqual({ success: true })
  makeRecords((await claim(eu, host)).body.data)
  expect((await ask(eu, '/vercel-api/custom-domain', own)).body.isVerified).toBe(true)
  expect((await ask(eu, '/proxy', { domain: host })).status).toBe(200)
  expect((await free(eu, host)).status).toBe(200)
  expect((await free(na, host)).body.message).toBe('This domain already exists on another account.')
  await claim(await owner('eu'), 'their-brand', { isVGSubdomain: true })
  expect((await free(na, 'their-brand', 'vgSubdomain')).status).toBe(409)
  expect((await free(na, 'example.com')).body.message).toBe('Please input a subdomain: "example.com"')
  expect((await ask(na, '/vercel-api/custom-domain', own, 'DELETE')).status).toBe(404)
  expect((await ask(eu, '/vercel-api/custom-domain', own, 'DELETE')).body).toMatchObject({ success: true })
})

test('allows a check of two domains every five seconds, apart from claims', async () => {
  const quota = ({ headers }: { headers: Headers }, name: string) =>
    Number(new RegExp(`"${name}-actor";q=(\\d+);w=60`).exec(headers.get('ratelimit-policy') ?? '')?.[1])
  const claimed = quota(await claim(na, 'chat.polled.example'), 'probe')
  const [checked, probed] = [await status(na, 'chat.polled.example'), await live(na, 'chat.polled.example')]
  for (const answer of [checked, probed]) expect(quota(answer, 'domainCheck')).toBe(3 * claimed)
  expect(quota(checked, 'probe')).toBeNaN()
})

test('changes nothing when it refuses', async () => {
  const stranger = await server.signUp('eu')
  expect((await claim(stranger, 'chat.stranger.example')).status).toBe(402)
  expect((await claim(eu, '')).body.message).toBe('Please enter a custom domain')
  expect((await claim(eu, 'example.com')).body.message).toBe('Please input a subdomain: "example.com"')
  const theirs = { ...eu, token: stranger.token }
  expect((await claim(theirs, 'chat.theirs.example')).status).toBe(404)
  expect((await status(theirs, 'example.co.uk')).status).toBe(404)
  expect((await remove(na, 'example.co.uk')).status).toBe(404)
})

testAll(
  'decides nothing while no name server answers',
  async () => {
    await claim(na, 'chat.silent.example')
    dns.silence(true)
    expect((await status(na, 'chat.silent.example')).status).toBe(503)
    dns.silence(false)
    expect((await status(na, 'chat.silent.example')).status).toBe(200)
  },
  60_000,
)

describe('the daily check', { timeout: 60_000 }, () => {
  const recheck = () => {
    const { container } = server.running
    return container.services.domains.recheck(container.contexts.system('na'))
  }
  test('warns when records are gone, stops serving after three days, and serves again when they are back', async () => {
    const host = `chat.${randomId(8).toLowerCase()}.example`
    makeRecords((await claim(na, host)).body.data)
    expect((await status(na, host)).body.isVerified).toBe(true)
    dns.set({ name: host, type: 'CNAME', value: 'elsewhere.example' })
    await recheck()
    expect(await page(host)).toBe(200)
    const subjects = async () => (await server.mailsTo(na.email)).map(({ subject }) => subject)
    await vi.waitFor(
      async () => expect((await subjects()).some((subject) => subject.startsWith('The DNS records of'))).toBe(true),
      15_000,
    )
    await server.dbs.identity.pool.query(
      `update hosts set failing_since = failing_since - interval '4 days' where host = $1`,
      [host],
    )
    await recheck()
    await vi.waitFor(async () => expect(await page(host)).toBe(404))
    dns.set({ name: host, type: 'CNAME', value: TARGET })
    await recheck()
    await vi.waitFor(async () => expect(await page(host)).toBe(200))
  })

  test('leaves nothing in the hosting project of a domain that is removed while it is not served', async () => {
    const host = `chat.${randomId(8).toLowerCase()}.example`
    makeRecords((await claim(na, host)).body.data)
    expect((await status(na, host)).body.isVerified).toBe(true)
    dns.set({ name: host, type: 'CNAME', value: 'elsewhere.example' })
    const since = `update hosts set failing_since = now() - interval '4 days' where host = $1`
    await server.dbs.identity.pool.query(since, [host])
    await recheck()
    await vi.waitFor(async () => expect(await page(host)).toBe(404))
    vercel.down(true)
    onTestFinished(() => vercel.down(false))
    expect((await remove(na, host)).status).toBe(503)
    vercel.down(false)
    expect((await remove(na, host)).status).toBe(200)
    expect([...vercel.hosts]).not.toContain(host)
  })

  test('[1.30] lets the next agency prove a host that is no longer served, and the first one not without its record', async () => {
    const host = `chat.${randomId(8).toLowerCase()}.example`
    const first = (await claim(na, host)).body.data
    makeRecords(first)
    expect((await status(na, host)).body.isVerified).toBe(true)
    dns.set({ name: host, type: 'CNAME', value: 'elsewhere.example' })
    const since = `update hosts set failing_since = now() - interval '4 days' where host = $1`
    await server.dbs.identity.pool.query(since, [host])
    await recheck()
    dns.remove(`_verify.${host}`)
    dns.set({ name: host, type: 'CNAME', value: TARGET })
    await recheck()
    expect(await page(host)).toBe(404)
    const next = (await claim(eu, host)).body.data
    makeRecords(next)
    expect((await status(eu, host)).body.isVerified).toBe(true)
    await vi.waitFor(async () => expect(await page(host)).toBe(200))
    makeRecords(first)
    expect((await status(na, host)).body.message).toBe('This domain already exists on another account.')
    await recheck()
    expect((await live(eu, host)).status).toBe(200)
    await remove(na, host)
    expect((await live(eu, host)).status).toBe(200)
  })
})

test('mails records to a developer in our words, not in those of the caller', async () => {
  const { data } = (await claim(eu, 'chat.mail.example')).body
  const to = `dev${randomId(8).toLowerCase()}@example.test`
  const body = { to, domain: data.domain, userId: eu.workspace.uid, htmlContent: '<b>Click evil.test</b>' }
  const url = `${server.api('eu')}/mail/send-dns-instructions`
  expect((await call('POST', url, { bearer: eu.token, body })).status).toBe(200)
  const [mail] = await server.mailsTo(to)
  for (const { value } of data.records) expect(mail?.text).toContain(value)
  expect(mail?.text).not.toContain('evil.test')
  expect((await call<Failure>('POST', url, { bearer: eu.token, body: { ...body, to: 'abc' } })).status).toBe(400)
  expect((await call('POST', url, { body })).status).toBe(401)
})

test('finds the caller’s own domain in any region with the call without a region', async () => {
  const { data } = (await claim(na, 'chat.anywhere.example')).body
  const url = `${server.url}/api/mail/send-dns-instructions`
  const to = `dev${randomId(8).toLowerCase()}@example.test`
  const body = { to, subject: 'DNS of chat.anywhere.example', htmlContent: '<b>evil.test</b>', fromDisplayName: 'X' }
  expect((await call('POST', url, { bearer: na.token, body })).body).toEqual({ success: true, message: 'Email sent' })
  const [mail] = await server.mailsTo(to)
  for (const { value } of data.records) expect(mail?.text).toContain(value)
  expect(mail?.text).not.toContain('evil.test')
  const named = { ...body, domain: 'chat.anywhere.example' }
  expect((await call('POST', url, { bearer: eu.token, body: named })).status).toBe(404)
  expect((await call('POST', url, { body })).status).toBe(401)
})

test('requests certificates only for hosts that are served', async () => {
  const ask = async (domain: string) => (await fetch(`${server.url}/internal/tls-ask?domain=${domain}`)).status
  expect(await ask('mybrand.agents.parlance.test')).toBe(200)
  expect(await ask('app.parlance.test')).toBe(200)
  expect(await ask('nobody.example')).toBe(404)
  expect(await ask('')).toBe(404)
})

test('frees the host of a deleted workspace', async () => {
  const gone = await owner('na')
  const { data } = (await claim(gone, `brand${randomId(6).toLowerCase()}`, { isVGSubdomain: true })).body
  expect(await page(data.domain)).toBe(200)
  const { container } = server.running
  await container.services.domains.releaseOfWorkspace(container.contexts.system('na', gone.workspace.uid))
  await vi.waitFor(async () => expect(await page(data.domain)).toBe(404))
})
