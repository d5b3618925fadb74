import { MILLI } from '@parlance/contract/lib/money'
import { beforeAll, expect, vi } from 'vitest'
import { startTestServer } from './app.ts'
import { makeClient, makeOrg } from './orgs.ts'
import { newCard, startPaymentProvider } from './payments.ts'
import { call, type Person } from './people.ts'

/** A server with agencies that bill their clients through a simulator of Stripe. */
export async function startClientBilling() {
  const { stripe, settings } = await startPaymentProvider()
  const server = await startTestServer({ settings })
  const { billing } = server.running.container.services
  const eventually = <T>(work: () => Promise<T>) => vi.waitFor(work, { timeout: 20_000, interval: 25 })
  const ctxOf = ({ region, workspace }: Person) => server.running.container.contexts.system(region, workspace.uid)
  const balance = async (person: Person, of: string) => (await billing.balance(ctxOf(person), of)).available / MILLI

  beforeAll(() => stripe.deliverTo(`${server.url}/webhooks/stripe`))

  async function newAgency(region: 'eu' | 'na', credits: number) {
    const person = await server.signUp(region)
    const { uid } = person.workspace
    const api = server.api(region)
    const post = <T>(path: string, body: object) => server.must<T>('POST', `${api}${path}`, person.token, body)
    const ask = (path: string, body: object) =>
      call<{ code?: string; message?: string }>('POST', `${api}${path}`, { bearer: person.token, body })
    const org = await makeOrg(server, person, [])
    const allow = (allowBilling: boolean) =>
      call<{ message?: string; data?: Record<string, unknown> }>(
        'PATCH',
        `${api}/v2/workspaces/${uid}/orgs/${org.orgId}`,
        {
          bearer: person.token,
          body: { allowBilling },
        },
      )
    const client = await makeClient(server, person, org, {})
    await billing.grant(ctxOf(person), { workspaceId: uid, amount: credits * MILLI, key: 'start', cause: 'Start' })
    return { person, uid, api, post, ask, org, allow, client, region }
  }
  type Agency = Awaited<ReturnType<typeof newAgency>>

  async function connect({ person, uid, post, api }: Agency) {
    await post('/rpc/activateWhitelabelTrial', { workspaceId: uid })
    const { accountId } = await post<{ accountId: string }>('/stripe/connect/create-account', { workspace: uid })
    const { redirectUrl } = await post<{ redirectUrl: string }>('/stripe/connect/account-link', { workspace: uid })
    const back = await fetch(redirectUrl, { method: 'POST', redirect: 'manual' })
    expect(back.headers.get('location')).toContain('connected=1')
    await server.must('PUT', `${api}/v2/workspaces/${uid}/client-billing`, person.token, { USDPerToken: 0.003 })
    return accountId
  }

  const asClient = ({ api, client }: Agency) => ({
    get: <T>(path: string) => server.must<T>('GET', `${api}${path}`, client.token),
    post: <T>(path: string, body: object) => server.must<T>('POST', `${api}${path}`, client.token, body),
    ask: (method: string, path: string, body?: object) =>
      call<{ code?: string; message?: string }>(method, `${api}${path}`, {
        bearer: client.token,
        ...(body ? { body } : {}),
      }),
  })

  const newMethod = (account: string, number?: string) =>
    newCard({ url: stripe.url, publishableKey: stripe.publishableKey, account }, number)

  /** An agency with a billed organisation that has a card. */
  async function newBilled(region: 'eu' | 'na') {
    const agency = await newAgency(region, 50_000)
    const account = await connect(agency)
    expect((await agency.allow(true)).status).toBe(200)
    const client = asClient(agency)
    const { orgId } = agency.org
    const mine = { orgId, region, workspaceStripeAccountId: account }
    const pay = async (number?: string) =>
      client.post('/stripe/connect/update-payment', { ...mine, paymentMethodId: await newMethod(account, number) })
    await pay()
    return { ...agency, account, asked: client, orgId, mine, pay }
  }

  /** The same, which sells a plan of 5000 credits. */
  async function newSelling(region: 'eu' | 'na') {
    const agency = await newBilled(region)
    const { updatedPlans } = await agency.post<{ updatedPlans: { priceId: string }[] }>('/rpc/upsertAgencyPlans', {
      workspaceId: agency.uid,
      agencyAccountId: agency.account,
      plans: [{ name: 'Basic', credits: 5000, features: ['Answers'] }],
    })
    const checkout = async () => {
      const { sessionUrl } = await agency.asked.post<{ sessionUrl: string }>('/stripe/connect/create-subscription', {
        ...agency.mine,
        priceId: updatedPlans[0]?.priceId,
        successUrl: `${server.url}/done`,
        cancelUrl: `${server.url}/back`,
      })
      const card = { number: '4242424242424242', exp_month: '12', exp_year: '40', cvc: '123', email: 'c@example.test' }
      return { pay: () => fetch(sessionUrl, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' }) }
    }
    return { ...agency, checkout }
  }

  return { stripe, server, eventually, ctxOf, balance, newAgency, connect, asClient, newMethod, newBilled, newSelling }
}
