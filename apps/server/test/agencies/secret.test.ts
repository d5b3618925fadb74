// The secret of an agency as a bearer token: it opens what the agency owns and nothing else.
import { randomId } from '@parlance/contract/lib/ids'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await startTestServer()

describe.each(['eu', 'na'] as const)('the secret of an agency in %s', (region) => {
  const api = server.api(region)
  const agencyOf = async (owner: Person) => {
    const path = `${api}/v2/workspaces/${owner.workspace.uid}/agency`
    return (await server.must<{ data: { ID: string; secret: string } }>('GET', path, owner.token)).data
  }

  test('opens agents, organisations and the public record of its workspace, and is logged', async () => {
    const owner = await server.signUp(region)
    const agent = await server.makeAgent(owner)
    const { orgId } = await makeOrg(server, owner, [agent.id])
    const { ID, secret } = await agencyOf(owner)
    const ask = (method: string, path: string, body?: object) =>
      call<Record<string, unknown>>(method, `${api}${path}`, { bearer: secret, ...(body && { body }) })
    const { uid } = owner.workspace
    const saved = await ask('POST', `/v2/agents/${agent.id}`, { title: 'By the agency' })
    expect(saved.status).toBe(200)
    expect(saved.headers.get('ratelimit-policy')).toContain('standard-actor')
    expect((await ask('PATCH', `/v2/workspaces/${uid}/orgs/${orgId}`, { name: 'Renamed' })).status).toBe(200)
    expect((await ask('GET', `/public/users/${uid}?agencyId=${ID}`)).body).toMatchObject({
      data: { workspaceSecret: owner.workspace.secret },
    })
    const { rows } = await server.dbs[region].pool.query<{ actor_id: string }>(
      `select actor_id from audit_entries where workspace_id = $1 and action = 'orgs.update'`,
      [uid],
    )
    expect(rows.map(({ actor_id }) => actor_id)).toEqual([ID])
  })

  test('manages the agency, its client users and its domains, and the log names it', async () => {
    const owner = await server.signUp(region)
    const agent = await server.makeAgent(owner)
    const { orgId } = await makeOrg(server, owner, [agent.id])
    const { uid } = owner.workspace
    await server.dbs[region].pool.query(`update workspaces set plan = 'pay_as_you_go' where uid = $1`, [uid])
    const { ID, secret } = await agencyOf(owner)
    const ask = (method: string, path: string, body?: object) =>
      call<{ data?: { ID: string } } & Record<string, unknown>>(method, `${api}${path}`, {
        bearer: secret,
        ...(body && { body }),
      })
    const orgs = `/v2/workspaces/${uid}/orgs/${orgId}/clients`
    const email = `c${randomId(8).toLowerCase()}@example.test`
    const client = await ask('POST', orgs, { name: 'Mia Lund', email, dashboardPassword: 'correct horse battery' })
    expect(client.status).toBe(200)
    const [host, mail] = [`chat.${randomId(8).toLowerCase()}.example`, `${randomId(8).toLowerCase()}.example`]
    const named = `domain=${host}&domainType=customDomain`
    for (const [method, path, body] of [
      ['PATCH', `${orgs}/${client.body.data?.ID}`, { name: 'Mia' }],
      ['POST', `${orgs}/${client.body.data?.ID}/invite`],
      ['PATCH', `/v2/workspaces/${uid}/agency`, { name: 'Northlight' }],
      ['GET', `/v2/workspaces/${uid}/agents`],
      ['GET', `/v2/workspaces/${uid}/conversations`],
      ['GET', `/v2/workspaces/${uid}/client-billing`],
      ['GET', `/v2/agents/${agent.id}/campaigns`],
      ['POST', '/vercel-api/custom-domain', { customDomain: host, userId: uid, isCustomDomain: true }],
      ['GET', `/vercel-api/custom-domain?${named}`],
      ['DELETE', `/vercel-api/custom-domain?${named}`],
      ['POST', `/resend/domains/${mail}`, { userId: uid }],
    ] as const)
      expect((await ask(method, path, body)).status, `${method} ${path}`).toBe(200)
    for (const path of ['', '/members', '/billing', '/keys', '/audit'])
      expect((await ask('GET', `/v2/workspaces/${uid}${path}`)).status, path).toBe(403)
    const { rows } = await server.dbs[region].pool.query<{ action: string; actor_kind: string; actor_id: string }>(
      `select action, actor_kind, actor_id from audit_entries where workspace_id = $1 and actor_kind = 'agency'`,
      [uid],
    )
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['orgs.addClient', 'agencies.update', 'domains.claim', 'domains.remove']),
    )
    expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([ID]))
  })

  test('opens nothing of others, and nothing once it was renewed', async () => {
    const [owner, other] = [await server.signUp(region), await server.signUp(region)]
    const [mine, theirs] = [await server.makeAgent(owner), await server.makeAgent(other)]
    await makeOrg(server, owner, [mine.id])
    const { secret } = await agencyOf(owner)
    const get = (path: string) =>
      call<{ data?: { workspaceSecret?: string } }>('GET', `${api}${path}`, { bearer: secret })
    expect((await get(`/v2/agents/${theirs.id}`)).status).toBe(404)
    expect((await get(`/v2/workspaces/${other.workspace.uid}/orgs`)).status).toBe(404)
    expect((await get(`/public/users/${other.workspace.uid}`)).body.data).not.toHaveProperty('workspaceSecret')
    expect((await get(`/v2/agents/${mine.id}`)).status).toBe(200)
    await server.must('POST', `${api}/v2/workspaces/${owner.workspace.uid}/agency/secret`, owner.token, {})
    expect((await get(`/v2/agents/${mine.id}`)).status).toBe(401)
  })
})
