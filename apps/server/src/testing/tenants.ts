// A tenant who has one of everything that an operation can name, made as anybody would make it.
import type { AgentPatch } from '@parlance/core/agents/agents'
import type { Caller } from '@parlance/core/kit/contract'
import { newVisitorId } from '@parlance/core/kit/ids'
import type { Region } from '@parlance/core/kit/regions'
import type { startTestServer } from './app.ts'
import { makeAttachment } from './attachments.ts'
import {
  askForFile,
  askForHuman,
  makeCrawl,
  makeEvent,
  makeGap,
  makeGolden,
  makeKey,
  makePeople,
  makeTest,
  makeTheme,
  type Names,
} from './operations.ts'
import type { Person, TestAgent } from './people.ts'

export type TestApp = Awaited<ReturnType<typeof startTestServer>>
export interface Tenant extends Names {
  readonly region: Region
  readonly owner: Person
  readonly agent: TestAgent
  /** What each kind of caller of this tenant sends as its bearer. */
  readonly bearers: Readonly<Record<Exclude<Caller, 'public' | 'sandbox' | 'agency'>, string>>
}

/** `config` goes into the agent, `text` into its only document. Needs seats for an invitation. */
export async function makeTenant(
  server: TestApp,
  region: Region,
  { config = {}, text = 'The office sleeps.' }: { config?: AgentPatch; text?: string } = {},
): Promise<Tenant> {
  const owner = await server.signUp(region)
  await server.dbs.identity.pool.query('update users set email_verified = true where email = $1', [owner.email])
  const agent = await server.makeAgent(owner, {
    UIhandoffTitle: 'Talk to us',
    allowAttachments: true,
    allowVoiceNotes: true,
    ...config,
  })
  const kb = `${server.api(region)}/v2/agents/${agent.id}/kb`
  const { data } = await server.must<{ data: { ID: string } }>('POST', kb, owner.token, {
    name: 'Office',
    content: text,
  })
  const chunk = `${text} It wakes at nine.`
  await server.must('PATCH', `${kb}/${data.ID}`, owner.token, { content: chunk })
  const versions = await server.must<{ items: { id: string }[] }>('GET', `${kb}/${data.ID}/versions`, owner.token)
  const { version } = await server.must<{ version: { id: string } }>(
    'POST',
    `${server.api(region)}/rpc/saveAgentBackup`,
    owner.token,
    { agentId: agent.id, workspaceId: owner.workspace.uid },
  )
  const visitor = newVisitorId()
  const { answer } = await server.turn(agent, { visitorId: visitor })
  const conversationId = answer.metadata?.conversationId ?? ''
  await askForFile(server.dbs, region, conversationId)
  await askForHuman(server.dbs, region, conversationId)
  return {
    region,
    owner,
    agent,
    uid: owner.workspace.uid,
    agentId: agent.id,
    docId: data.ID,
    chunk,
    docVersionId: versions.items[0]?.id ?? '',
    conversationId,
    turnId: answer.metadata?.turnId ?? '',
    versionId: version.id,
    ...(await makeTest(server, owner, agent.id)),
    ...(await makeGap(server.dbs, owner, { agentId: agent.id, conversationId })),
    ...(await makeGolden(server, owner, { agentId: agent.id, docId: data.ID })),
    ...(await makeCrawl(server, owner, agent.id)),
    ...(await makeTheme(server, owner)),
    ...(await makeEvent(server.dbs, server, owner)),
    ...(await makeKey(server, owner)),
    ...(await makePeople(server, server.dbs, owner)),
    ...(await makeAttachment(server, owner, { agentId: agent.id, visitor })),
    bearers: { session: owner.token, workspace: owner.workspace.secret, agent: agent.secret, visitor },
  }
}

/** A token of this tenant that opens the operation; undefined where none is needed. */
export const bearerFor = ({ meta }: { meta: { access: { by: readonly Caller[] } } }, { bearers }: Tenant) =>
  meta.access.by.map((caller) => (bearers as Partial<Record<Caller, string>>)[caller]).find(Boolean)
