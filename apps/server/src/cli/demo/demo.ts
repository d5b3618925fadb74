// Fills an installation with two agencies, their customers, and two months of conversations: `npm run seed -- --demo`.
// Users, agents, knowledge and organisations go through the API, so they are what people could have made; only past
// events are stored by SQL.
import type { Region } from '@parlance/contract/lib/regions'
import { randomId } from '@parlance/contract/lib/ids'
import type { Person as Speaker } from '@parlance/contract/conversations/schemas'
import { openDb, type Pool } from '../../lib/db/pool.ts'
import type { Caller } from '../api-caller.ts'
import { AGENCIES, type Agency, type Business } from './businesses.ts'
import { DAYS, makeHistory, numbers } from './history.ts'
import { judge } from './judgements.ts'
import { storeHistory } from './store-history.ts'
import { storeJudgements, storeNotifications } from './store-reports.ts'

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
  readonly members: readonly DemoPerson[]
  readonly workspaceId: string
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
  // No one reads the confirmation mail.
  await of.identity.query('update users set email_verified = true where id = $1', [account.id])
  const speaker: Speaker = { kind: 'user', id: account.id, name: owner.name }
  // Paid plans have more seats for members and client users than a free workspace.
  await of.pool.query("update workspaces set default_seats = 5, plan = 'enterprise' where uid = $1", [workspaceId])
  const members: DemoPerson[] = []
  const team = [{ kind: speaker.kind, id: speaker.id }]
  for (const name of agency.members) {
    const member = person(name)
    team.push({ kind: 'user', id: await addMember(of, workspace, token, member) })
    members.push(member)
  }
  await post(`${workspace}/teams`, { name: 'Support', members: team }, token)
  const orgs: DemoOrg[] = []
  for (const [place, business] of agency.businesses.entries()) {
    const settings = { api, workspace, workspaceId, token, speaker, seed: index * 100 + place + 1 }
    orgs.push(await makeBusiness(of, business, settings))
  }
  const cannedReplies = agency.businesses.flatMap((business) => business.cannedReplies)
  await of.caller.put(`${workspace}/canned-replies`, { items: cannedReplies }, token)
  const { data } = await patch<{ data: { ID: string } }>(
    `${workspace}/agency`,
    { name: agency.name, mainWebsite: agency.website, supportEmail: `support@${new URL(agency.website).hostname}` },
    token,
  )
  return {
    id: data.ID,
    name: agency.name,
    owner,
    members,
    workspaceId,
    signInPath: `/app/${of.region}/sign-in/${data.ID}`,
    orgs,
  }
}

/** Signs a user up and adds them; returns the id of their account. */
async function addMember(of: DemoOf, workspace: string, ownerToken: string, member: DemoPerson): Promise<string> {
  const { post, get } = of.caller
  await post(`${workspace}/members`, { email: member.email, role: 'editor' }, ownerToken)
  const { token, account } = await post<{ token: string; account: { id: string } }>('/api/account/sign-up', {
    ...member,
    region: of.region,
  })
  await of.identity.query('update users set email_verified = true where id = $1', [account.id])
  // An invited user joins by opening the workspace.
  await get(workspace, token)
  return account.id
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
  // Visitors wait long enough to look at every screen.
  const handoff = { alwaysShowHandoff: true, UIhandoffTitle: 'Talk to our team', handoffTimeoutS: 3600 }
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
  if (speakers.length > 1)
    await post(
      `${workspace}/teams`,
      { name: business.org, orgId: org.ID, members: speakers.map(({ kind, id }) => ({ kind, id })) },
      token,
    )
  const target = { workspaceId, agentId, orgId: org.ID, documents }
  const db = openDb(of.pool)
  await storeHistory(db, target, history, business, of.now)
  for (const { metric, judgements } of judge(business, history, of.now)) {
    const { data } = await post<{ data: { id: string } }>(`${api}/v2/agents/${agentId}/metrics`, metric, token)
    await storeJudgements(db, { workspaceId, metricId: data.id }, judgements, of.now)
  }
  await storeNotifications(db, { ...target, region: of.region, agent: business.agent }, history)
  return { id: org.ID, name: business.org, agentId, conversations: history.length, people }
}

function person(name: string): DemoPerson {
  const local = name.toLowerCase().replaceAll(/[^a-z]+/g, '.')
  return { name, email: `${local}-${randomId(6).toLowerCase()}@example.com`, password: randomId(16) }
}

export function describeDemo(url: string, agencies: readonly DemoAgency[]): string {
  const account = ({ name, email, password }: DemoPerson) => `${name}: ${email}, password ${password}`
  const lines = agencies.flatMap(({ name, owner, members, signInPath, orgs }) => [
    `${name}. Its owner signs in at ${url}/login as ${account(owner)}`,
    ...members.map((one) => `  A member of its workspace: ${account(one)}`),
    `  Its clients sign in at ${url}${signInPath}`,
    ...orgs.flatMap((org) => [
      `  ${org.name}, ${org.conversations} conversations in ${DAYS} days`,
      ...org.people.map((one) => `    ${account(one)}`),
    ]),
  ])
  return `${lines.join('\n')}\n`
}
