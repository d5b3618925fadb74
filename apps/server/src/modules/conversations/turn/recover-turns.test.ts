import { randomId } from '@parlance/contract/lib/ids'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Ctx } from '../../../lib/ctx.ts'
import { createLog } from '../../../lib/log.ts'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { testCtx } from '../../billing/testing.ts'
import { createRecovery } from './recover-turns.ts'
import { insertAccepted, LEASE_SECONDS } from './repository.ts'
import type { Turns } from './turns.ts'
import type { FinishRequest } from './persist-turn.ts'

const dbs = await freshDatabases()
const log = createLog({ level: 'silent' })
const ctx = testCtx(dbs.eu.db)
const expireLeases = () => dbs.eu.pool.query(`update turns set lease_until = now() - interval '1 second'`)

/** A node that can take over, and the ids of turns it ended. `running` are its own turns. */
function startNode(running: readonly string[] = []) {
  const finish = vi.fn(async (_region: string, { turnId, variablesChanged }: FinishRequest) => {
    ended.push(turnId)
    if (variablesChanged) told.push(turnId)
    return 2
  })
  const ended: string[] = []
  const told: string[] = []
  const publishLiveUpdate = vi.fn<Turns['publishLiveUpdate']>()
  const get = (turnId: string) => (running.includes(turnId) ? {} : undefined)
  const turns = { get, writer: { finish }, creditValueUsd: 0.001, publishLiveUpdate } as unknown as Turns
  return { ...createRecovery(turns, `node_${randomId(6)}`, log), ended, told, publishLiveUpdate }
}

async function beginTurns(count: number, isExpired = true): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    turnId: randomId(16),
    workspaceId: 'w',
    payerId: 'w',
    agentId: 'a',
    conversationId: randomId(16),
    isNew: true,
    seq: 1,
    messageId: randomId(16),
    replyId: randomId(16),
    clientMessageId: randomId(16),
    bodyHash: 'h',
    visitorHash: randomId(16),
    visitor: 'Visitor',
    visitorCode: '',
    channel: 'web-chat' as const,
    ephemeral: false,
    humanHandled: false,
    consents: false,
    text: 'Hello',
    pageUrl: '',
    language: 'en',
    model: 'gpt-4o-mini',
    paidBy: 'ownKey' as const,
    hold: 1000,
    counted: true,
  }))
  await insertAccepted(dbs.eu.db, rows, 'node_that_died', new Date(), '2026-05')
  if (isExpired) await expireLeases()
  return rows.map(({ turnId }) => turnId).toSorted()
}

beforeEach(async () => void (await dbs.eu.pool.query('delete from conversations')))

test('ends a turn once its lease is over by the database’s clock', async () => {
  const begun = await beginTurns(1, false)
  const node = startNode()
  const hourAhead = testCtx(dbs.eu.db, { now: () => new Date(Date.now() + 3_600_000) })
  await node.endExpired(hourAhead)
  expect(node.ended).toEqual([])
  await expireLeases()
  await node.endExpired(ctx)
  expect(node.ended).toEqual(begun)
  expect(node.publishLiveUpdate.mock.calls.map(([, , { type }]) => type)).toEqual(['message', 'turn'])
})

test('tells of what the visitor of a broken turn said, but not of owners’ tests', async () => {
  const [visitors] = await beginTurns(1)
  const [tests] = await beginTurns(1)
  await dbs.eu.pool.query(
    `update conversations set channel = 'test' where id = (select conversation_id from turns where id = $1)`,
    [tests],
  )
  const node = startNode()
  await node.endExpired(ctx)
  expect(node.told).toEqual([visitors])
})

test('ends each turn once when several nodes check', async () => {
  const begun = await beginTurns(40)
  const nodes = [startNode(), startNode(), startNode()]
  await Promise.all(nodes.flatMap((node) => [node.endExpired(ctx), node.recover(ctx, false)]))
  expect(nodes.flatMap(({ ended }) => ended).toSorted()).toEqual(begun)
})

test('continues a turn that this node answers, whatever its lease', async () => {
  const begun = await beginTurns(2)
  const node = startNode(begun.slice(0, 1))
  await node.endExpired(ctx)
  expect(node.ended).toEqual(begun.slice(1))
})

test('lets live nodes renew leases after a database outage', async () => {
  const begun = await beginTurns(1)
  const node = startNode()
  const away = { execute: () => Promise.reject(new Error('the database is away')) } as unknown as Ctx['db']
  await node.endExpired({ ...ctx, db: away })
  await node.endExpired({ ...ctx, db: away })
  await node.endExpired(ctx)
  expect(node.ended).toEqual([])
  await node.endExpired(ctx)
  expect(node.ended).toEqual(begun)
})

test('checks periodically until stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const begun = await beginTurns(1)
    const node = startNode()
    const stop = node.watchLeases(ctx)
    await vi.advanceTimersByTimeAsync((30 - LEASE_SECONDS) * 1000)
    await stop()
    expect(node.ended).toEqual(begun)
    await beginTurns(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(node.ended).toEqual(begun)
  } finally {
    vi.useRealTimers()
  }
})
