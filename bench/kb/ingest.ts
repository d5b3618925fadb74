// Uploads a book of 300 pages while visitors chat: seconds until it is read and embedded, and the effect on chats, with
// the built-in encoder or a provider's. node bench/kb/ingest.ts [--pages 300] [--provider] [--json]
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pdfBook } from '../../apps/server/src/adapters/ingest/samples.testing.ts'
import { operatorGrant } from '../../apps/server/src/cli/grant.ts'
import { startProcess } from '../../apps/server/test/helpers/child.ts'
import { forkScript, stopAll } from '../child-processes.ts'
import { summarise } from '../stats.ts'

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '300' },
    /** Seconds of chats before the upload, as a baseline. */
    before: { type: 'string', default: '20' },
    /** Concurrent visitors, with pauses between turns. */
    visitors: { type: 'string', default: '3' },
    /** Models and embeddings run in another process, as with a key. */
    provider: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const PAUSE_MS = 100
const GIVE_UP_MS = 600_000
const QUESTIONS = [
  'When does the ferry leave?',
  'What is said of the harbour?',
  'Who keeps the light?',
  'Can I return it?',
]

interface Result {
  readonly pages: number
  readonly chunks: number
  /** Until keyword search covers everything. */
  readonly readSeconds: number
  /** Until vector search covers everything. */
  readonly readySeconds: number
  readonly turnsBefore: number
  readonly turnsDuring: number
  /** Of complete turns, in milliseconds. */
  readonly medianBefore: number
  readonly medianDuring: number
  readonly p95Before: number
  readonly p95During: number
  readonly p95Rise: number
  /** The server's resident memory in megabytes. */
  readonly mbBefore: number
  readonly mbPeak: number
}

interface Listed {
  readonly ID: string
  readonly status: string
  readonly reason: string
  readonly chunkCount: number
}

let asked = 0
const dataDir = await mkdtemp(join(tmpdir(), 'parlance-ingest-bench-'))
// The database's account must pass through this folder as root.
await chmod(dataDir, 0o711)
const provider = options.provider ? await forkScript(new URL('provider.ts', import.meta.url)) : undefined
const server = await startProcess(dataDir, {
  RATE_LIMIT_SCALE: '100000',
  ...(provider ? { OPENAI_API_KEY: 'sk-bench', OPENAI_BASE_URL: provider.url } : {}),
})
try {
  const result = await measure()
  if (options.json) console.log(JSON.stringify(result))
  else
    for (const [name, value] of Object.entries(result))
      console.log(`${name.padEnd(14)}${value.toFixed(2).padStart(10)}`)
} finally {
  await server.stop()
  await stopAll()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(): Promise<Result> {
  const { agentId, token } = await agent()
  const chat = () => turn(agentId)
  // The first turns load code and caches.
  for (let n = 0; n < 5; n += 1) await chat()
  const before = await chats(chat, sleep(Number(options.before) * 1000))
  const mbBefore = await megabytes()
  const began = performance.now()
  const { data } = await ask<{ data: { ID: string } }>(
    'POST',
    `/eu/v2/agents/${agentId}/kb/files?name=handbook.pdf`,
    token,
    pdfBook(Number(options.pages)),
  )
  let read = Number.NaN
  let mbPeak = mbBefore
  let chunks = 0
  const ready = (async () => {
    while (performance.now() - began < GIVE_UP_MS) {
      // The list instead of the document, which would include its text.
      const { items } = await ask<{ items: Listed[] }>('GET', `/eu/v2/agents/${agentId}/kb?limit=20`, token)
      const now = items.find(({ ID }) => ID === data.ID)
      if (!now) throw new Error('the book is gone')
      mbPeak = Math.max(mbPeak, await megabytes())
      if (Number.isNaN(read) && ['indexing', 'ready'].includes(now.status)) read = (performance.now() - began) / 1000
      chunks = now.chunkCount
      if (now.status === 'ready') return (performance.now() - began) / 1000
      if (now.status === 'failed') throw new Error(now.reason)
      await sleep(500)
    }
    throw new Error('the book was not ready in ten minutes')
  })()
  const during = await chats(chat, ready)
  const [quiet, busy] = [summarise(before), summarise(during)]
  return {
    pages: Number(options.pages),
    chunks,
    readSeconds: read,
    readySeconds: await ready,
    turnsBefore: before.length,
    turnsDuring: during.length,
    medianBefore: quiet.median,
    medianDuring: busy.median,
    p95Before: quiet.p95,
    p95During: busy.p95,
    p95Rise: busy.p95 / quiet.p95 - 1,
    mbBefore,
    mbPeak,
  }
}

/** Durations of turns until `end`, in milliseconds. */
async function chats(chat: () => Promise<unknown>, end: Promise<unknown>): Promise<number[]> {
  let over = false
  const ending = end.finally(() => (over = true))
  const times: number[] = []
  const visitor = async () => {
    while (!over) {
      const began = performance.now()
      await chat()
      times.push(performance.now() - began)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all([ending, ...Array.from({ length: Number(options.visitors) }, visitor)])
  return times
}

async function agent(): Promise<{ agentId: string; token: string }> {
  const who = { email: 'bench@example.test', password: 'correct horse battery', name: 'Bench', region: 'eu' }
  const { token } = await ask<{ token: string }>('POST', '/account/sign-up', undefined, who)
  const { items } = await ask<{ items: { uid: string }[] }>('GET', '/eu/v2/workspaces', token)
  const uid = items[0]?.uid ?? ''
  await operatorGrant({ dataDir, regions: ['eu'], databases: {} }, { workspaceId: uid, credits: 100_000 })
  const made = await ask<{ agentCreated: { ID: string } }>('POST', '/eu/rpc/convertAgentTemplateToAgent', token, {
    agentName: 'Bench',
    agentTemplate: 'blank-template',
    workspaceId: uid,
  })
  const agentId = made.agentCreated.ID
  await ask('POST', `/eu/v2/agents/${agentId}`, token, { vg_kbEnabled: true, enableNodes: false })
  const first = { name: 'Returns', content: 'You can send any article back within 30 days.' }
  await ask('POST', `/eu/v2/agents/${agentId}/kb`, token, first)
  return { agentId, token }
}

/** One complete turn of a new visitor; each searches by keywords and vectors. */
async function turn(agentId: string): Promise<void> {
  asked += 1
  const text = `${QUESTIONS[asked % QUESTIONS.length] ?? ''} I ask for the ${asked}th time.`
  const response = await fetch(`${server.url}/api/eu/v2/agents/${agentId}/interact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: { id: crypto.randomUUID(), text } }),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`a turn was refused, ${response.status}: ${answer.slice(0, 300)}`)
}

async function ask<T>(method: string, path: string, token?: string, body?: object | Uint8Array): Promise<T> {
  const bytes = body instanceof Uint8Array
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      'content-type': bytes ? 'application/octet-stream' : 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: bytes ? Buffer.from(body) : JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  return (await response.json()) as T
}

async function megabytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
