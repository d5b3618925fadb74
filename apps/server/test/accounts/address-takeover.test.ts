// Someone signs up with another person's address; once that person proves it, nothing of the first one's opens
// anything.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const NEW_PASSWORD = 'mine since today'
const mailbox = async (to: string) =>
  (
    await server.must<{ items: { text: string }[] }>(
      'GET',
      `${server.url}/api/sandbox/mails?to=${encodeURIComponent(to)}`,
      undefined,
    )
  ).items
    .map(({ text }) => /reset-password\?token=(\w+)/.exec(text)?.[1])
    .filter((token) => token !== undefined)
async function reset({ email }: Person, password: string): Promise<void> {
  const known = new Set(await mailbox(email))
  await server.must('POST', `${server.url}/api/account/password-reset`, undefined, { email })
  const token = await vi.waitFor(
    async () => {
      const fresh = (await mailbox(email)).find((one) => !known.has(one))
      if (fresh === undefined) throw new Error('no mail yet')
      return fresh
    },
    { timeout: 20_000, interval: 50 },
  )
  await server.must('POST', `${server.url}/api/account/new-password`, undefined, { token, password })
}
const agentStatus = async (agent: TestAgent, bearer: string) =>
  (await call('GET', `${server.api(agent.region)}/v2/agents/${agent.id}`, { bearer })).status
const listStatus = async ({ region, workspace }: Person, bearer: string) =>
  (await call('GET', `${server.api(region)}/v2/workspaces/${workspace.uid}/agents`, { bearer })).status
const secretsOf = async (person: Person, agents: readonly TestAgent[], password: string) => {
  const { token } = await server.must<{ token: string }>('POST', `${server.url}/api/account/sign-in`, undefined, {
    email: person.email,
    password,
  })
  const { data } = await server.must<{ data: { workspaceSecret: string } }>(
    'GET',
    `${server.api(person.region)}/v2/workspaces/${person.workspace.uid}`,
    token,
  )
  const keys = await Promise.all(
    agents.map(({ id }) =>
      server.must<{ data: { SECRET_API_KEY: string } }>('GET', `${server.api(person.region)}/v2/agents/${id}`, token),
    ),
  )
  return [data.workspaceSecret, ...keys.map((one) => one.data.SECRET_API_KEY)]
}

const PLANTED = 'sk-planted-by-the-first-one'
/** Stores a provider key, which the process caches. */
async function plantKey(owner: Person): Promise<void> {
  const { region, workspace } = owner
  const path = `${server.api(region)}/v2/workspaces/${workspace.uid}/credentials/openai`
  await server.must('PUT', path, workspace.secret, { apiKey: PLANTED, baseUrl: '' })
  const secret = `${server.api(region)}/v2/workspaces/${workspace.uid}/secrets/SHOP`
  await server.must('PUT', secret, workspace.secret, { value: 'planted likewise' })
  expect(await keysOf(owner)).toEqual({ listed: 1, used: PLANTED, secrets: 1 })
}
async function keysOf({ region, workspace: { uid } }: Person) {
  const { contexts, services } = server.running.container
  const ctx = contexts.system(region)
  const key = await services.workspaces.providerKey(ctx, uid, 'openai')
  const secrets = (await services.tools.secrets(ctx, uid)).length
  return { listed: (await services.workspaces.listCredentials(ctx, uid)).length, used: key?.apiKey, secrets }
}

describe.each(['eu', 'na'] as const)('in %s', (region) => {
  let person: Person
  let other: TestAgent
  let agents: TestAgent[]
  beforeAll(async () => {
    person = await server.signUp(region)
    agents = [await server.makeAgent(person), await server.makeAgent(person)]
    other = await server.makeAgent(await server.signUp(region))
  })

  test('renews every secret at the first proof of the address, and keeps others’', async () => {
    const away = region === 'eu' ? 'na' : 'eu'
    const { data: second } = await server.must<{ data: { uid: string; workspaceSecret: string } }>(
      'POST',
      `${server.api(away)}/v2/workspaces`,
      person.token,
      {},
    )
    const elsewhere: Person = {
      ...person,
      region: away,
      workspace: { uid: second.uid, secret: second.workspaceSecret },
    }
    const made = await server.must<{ key: string }>(
      'POST',
      `${server.api(region)}/v2/workspaces/${person.workspace.uid}/keys`,
      person.token,
      { name: 'Planted', scopes: ['agents:read'] },
    )
    expect(await listStatus(person, made.key)).toBe(200)
    const old = [person.workspace.secret, ...agents.map(({ secret }) => secret)]
    for (const owner of [person, other.owner]) await plantKey(owner)
    await reset(person, NEW_PASSWORD)
    await vi.waitFor(
      async () => {
        expect(await listStatus(person, person.workspace.secret)).toBe(401)
        expect(await listStatus(person, made.key)).toBe(401)
        expect(await listStatus(elsewhere, second.workspaceSecret)).toBe(401)
        for (const agent of agents) expect(await agentStatus(agent, agent.secret)).toBe(401)
        expect((await keysOf(person)).secrets).toBe(0)
      },
      { timeout: 20_000, interval: 100 },
    )
    const now = await secretsOf(person, agents, NEW_PASSWORD)
    expect(await keysOf(person)).toEqual({ listed: 0, used: undefined, secrets: 0 })
    expect(await keysOf(other.owner)).toEqual({ listed: 1, used: PLANTED, secrets: 1 })
    expect(new Set([...old, ...now]).size).toBe(6)
    for (const secret of now) expect(secret).toMatch(/^vg_[A-Za-z0-9]{20}$/)
    expect(await listStatus(person, now[0]!)).toBe(200)
    expect(await agentStatus(agents[0]!, now[1]!)).toBe(200)
    expect(await agentStatus(other, other.secret)).toBe(200)
    expect(await listStatus(other.owner, other.owner.workspace.secret)).toBe(200)
  })

  test('changes no secret at a later reset, or when the job is repeated', async () => {
    const before = await secretsOf(person, agents, NEW_PASSWORD)
    const { pool } = server.dbs[region]
    const jobs = async () =>
      (
        await pool.query<{ name: string; data: Record<string, string> }>(
          `select name, data from pgboss.job where name like '%.renew-secret%' and (data->>'workspaceId' = $1
             or data->>'userId' = (select owner_id from workspaces where uid = $1)) order by name`,
          [person.workspace.uid],
        )
      ).rows
    const ran = await jobs()
    await plantKey({ ...person, workspace: { ...person.workspace, secret: before[0]! } })
    expect(ran.map(({ name }) => name)).toEqual(['agents.renew-secrets', 'workspaces.renew-secret'])
    await reset(person, 'another one of mine')
    expect(await jobs()).toHaveLength(2)
    const { contexts, services } = server.running.container
    const { userId = '', renewal = '' } = ran[1]!.data
    await services.workspaces.renewSecret(contexts.system(region), userId, renewal)
    await services.agents.renewSecrets(contexts.system(region, person.workspace.uid), renewal)
    const forgot = await pool.query<{ data: { at: number } }>(
      "select data from pgboss.job where name = 'tools.forget-secrets'",
    )
    const { at = 0 } = forgot.rows[0]?.data ?? {}
    expect(at).toBeGreaterThan(0)
    await services.tools.deleteSecretsUntil(contexts.system(region), person.workspace.uid, new Date(at))
    expect(await secretsOf(person, agents, 'another one of mine')).toEqual(before)
    expect(await keysOf(person)).toEqual({ listed: 1, used: PLANTED, secrets: 1 })
  })
})
