// The settings of an agency: created on the first visit, saved field by field, refused when stale.
import type { Agency } from '@parlance/contract/agencies/schemas'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'
import { PIXEL } from '../helpers/samples.ts'

const server = await sharedTestServer()

interface Answer {
  readonly data: Agency
  readonly version: number
  readonly created?: boolean
  readonly code?: string
}

describe.each(['eu', 'na'] as const)('agency settings in %s', (region) => {
  let owner: Person
  let other: Person
  const path = (of = owner) => `${server.api(region)}/v2/workspaces/${of.workspace.uid}/agency`
  const ask = <T = Answer>(method: string, to: string, by: Person, body?: object) =>
    call<T>(method as 'GET', to, { bearer: by.token, ...(body && { body }) })
  const upload = (by: Person, base64Payload: string) =>
    ask<{ data: { url: string }; message?: string }>('POST', `${path(by)}/pictures`, by, { base64Payload })

  beforeAll(async () => {
    owner = await server.signUp(region)
    other = await server.signUp(region)
  })

  test('creates one agency when two first visits happen at once', async () => {
    expect((await ask('GET', path(), owner)).body).toEqual({ data: null, version: 0 })
    const made = await Promise.all([ask('POST', path(), owner, {}), ask('POST', path(), owner, {})])
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    expect(made.filter(({ body }) => body.created)).toHaveLength(1)
    const { data } = made[0].body
    expect(data).toMatchObject({
      name: 'Your Awesome Agency',
      themeVariant: 'default',
      themeColorUsage: 'plain',
      googleFont: 'Rubik',
      userId: owner.workspace.uid,
      resendEmailDomainStatus: 'not_started',
    })
    expect(data.secret).toHaveLength(25)
    expect(data.brandingText).not.toBe('')
    expect(String(data.lastModified)).toHaveLength(10)
  })

  test('keeps other fields when one is saved, and refuses an older version with the newer agency', async () => {
    const { version } = (await ask('GET', path(), owner)).body
    const saved = await ask('PATCH', path(), owner, {
      version,
      name: 'Northlight',
      settings: { showPricing: false, footerLinks: [{ label: 'Imprint', href: 'https://north.example/imprint' }] },
    })
    expect(saved.body.version).toBe(version + 1)
    const next = await ask('PATCH', path(), owner, { supportEmail: 'help@north.example' })
    expect(next.body.data).toMatchObject({ name: 'Northlight', settings: { showPricing: false } })
    const stale = await ask<{ code: string; data: { agency: Agency; version: number } }>('PATCH', path(), owner, {
      version,
      name: 'Old',
    })
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
    expect(stale.body.data).toMatchObject({ agency: { name: 'Northlight', secret: '' }, version: version + 2 })
  })

  test.each([
    { ID: 'x' },
    { secret: 'x' },
    { isVerifiedCustomDomain: true },
    { customDomain: 'app.example.com' },
    { resendEmailDomainStatus: 'verified' },
    { userId: 'x' },
    { name: '' },
    { mainWebsite: 'javascript:alert(1)' },
    { settings: { footerLinks: [{ label: 'x', href: 'javascript:alert(1)' }] } },
    { squarePhotoURL: 'https://elsewhere.example/logo.png' },
  ])('refuses %j', async (change) => {
    expect((await ask('PATCH', path(), owner, change)).status).toBe(400)
  })

  test('keeps an uploaded logo, and refuses another agency’s picture and SVG', async () => {
    await ask('POST', path(other), other, {})
    const mine = (await upload(owner, PIXEL)).body.data.url
    const theirs = (await upload(other, PIXEL)).body.data.url
    expect((await ask('PATCH', path(), owner, { squarePhotoURL: theirs })).status).toBe(400)
    expect((await ask('PATCH', path(), owner, { squarePhotoURL: mine })).body.data.squarePhotoURL).toBe(mine)
    const shown = await fetch(new URL(mine, server.url))
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect((await upload(owner, `data:image/svg+xml;base64,${svg.toString('base64')}`)).status).toBe(400)
  })

  test('keeps the icon of a tab as long as the tab has it', async () => {
    const icon = (await upload(owner, PIXEL)).body.data.url
    const theirs = (await upload(other, PIXEL)).body.data.url
    const save = (customTabs: object[]) => ask('PATCH', path(), owner, { customTabs })
    const shown = async () => (await fetch(new URL(icon, server.url))).status
    expect((await save([{ label: 'News', href: '/news', iconUrl: theirs }])).status).toBe(400)
    await save([{ label: 'News', href: '/news', iconUrl: icon }])
    await server.dbs[region].pool.query("update agency_pictures set created_at = now() - interval '2 days'")
    await ask('PATCH', path(), owner, { address: 'Harbour 1' })
    expect(await shown()).toBe(200)
    await save([])
    expect(await shown()).toBe(404)
  })

  test('is hidden from another owner', async () => {
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', {}],
      ['PATCH', { name: 'Mine' }],
    ] as const)
      expect((await ask(method, path(owner), other, body)).status).toBe(404)
    expect((await ask('POST', `${path(owner)}/secret`, other, {})).status).toBe(404)
  })

  test('gets a new secret on request', async () => {
    const before = (await ask('GET', path(), owner)).body.data.secret
    const { secret } = (await ask('POST', `${path()}/secret`, owner, {})).body.data
    expect(secret).toHaveLength(25)
    expect(secret).not.toBe(before)
  })
})
