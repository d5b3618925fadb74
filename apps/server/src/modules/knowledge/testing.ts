// Shared by knowledge tests: the service on a test database, an embedder that can fail, and paid jobs.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Milli } from '@parlance/contract/lib/money'
import type { Region } from '@parlance/contract/lib/regions'
import { embed } from '@parlance/simulators/openai/embeddings'
import { usearchEngine } from '../../adapters/usearch/engine.ts'
import { createVectorIndex } from '../../adapters/usearch/usearch.ts'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { DomainEvent } from '../../lib/events.ts'
import { createLog } from '../../lib/log.ts'
import { createTrash } from '../trash/service.ts'
import { createKnowledge, type Knowledge, type KnowledgeDeps } from './service.ts'
import { type Charge, type Embedder, EmbedError } from './ports.ts'
import { vectorStore } from './retrieval/search.repository.ts'

/** A context like the request pipeline's, for a workspace user's call. */
export function testCtx(db: Db, workspaceId = randomId(15), options: { region?: Region; now?: () => Date } = {}): Ctx {
  const actor: Actor = { kind: 'workspace', workspaceId }
  const make = (on: Db, inside: boolean): Ctx => {
    const ctx: Ctx = {
      actor,
      region: options.region ?? 'eu',
      db: on,
      now: options.now ?? (() => new Date()),
      log: createLog({ level: 'silent' }),
      origin: { kind: 'app', origin: 'https://app.example', isSecure: true },
      workspaceId,
      emit: async (_event: DomainEvent) => {},
      tx: (work) => (inside ? work(ctx) : on.transaction((tx) => work(make(tx, true)))),
    }
    return ctx
  }
  return make(db, false)
}

export interface TestKnowledge {
  readonly knowledge: Knowledge
  readonly runJobs: (ctx: Ctx) => Promise<number>
  readonly queue: { name: string; data: Readonly<Record<string, unknown>> }[]
  /** The embedder's result: `ok`, or the kind of failure. */
  mode: 'ok' | EmbedError['kind']
  model: string
  readonly embedded: string[]
  settings: { maxChunkSize: number; dimensions: number }
  /** Milli-credits left and taken; undefined for unlimited. */
  credits: { balance: Milli | undefined; held: Map<string, Milli>; taken: Milli }
}

const nothing = () => Promise.reject(new Error('nothing is read in this test'))
const NO_BUCKET = {
  put: nothing,
  receive: nothing,
  get: nothing,
  open: nothing,
  delete: nothing,
  signedUrl: nothing,
  sweep: nothing,
  clear: nothing,
}

const NO_STORAGE = { bucket: () => NO_BUCKET }

type Reading = Pick<KnowledgeDeps, 'parser' | 'pages' | 'storage' | 'checkAddress'>

export async function testKnowledge(reading: Partial<Reading> = {}): Promise<TestKnowledge> {
  const engine = await usearchEngine()
  const test: Omit<TestKnowledge, 'knowledge' | 'runJobs'> & { knowledge?: Knowledge } = {
    queue: [],
    mode: 'ok',
    model: 'test',
    embedded: [],
    settings: { maxChunkSize: 1000, dimensions: 256 },
    credits: { balance: undefined, held: new Map(), taken: 0 },
  }
  const embedder: Embedder = {
    modelOf: async () => test.model,
    async embed(_ctx, { texts, dimensions }) {
      if (test.mode !== 'ok') throw new EmbedError(test.mode, 'switched off')
      test.embedded.push(...texts)
      return { vectors: texts.map((text) => embed(text, dimensions)), model: test.model, sandbox: true }
    },
  }
  const knowledge = createKnowledge({
    embedder,
    vectors: createVectorIndex({ store: vectorStore, engine }),
    agents: { settingsOf: async () => test.settings, exists: async () => true, titles: async () => new Map() },
    parser: { parse: nothing },
    pages: { read: nothing, sitemap: nothing },
    storage: NO_STORAGE,
    trash: createTrash({ storage: reading.storage ?? NO_STORAGE }),
    checkAddress: nothing,
    ...reading,
    jobs: {
      enqueue: async (_ctx, name, data) => {
        test.queue.push({ name, data })
      },
    },
    assertStorageQuota: async () => {},
    assertCharacters: async () => {},
    charge: chargeOf(test.credits),
  })
  const runJobs = async (ctx: Ctx) => {
    let threw = 0
    for (const { data } of test.queue.splice(0))
      await knowledge.index(ctx, String(data['docId'])).catch(() => {
        threw += 1
      })
    return threw
  }
  return Object.assign(test, { knowledge, runJobs })
}

function chargeOf(credits: TestKnowledge['credits']): Charge {
  return {
    hold: async (_ctx, { key, amount }) => {
      if (credits.balance !== undefined && credits.balance < amount) throw new AppError('CREDITS_EXHAUSTED')
      if (credits.balance !== undefined) credits.balance -= amount
      credits.held.set(key, amount)
    },
    lockAvailable: async () => credits.balance ?? Infinity,
    available: async () => credits.balance ?? Infinity,
    settle: async (_ctx, { key, cost }) => {
      const held = credits.held.get(key) ?? 0
      if (!credits.held.delete(key)) return
      if (credits.balance !== undefined) credits.balance += held - cost
      credits.taken += cost
    },
  }
}
