// Every operation of the contract in a form that a test can send, with a valid input for each.
import { DEFAULT_ENDPOINT } from '@parlance/contract/events/names'
import { contract } from '@parlance/contract'
import type { OpMeta } from '@parlance/contract/lib/operation'
import { newSecretKey, randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import type { z } from 'zod'
import type { TestDatabases } from './databases.ts'
import type { clientOf } from './app.ts'
import type { Person } from './people.ts'
import { sampleTest } from './samples.ts'
import type { Names } from './operation-names.ts'

export { PIXEL, samples } from './samples.ts'

export interface Operation {
  /** `noun.call`, as in the contract. */
  readonly name: string
  readonly meta: OpMeta
  readonly method: string
  readonly path: string
  readonly input: z.ZodType | undefined
}

/** All of the contract except calls of outside services, which sign their raw bytes. */
export const operations: readonly Operation[] = Object.entries(contract)
  .flatMap(([noun, calls]) =>
    Object.entries(calls).map(([name, procedure]): Operation => {
      const { route, meta, inputSchema } = procedure['~orpc']
      return {
        name: `${noun}.${name}`,
        // The builder types meta as an open record; declare() in core is its only writer.
        meta: meta as OpMeta,
        method: route.method ?? 'POST',
        path: route.path ?? '',
        input: inputSchema as z.ZodType | undefined,
      }
    }),
  )
  .filter(({ meta }) => meta.webhook === undefined)

export const ghosts = (): Names => ({
  uid: randomId(15),
  workspaceSecret: newSecretKey(),
  invited: `g${randomId(12).toLowerCase()}@example.test`,
  spareUid: randomId(15),
  agentId: randomId(16),
  docId: randomId(10),
  chunk: 'Nothing',
  docVersionId: randomId(20),
  conversationId: randomId(24),
  turnId: randomId(24),
  versionId: randomId(20),
  testId: randomId(16),
  runId: randomId(24),
  goldenId: randomId(16),
  themeId: randomId(16),
  leadId: randomId(16),
  otherLeadId: randomId(16),
  agencyId: randomId(20),
  orgId: randomId(20),
  clientId: randomId(15),
  keyId: randomId(16),
  metricId: randomId(16),
  gapId: randomId(16),
  conflictId: randomId(16),
  crawlId: randomId(16),
  callId: randomId(24),
  campaignId: randomId(16),
  attachmentId: randomId(20),
  site: 'https://nowhere.invalid/',
  deliveryId: `msg_${randomId(28)}`,
  endpointId: randomId(16),
  accountId: `acct_${randomId(16)}`,
  customerId: `cus_${randomId(14)}`,
  paymentMethodId: `pm_${randomId(24)}`,
})

type Input = Record<string, unknown>
/** Makes the conversation's latest answer ask for a file, so that one can be sent. */
export async function askForFile(dbs: TestDatabases, region: Region, conversationId: string): Promise<void> {
  const item = { type: 'input', field: { name: 'photo', label: 'Photo', type: 'file', required: false } }
  await dbs[region].pool.query(
    `update messages set items = items || $2::jsonb where conversation_id = $1 and author = 'agent'`,
    [conversationId, JSON.stringify([item])],
  )
}

/** A test of an agent and a stopped run, so that another one can be started. */
export async function makeTest(
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  { region, token }: Pick<Person, 'region' | 'token'>,
  agentId: string,
): Promise<Pick<Names, 'testId' | 'runId'>> {
  const base = `${api(region)}/v2/agents/${agentId}`
  const testId = randomId(16)
  await must('PUT', `${base}/tests/${testId}`, token, sampleTest)
  const { data } = await must<{ data: { id: string } }>('POST', `${base}/tests/run`, token, {})
  await must('POST', `${base}/test-runs/${data.id}/cancel`, token)
  return { testId, runId: data.id }
}

/** A crawler job that was stopped at once, so that it can be run again; its site is the model's own server. */
export async function makeCrawl(
  {
    must,
    api,
    model,
  }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'> & { readonly model: { readonly url: string } },
  { region, token, workspace: { uid } }: Pick<Person, 'region' | 'token' | 'workspace'>,
  agentId: string,
): Promise<Pick<Names, 'crawlId' | 'site'>> {
  const base = `${api(region)}/v2/workspaces/${uid}/crawls`
  // A workspace has two hundred at most. The oldest stays, because its tenant knows it.
  const { items } = await must<{ items: { id: string }[] }>('GET', `${base}?limit=100`, token)
  if (items.length > 50) for (const { id } of items.slice(0, -1)) await must('DELETE', `${base}/${id}`, token, {})
  const body = { name: 'Site', startUrls: [model.url], agentIds: [agentId] }
  const { data } = await must<{ data: { id: string } }>('POST', base, token, body)
  await must('POST', `${base}/${data.id}/cancel`, token, {})
  return { crawlId: data.id, site: model.url }
}

/** An invited person and another workspace of the owner. Seats and owners are limited. */
export async function makePeople(
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  dbs: TestDatabases,
  { region, token, workspace: { uid, secret } }: Pick<Person, 'region' | 'token' | 'workspace'>,
): Promise<Pick<Names, 'invited' | 'spareUid' | 'workspaceSecret'>> {
  const base = `${api(region)}/v2/workspaces`
  const { pool } = dbs[region]
  await pool.query(`delete from workspace_members where workspace_id = $1 and joined_at is null`, [uid])
  await pool.query(
    `delete from workspaces w using workspaces p where p.uid = $1 and w.owner_id = p.owner_id and not w.personal`,
    [uid],
  )
  const { data: spare } = await must<{ data: { uid: string } }>('POST', base, token, {})
  const email = `g${randomId(12).toLowerCase()}@example.test`
  const { data: member } = await must<{ data: { email: string } }>('POST', `${base}/${uid}/members`, token, { email })
  return { invited: member.email, spareUid: spare.uid, workspaceSecret: secret }
}

/** An event endpoint at the model's own server, and an event that it refused. */
export async function makeEvent(
  dbs: TestDatabases,
  {
    must,
    api,
    model,
  }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'> & { readonly model: { readonly url: string } },
  { region, token, workspace: { uid } }: Pick<Person, 'region' | 'token' | 'workspace'>,
): Promise<Pick<Names, 'deliveryId' | 'endpointId'>> {
  const body = { endpoint: model.url, subscribedEvents: [] }
  await must('PUT', `${api(region)}/v2/workspaces/${uid}/events`, token, body)
  const endpoints = `${api(region)}/v2/workspaces/${uid}/events/endpoints`
  // A workspace has few of them. The first one stays, because its tenant knows it.
  const { items } = await must<{ items: { id: string }[] }>('GET', endpoints, token)
  const [, ...later] = items.filter(({ id }) => id !== DEFAULT_ENDPOINT)
  for (const { id } of later) await must('DELETE', `${endpoints}/${id}`, token, {})
  const { data: made } = await must<{ data: { id: string } }>('POST', endpoints, token, body)
  const deliveryId = `msg_${randomId(28)}`
  await dbs[region].pool.query(
    `insert into event_deliveries (id, workspace_id, type, body, endpoint, state, attempts, created_at, finished_at)
     values ($1, $2, 'agent_created', '{}', $3, 'failed', 8, now(), now())`,
    [deliveryId, uid, model.url],
  )
  return { deliveryId, endpointId: made.id }
}

export async function makeGolden(
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  { region, token }: Pick<Person, 'region' | 'token'>,
  { agentId, docId }: Pick<Names, 'agentId' | 'docId'>,
): Promise<Pick<Names, 'goldenId'>> {
  const path = `${api(region)}/v2/agents/${agentId}/goldens`
  const { data } = await must<{ data: { id: string } }>('POST', path, token, { question: 'When?', docId })
  return { goldenId: data.id }
}

export async function makeLeads(
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  { region, token }: Pick<Person, 'region' | 'token'>,
  agentId: string,
): Promise<Pick<Names, 'leadId' | 'otherLeadId'>> {
  const make = async (name: string) => {
    const path = `${api(region)}/v2/agents/${agentId}/leads`
    return (await must<{ data: { leadId: string } }>('POST', path, token, { name })).data.leadId
  }
  return { leadId: await make('Ada'), otherLeadId: await make('Bob') }
}

/** A custom theme of a workspace. */
export async function makeTheme(
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  { region, token, workspace: { uid } }: Pick<Person, 'region' | 'token' | 'workspace'>,
): Promise<Pick<Names, 'themeId'>> {
  const base = `${api(region)}/v2/workspaces/${uid}/themes`
  // A workspace has a hundred at most, and some tests need one for each operation.
  const { items } = await must<{ items: { id: string }[] }>('GET', `${base}?limit=100`, token)
  if (items.length > 50) for (const { id } of items) await must('DELETE', `${base}/${id}`, token)
  const body = { name: `Theme ${randomId(8)}`, themeType: 'light', primary: '#12ab34' }
  const { data } = await must<{ data: { id: string } }>('POST', base, token, body)
  return { themeId: data.id }
}

/** An API key of a workspace with the right to read agents. */
export async function makeKey(
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  { region, token, workspace: { uid } }: Pick<Person, 'region' | 'token' | 'workspace'>,
): Promise<Pick<Names, 'keyId'>> {
  const base = `${api(region)}/v2/workspaces/${uid}/keys`
  // A workspace has fifty at most, and some tests need one for each operation.
  const { items } = await must<{ items: { id: string }[] }>('GET', base, token)
  if (items.length > 20) for (const { id } of items) await must('DELETE', `${base}/${id}`, token)
  const body = { name: 'Sample', scopes: ['agents:read'] }
  const { data } = await must<{ data: { id: string } }>('POST', base, token, body)
  return { keyId: data.id }
}

/** A question that was not answered, and two passages that contradict each other. */
export async function makeGap(
  dbs: TestDatabases,
  { region, workspace: { uid } }: Pick<Person, 'region' | 'workspace'>,
  { agentId, conversationId }: Pick<Names, 'agentId' | 'conversationId'>,
): Promise<Pick<Names, 'gapId' | 'conflictId'>> {
  const { pool } = dbs[region]
  const [gapId, conflictId] = [randomId(16), randomId(16)]
  await pool.query(
    `insert into gaps (id, agent_id, workspace_id, question, count, status, first_at, last_at)
     values ($1, $2, $3, 'Where?', 1, 'open', now(), now())`,
    [gapId, agentId, uid],
  )
  await pool.query(
    `insert into gap_questions (gap_id, agent_id, workspace_id, conversation_id, turn_id, question, asked_at)
     values ($1, $2, $3, $4, $5, 'Where?', now())`,
    [gapId, agentId, uid, conversationId, randomId(20)],
  )
  await pool.query(
    `insert into conflicts (id, agent_id, workspace_id, doc_a, doc_b, text_a, text_b, pair_hash, about, status, judge, found_at)
     values ($1, $2, $3, 'a', 'b', 'One.', 'Two.', $1, 'How many.', 'open', 'rules', now())`,
    [conflictId, agentId, uid],
  )
  return { gapId, conflictId }
}

/** A disabled metric that has judged a conversation. */
export async function makeMetric(
  dbs: TestDatabases,
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  { region, token, workspace: { uid } }: Pick<Person, 'region' | 'token' | 'workspace'>,
  { agentId, conversationId }: Pick<Names, 'agentId' | 'conversationId'>,
): Promise<Pick<Names, 'metricId'>> {
  const body = { name: 'Refunds', question: 'Was a refund asked for?', kind: 'yes-no' }
  const { data } = await must<{ data: { id: string } }>(
    'POST',
    `${api(region)}/v2/agents/${agentId}/metrics`,
    token,
    body,
  )
  await dbs[region].pool.query(
    `insert into metric_results (metric_id, conversation_id, workspace_id, version, value, quote, seq, reason, model, cost, ended_at, judged_at)
     values ($1, $2, $3, 1, 'no', 'Hello', 1, '', 'm', 0, now(), now())`,
    [data.id, conversationId, uid],
  )
  return { metricId: data.id }
}

/** Retrieval evals, contradictions and conversation starters are otherwise made again minutes after a change. */
export const cancelPlannedModelCalls = ({ eu, na }: TestDatabases) =>
  Promise.all(
    [eu, na].flatMap(({ pool }) => [
      pool.query('delete from golden_due'),
      pool.query('update conflict_scans set due_at = null'),
      pool.query('update agents set starters_due_at = null'),
    ]),
  )

/** Opens a hand-off request in this conversation. */
export async function askForHuman(dbs: TestDatabases, region: Region, conversationId: string): Promise<void> {
  await dbs[region].pool.query(`update conversations set state = 'requested_chat', handoff_at = now() where id = $1`, [
    conversationId,
  ])
}

export interface Sending {
  readonly bearer?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent unchanged instead of the input's JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
}
export interface Heard {
  readonly status: number
  readonly headers: Headers
  /** The JSON of the answer, or its text; undefined for a stream, which is closed at once. */
  readonly body: Record<string, unknown> | undefined
}

/** Reads, and files, whose body is the file itself. */
const inQuery = ({ method, meta }: Operation): boolean => method === 'GET' || meta.file !== undefined

/** The address of an operation: path keys of the input in their places, the rest as query for reads and files. */
export function addressOf(op: Operation, server: string, region: Region, input: Input): { url: string; rest: Input } {
  const rest = { ...input }
  const path = op.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(rest[key] ?? '')
    delete rest[key]
    return encodeURIComponent(value)
  })
  const base = op.meta.scope === 'region' ? `${server}/api/${region}` : `${server}/api`
  const query = new URLSearchParams(
    inQuery(op) ? Object.entries(rest).map(([k, v]): [string, string] => [k, String(v)]) : [],
  )
  return { url: `${base}${path}${query.size > 0 ? `?${query.toString()}` : ''}`, rest }
}

/** Sends an operation and returns the visible parts of the response; closes a stream once it is open. */
export async function send(
  op: Operation,
  server: string,
  region: Region,
  input: Input,
  { bearer, headers = {}, raw }: Sending = {},
): Promise<Heard> {
  const { url, rest } = addressOf(op, server, region, input)
  const json = inQuery(op) || Object.keys(rest).length === 0 ? undefined : JSON.stringify(rest)
  const body = raw ?? (op.meta.file ? 'We open at nine.' : json)
  const response = await fetch(url, {
    method: op.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body === undefined || op.method === 'GET' ? {} : { body }),
  })
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (streams) await response.body?.cancel()
  return {
    status: response.status,
    headers: response.headers,
    body: streams ? undefined : await bodyOf(response),
  }
}

/** A body that is not JSON is under `text`. */
async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true)
    return { text: await response.text() }
  return (await response.json()) as Record<string, unknown>
}

/** A response without the fields that differ from request to request. */
export const timeless = ({ status, body }: Heard) => ({ status, ...body, requestId: undefined })
