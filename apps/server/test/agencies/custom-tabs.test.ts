// Custom tabs: what an agency may save, who sees which, and sandboxed pages.
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { putHost } from '../helpers/hosts.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await sharedTestServer()
const regions = ['eu', 'na'] as const
interface Got {
  code?: string
  message?: string
  items?: { href: string }[]
  data?: { src: string; identity: string; clientId: string; href: string }
}

describe.each(regions)('custom tabs in %s', (region) => {
  const api = server.api(region)
  let owner: Person
  let agencyId: string
  let client: { token: string; clientId: string }
  const ask = (method: string, path: string, bearer?: string, body?: object) =>
    call<Got>(method, `${api}${path}`, { ...(bearer && { bearer }), ...(body && { body }) })
  const save = (customTabs: object[]) =>
    ask('PATCH', `/v2/workspaces/${owner.workspace.uid}/agency`, owner.token, { customTabs })
  const tab = (href: string, more: object = {}) => ({ label: 'News', href, alwaysVisible: true, ...more })

  beforeAll(async () => {
    owner = await server.signUp(region)
    const org = await makeOrg(server, owner, [])
    agencyId = org.agencyId
    client = await makeClient(server, owner, org)
  })

  test('refuses invalid URLs in the specification’s words', async () => {
    expect((await save([tab('/convos')])).body.message).toContain('This URL is reserved for a default tab')
    expect((await save([tab('/news'), tab('/news')])).body.message).toContain('This URL is already used by another tab')
    expect((await save([tab('news')])).status).toBe(400)
  })

  test('shows a client only their own tabs', async () => {
    expect(
      (
        await save([
          tab('/news', { htmlContent: '<h1>News</h1>', jsContent: 'x("</script>")' }),
          tab('/secret', { alwaysVisible: false }),
        ])
      ).status,
    ).toBe(200)
    expect((await ask('GET', '/client/tabs', client.token)).body.items?.map(({ href }) => href)).toEqual(['/news'])
    expect((await ask('GET', '/client/tabs/open?href=/secret', client.token)).status).toBe(404)
  })

  test('lets a client open assigned tabs', async () => {
    const { body } = await ask('GET', '/client/me', client.token)
    const { orgId } = (body.data as unknown as { client: { orgId: string } }).client
    const give = (canAccess: string[]) =>
      ask('PATCH', `/v2/workspaces/${owner.workspace.uid}/orgs/${orgId}/clients/${client.clientId}`, owner.token, {
        canAccess,
      })
    expect((await give(['/home', '/c/../secret'])).status).toBe(400)
    expect((await give(['/home', '/c/secret'])).status).toBe(200)
    expect((await ask('GET', '/client/tabs/open?href=/secret', client.token)).status).toBe(200)
    expect((await give(['/home'])).status).toBe(200)
    expect((await ask('GET', '/client/tabs/open?href=/secret', client.token)).status).toBe(404)
  })

  test('refuses pages of our own or agencies’ hosts', async () => {
    const host = `own-${region}.agency.example`
    await putHost(server.dbs, { host, region, agencyId, workspaceId: owner.workspace.uid })
    const frame = (iframeUrl: string) => save([tab('/frame', { pageType: 'iframe', iframeUrl })])
    for (const own of [`https://${new URL(server.url).host}/app`, `https://${host}/`]) {
      const { status, body } = await frame(own)
      expect([status, body.message]).toEqual([
        400,
        'A tab can’t show a page of this dashboard. Enter an address of another site.',
      ])
    }
  })

  test('[1.13] serves them in a sandbox by a URL valid for a few minutes', async () => {
    const { data } = (await ask('GET', '/client/tabs/open?href=/news', client.token)).body
    const page = await fetch(server.url + (data?.src ?? ''))
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox allow-scripts/)
    expect(policy).not.toContain('allow-same-origin')
    const html = await page.text()
    expect(html).toContain('<h1>News</h1>')
    expect(html).toContain(String.raw`x("<\/script>")`)
    for (const wrong of [
      data?.src.replace('/news', '/secret'),
      data?.src.replace(/sig=./, 'sig=_'),
      data?.src.split('?')[0],
    ])
      expect((await fetch(server.url + (wrong ?? ''))).status).toBe(404)
  })

  test('keeps the doctype of a whole page first', async () => {
    const htmlContent = '\n<!DOCTYPE html>\n<html lang="en"><body><h1>Prices</h1></body></html>'
    await save([tab('/news'), tab('/prices', { htmlContent })])
    const { data } = (await ask('GET', '/client/tabs/open?href=/prices', client.token)).body
    const html = await (await fetch(server.url + (data?.src ?? ''))).text()
    expect(html).toMatch(
      /^\s*<!DOCTYPE html><script>.*window\.dashboard.*<\/script>\s*<html lang="en"><body><h1>Prices/,
    )
  })

  test('identifies the viewer by a token of their own agency', async () => {
    const { data } = (await ask('GET', '/client/tabs/open?href=/news', client.token)).body
    const verify = (id: string, token = '') =>
      ask('POST', `/public/agencies/${id}/verify-identity`, undefined, { token })
    expect((await verify(agencyId, data?.identity)).body.data).toMatchObject({
      clientId: client.clientId,
      href: '/news',
    })
    const stranger = await makeOrg(server, await server.signUp(region), [])
    expect((await verify(stranger.agencyId, data?.identity)).body.code).toBe('INVALID_TOKEN')
    expect((await verify(agencyId, `${data?.identity}x`)).body.code).toBe('INVALID_TOKEN')
  })
})
