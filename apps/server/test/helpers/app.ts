// The whole product for one test file: the real server on a free port, fresh databases, and a scripted language model.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomId } from '@parlance/contract/lib/ids'
import type { Milli } from '@parlance/contract/lib/money'
import { REGIONS, type Region } from '@parlance/contract/lib/regions'
import { type OpenAiSimulator, startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll } from 'vitest'
import type { Handle } from '../../src/lib/db/databases.ts'
import { createLog, type Logger } from '../../src/lib/log.ts'
import type { Settings } from '../../src/lib/settings.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { makeDatabases, type TestDatabases } from './databases.ts'
import { peopleOf, type Person, type TestAgent } from './people.ts'
import { openStream, type TurnStream } from './streams.ts'

/** Has support access in installations of tests. */
export const SUPPORT_EMAIL = 'support@parlance.example'

/** How long a file waits at most for work that the previous one left. */
const SETTLING_MS = 5000

export interface Saying {
  readonly text?: string
  /** The client's own id of the message. */
  readonly id?: string
  readonly visitorId?: string
  readonly conversationId?: string
  readonly bearer?: string
  readonly draft?: boolean
  readonly context?: { readonly language?: string }
}

export interface TestServerOptions {
  /** 1 for the real limits; tests that are not about limits run at 10,000. */
  readonly rateLimitScale?: number
  readonly settings?: Partial<Settings>
  /** Called with the address of each server before it is ready. */
  readonly announce?: (address: { readonly url: string }) => unknown
}

/**
 * Call it at the top of a test file that needs its own settings or installation; everything is closed and dropped after
 * the file. The model is the OpenAI simulator under a platform key, without pauses; mail goes to the sandbox, so that
 * accounts have their free credits at once.
 */
export async function startTestServer(options: TestServerOptions = {}) {
  const { app, close } = await makeTestServer(options)
  afterAll(close)
  return app
}

/** One per process: its test files run one after another. */
let shared: ReturnType<typeof makeTestServer> | undefined

/**
 * The server that test files of a process share if they look only at what they created themselves. Call it at the top
 * of a test file; the model is reset, and no work of another file is left. It ends with the process.
 */
export async function sharedTestServer() {
  shared ??= makeTestServer({}).then((made) => {
    process.once('exit', made.removeDirs)
    return made
  })
  const { app, closeOthers } = await shared
  await settled(app.dbs)
  app.model.control.reset()
  app.failures.length = 0
  afterAll(closeOthers)
  return app
}

/** Waits until no job is due or running. Scheduled jobs stay. */
async function settled({ eu, na }: TestDatabases): Promise<void> {
  const due = `select 1 from pgboss.job where name not like '\\_\\_%'
    and (state = 'active' or state in ('created', 'retry') and start_after < now() + interval '2 seconds')`
  const until = performance.now() + SETTLING_MS
  while (performance.now() < until) {
    const waiting = await Promise.all([eu, na].map(({ pool }) => pool.query(due)))
    if (waiting.every(({ rows }) => rows.length === 0)) return
    await sleep(50)
  }
}

const QUEUE_TABLES = ['pgboss.queue', 'pgboss.schedule'] as const
/** Rows of the job queues that the first server of this process created, by table. Copying them is far quicker. */
let queueRows: Readonly<Record<string, string>> | undefined

async function readQueues({ pool }: Handle): Promise<Record<string, string>> {
  const tables = QUEUE_TABLES.map(async (table) => {
    const { rows } = await pool.query<{ all: string }>(`select json_agg(t)::text as all from ${table} t`)
    return [table, rows[0]?.all ?? '[]'] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

async function copyQueues({ pool }: Handle): Promise<void> {
  for (const table of QUEUE_TABLES)
    await pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      queueRows?.[table] ?? '[]',
    ])
}

async function makeTestServer(options: TestServerOptions) {
  const { dbs, drop } = await makeDatabases()
  await Promise.all([dbs.eu, dbs.na].map(copyQueues))
  const model = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
  const masterKey = randomBytes(32)
  const running: RunningServer[] = []
  const dirs: string[] = []
  const failures: string[] = []
  const logs: Logger[] = []
  const settingsFor = (dataDir: string, settings?: Partial<Settings>) =>
    testSettings({
      dataDir,
      dbs,
      model,
      masterKey,
      options: { ...options, settings: { ...options.settings, ...settings } },
    })
  const start = async (settings?: Partial<Settings>) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parlance-app-'))
    dirs.push(dataDir)
    const log = createLog(
      { level: 'error' },
      { write: (line) => void (line.includes('"code":"INTERNAL"') && failures.push(line)) },
    )
    logs.push(log)
    const server = await startServer(settingsFor(dataDir, settings), log, options.announce)
    running.push(server)
    return server
  }
  const first = await start()
  queueRows ??= await readQueues(dbs.eu)
  const stop = async (server: RunningServer) => {
    running.splice(running.indexOf(server), 1)
    await server.close()
  }
  const closeOthers = async () => {
    await Promise.all(running.filter((server) => server !== first).map(stop))
  }
  const close = async () => {
    await Promise.all([...running].map(stop))
    await model.close()
    await drop()
    removeDirs()
  }
  const removeDirs = () => {
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
  }
  const app = {
    dbs,
    model,
    running: first,
    /** Returns the settings for a separate process of the test; the first one ends before it. */
    async handOver(dataDir: string): Promise<Settings> {
      await stop(first)
      return settingsFor(dataDir)
    },
    /** Log lines of calls that ended with INTERNAL, to explain an unexpected 500. */
    failures,
    /** The logger of the first process, for spies. */
    log: logs[0] as Logger,
    ...clientOf(first.url, model),
    /** Another process of the same installation, as far as the product can tell. */
    async anotherNode(settings?: Partial<Settings>) {
      const server = await start(settings)
      return { running: server, ...clientOf(server.url, model), close: () => stop(server) }
    },
    /** Sets the balance of a workspace, in milli-credits. */
    async setCredits({ region, workspace }: Person, amount: Milli) {
      const { billing } = first.container.services
      const ctx = first.container.contexts.system(region)
      const { available } = await billing.balance(ctx, workspace.uid)
      const away = `away${randomId(11)}`
      await billing.open(ctx, away)
      if (available > amount) {
        const move = { from: workspace.uid, to: away, amount: available - amount, key: randomId(12), cause: 'test' }
        await billing.transfer(ctx, move)
      } else if (available < amount) {
        const grant = { workspaceId: workspace.uid, amount: amount - available, key: randomId(12), cause: 'test' }
        await billing.grant(ctx, grant)
      }
    },
    balance: ({ region, workspace }: Person) =>
      first.container.services.billing.balance(first.container.contexts.system(region), workspace.uid),
  }
  return { app, close, closeOthers, removeDirs }
}

function testSettings(given: {
  dataDir: string
  dbs: TestDatabases
  model: OpenAiSimulator
  masterKey: Buffer
  options: TestServerOptions
}): Settings {
  const { dataDir, dbs, model, masterKey, options } = given
  return {
    host: '127.0.0.1',
    port: 0,
    publicUrl: '',
    dataDir,
    regions: REGIONS,
    databases: dbs.urls,
    masterKey,
    logLevel: 'silent',
    rateLimitScale: options.rateLimitScale ?? 10_000,
    trustedProxies: 0,
    metricsToken: '',
    creditValueUsd: 0.001,
    baseWorkspaceSeats: 5,
    planLimits: { free: { maxAgents: 'infinity', maxKbDocsCharCount: 'infinity', clientSeats: 'infinity' } },
    supportEmails: [SUPPORT_EMAIL],
    models: { openai: { apiKey: model.key, baseUrl: model.url } },
    outboundAllow: [new URL(model.url).host],
    embeddingModel: 'text-embedding-3-small',
    embeddings: 'simulator',
    mail: { from: 'Parlance <no-reply@parlance.localhost>', ways: {} },
    ...options.settings,
  }
}

export function clientOf(url: string, model: OpenAiSimulator) {
  const api = (region: Region) => `${url}/api/${region}`
  const people = peopleOf(url, model)

  /** Sends a message and returns once the stream is open. */
  const say = (agent: Pick<TestAgent, 'region' | 'id'>, saying: Saying = {}): Promise<TurnStream> => {
    const { text = 'Hello there, who are you?', id = randomId(16), bearer, ...rest } = saying
    return openStream(`${api(agent.region)}/v2/agents/${agent.id}/interact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
      body: JSON.stringify({ message: { id, text }, ...rest }),
    })
  }

  return {
    url,
    api,
    ...people,
    say,
    /** Sends a message and reads the answer to its end. */
    async turn(agent: Pick<TestAgent, 'region' | 'id'>, saying: Saying = {}) {
      const stream = await say(agent, saying)
      const answer = await stream.rest()
      return { status: stream.status, refusal: stream.refusal, answer, parts: stream.parts, done: stream.done() }
    },
    /** Follows a turn again after an event id; `bearer` is the visitor's key or an owner's token. */
    resume: (agent: Pick<TestAgent, 'region' | 'id'>, turnId: string, after: number, bearer: string) =>
      openStream(`${api(agent.region)}/v2/agents/${agent.id}/interact/${turnId}`, {
        headers: { authorization: `Bearer ${bearer}`, 'last-event-id': String(after) },
      }),
  }
}
