import { expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call } from '../helpers/people.ts'

const server = await startTestServer({ settings: { trustedProxies: 1 } })

test(
  'a workspace is billed in the currency of the country that its maker comes from',
  { timeout: 60_000 },
  async () => {
    const [GERMAN, BRITISH, AMERICAN, UNKNOWN] = ['46.4.0.1', '212.58.244.70', '8.8.8.8', '192.0.2.1']
    const currencyOf = async (token: string, uid: string, ip: string) => {
      const url = `${server.url}/api/na/v2/workspaces/${uid}/billing`
      const answer = await call<{ tax: { currency: string } }>('GET', url, {
        bearer: token,
        headers: { 'x-forwarded-for': ip },
      })
      return answer.body.tax.currency
    }
    const { token, workspace } = await server.signUp('na')
    const currencies = await Promise.all(
      [GERMAN, BRITISH, AMERICAN, UNKNOWN].map(async (ip) => {
        const made = await call<{ data: { uid: string } }>('POST', `${server.url}/api/na/v2/workspaces`, {
          bearer: token,
          headers: { 'x-forwarded-for': ip },
          body: {},
        })
        return currencyOf(token, made.body.data.uid, UNKNOWN)
      }),
    )
    expect(currencies).toEqual(['eur', 'gbp', 'usd', 'usd'])
    // The personal workspace has none yet. The country is set once, and an admin's travels don't change it.
    const seenFrom = async (ip: string) => currencyOf(token, workspace.uid, ip)
    expect([await seenFrom(UNKNOWN), await seenFrom(BRITISH), await seenFrom(GERMAN)]).toEqual(['usd', 'gbp', 'gbp'])
  },
)
