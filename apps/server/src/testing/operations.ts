// Every operation of the contract as something a test can send, with one valid input for each.
import { contract } from '@parlance/core/contract'
import type { OpMeta } from '@parlance/core/kit/contract'
import { randomId } from '@parlance/core/kit/ids'
import type { Region } from '@parlance/core/kit/regions'
import type { z } from 'zod'
import type { TestDatabases } from './databases.ts'
import type { clientOf } from './app.ts'
import type { Person } from './people.ts'

export interface Operation {
  /** `noun.call`, as the contract names it. */
  readonly name: string
  readonly meta: OpMeta
  readonly method: string
  readonly path: string
  readonly input: z.ZodType | undefined
}

export const operations: readonly Operation[] = Object.entries(contract).flatMap(([noun, calls]) =>
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

/** The ids that an input may name; all of one tenant, or none that exist. */
export interface Names {
  readonly uid: string
  readonly agentId: string
  readonly docId: string
  /** The text of its only chunk, and an earlier content of it. */
  readonly chunk: string
  readonly docVersionId: string
  readonly conversationId: string
  readonly turnId: string
  /** Of an older published copy. */
  readonly versionId: string
  readonly testId: string
  /** Of its tests; not going on. */
  readonly runId: string
  readonly goldenId: string
  readonly themeId: string
  readonly gapId: string
  readonly conflictId: string
  /** A job of the crawler that was stopped, and an address that one may begin with. */
  readonly crawlId: string
  /** Of a voice note that no message carries yet. */
  readonly attachmentId: string
  readonly site: string
}

export const ghosts = (): Names => ({
  uid: randomId(15),
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
  gapId: randomId(16),
  conflictId: randomId(16),
  crawlId: randomId(16),
  attachmentId: randomId(20),
  site: 'https://nowhere.invalid/',
})

type Input = Record<string, unknown>
const agent = ({ agentId }: Names): Input => ({ agentId })
const workspace = ({ uid }: Names): Input => ({ uid })
const document = ({ agentId, docId }: Names): Input => ({ agentId, docId })
const conversation = ({ agentId, conversationId }: Names): Input => ({ agentId, conversationId })
const turn = ({ agentId, turnId }: Names): Input => ({ agentId, turnId })
const version = ({ agentId, versionId }: Names): Input => ({ agentId, versionId })
const testRun = ({ agentId, runId }: Names): Input => ({ agentId, runId })
const crawl = ({ uid, crawlId }: Names): Input => ({ uid, crawlId })
const email = () => `s${randomId(12).toLowerCase()}@example.test`
const password = 'correct horse battery'
const none = (): Input => ({})
/** A PNG of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Makes the answers of a conversation ask for a file, so that one can be sent. */
export async function askForFile(dbs: TestDatabases, region: Region, conversationId: string): Promise<void> {
  const item = { type: 'input', field: { name: 'photo', label: 'Photo', type: 'file', required: false } }
  await dbs[region].pool.query(
    `update messages set items = items || $2::jsonb where conversation_id = $1 and author = 'agent'`,
    [conversationId, JSON.stringify([item])],
  )
}

/** At an address that nobody has. */
const sampleTool = { name: 'sample', serverUrl: 'https://nowhere.invalid/sample' }

const sampleTest = { name: 'Greets', steps: [{ message: 'Hello' }] }

/** A test of an agent and a run of it that was stopped, so that another one can be begun. */
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

/** A job of the crawler that was stopped at once, so that it can be run again; its site is the model's own server. */
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
  const body = { name: 'Site', startUrls: [model.url], agentIds: [agentId] }
  const { data } = await must<{ data: { id: string } }>('POST', base, token, body)
  await must('POST', `${base}/${data.id}/cancel`, token, {})
  return { crawlId: data.id, site: model.url }
}

/** A golden question about a document. */
export async function makeGolden(
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  { region, token }: Pick<Person, 'region' | 'token'>,
  { agentId, docId }: Pick<Names, 'agentId' | 'docId'>,
): Promise<Pick<Names, 'goldenId'>> {
  const path = `${api(region)}/v2/agents/${agentId}/goldens`
  const { data } = await must<{ data: { id: string } }>('POST', path, token, { question: 'When?', docId })
  return { goldenId: data.id }
}

/** A theme of a workspace's own. */
export async function makeTheme(
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  { region, token, workspace: { uid } }: Pick<Person, 'region' | 'token' | 'workspace'>,
): Promise<Pick<Names, 'themeId'>> {
  const body = { name: `Theme ${randomId(8)}`, themeType: 'light', primary: '#12ab34' }
  const { data } = await must<{ data: { id: string } }>(
    'POST',
    `${api(region)}/v2/workspaces/${uid}/themes`,
    token,
    body,
  )
  return { themeId: data.id }
}

/** A question that was not served, and two passages that contradict each other. */
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

/** Changes nothing by itself in a moment: neither golden questions nor contradictions wait to be looked at again. */
export const askNoGoldens = ({ eu, na }: TestDatabases) =>
  Promise.all(
    [eu, na].flatMap(({ pool }) => [
      pool.query('delete from golden_due'),
      pool.query('update conflict_scans set due_at = null'),
    ]),
  )

/** One input per operation that its rightful callers succeed with. A new operation needs its line here. */
export const samples: Readonly<Record<string, (names: Names) => Input>> = {
  'platform.status': none,
  'platform.translationLanguages': none,
  'platform.sandboxMails': none,
  'accounts.signUp': () => ({ email: email(), password, name: 'Sam', region: 'eu' }),
  'accounts.signIn': () => ({ email: email(), password }),
  'accounts.signOut': none,
  'accounts.me': none,
  'accounts.update': () => ({ name: 'Sam' }),
  // To the same one, so that whoever signs in next still can.
  'accounts.changePassword': () => ({ currentPassword: password, newPassword: password }),
  'accounts.endOtherSessions': none,
  'accounts.resendVerification': none,
  'accounts.verifyEmail': () => ({ token: 'not.a.token' }),
  'accounts.requestPasswordReset': () => ({ email: email() }),
  'accounts.resetPassword': () => ({ token: 'not.a.token', password }),
  'files.uploadFile': ({ agentId }) => ({
    agentId,
    userId: 'somebody',
    base64Payload: PIXEL,
    targetPath: 'pictures/pixel.png',
    temporary: false,
  }),
  'workspaces.list': none,
  'workspaces.get': workspace,
  'workspaces.creditLog': workspace,
  'workspaces.credentials': workspace,
  'workspaces.models': workspace,
  // Of a provider that no agent of a test uses: a stored key is used, and nothing may be called outside this machine.
  'workspaces.saveCredential': ({ uid }) => ({ uid, provider: 'anthropic', apiKey: 'sk-sample-key' }),
  'workspaces.deleteCredential': ({ uid }) => ({ uid, provider: 'anthropic' }),
  'workspaces.checkCredits': ({ uid }) => ({ ownerId: uid }),
  'tools.list': workspace,
  'tools.save': ({ uid }) => ({ uid, toolId: 'sample', ...sampleTool }),
  'tools.delete': ({ uid }) => ({ uid, toolId: 'sample' }),
  'tools.test': ({ uid }) => ({
    uid,
    tool: { id: 'sample', ...sampleTool, serverUrl: 'http://127.0.0.1:1/' },
    arguments: {},
  }),
  'tools.import': ({ uid }) => ({ uid, format: 'curl', text: 'curl https://example.test/orders' }),
  'tools.mcpTools': ({ uid }) => ({ uid, server: { id: 'sample', name: 'Sample', url: 'http://127.0.0.1:1/mcp' } }),
  'tools.secrets': workspace,
  'tools.saveSecret': ({ uid }) => ({ uid, name: 'SAMPLE', value: 'a sample secret' }),
  'tools.deleteSecret': ({ uid }) => ({ uid, name: 'SAMPLE' }),
  'themes.list': workspace,
  'themes.create': ({ uid }) => ({ uid, name: `Theme ${randomId(8)}`, themeType: 'dark', primary: '12AB34' }),
  'themes.update': ({ uid, themeId }) => ({ uid, themeId, primary: '#654321' }),
  'themes.delete': ({ uid, themeId }) => ({ uid, themeId }),
  'agents.list': workspace,
  'agents.summaries': workspace,
  'agents.get': agent,
  'agents.save': ({ agentId }) => ({ agentId, title: 'Saved' }),
  'agents.delete': agent,
  'agents.duplicate': agent,
  'agents.saveDraft': ({ agentId }) => ({ agentId, title: 'Drafted' }),
  'agents.discardDraft': agent,
  'agents.versions': agent,
  'agents.version': version,
  'agents.restoreVersion': version,
  'agents.export': agent,
  'agents.import': ({ uid }) => ({
    uid,
    file: { format: 'parlance-agent', formatVersion: 1, exportedAt: '', config: { title: 'From a file' } },
  }),
  'agents.renewSecretKey': agent,
  'agents.cssCheck': ({ uid }) => ({ uid, css: '.bubble { color: red }' }),
  'agents.publicGet': agent,
  'agents.convertAgentTemplateToAgent': ({ uid }) => ({
    agentName: 'Made',
    agentTemplate: 'blank-template',
    workspaceId: uid,
  }),
  'agents.saveAgentBackup': ({ agentId, uid }) => ({ agentId, workspaceId: uid }),
  'agents.getLatestBackup': agent,
  'knowledge.list': agent,
  'knowledge.create': ({ agentId }) => ({ agentId, name: 'Hours', content: 'We open at nine.' }),
  'knowledge.get': document,
  'knowledge.update': (names) => ({ ...document(names), name: 'Renamed' }),
  'knowledge.delete': document,
  'knowledge.search': ({ agentId }) => ({ agentId, query: 'When do you open?' }),
  'knowledge.createCollection': agent,
  'knowledge.addPoint': ({ agentId }) => ({ agentId, text: 'We close at five.' }),
  'knowledge.upload': ({ agentId }) => ({ agentId, name: 'hours.txt' }),
  // Refused, so that nothing outside this machine is asked.
  'knowledge.addUrls': ({ agentId }) => ({ agentId, urls: ['http://127.0.0.1:1/'] }),
  'knowledge.readSitemap': ({ agentId, site }) => ({ agentId, url: site }),
  'knowledge.addQa': ({ agentId }) => ({ agentId, pairs: [{ question: 'When?', answer: 'At nine.' }] }),
  'knowledge.refetch': document,
  'knowledge.cancel': document,
  'knowledge.tags': agent,
  'knowledge.chunks': document,
  'knowledge.updateChunk': (names) => ({ ...document(names), n: 0, before: names.chunk, text: names.chunk }),
  'knowledge.versions': document,
  'knowledge.version': (names) => ({ ...document(names), versionId: names.docVersionId }),
  'knowledge.restoreVersion': (names) => ({ ...document(names), versionId: names.docVersionId }),
  'crawler.list': workspace,
  'crawler.create': ({ uid, agentId, site }) => ({ uid, name: 'Site', startUrls: [site], agentIds: [agentId] }),
  'crawler.get': crawl,
  'crawler.update': (names) => ({ ...crawl(names), name: 'Renamed' }),
  'crawler.run': crawl,
  'crawler.cancel': crawl,
  'crawler.delete': crawl,
  'crawler.pages': crawl,
  'conversations.interact': ({ agentId }) => ({ agentId, message: { id: randomId(16), text: 'Hello' } }),
  'conversations.resume': turn,
  'conversations.stop': turn,
  'conversations.trace': turn,
  'conversations.list': agent,
  'conversations.get': conversation,
  'conversations.delete': conversation,
  'conversations.attach': (names) => ({ ...agent(names), filename: 'pixel.png', base64Payload: PIXEL }),
  'conversations.detach': (names) => ({ ...agent(names), attachmentId: names.attachmentId }),
  'conversations.transcribe': (names) => ({ ...agent(names), attachmentId: names.attachmentId }),
  'conversations.uploadFile': (names) => ({ ...conversation(names), filename: 'pixel.png', base64Payload: PIXEL }),
  'conversations.live': conversation,
  'conversations.liveWorkspace': workspace,
  'conversations.listWorkspace': workspace,
  'conversations.usage': agent,
  'conversations.identify': ({ agentId }) => ({ agentId, token: 'not.a.token' }),
  'conversations.read': (names) => ({ ...conversation(names), seq: 1 }),
  'conversations.visitorConversations': agent,
  'conversations.end': conversation,
  'conversations.rate': (names) => ({ ...conversation(names), score: 4 }),
  'conversations.mailTranscript': (names) => ({ ...conversation(names), email: 'reader@example.test' }),
  'conversations.requestHandoff': conversation,
  'conversations.cancelHandoff': conversation,
  'conversations.leaveMessage': (names) => ({ ...conversation(names), email: 'a@example.test', message: 'Hello' }),
  'conversations.openaiChat': ({ agentId }) => ({ model: agentId, messages: [{ role: 'user', content: 'Hello' }] }),
  'conversations.openaiModels': none,
  'goldens.list': agent,
  'goldens.create': (names) => ({ ...document(names), question: 'When do you open?' }),
  'goldens.update': ({ agentId, goldenId }) => ({ agentId, goldenId, question: 'When do you close?' }),
  'goldens.delete': ({ agentId, goldenId }) => ({ agentId, goldenId }),
  'goldens.run': agent,
  'goldens.runs': agent,
  'gaps.list': agent,
  'gaps.answer': ({ agentId, gapId }) => ({ agentId, gapId, question: 'Where?', answer: 'Here.' }),
  'gaps.setStatus': ({ agentId, gapId }) => ({ agentId, gapId, status: 'dismissed' }),
  'gaps.conflicts': agent,
  'gaps.setConflict': ({ agentId, conflictId }) => ({ agentId, conflictId, status: 'dismissed' }),
  'gaps.scan': agent,
  'evaluations.list': agent,
  'evaluations.save': ({ agentId, testId }) => ({ agentId, testId, ...sampleTest }),
  'evaluations.fromConversation': (names) => ({ ...conversation(names), name: 'As it was' }),
  'evaluations.delete': ({ agentId, testId }) => ({ agentId, testId }),
  'evaluations.run': agent,
  'evaluations.getRun': testRun,
  'evaluations.cancelRun': testRun,
  'evaluations.comparison': agent,
  'analytics.record': ({ agentId }) => ({ agentId, record: 'loads' }),
  'analytics.ip': none,
  'analytics.get': agent,
  'analytics.csv': agent,
  'embed.check': ({ agentId }) => ({ agentId, url: 'https://nowhere.invalid/' }),
  'embed.sites': agent,
}

/** A human is waited for in this conversation. */
export async function askForHuman(dbs: TestDatabases, region: Region, conversationId: string): Promise<void> {
  await dbs[region].pool.query(`update conversations set state = 'requested_chat', handoff_at = now() where id = $1`, [
    conversationId,
  ])
}

export interface Sending {
  readonly bearer?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is instead of the input's JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
}
export interface Heard {
  readonly status: number
  readonly headers: Headers
  /** The JSON of the answer, or its text; undefined for a stream, which is hung up at once. */
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

/** Sends an operation and answers what every caller can see of it; a stream is hung up once it is open. */
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

/** What is no JSON stands under `text`. */
async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true)
    return { text: await response.text() }
  return (await response.json()) as Record<string, unknown>
}

/** An answer without what differs from one request to the next. */
export const timeless = ({ status, body }: Heard) => ({ status, ...body, requestId: undefined })
