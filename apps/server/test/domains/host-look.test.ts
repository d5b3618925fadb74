// The first bytes of a page on an agency's host already show that agency's brand: two agencies in two regions.
import { agencyThemeJson } from '@parlance/contract/agencies/look-values'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { randomId } from '@parlance/contract/lib/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { askHost, putHost } from '../helpers/hosts.ts'
import { makeOrg } from '../helpers/orgs.ts'

const server = await startTestServer({ settings: { publicUrl: 'https://app.parlance.test' } })
const password = 'correct horse battery'
/** Pages are those of the last build. */
const isBuilt = existsSync(join(import.meta.dirname, '../../../dashboard/dist/sign-in.html'))

async function makeAgency(region: 'eu' | 'na', host: string, name: string, primary: string) {
  const owner = await server.signUp(region)
  const { orgId, agencyId } = await makeOrg(server, owner, [])
  const path = `${server.api(region)}/v2/workspaces/${owner.workspace.uid}`
  await putHost(server.dbs, { host, region, agencyId, workspaceId: owner.workspace.uid })
  const look = { name, brandingText: `Agents by ${name}.`, customThemeJSONString: agencyThemeJson(primary, false) }
  await server.must('PATCH', `${path}/agency`, owner.token, look)
  const email = `mia${randomId(8).toLowerCase()}@example.test`
  await server.must('POST', `${path}/orgs/${orgId}/clients`, owner.token, {
    email,
    name: 'Mia Lund',
    dashboardPassword: password,
  })
  return { host, region, agencyId, name, primary, email }
}
type Made = Awaited<ReturnType<typeof makeAgency>>

let north: Made
let south: Made
beforeAll(async () => {
  north = await makeAgency('eu', 'look.north.example', 'Northlight', '#0b7285')
  south = await makeAgency('na', 'look.south.example', 'Southwind', '#d92b2b')
})

const page = (host: string, path: string, headers = {}) => askHost(server.url, host, path, { headers })
/** Removes the names of settings that pages store, which visitors don't see. */
const shown = (text: string) => text.replaceAll(/parlance-[a-z-]+/g, '')

describe.skipIf(!isBuilt)('a page on the host of an agency', () => {
  const pairs: [string, () => Made, () => Made][] = [
    ['of the EU', () => north, () => south],
    ['of North America', () => south, () => north],
  ]
  test.each(pairs)('%s is its branded sign-in page, with nothing of another agency or of us', async (_, own, other) => {
    for (const path of ['/', `/app/${own().region}/sign-in/${own().agencyId}`]) {
      const { status, text, headers } = await page(own().host, path)
      expect(status).toBe(200)
      expect(text).toContain(`<title>${own().name}</title>`)
      expect(text).toContain(`--mantine-color-iris-filled:${own().primary}`)
      expect(text).toContain('<link rel="icon" href="data:image/svg+xml,')
      expect(text).toContain(own().agencyId)
      expect(text).not.toContain(other().name)
      expect(text).not.toContain(other().primary)
      expect(text).not.toContain(other().agencyId)
      expect(shown(text) + JSON.stringify(headers)).not.toMatch(/parlance/i)
    }
  })

  test('shows the dashboard in the same look after sign-in, and the sign-in page again after sign-out', async () => {
    const { host, region, agencyId, email, primary } = north
    const entered = await askHost(server.url, host, `/api/${region}/client/sign-in`, {
      body: { agencyId, email, password },
    })
    expect(entered.status).toBe(200)
    const cookie = { cookie: entered.cookies }
    const inside = await page(host, '/', cookie)
    const outside = await page(host, '/')
    expect(inside.text).toContain(`--mantine-color-iris-filled:${primary}`)
    expect(inside.text).toContain('<title>Northlight</title>')
    expect(inside.text).not.toBe(outside.text)
    expect(shown(inside.text)).not.toMatch(/parlance/i)
    // Which asks before it signs in as another person.
    for (const query of ['?token=cln_x', '?secret=x', '?username=mia&password=x'])
      expect((await page(host, `/${query}`, cookie)).text, query).toBe(outside.text)
    for (const query of ['?token=', '?username=mia', '?billing=open'])
      expect((await page(host, `/${query}`, cookie)).text, query).toBe(inside.text)
    const left = await askHost(server.url, host, `/api/${region}/client/sign-out`, {
      body: {},
      headers: { ...cookie, 'x-parlance-act-as': 'client', origin: `https://${host}` },
    })
    expect(left.status).toBe(200)
    expect((await page(host, '/', cookie)).text).toBe(outside.text)
  })

  test('does not treat the sign-in address of another agency as its own', async () => {
    const { text } = await page(north.host, `/app/na/sign-in/${south.agencyId}`)
    expect(text).not.toContain('Southwind')
  })
})
