// Each region in a separate process: account changes in one reach the other.
import { randomId } from '@parlance/contract/lib/ids'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call } from '../helpers/people.ts'

const eu = await startTestServer({ settings: { regions: ['eu'] } })
const na = await eu.anotherNode({ regions: ['na'] })

const mailTo = async (email: string, link: RegExp) =>
  vi.waitFor(
    async () => {
      const path = `${eu.url}/api/sandbox/mails?to=${encodeURIComponent(email)}`
      const { items } = await eu.must<{ items: { text: string }[] }>('GET', path, undefined)
      const token = items.map(({ text }) => link.exec(text)?.[1]).find((one) => one !== undefined)
      if (token === undefined) throw new Error('no mail yet')
      return token
    },
    { timeout: 20_000, interval: 50 },
  )

test('rotates secrets in the home region when an account is recovered elsewhere', async () => {
  const email = `p${randomId(12).toLowerCase()}@example.test`
  const account = { email, password: 'correct horse battery', name: 'Ada', region: 'na' }
  const { token } = await eu.must<{ token: string }>('POST', `${eu.url}/api/account/sign-up`, undefined, account)
  expect((await call('GET', `${eu.api('na')}/v2/workspaces`, { bearer: token })).status).toBe(421)
  const { items } = await na.must<{ items: { uid: string }[] }>('GET', `${na.api('na')}/v2/workspaces`, token)
  const path = `${na.api('na')}/v2/workspaces/${items[0]?.uid}`
  const { data } = await na.must<{ data: { workspaceSecret: string; loadTokens: number } }>('GET', path, token)
  expect(data.loadTokens).toBe(1000)
  const status = async () => (await call('GET', path, { bearer: data.workspaceSecret })).status
  expect(await status()).toBe(200)

  await eu.must('POST', `${eu.url}/api/account/password-reset`, undefined, { email })
  const reset = await mailTo(email, /reset-password\?token=(\w+)/)
  await eu.must('POST', `${eu.url}/api/account/new-password`, undefined, { token: reset, password: 'mine since today' })
  await vi.waitFor(async () => expect(await status()).toBe(401), { timeout: 20_000, interval: 100 })
  // Each region fetches its own entries.
  const waiting = async () => (await eu.dbs.identity.pool.query('select 1 from outbox')).rowCount
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 20_000, interval: 100 })
})
