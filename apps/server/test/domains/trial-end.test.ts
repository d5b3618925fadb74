// The hosts of an agency after its white-label trial: 7 more days, then they are not available.
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { askHost, putHost } from '../helpers/hosts.ts'
import { makeOrg, type TestOrg } from '../helpers/orgs.ts'
import type { Person } from '../helpers/people.ts'

const APP = 'app.parlance.test'
const DAY_MS = 86_400_000
let ahead = 0
const server = await startTestServer({
  settings: { publicUrl: `https://${APP}`, now: () => Date.now() + ahead },
})

describe.each(['eu', 'na'] as const)('after the white-label trial in %s', (region) => {
  const host = `chat.${region}.example`
  let owner: Person
  let org: TestOrg
  const api = server.api(region)
  const ask = (path: string) => {
    server.running.container.origins.forget(host)
    return askHost(server.url, host, path)
  }
  /** The origin that a mail to the agency's admin links to. */
  const mailed = async () => (await server.running.container.origins.ofAgency(org.agencyId)).origin
  /** What the dashboard links by. */
  const isVerified = async () => {
    const path = `${api}/v2/workspaces/${owner.workspace.uid}/agency`
    const { data } = await server.must<{ data: { isVerifiedCustomDomain: boolean } }>('GET', path, owner.token)
    return data.isVerifiedCustomDomain
  }
  const daysLater = (days: number) => {
    ahead = days * DAY_MS
  }

  beforeAll(async () => {
    daysLater(0)
    owner = await server.signUp(region)
    org = await makeOrg(server, owner, [])
    await putHost(server.dbs, { host, region, agencyId: org.agencyId, workspaceId: owner.workspace.uid })
    await server.dbs[region].pool.query(`update agencies set profile = profile || $2 where id = $1`, [
      org.agencyId,
      { customDomain: host, isVerifiedCustomDomain: true },
    ])
    await server.dbs[region].pool.query(`update workspaces set plan = 'free' where uid = $1`, [owner.workspace.uid])
    await server.must('POST', `${api}/rpc/activateWhitelabelTrial`, owner.token, { workspaceId: owner.workspace.uid })
  })

  test.each([0, 13, 15, 20])('serves its host and links mails to it on day %d', async (day) => {
    daysLater(day)
    expect(await isVerified()).toBe(true)
    expect((await ask(`/api/${region}/public/agencies/${org.agencyId}`)).status).toBe(200)
    expect(await mailed()).toBe(`https://${host}`)
  })

  test('stops serving its host from day 21 on, names nobody, and links mails to ours', async () => {
    daysLater(21.01)
    for (const path of ['/', `/app/${region}/sign-in/${org.agencyId}`, '/widget.js', '/pricing']) {
      const { status, text, headers } = await ask(path)
      expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('text/html')])
      expect(text).toContain('<h1>Not available</h1>')
      expect(text + JSON.stringify(headers)).not.toMatch(/parlance/i)
    }
    const call = await ask(`/api/${region}/public/agencies/${org.agencyId}`)
    expect([call.status, call.headers['content-type']]).toEqual([404, expect.stringContaining('json')])
    expect(await mailed()).toBe(`https://${APP}`)
    expect(await isVerified()).toBe(false)
    const onOurs = await askHost(server.url, APP, `/api/${region}/public/agencies/${org.agencyId}`)
    expect(onOurs.status).toBe(200)
  })

  test('serves its host again once it has a plan', async () => {
    daysLater(30)
    await server.dbs[region].pool.query(`update workspaces set plan = 'pay_as_you_go' where uid = $1`, [
      owner.workspace.uid,
    ])
    expect((await ask(`/api/${region}/public/agencies/${org.agencyId}`)).status).toBe(200)
    expect(await mailed()).toBe(`https://${host}`)
  })
})
