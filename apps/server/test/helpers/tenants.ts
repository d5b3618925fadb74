// A tenant with one of everything that an operation can name, created through the API.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { Caller } from '@parlance/contract/lib/operation'
import { newVisitorId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import type { startTestServer } from './app.ts'
import { makeAttachment } from './attachments.ts'
import { makeCampaign } from './campaigns.ts'
import { makeCall } from './calls.ts'
import {
  askForFile,
  askForHuman,
  ghosts,
  makeCrawl,
  makeEvent,
  makeGap,
  makeGolden,
  makeKey,
  makeLeads,
  makeMetric,
  makePeople,
  makeTest,
  makeTheme,
} from './operations.ts'
import type { Names } from './operation-names.ts'
import { makeClient, makeOrg } from './orgs.ts'
import type { Person, TestAgent } from './people.ts'

export type TestApp = Awaited<ReturnType<typeof startTestServer>>
export interface Tenant extends Names {
  readonly region: Region
  readonly owner: Person
  readonly agent: TestAgent
  /** The bearer of each kind of caller of this tenant. */
  readonly bearers: Readonly<Record<Exclude<Caller, 'public' | 'sandbox' | 'provider'>, string>>
}

export interface TenantOptions {
  /** Configuration of the agent. */
  readonly config?: AgentPatch
  /** The text of the only document. */
  readonly text?: string
  /** An existing owner; a new one when absent. */
  readonly owner?: Person | undefined
  /** Creates only these; everything when absent. The others have unknown ids. */
  readonly only?: ReadonlySet<keyof Names>
}

/** Needs seats for an invitation. */
export async function makeTenant(server: TestApp, region: Region, options: TenantOptions = {}): Promise<Tenant> {
  const owner = options.owner ?? (await server.signUp(region))
  // Only people with a confirmed address can change how their account is entered.
  await server.dbs.identity.pool.query('update users set email_verified = true where email = $1', [owner.email])
  const agent = await server.makeAgent(owner, {
    UIhandoffTitle: 'Talk to us',
    // Keeps requests for people open for as long as a test needs them.
    handoffTimeoutS: 3600,
    allowAttachments: true,
    allowVoiceNotes: true,
    ...options.config,
  })
  const visitor = newVisitorId()
  const org = await makeOrg(server, owner, [agent.id])
  // Receives feedback of client users.
  const { data: agency } = await server.must<{ data: { secret: string } }>(
    'PATCH',
    `${server.api(region)}/v2/workspaces/${owner.workspace.uid}/agency`,
    owner.token,
    { supportEmail: 'support@example.test', customTabs: [{ label: 'News', href: '/news', alwaysVisible: true }] },
  )
  const orgAdmin = await makeClient(server, owner, org, {
    agentIds: [agent.id],
    isOrgAdmin: true,
    allowCreateAgents: true,
  })
  const { clientId } = await makeClient(server, owner, org, { agentIds: [agent.id] })
  return {
    region,
    owner,
    agent,
    ...ghosts(),
    uid: owner.workspace.uid,
    agentId: agent.id,
    ...(await partsOf(server, agent, { visitor, ...options })),
    ...org,
    clientId,
    bearers: {
      session: owner.token,
      client: orgAdmin.token,
      workspace: owner.workspace.secret,
      agency: agency.secret,
      agent: agent.secret,
      visitor,
    },
  }
}

/** Creates the requested parts of an agent and its workspace. */
async function partsOf(
  server: TestApp,
  agent: TestAgent,
  { visitor, text = 'The office sleeps.', only }: TenantOptions & { readonly visitor: string },
): Promise<Partial<Names>> {
  const { id: agentId, owner, region } = agent
  const wants = (...names: readonly (keyof Names)[]) => !only || names.some((name) => only.has(name))
  const document = wants('docId', 'chunk', 'docVersionId', 'goldenId') && (await makeDocument(server, agent, text))
  const talk =
    wants('conversationId', 'turnId', 'gapId', 'metricId') && (await makeConversation(server, agent, visitor))
  const conversationId = talk ? talk.conversationId : ''
  return {
    ...document,
    ...talk,
    ...(wants('versionId') && (await makeVersion(server, agent))),
    ...(wants('testId', 'runId') && (await makeTest(server, owner, agentId))),
    ...(wants('gapId', 'conflictId') && (await makeGap(server.dbs, owner, { agentId, conversationId }))),
    ...(wants('metricId') && (await makeMetric(server.dbs, server, owner, { agentId, conversationId }))),
    ...(document && wants('goldenId') && (await makeGolden(server, owner, { agentId, docId: document.docId }))),
    ...(wants('crawlId', 'site') && (await makeCrawl(server, owner, agentId))),
    ...(wants('leadId', 'otherLeadId') && (await makeLeads(server, owner, agentId))),
    ...(wants('themeId') && (await makeTheme(server, owner))),
    ...(wants('deliveryId', 'endpointId') && (await makeEvent(server.dbs, server, owner))),
    ...(wants('keyId') && (await makeKey(server, owner))),
    ...(wants('invited', 'spareUid', 'workspaceSecret') && (await makePeople(server, server.dbs, owner))),
    ...(wants('campaignId') && (await makeCampaign(server, owner, agentId))),
    ...(wants('callId') && (await makeCall(server.dbs, owner, agentId))),
    ...(wants('attachmentId') && (await makeAttachment(server, { region }, { agentId, visitor }))),
  }
}

/** A document that was changed once. */
async function makeDocument(
  { must, api }: TestApp,
  { region, id, owner: { token } }: TestAgent,
  text: string,
): Promise<Pick<Names, 'docId' | 'chunk' | 'docVersionId'>> {
  const kb = `${api(region)}/v2/agents/${id}/kb`
  const { data } = await must<{ data: { ID: string } }>('POST', kb, token, { name: 'Office', content: text })
  const chunk = `${text} It wakes at nine.`
  await must('PATCH', `${kb}/${data.ID}`, token, { content: chunk })
  const versions = await must<{ items: { id: string }[] }>('GET', `${kb}/${data.ID}/versions`, token)
  return { docId: data.ID, chunk, docVersionId: versions.items[0]?.id ?? '' }
}

async function makeVersion(
  { must, api }: TestApp,
  { region, id, owner: { token, workspace } }: TestAgent,
): Promise<Pick<Names, 'versionId'>> {
  const backup = { agentId: id, workspaceId: workspace.uid }
  const saving = `${api(region)}/rpc/saveAgentBackup`
  const { version } = await must<{ version: { id: string } }>('POST', saving, token, backup)
  return { versionId: version.id }
}

/** A visitor wrote, is asked for a file, and waits for a human. */
async function makeConversation(
  server: TestApp,
  agent: TestAgent,
  visitorId: string,
): Promise<Pick<Names, 'conversationId' | 'turnId'>> {
  const { answer } = await server.turn(agent, { visitorId })
  const { conversationId = '', turnId = '' } = answer.metadata ?? {}
  await askForFile(server.dbs, agent.region, conversationId)
  await askForHuman(server.dbs, agent.region, conversationId)
  return { conversationId, turnId }
}

/** A token of this tenant that may call the operation; undefined where none is needed. */
export const bearerFor = ({ meta }: { meta: { access: { by: readonly Caller[] } } }, { bearers }: Tenant) =>
  meta.access.by.map((caller) => (bearers as Partial<Record<Caller, string>>)[caller]).find(Boolean)
