// Uploads a book of 300 pages while visitors chat: seconds until it is read and embedded, and the effect on chats, with
// the built-in encoder or a provider's. node bench/kb/ingest.ts [--pages 300] [--provider]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pdfBook } from '../../apps/server/src/adapters/ingest/samples.testing.ts'
import { type Product, startProduct } from '../../e2e/product.ts'
import { call, chat, grantCredits, signUpOwner } from '../api.ts'
import { forkScript, stopAll } from '../child-processes.ts'
import { show } from '../output.ts'
import { residentBytes } from '../procfs.ts'
import { summarise } from '../stats.ts'
import type { Providers } from '../webhooks/providers.ts'

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '300' },
    before: { type: 'string', default: '20' },
    visitors: { type: 'string', default: '3' },
    provider: { type: 'boolean', default: false },
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

interface Listed {
  readonly ID: string
  readonly status: string
  readonly reason: string
  readonly chunkCount: number
}

let asked = 0

/** One complete turn of a new visitor; each searches by keywords and vectors. */
async function turn(agentUrl: string): Promise<void> {
  asked += 1
  await chat(agentUrl, `${QUESTIONS[asked % QUESTIONS.length] ?? ''} I ask for the ${asked}th time.`)
}

async function chats(agentUrl: string, end: Promise<unknown>): Promise<number[]> {
  let over = false
  const ending = end.finally(() => (over = true))
  const times: number[] = []
  const visitor = async () => {
    while (!over) {
      const began = performance.now()
      await turn(agentUrl)
      times.push(performance.now() - began)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all([ending, ...Array.from({ length: Number(options.visitors) }, visitor)])
  return times
}

async function measure({ url, dataDir, pid }: Product) {
  const { uid, token, agentId } = await signUpOwner(url)
  await grantCredits(dataDir, uid)
  const agentUrl = `${url}/api/eu/v2/agents/${agentId}`
  const megabytes = () => Math.round(residentBytes([pid]) / 1e6)
  await call(agentUrl, token, { vg_kbEnabled: true, enableNodes: false })
  const first = { name: 'Returns', content: 'You can send any article back within 30 days.' }
  await call(`${agentUrl}/kb`, token, first)
  // The first turns load code and caches.
  for (let n = 0; n < 5; n += 1) await turn(agentUrl)
  const before = await chats(agentUrl, sleep(Number(options.before) * 1000))
  const mbBefore = megabytes()
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const book = pdfBook(Number(options.pages))
  const { data } = await call<{ data: { ID: string } }>(`${agentUrl}/kb/files?name=handbook.pdf`, token, book)
  let readSeconds = Number.NaN
  let mbPeak = mbBefore
  let chunks = 0
  const ready = (async () => {
    for (; performance.now() - began < GIVE_UP_MS; await sleep(500)) {
      // The list instead of the document, which would include its text.
      const { items } = await call<{ items: Listed[] }>(`${agentUrl}/kb?limit=20`, token)
      const now = items.find(({ ID }) => ID === data.ID)
      if (!now || now.status === 'failed') throw new Error(now?.reason ?? 'the book is gone')
      mbPeak = Math.max(mbPeak, megabytes())
      if (Number.isNaN(readSeconds) && ['indexing', 'ready'].includes(now.status)) readSeconds = seconds()
      chunks = now.chunkCount
      if (now.status === 'ready') return seconds()
    }
    throw new Error('the book was not ready in ten minutes')
  })()
  const during = await chats(agentUrl, ready)
  const [quiet, busy] = [summarise(before), summarise(during)]
  return {
    pages: Number(options.pages),
    chunks,
    /** Until keyword search covers everything, and until vector search does. */
    readSeconds,
    readySeconds: await ready,
    turnsBefore: quiet.count,
    turnsDuring: busy.count,
    medianBefore: quiet.median,
    medianDuring: busy.median,
    p95Before: quiet.p95,
    p95During: busy.p95,
    mbBefore,
    mbPeak,
  }
}

const providers = new URL('../webhooks/providers.ts', import.meta.url)
const model = options.provider ? (await forkScript<Providers>(providers)).ready.model : undefined
const product = await startProduct({
  EMBEDDINGS: 'offline',
  RATE_LIMIT_SCALE: '100000',
  ...(model ? { OPENAI_API_KEY: model.key, OPENAI_BASE_URL: model.url } : {}),
})
try {
  show('kb-ingest', [await measure(product)])
} finally {
  await Promise.all([product.close(), stopAll()])
}
