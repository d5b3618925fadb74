// Fills an installation with two agencies, their customers, and two months of conversations: `npm run seed -- --demo`.
// People, agents, knowledge and organisations go through the API, so they are what people could have made; only what happened
// before today is stored by SQL.
import type { Region } from '@parlance/contract/lib/regions'
import { randomId } from '@parlance/contract/lib/ids'
import type { Person as Speaker } from '@parlance/contract/conversations/schemas'
import { openDb, type Pool } from '../../lib/db/pool.ts'
import type { Caller } from '../api-caller.ts'
import { AGENCIES, type Agency, type Business } from './businesses.ts'
import { DAYS, makeHistory, numbers } from './history.ts'
import { storeHistory } from './store-history.ts'

interface DemoOf {
  readonly caller: Caller
  readonly region: Region
  readonly pool: Pool
  readonly identity: Pool
  readonly now: Date
}

export interface DemoPerson {
  readonly name: string
  readonly email: string
  readonly password: string
}
export interface DemoOrg {
  readonly id: string
  readonly name: string
  readonly agentId: string
  readonly conversations: number
  readonly people: readonly DemoPerson[]
}
export interface DemoAgency {
  readonly id: string
  readonly name: string
  readonly owner: DemoPerson
  readonly workspaceId: string
  /** Path of the page on which the agency's clients sign in. */
  readonly signInPath: string
  readonly orgs: readonly DemoOrg[]
}

export async function seedDemo(of: DemoOf): Promise<DemoAgency[]> {
  const made: DemoAgency[] = []
  for (const [index, agency] of AGENCIES.entries()) made.push(await makeAgency(of, agency, index))
  return made
}

async function makeAgency(of: DemoOf, agency: Agency, index: number): Promise<DemoAgency> {
  const { post, get, patch } = of.caller
  const api = `/api/${of.region}`
  const owner = person(agency.owner)
  const { token, account } = await post<{ token: string; account: { id: string } }>('/api/account/sign-up', {
    ...owner,
    region: of.region,
  })
  const { items } = await get<{ items: { uid: string }[] }>(`${api}/v2/workspaces`, token)
  const workspaceId = items[0]?.uid ?? ''
  const workspace = `${api}/v2/workspaces/${workspaceId}`
  await post(`${workspace}/owner-verified`, {}, token)
  await post(workspace, { workspaceName: agency.name }, token)
  // Nobody reads the mail by which they would confirm it.
  await of.identity.query('update users set email_verified = true where id = $1', [account.id])
  const speaker: Speaker = { kind: 'user', id: account.id, name: owner.name }
  const orgs: DemoOrg[] = []
  for (const [place, business] of agency.businesses.entries()) {
    const settings = { api, workspace, workspaceId, token, speaker, seed: index * 100 + place + 1 }
    orgs.push(await makeBusiness(of, business, settings))
  }
  const cannedReplies = agency.businesses.flatMap((business) => business.cannedReplies)
  await of.caller.put(`${workspace}/canned-replies`, { items: cannedReplies }, token)
  const { data } = await patch<{ data: { ID: string } }>(
    `${workspace}/agency`,
    { name: agency.name, mainWebsite: agency.website },
    token,
  )
  return {
    id: data.ID,
    name: agency.name,
    owner,
    workspaceId,
    signInPath: `/app/${of.region}/sign-in/${data.ID}`,
    orgs,
  }
}

interface Within {
  readonly api: string
  readonly workspace: string
  readonly workspaceId: string
  readonly token: string
  readonly speaker: Speaker
  readonly seed: number
}

async function makeBusiness(of: DemoOf, business: Business, within: Within): Promise<DemoOrg> {
  const { post } = of.caller
  const { api, workspace, workspaceId, token } = within
  const { agentCreated } = await post<{ agentCreated: { ID: string } }>(
    `${api}/rpc/convertAgentTemplateToAgent`,
    { agentName: business.agent, agentTemplate: 'customer-support', workspaceId },
    token,
  )
  const agentId = agentCreated.ID
  const { description, theme, starterQuestions } = business
  const handoff = { alwaysShowHandoff: true, UIhandoffTitle: 'Talk to a person' }
  await post(`${api}/v2/agents/${agentId}`, { description, theme, starterQuestions, ...handoff }, token)
  const documents = new Map<string, string>()
  for (const document of business.documents) {
    const { data } = await post<{ data: { ID: string } }>(`${api}/v2/agents/${agentId}/kb`, document, token)
    documents.set(document.name, data.ID)
  }
  const { data: org } = await post<{ data: { ID: string } }>(
    `${workspace}/orgs`,
    {
      name: business.org,
      widgetIDs: [agentId],
      predefinedTags: business.tags,
      settings: { enableCannedResponses: true, smartHandoff: true },
    },
    token,
  )
  const people: DemoPerson[] = []
  const speakers: Speaker[] = []
  for (const { name, isOrgAdmin = false } of business.people) {
    const made = person(name)
    const { email, password } = made
    const added = { email, name, dashboardPassword: password, isOrgAdmin }
    const { data } = await post<{ data: { ID: string } }>(`${workspace}/orgs/${org.ID}/clients`, added, token)
    people.push(made)
    speakers.push({ kind: 'client', id: data.ID, name })
  }
  const history = makeHistory({
    business,
    people: [...speakers, within.speaker],
    now: of.now,
    random: numbers(within.seed),
  })
  const target = { workspaceId, agentId, orgId: org.ID, documents }
  await storeHistory(openDb(of.pool), target, history, business, of.now)
  return { id: org.ID, name: business.org, agentId, conversations: history.length, people }
}

function person(name: string): DemoPerson {
  const local = name.toLowerCase().replaceAll(/[^a-z]+/g, '.')
  return { name, email: `${local}-${randomId(6).toLowerCase()}@example.com`, password: randomId(16) }
}

/** What was made, for people. */
export function describeDemo(url: string, agencies: readonly DemoAgency[]): string {
  const account = ({ name, email, password }: DemoPerson) => `${name}: ${email}, password ${password}`
  const lines = agencies.flatMap(({ name, owner, signInPath, orgs }) => [
    `${name}. Its owner signs in at ${url}/login as ${account(owner)}`,
    `  Its clients sign in at ${url}${signInPath}`,
    ...orgs.flatMap((org) => [
      `  ${org.name}, ${org.conversations} conversations in ${DAYS} days`,
      ...org.people.map((one) => `    ${account(one)}`),
    ]),
  ])
  return `${lines.join('\n')}\n`
}
