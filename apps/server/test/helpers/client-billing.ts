import { MILLI } from '@parlance/contract/lib/money'
import type { Names } from './operation-names.ts'
import { newCard } from './payments.ts'
import { makeOrg, type TestOrg } from './orgs.ts'
import type { Person } from './people.ts'
import type { TestApp } from './tenants.ts'

/** Connects the account of the agency, sells one plan, and lets the organisation of the client user pay. */
export async function makeClientBilling(
  { must, api, url, running }: TestApp,
  { region, token, workspace: { uid } }: Person,
  { orgId, client }: Pick<TestOrg, 'orgId'> & { readonly client: string },
): Promise<Pick<Names, 'accountId' | 'customerId' | 'paymentMethodId'>> {
  const base = api(region)
  const workspace = `${base}/v2/workspaces/${uid}`
  await must('POST', `${base}/rpc/activateWhitelabelTrial`, token, { workspaceId: uid })
  const creating = `${base}/stripe/connect/create-account`
  const { accountId } = await must<{ accountId: string }>('POST', creating, token, { workspace: uid })
  const linking = `${base}/stripe/connect/account-link`
  const { redirectUrl } = await must<{ redirectUrl: string }>('POST', linking, token, { workspace: uid })
  await fetch(new URL(new URL(redirectUrl).pathname, url), { method: 'POST', redirect: 'manual' })
  await must('PUT', `${workspace}/client-billing`, token, { USDPerToken: 0.003 })
  await must('PATCH', `${workspace}/orgs/${orgId}`, token, { allowBilling: true })
  await must('POST', `${base}/rpc/upsertAgencyPlans`, token, {
    workspaceId: uid,
    agencyAccountId: accountId,
    plans: [{ name: 'Basic', credits: 5000, features: ['Answers'] }],
  })
  const { contexts, services } = running.container
  const credits = { workspaceId: uid, amount: 50_000 * MILLI, key: 'start', cause: 'Start' }
  await services.billing.grant(contexts.system(region, uid), credits)
  const { provider } = await must<{ provider: { publishableKey: string } }>('GET', `${workspace}/billing`, token)
  const paymentMethodId = await newCard({ ...provider, url: `${url}/sandbox/stripe`, account: accountId })
  const { customer } = await must<{ customer: { id: string } }>(
    'POST',
    `${base}/stripe/connect/update-payment`,
    client,
    { orgId, workspaceStripeAccountId: accountId, paymentMethodId },
  )
  return { accountId, customerId: customer.id, paymentMethodId }
}

/** An organisation that pays for its agents, with 1000 credits. */
export async function makePayingOrg(app: TestApp, person: Person, widgetIDs: readonly string[]) {
  const { region, token, workspace } = person
  const { orgId } = await makeOrg(app, person, widgetIDs)
  await app.dbs[region].pool.query(
    `insert into connect_orgs (org_id, workspace_id, allow_billing) values ($1, $2, true)
     on conflict (org_id) do update set allow_billing = true`,
    [orgId, workspace.uid],
  )
  const { contexts, services } = app.running.container
  const ctx = contexts.system(region, workspace.uid)
  await services.billing.open(ctx, orgId)
  await services.billing.grant(ctx, { workspaceId: orgId, amount: 1000 * MILLI, key: 'start', cause: 'Start' })
  return {
    available: async () => (await services.billing.balance(ctx, orgId)).available / MILLI,
    setAgents: (ids: readonly string[]) =>
      app.must('PATCH', `${app.api(region)}/v2/workspaces/${workspace.uid}/orgs/${orgId}`, token, { widgetIDs: ids }),
  }
}
