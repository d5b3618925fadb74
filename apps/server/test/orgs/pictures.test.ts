// The logo of an org and the photos of its client users: access, display and deletion.
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { Org } from '@parlance/contract/orgs/schemas'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { PIXEL } from '../helpers/samples.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await sharedTestServer()

describe.each(['eu', 'na'] as const)('pictures in %s', (region) => {
  const api = server.api(region)
  let owner: Person
  let other: Person
  let orgs: readonly [TestOrg, TestOrg]
  let mia: TestClient
  let admin: TestClient
  let elsewhere: TestClient
  const logoOf = (org: TestOrg, by = owner) => `${api}/v2/workspaces/${by.workspace.uid}/orgs/${org.orgId}/photo`
  const upload = (path: string, bearer: string, base64Payload: string = PIXEL) =>
    call<{ data: ClientSession & Org; code: string }>('POST', path, { bearer, body: { base64Payload } })
  const own = `${api}/client/me/photo`
  const photoAt = (path: string) => fetch(`${server.url}${path}`)

  beforeAll(async () => {
    owner = await server.signUp(region)
    other = await server.signUp(region)
    orgs = [await makeOrg(server, owner, []), await makeOrg(server, owner, [])]
    const theirs = await makeOrg(server, other, [])
    mia = await makeClient(server, owner, orgs[0])
    admin = await makeClient(server, owner, orgs[0], { isOrgAdmin: true })
    elsewhere = await makeClient(server, other, theirs, { isOrgAdmin: true })
  })

  test('shows the photo that a client user chose last', async () => {
    const first = await upload(own, mia.token)
    const { squarePhotoURL } = first.body.data.client
    expect(squarePhotoURL).toMatch(new RegExp(`^/media/clients/${region}/[A-Za-z0-9]{20}\\.webp$`))
    const shown = await photoAt(squarePhotoURL)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const next = (await upload(own, mia.token)).body.data.client.squarePhotoURL
    expect(next).not.toBe(squarePhotoURL)
    expect((await photoAt(squarePhotoURL)).status).toBe(404)
    // An address of another region does not work.
    const wrong = next.replace(`/${region}/`, region === 'eu' ? '/na/' : '/eu/')
    expect((await photoAt(wrong)).status).toBe(404)
    const gone = await call<{ data: ClientSession }>('DELETE', own, { bearer: mia.token })
    expect(gone.body.data.client.squarePhotoURL).toBe('')
    expect((await photoAt(next)).status).toBe(404)
  })

  test('refuses an address instead of a picture', async () => {
    const { squarePhotoURL } = (await upload(own, admin.token)).body.data.client
    for (const [method, path] of [
      ['PATCH', `${api}/client/me`],
      ['PATCH', `${api}/v2/workspaces/${owner.workspace.uid}/orgs/${orgs[0].orgId}`],
      ['POST', own],
    ] as const)
      expect((await call(method, path, { bearer: admin.token, body: { squarePhotoURL } })).status).toBe(400)
  })

  test('refuses a file that is not a picture', async () => {
    for (const payload of ['aGVsbG8=', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')]) {
      const { status, body } = await upload(own, mia.token, payload)
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
    }
  })

  test('lets admins of an org and the workspace change its logo', async () => {
    const byOwner = (await upload(logoOf(orgs[0]), owner.token)).body.data.squarePhotoURL
    const byAdmin = (await upload(logoOf(orgs[0]), admin.token)).body.data.squarePhotoURL
    expect((await photoAt(byOwner)).status).toBe(404)
    expect((await photoAt(byAdmin)).status).toBe(200)
    const { body } = await call<{ data: ClientSession }>('GET', `${api}/client/me`, { bearer: mia.token })
    expect(body.data.org?.squarePhotoURL).toBe(byAdmin)
    // Others: not an admin, of another org, another agency or another workspace.
    const refused = [
      await upload(logoOf(orgs[0]), mia.token),
      await upload(logoOf(orgs[1]), admin.token),
      await upload(logoOf(orgs[0]), elsewhere.token),
      await upload(logoOf(orgs[0]), other.token),
      await upload(logoOf(orgs[0], other), other.token),
      await upload(own, owner.token),
    ]
    for (const { status } of refused) expect([401, 403, 404]).toContain(status)
    expect((await photoAt(byAdmin)).status).toBe(200)
  })

  test('deletes pictures with their person or org', async () => {
    const org = await makeOrg(server, owner, [])
    const client = await makeClient(server, owner, org)
    const photo = (await upload(own, client.token)).body.data.client.squarePhotoURL
    const logo = (await upload(logoOf(org), owner.token)).body.data.squarePhotoURL
    await server.must('DELETE', `${api}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}`, owner.token)
    for (const path of [photo, logo]) expect((await photoAt(path)).status).toBe(404)
    // People of the deleted org have no access.
    expect((await upload(own, client.token)).status).toBe(401)
  })

  test('shows colleagues the photo of a client user', async () => {
    const { id: agentId } = await server.makeAgent(owner)
    const org = await makeOrg(server, owner, [agentId])
    const client = await makeClient(server, owner, org, { agentIds: [agentId] })
    const photo = (await upload(own, client.token)).body.data.client.squarePhotoURL
    const { body } = await call<{ items: { photoURL?: string; id: string }[] }>(
      'GET',
      `${api}/v2/agents/${agentId}/assignees`,
      { bearer: client.token },
    )
    expect(body.items.find(({ id }) => id === client.clientId)?.photoURL).toBe(photo)
  })
})
