import { randomId } from '@parlance/contract/lib/ids'
import { inSequence, msg } from '@parlance/i18n/messages'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createLedger } from '../../billing/service.ts'
import { fundedWorkspace, testCtx as billingCtx } from '../../billing/testing.ts'
import { createCharge } from '../charge.ts'
import { TRIES } from './index-documents.ts'
import { rows } from '../../../lib/db/sql.ts'
import { storedMessage } from '../../../lib/stored-message.ts'
import { testCtx, testKnowledge } from '../testing.ts'

const dbs = await freshDatabases()
let clock = Date.UTC(2026, 5, 1)
const setup = async () => {
  const test = await testKnowledge()
  return {
    test,
    knowledge: test.knowledge,
    ctx: testCtx(dbs.eu.db, undefined, { now: () => new Date(clock) }),
    agentId: randomId(16),
  }
}
const short = 'We deliver to Norway in six days.'
const long = Array.from({ length: 400 }, (_, n) => `Sentence ${n} tells something about parcel ${n * 7}.`).join(' ')

describe('indexing by meaning', () => {
  it('is done within the request for a short document, without a job', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    expect((await knowledge.create(ctx, { agentId, name: 'Short', content: short })).status).toBe('ready')
    expect(test.queue).toEqual([])
    expect(await knowledge.search(ctx, { agentId, query: 'Norway', limit: 1 })).toMatchObject([
      { textRank: 1, vectorRank: 1 },
    ])
  })
  it('is done by a job for a long one, whose words are found at once', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    const made = await knowledge.create(ctx, { agentId, name: 'Long', content: long })
    expect(made).toMatchObject({ status: 'indexing', reason: '' })
    expect(test.queue).toEqual([{ name: 'knowledge.index', data: { workspaceId: ctx.workspaceId, docId: made.ID } }])
    const query = { agentId, query: 'parcel 2793', limit: 3 }
    expect((await knowledge.search(ctx, query))[0]).toMatchObject({ textRank: 1, vectorRank: null, similarity: null })
    expect(await test.runJobs(ctx)).toBe(0)
    expect((await knowledge.get(ctx, { agentId, docId: made.ID })).status).toBe('ready')
    expect((await knowledge.search(ctx, query))[0]?.vectorRank).not.toBeNull()
    const done = test.embedded.length
    await knowledge.index(ctx, made.ID)
    expect(test.embedded).toHaveLength(done)
  })
  it('fails with a reason when the model stays away, and heals', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    test.mode = 'down'
    const made = await knowledge.create(ctx, { agentId, name: 'Short', content: short })
    const docId = made.ID
    expect(made.status).toBe('indexing')
    expect(test.queue).toHaveLength(1)
    for (let tried = 1; tried <= TRIES; tried += 1) {
      test.queue.splice(0, Infinity, { name: 'knowledge.index', data: { docId } })
      expect(await test.runJobs(ctx)).toBe(tried < TRIES ? 1 : 0)
      const { status } = await knowledge.get(ctx, { agentId, docId })
      expect(status).toBe(tried < TRIES ? 'indexing' : 'failed')
    }
    const failed = await knowledge.get(ctx, { agentId, docId })
    expect(failed.reason).toMatch(/^We couldn’t reach the embedding model\. .*by its words/)
    expect((await knowledge.search(ctx, { agentId, query: 'norway', limit: 1 }))[0]).toMatchObject({
      docId,
      textRank: 1,
    })
    test.mode = 'ok'
    expect(await knowledge.update(ctx, { agentId, docId })).toMatchObject({ status: 'ready', reason: '' })
    expect((await knowledge.search(ctx, { agentId, query: 'norway', limit: 1 }))[0]?.vectorRank).toBe(1)
  })
  it('heals by itself, through the sweep', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    test.mode = 'refused'
    const { ID: docId, status, reason } = await knowledge.create(ctx, { agentId, name: 'Short', content: short })
    expect([status, reason]).toEqual(['failed', expect.stringContaining('check the provider’s key')])
    expect(await knowledge.sweep(ctx)).toBe(0)
    clock += 16 * 60_000
    test.mode = 'ok'
    expect(await knowledge.sweep(ctx)).toBe(1)
    expect(await knowledge.sweep(ctx)).toBe(0)
    expect(test.queue).toEqual([{ name: 'knowledge.index', data: { workspaceId: ctx.workspaceId, docId } }])
    await test.runJobs(ctx)
    expect((await knowledge.get(ctx, { agentId, docId })).status).toBe('ready')
    clock += 60 * 60_000
    expect(await knowledge.sweep(ctx)).toBe(0)
  })
  it('is finished by another process when one died at it', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    const { ID: docId } = await knowledge.create(ctx, { agentId, name: 'Long', content: long })
    test.queue.splice(0)
    await dbs.eu.db.execute(sql`update documents set lease_until = ${new Date(clock + 60_000)} where id = ${docId}`)
    await knowledge.index(ctx, docId)
    expect((await knowledge.get(ctx, { agentId, docId })).status).toBe('indexing')
    clock += 6 * 60_000
    expect(await knowledge.sweep(ctx)).toBe(1)
    await test.runJobs(ctx)
    expect((await knowledge.get(ctx, { agentId, docId })).status).toBe('ready')
  })
  it('throws vectors away that were made of a text since rewritten', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    const { ID: docId } = await knowledge.create(ctx, { agentId, name: 'Long', content: long })
    const text = long.replaceAll('parcel', 'letter')
    const during = { ...ctx, tx: ctx.tx }
    let transactions = 0
    // The rewrite happens between the embedding and the transaction that stores it.
    during.tx = async (work) => {
      transactions += 1
      if (transactions === 2) {
        await knowledge.update(ctx, { agentId, docId, content: text })
      }
      return ctx.tx(work)
    }
    await knowledge.index(during, docId)
    expect((await knowledge.get(ctx, { agentId, docId })).status).toBe('indexing')
    const vectors = () =>
      rows(dbs.eu.db, sql`select id from chunks where document_id = ${docId} and embedding is not null`)
    expect(await vectors()).toEqual([])
    await test.runJobs(ctx)
    expect(await knowledge.get(ctx, { agentId, docId })).toMatchObject({ status: 'ready', content: text })
    expect((await vectors()).length).toBeGreaterThan(9)
    expect(test.credits.held.size).toBe(0)
  })
  it('is paid once when a slow process was thought dead', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    const { ID: docId, chunkCount } = await knowledge.create(ctx, { agentId, name: 'Long', content: long })
    let transactions = 0
    const slow: typeof ctx = {
      ...ctx,
      tx: async (work) => {
        // Between the embedding and the transaction that stores it.
        transactions += 1
        if (transactions === 2) {
          clock += 6 * 60_000
          await knowledge.index(ctx, docId)
        }
        return ctx.tx(work)
      },
    }
    await knowledge.index(slow, docId)
    expect(test.embedded).toHaveLength(2 * chunkCount)
    expect(test.credits).toMatchObject({ taken: Math.ceil(long.length / 3000) * 1000, held: new Map() })
    expect((await knowledge.get(ctx, { agentId, docId })).status).toBe('ready')
  })
  it('never compares vectors of two models, and embeds again what another model embedded', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    await knowledge.create(ctx, { agentId, name: 'Short', content: short })
    test.model = 'newer'
    const query = { agentId, query: 'Norway', limit: 1 }
    expect((await knowledge.search(ctx, query))[0]).toMatchObject({ textRank: 1, vectorRank: null })
    expect(test.queue).toHaveLength(1)
    await knowledge.search(ctx, query)
    expect(test.queue).toHaveLength(1)
    await test.runJobs(ctx)
    expect((await knowledge.search(ctx, query))[0]?.vectorRank).toBe(1)
    expect(await knowledge.reindex(ctx, agentId)).toBe(0)
  })
  it('embeds again what a source said before it could not be read, which remains its state', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    const { ID: docId } = await knowledge.create(ctx, { agentId, name: 'Short', content: short })
    const failure = storedMessage(inSequence(msg('reading_broke_off'), msg('content_kept')))
    await dbs.eu.db.execute(sql`update documents set status = 'failed', reason = ${failure} where id = ${docId}`)
    const { reason } = await knowledge.get(ctx, { agentId, docId })
    test.model = 'newer'
    expect(await knowledge.reindex(ctx, agentId)).toBe(1)
    test.mode = 'down'
    await test.runJobs(ctx)
    expect(await knowledge.get(ctx, { agentId, docId })).toMatchObject({ status: 'failed', reason })
    test.mode = 'ok'
    clock += 16 * 60_000
    expect(await knowledge.sweep(ctx)).toBe(1)
    await test.runJobs(ctx)
    expect((await knowledge.search(ctx, { agentId, query: 'Norway', limit: 1 }))[0]?.vectorRank).toBe(1)
    expect(await knowledge.get(ctx, { agentId, docId })).toMatchObject({ status: 'failed', reason })
    expect(await knowledge.reindex(ctx, agentId)).toBe(0)
    expect(await knowledge.sweep(ctx)).toBe(0)
  })
})

describe('paying for it', () => {
  it('takes one credit for each page begun, of new text only', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    const first = `# One\n\n${'a'.repeat(900)}`
    const made = await knowledge.create(ctx, { agentId, name: 'Pages', content: first })
    expect(test.credits.taken).toBe(1000)
    await knowledge.update(ctx, { agentId, docId: made.ID, content: `${first}\n\n# Two\n\n${'word '.repeat(700)}` })
    expect(test.credits.taken).toBe(3000)
    expect(test.credits.held.size).toBe(0)
  })
  it('takes nothing for what chunks repeat of each other', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    await knowledge.create(ctx, {
      agentId,
      name: 'Ten pages',
      content: long.repeat(2).slice(0, 30_000).padEnd(30_000, 'x'),
    })
    await test.runJobs(ctx)
    expect(test.embedded.join('').length).toBeGreaterThan(30_500)
    expect(test.credits.taken).toBe(10_000)
  })
  it('is paused with what it needs without credits, and words are found', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    test.credits.balance = 999
    const made = await knowledge.create(ctx, { agentId, name: 'Short', content: short })
    expect(made).toMatchObject({
      status: 'paused',
      reason: expect.stringMatching(/^no credits: indexing resumes/),
      creditsNeeded: 1,
      mayRetry: true,
    })
    expect(test.embedded).toEqual([])
    expect((await knowledge.search(ctx, { agentId, query: 'norway', limit: 1 }))[0]?.docId).toBe(made.ID)
    test.credits.balance = 1000
    expect((await knowledge.update(ctx, { agentId, docId: made.ID, content: short })).status).toBe('ready')
    expect(test.credits.balance).toBe(0)
  })
  it('takes nothing for what failed', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    test.credits.balance = 5000
    test.mode = 'garbled'
    await knowledge.create(ctx, { agentId, name: 'Short', content: short })
    expect(test.credits).toMatchObject({ balance: 5000, taken: 0, held: new Map() })
  })
  it('goes through the ledger', async () => {
    const billing = createLedger()
    const ctx = billingCtx(dbs.eu.db)
    const workspaceId = await fundedWorkspace(ctx, billing, 5000)
    const charge = createCharge(billing)
    const item = { workspaceId, agentId: 'a', cause: 'Knowledge: x' }
    await charge.hold(ctx, { ...item, key: 'one', amount: 2000 })
    expect(await billing.balance(ctx, workspaceId)).toEqual({ available: 3000, held: 2000 })
    await charge.settle(ctx, { ...item, key: 'one', cost: 2000 })
    await charge.hold(ctx, { ...item, key: 'two', amount: 3000 })
    await charge.settle(ctx, { ...item, key: 'two', cost: 0 })
    expect(await billing.balance(ctx, workspaceId)).toEqual({ available: 3000, held: 0 })
    await expect(charge.hold(ctx, { ...item, key: 'three', amount: 3001 })).rejects.toMatchObject({
      code: 'CREDITS_EXHAUSTED',
    })
  })
})
