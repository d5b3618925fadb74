// The white-label trial: once per owner, 14 days, and its aftermath.
import { describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await sharedTestServer()

describe.each(['eu', 'na'] as const)('the white-label trial in %s', (region) => {
  const api = server.api(region)
  const start = (by: Person, workspaceId = by.workspace.uid) =>
    call<{ whitelabelTrialEndsAt: number; code?: string }>('POST', `${api}/rpc/activateWhitelabelTrial`, {
      bearer: by.token,
      body: { workspaceId },
    })
  const workspace = (by: Person) =>
    server.must<{ data: { internal: object; entitlements: { whitelabel: boolean } } }>(
      'GET',
      `${api}/v2/workspaces/${by.workspace.uid}`,
      by.token,
    )
  const rename = (by: Person, name: string) =>
    call<{ code?: string; message?: string }>('PATCH', `${api}/v2/workspaces/${by.workspace.uid}/agency`, {
      bearer: by.token,
      body: { name },
    })
  const endedDaysAgo = (by: Person, days: number) =>
    server.dbs[region].pool.query(
      `update workspaces set internal = jsonb_set(internal, '{whitelabelTrialEndsAt}', to_jsonb($2::bigint)) where uid = $1`,
      [by.workspace.uid, Math.floor(Date.now() / 1000) - days * 86_400],
    )

  test('lasts 14 days and starts once, also when requested twice', async () => {
    const owner = await server.signUp(region)
    const answers = await Promise.all([start(owner), start(owner)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const endsAt = answers.find(({ status }) => status === 200)?.body.whitelabelTrialEndsAt ?? 0
    expect(Math.abs(endsAt - Date.now() / 1000 - 1_209_600)).toBeLessThan(60)
    expect((await workspace(owner)).data).toMatchObject({
      internal: { whitelabel_trial: true, whitelabelTrialEndsAt: endsAt },
      entitlements: { whitelabel: true },
    })
  })

  test('is refused to the owner’s second workspace, and to others than the owner', async () => {
    const owner = await server.signUp(region)
    const { data } = await server.must<{ data: { uid: string } }>('POST', `${api}/v2/workspaces`, owner.token, {
      workspaceName: 'Second',
    })
    expect((await start(owner, data.uid)).status).toBe(200)
    expect((await start(owner)).body.code).toBe('CONFLICT')
    expect((await start(await server.signUp(region), data.uid)).status).toBe(404)
  })

  test('keeps the settings editable for 7 days after its end, then read-only', async () => {
    const owner = await server.signUp(region)
    await start(owner)
    await server.must('POST', `${api}/v2/workspaces/${owner.workspace.uid}/agency`, owner.token, {})
    await endedDaysAgo(owner, 6)
    expect((await workspace(owner)).data.entitlements.whitelabel).toBe(false)
    expect((await rename(owner, 'Grace')).status).toBe(200)
    await endedDaysAgo(owner, 8)
    const refused = await rename(owner, 'Over')
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('trial is over')])
    const kept = await server.must<{ data: { name: string } }>(
      'GET',
      `${api}/v2/workspaces/${owner.workspace.uid}/agency`,
      owner.token,
    )
    expect(kept.data.name).toBe('Grace')
    expect((await start(owner)).body.code).toBe('CONFLICT')
  })
})
