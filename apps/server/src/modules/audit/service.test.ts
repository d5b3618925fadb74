import { text } from 'node:stream/consumers'
import { shortIp } from '@parlance/contract/audit/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Actor, RequestInfo } from '../../lib/ctx.ts'
import { createLog } from '../../lib/log.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { runChecks } from '../billing/invariants.ts'
import { testCtx } from '../billing/testing.ts'
import { checks } from './invariants.ts'
import { createRefusalCounter } from './refusal-counter.ts'
import { SHORT_IP_SQL } from './repository.ts'
import { createAudit } from './service.ts'

const dbs = await freshDatabases()
const audit = createAudit()
const NOW = '2026-11-21T10:00:00.123Z'
const ada: Actor = {
  kind: 'session',
  userId: 'u1',
  email: 'ada@example.test',
  name: 'Ada',
  emailVerified: true,
  region: 'eu',
  sessionToken: 't',
}
const ctxAt = (at: string | Date, actor: Actor = ada, ip = '203.0.113.77') => ({
  ...testCtx(dbs.eu.db, { actor, now: () => new Date(at) }),
  request: { id: 'r1', ip } as RequestInfo,
})
const eu = ctxAt(NOW)
const log = () => `w${randomId(14)}`
const fill = async (workspaceId: string, n: number, at: string | Date = NOW) => {
  for (let i = 0; i < n; i += 1)
    await audit.record(ctxAt(at), { workspaceId, action: 'agents.save', objectType: 'agent', objectId: `a${i}` })
}
const broken = async () => (await runChecks(dbs.eu.pool, checks)).flatMap(({ rows }) => rows)
afterAll(async () => expect(await broken()).toEqual([]))

test('records who, what, when and from where, on one storable line', async () => {
  const workspaceId = log()
  await audit.record(ctxAt(NOW, ada, '2001:db8::1'), {
    workspaceId,
    action: 'members.role',
    objectType: 'member',
    objectId: 'bob\u0000@\nexample.test',
    detail: { before: 'viewer', after: 'admin', list: ['x'], n: 2, 'not a name': 'gone' },
  })
  const { items } = await audit.list(eu, { uid: workspaceId })
  expect(items).toEqual([
    {
      seq: 1,
      at: NOW,
      actorKind: 'session',
      actorName: 'ada@example.test',
      ip: '2001:db8:0:0:0:0:0:1',
      action: 'members.role',
      objectType: 'member',
      objectId: 'bob @ example.test',
      detail: { before: 'viewer', after: 'admin', list: ['x'], n: 2 },
      requestId: 'r1',
    },
  ])
})

test('chains concurrent entries of each log', async () => {
  const [one, other] = [log(), log()]
  await Promise.all([...Array(30).keys()].flatMap(() => [fill(one, 1), fill(other, 1)]))
  for (const uid of [one, other]) {
    const { items } = await audit.list(eu, { uid, limit: 100 })
    expect(items.map(({ seq }) => seq)).toEqual([...Array(30).keys()].map((n) => 30 - n))
    expect(await audit.check(eu, uid)).toEqual({ entries: 30, brokenAt: null })
  }
})

test('has no entry for failed work, and no gap', async () => {
  const workspaceId = log()
  await expect(
    eu.tx(async (tx) => {
      await audit.record(tx, { workspaceId, action: 'x.y' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await fill(workspaceId, 2)
  expect(await audit.check(eu, workspaceId)).toEqual({ entries: 2, brokenAt: null })
})

describe('the chain', () => {
  const TEXTS = ['actor_kind', 'actor_id', 'actor_name', 'action', 'object_type', 'object_id', 'request_id'] as const
  const tampering = fc.oneof(
    fc.record({
      column: fc.constantFrom(...TEXTS),
      text: fc.string({ minLength: 1, maxLength: 8 }).map((s) => `~${s.replaceAll('\0', '')}`),
    }),
    fc.constantFrom(
      { column: 'detail', text: `detail || '{"x":1}'` },
      { column: 'at', text: `at + interval '1 millisecond'` },
      { column: 'ip', text: `'198.51.100.9'` },
      { column: 'hash', text: `repeat('0', 64)` },
      { column: 'previous_hash', text: `repeat('0', 64)` },
      { column: 'seq', text: 'seq + 1000' },
    ),
  )

  test('detects any altered field', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.nat(5), tampering, async (n, at, { column, text }) => {
        const workspaceId = log()
        await fill(workspaceId, n)
        const seq = (at % n) + 1
        const literal = (TEXTS as readonly string[]).includes(column)
        await dbs.eu.pool.query(
          `update audit_entries set ${column} = ${literal ? '$3' : text} where workspace_id = $1 and seq = $2`,
          literal ? [workspaceId, seq, text] : [workspaceId, seq],
        )
        const { brokenAt } = await audit.check(eu, workspaceId)
        expect(brokenAt).not.toBeNull()
        if (column !== 'seq') expect(brokenAt).toBe(seq)
        await dbs.eu.pool.query('delete from audit_entries where workspace_id = $1', [workspaceId])
      }),
      { numRuns: 40 },
    )
  })

  test.each([1, 2, 3])('detects the removal of entry %i of four', async (seq) => {
    const workspaceId = log()
    await fill(workspaceId, 4)
    await dbs.eu.pool.query('delete from audit_entries where workspace_id = $1 and seq = $2', [workspaceId, seq])
    expect(await audit.check(eu, workspaceId)).toEqual({ entries: 3, brokenAt: seq + 1 })
    expect(await broken()).toMatchObject([{ workspace_id: workspaceId, seq: seq + 1 }])
    await dbs.eu.pool.query('delete from audit_entries where workspace_id = $1', [workspaceId])
  })

  test('holds after truncating addresses and deleting old entries', async () => {
    const workspaceId = log()
    await fill(workspaceId, 3, '2026-11-01T10:00:00Z')
    await audit.applyRetention(ctxAt('2026-12-02T10:00:00Z'))
    expect((await audit.list(eu, { uid: workspaceId })).items.map(({ ip }) => ip)).toEqual(Array(3).fill('203.0.113.0'))
    expect(await audit.check(eu, workspaceId)).toEqual({ entries: 3, brokenAt: null })
    await fill(workspaceId, 2, '2027-06-01T10:00:00Z')
    await audit.applyRetention(ctxAt('2027-12-01T10:00:00Z'))
    const { items } = await audit.list(eu, { uid: workspaceId })
    expect(items.map(({ seq, action }) => [seq, action])).toEqual([
      [6, 'audit.trimmed'],
      [5, 'agents.save'],
      [4, 'agents.save'],
    ])
    expect(await audit.check(eu, workspaceId)).toEqual({ entries: 3, brokenAt: null })
    await audit.applyRetention(ctxAt('2029-12-01T10:00:00Z'))
    expect(await audit.check(eu, workspaceId)).toEqual({ entries: 1, brokenAt: null })
    await fill(workspaceId, 1, '2029-12-02T10:00:00Z')
    expect(await audit.check(eu, workspaceId)).toEqual({ entries: 2, brokenAt: null })
    // Deleting the beginning without an anchor is detected.
    await dbs.eu.pool.query(`delete from audit_entries where workspace_id = $1 and action = 'audit.trimmed'`, [
      workspaceId,
    ])
    expect((await audit.check(eu, workspaceId)).brokenAt).toBe(8)
    await dbs.eu.pool.query('delete from audit_entries where workspace_id = $1', [workspaceId])
  })

  test('truncates addresses in the database by the rule', async () => {
    for (const ip of [
      '203.0.113.7',
      '2001:db8:85a3:0:0:8a2e:370:7334',
      '2001:db8:85a3::',
      '10.0.0.0',
      '',
      '0:0:0:0:0:0:0:1',
    ]) {
      const { rows } = await dbs.eu.db.execute<{ short: string }>(
        sql`select ${sql.raw(SHORT_IP_SQL)} as short from (select ${ip}::text as ip) one`,
      )
      expect(rows[0]?.short).toBe(shortIp(ip))
    }
  })
})

test('coalesces repeated saves within ten minutes, per person and object, across nodes', async () => {
  const workspaceId = log()
  const another = createAudit()
  const save = (at: string, over: { objectId?: string; actor?: Actor; on?: typeof audit } = {}) =>
    (over.on ?? audit).record(ctxAt(at, over.actor), {
      workspaceId,
      action: 'agents.saveDraft',
      objectType: 'agent',
      objectId: over.objectId ?? 'a1',
      coalesce: true,
    })
  await save('2026-11-21T10:00:00Z')
  await save('2026-11-21T10:00:05Z')
  await save('2026-11-21T10:09:59Z', { on: another })
  await save('2026-11-21T10:05:00Z', { objectId: 'a2' })
  await save('2026-11-21T10:06:00Z', { actor: { ...ada, userId: 'u2', email: 'bob@example.test' } })
  await save('2026-11-21T10:11:00Z')
  const { items } = await audit.list(eu, { uid: workspaceId })
  expect(items.map(({ at, actorName, objectId }) => [at.slice(11, 19), actorName.slice(0, 3), objectId])).toEqual([
    ['10:11:00', 'ada', 'a1'],
    ['10:06:00', 'bob', 'a1'],
    ['10:05:00', 'ada', 'a2'],
    ['10:00:00', 'ada', 'a1'],
  ])
})

test('filters and pages the list, with an equal CSV', async () => {
  const [uid, foreign] = [log(), log()]
  await fill(foreign, 1)
  await fill(uid, 3, '2026-11-19T23:59:59.999Z')
  await audit.record(
    ctxAt('2026-11-20T00:00:00Z', { kind: 'workspace', workspaceId: uid, keyId: 'k1', keyName: '=Cron' }),
    {
      workspaceId: uid,
      action: 'knowledge.create',
      objectId: 'd1',
    },
  )
  await audit.record(ctxAt('2026-11-21T00:00:00Z', { kind: 'workspace', workspaceId: uid }), {
    workspaceId: uid,
    action: 'agents.delete',
    objectId: 'a1',
  })
  const seqs = async (filter: object) => (await audit.list(eu, { uid, ...filter })).items.map(({ seq }) => seq)
  expect(await seqs({})).toEqual([5, 4, 3, 2, 1])
  expect(await seqs({ who: 'CRON' })).toEqual([4])
  expect(await seqs({ who: '%' })).toEqual([])
  expect(await seqs({ kind: 'workspace' })).toEqual([5])
  expect(await seqs({ action: 'agents' })).toEqual([5, 3, 2, 1])
  expect(await seqs({ action: 'agents.delete' })).toEqual([5])
  expect(await seqs({ object: 'a1' })).toEqual([5, 2])
  expect(await seqs({ from: '2026-11-20', to: '2026-11-20' })).toEqual([4])
  expect(await seqs({ to: '2026-11-19' })).toEqual([3, 2, 1])
  const first = await audit.list(eu, { uid, limit: 2 })
  expect(first.nextCursor).not.toBeNull()
  const second = await audit.list(eu, { uid, limit: 3, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...second.items].map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1])
  expect(second.nextCursor).toBeNull()
  await expect(audit.list(eu, { uid, cursor: 'x' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const csv = await text(await audit.csv(eu, { uid, who: 'cron' }))
  expect(csv.trim().split('\r\n')).toEqual([
    '\uFEFFNo.,Time (UTC),By,Who,Address,Action,Object,Id,Details,Request'.trim(),
    `4,2026-11-20T00:00:00.000Z,key,'=Cron,203.0.113.77,knowledge.create,,d1,,r1`,
  ])
})

describe('refusals', () => {
  type Refusal = { readonly region: 'eu'; readonly workspace: string; readonly who: string }
  const written: [string, number][] = []
  const checked: number[] = []
  let now = 0
  const counter = createRefusalCounter<Refusal>({
    log: createLog({ level: 'silent' }),
    now: () => now,
    keyOf: ({ workspace, who }) => `${workspace}/${who}`,
    groupOf: ({ workspace }) => workspace,
    anonymize: (refusal) => ({ ...refusal, who: 'anybody' }),
    exist: async (_, all) => {
      checked.push(all.length)
      return all.map(({ workspace }) => workspace.startsWith('real'))
    },
    write: async ({ workspace, who }, { count }) => void written.push([`${workspace}/${who}`, count]),
  })
  afterAll(counter.stop)
  const refuse = (workspace: string, who = 'x') => counter.count({ region: 'eu', workspace, who })
  const flushed = async () => {
    written.length = 0
    await counter.flush()
    return [...written]
  }

  test('writes refusals of a workspace rarely, but counts all', async () => {
    for (const workspace of ['real1', 'real1', 'real2', 'real1']) refuse(workspace)
    expect(await flushed()).toEqual([
      ['real1/x', 3],
      ['real2/x', 1],
    ])
    now += 1000
    refuse('real1')
    expect(await flushed()).toEqual([['real1/x', 1]])
    expect(await flushed()).toEqual([])
  })

  test('keeps counting real workspaces when callers make up others', async () => {
    for (let n = 0; n < 30_000; n += 1) {
      refuse(`made-up${n}`)
      if (n % 1000 === 0) refuse(`real-${n}`)
      if (n % 100 === 0) await Promise.resolve()
    }
    expect(await flushed()).toHaveLength(30)
    expect(checked.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(30_000)
  })

  test('distinguishes fifty callers of a workspace, and counts the others together', async () => {
    for (let n = 0; n < 120; n += 1) refuse('real-full', `u${n}`)
    await counter.flush()
    for (let n = 0; n < 120; n += 1) refuse('real-full', `u${n}`)
    refuse('real-next', 'u1')
    const lines = await flushed()
    expect(lines.filter(([key]) => key.startsWith('real-full/u'))).toHaveLength(50)
    expect(lines.find(([key]) => key === 'real-full/anybody')).toEqual(['real-full/anybody', 70])
    expect(lines.at(-1)).toEqual(['real-next/u1', 1])
  })
})
