// Fonts of agencies: checked with the provider, fetched once, served by us.
import { startFonts } from '@parlance/simulators/fonts/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'

const provider = await startFonts()
afterAll(() => provider.close())
const server = await startTestServer({ settings: { fontsBaseUrl: provider.url } })
let owner: Person

beforeAll(async () => {
  owner = await server.signUp('eu')
  await makeOrg(server, owner, [])
})
const save = (googleFont: string) =>
  call<{ message?: string; code?: string; data?: { googleFont: string } }>(
    'PATCH',
    `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/agency`,
    { bearer: owner.token, body: { googleFont } },
  )
const INVALID = 'This font name is not a valid one, please double check font name.'

describe('the font of an agency', () => {
  test.each(['Rubik', 'Open Sans', 'Lato', 'inherit'])('is saved when it is %s', async (name) => {
    expect((await save(name)).body.data?.googleFont).toBe(name)
  })
  test.each(['Nofontxyz', 'https://evil.example/x.css', `Rubik');@import url(//evil`, 'Rubik:wght@400'])(
    'is refused in the specification’s words when it is %s',
    async (name) => {
      const before = provider.asked.length
      const answer = await save(name)
      expect(answer).toMatchObject({ status: 400, body: { message: INVALID } })
      if (name !== 'Nofontxyz') expect(provider.asked.length).toBe(before)
    },
  )
  test('is not saved while the provider is down, and the old one is kept', async () => {
    await save('Lora')
    for (const fault of ['down', 'foreign'] as const) {
      provider.fail(fault)
      expect((await save('Inter')).status).toBe(503)
    }
    expect((await save('Lora')).status).toBe(200)
    expect((await save('inherit')).status).toBe(200)
    provider.fail()
    expect((await save('Inter')).status).toBe(200)
  })
})
