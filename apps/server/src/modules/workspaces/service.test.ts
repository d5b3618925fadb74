import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { Workspace } from '@parlance/contract/workspaces/schemas'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../lib/ctx.ts'
import { createVault, sha256 } from '../../lib/crypto.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { createAudit } from '../audit/service.ts'
import { verifyLedger } from '../billing/invariants.ts'
import { createBilling } from '../billing/service.ts'
import { testCtx } from '../billing/testing.ts'
import { createEntitlements } from './plan.ts'
import { createWorkspaces } from './service.ts'

const dbs = await freshDatabases()
const vault = createVault(Buffer.alloc(32, 7))
const billing = createBilling({ vault })
const entitlementsOf = createEntitlements({})
const live = createWorkspaces({
  audit: createAudit(),
  billing,
  vault,
  creditsBeforeVerification: false,
  entitlementsOf,
})
const sandbox = createWorkspaces({
  audit: createAudit(),
  billing,
  vault,
  creditsBeforeVerification: true,
  entitlementsOf,
})

const NOVEMBER = '2026-11-21T10:00:00Z'
const SYSTEM: Actor = { kind: 'system', workspaceId: '' }
const at = (iso: string, actor: Actor = SYSTEM) => testCtx(dbs.eu.db, { now: () => new Date(iso), actor })
const eu = at(NOVEMBER)
const na = testCtx(dbs.na.db, { region: 'na', now: () => new Date(NOVEMBER), actor: SYSTEM })

const person = (emailVerified = true) => {
  const id = randomId(12)
  return { id, email: `${id.toLowerCase()}@example.test`, name: 'Ada', emailVerified }
}
const session = (who: ReturnType<typeof person>): Actor => ({
  kind: 'session',
  userId: who.id,
  email: who.email,
  name: who.name,
  emailVerified: who.emailVerified,
  region: 'eu',
  sessionToken: 't',
})
const code = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? error.code : error
}

describe('the personal workspace', () => {
  test('has the specification’s fields and free credits', async () => {
    const who = person()
    const ctx = at(NOVEMBER)
    const uid = await live.ensurePersonal(ctx, who)
    const workspace = Workspace.parse(await live.get(ctx, uid))
    expect(workspace).toMatchObject({
      uid: expect.stringMatching(/^[A-Za-z0-9]{15}$/),
      email: who.email,
      joinedAt: Date.parse(NOVEMBER) / 1000,
      freeLTsTS: Date.parse(NOVEMBER) / 1000,
      location: 'eu',
      loadTokens: 1000,
      workspaceName: expect.stringMatching(/^Personal .{5}$/),
      workspaceSecret: expect.stringMatching(/^vg_.{20}$/),
      workspaceEmails: [who.email],
      hasEverPaid: false,
      internal: { isNewUser: true, customPlan: { limits: { workspaceSeats: 0 } } },
    })
    expect(ctx.events).toEqual([
      { type: 'credits.added', workspaceId: uid },
      { type: 'workspace.created', workspaceId: uid },
    ])
  })

  test('is created once by concurrent first visits', async () => {
    const who = person()
    const uids = await Promise.all(Array.from({ length: 30 }, () => live.ensurePersonal(at(NOVEMBER), who)))
    expect(new Set(uids).size).toBe(1)
    expect((await live.list(at(NOVEMBER, session(who)))).map((one) => one.uid)).toEqual([uids[0]])
    expect((await live.get(eu, uids[0] ?? '')).loadTokens).toBe(1000)
    expect(await verifyLedger(dbs.eu.pool)).toEqual([])
  })

  test('starts at 0 until the e-mail is verified, except in the sandbox', async () => {
    const who = person(false)
    const uid = await live.ensurePersonal(eu, who)
    expect(await live.get(eu, uid)).toMatchObject({ loadTokens: 0, freeLTsTS: 0 })
    const [listed] = await live.list(at('2026-11-22T10:00:00Z', session({ ...who, emailVerified: true })))
    expect(listed).toMatchObject({ uid, loadTokens: 1000, role: 'owner' })
    const free = await sandbox.ensurePersonal(eu, person(false))
    expect(await sandbox.get(eu, free)).toMatchObject({ loadTokens: 1000 })
  })

  test('gets no free credits when the mailbox had them this month', async () => {
    const first = person()
    const [name = '', host] = first.email.split('@')
    await live.ensurePersonal(eu, first)
    const second = { ...person(), email: `${name.toUpperCase()}+again@${host}` }
    const uid = await live.ensurePersonal(eu, second)
    await live.refillDue(eu)
    await live.ensurePersonal(eu, second)
    expect(await live.get(eu, uid)).toMatchObject({ loadTokens: 0, freeLTsTS: 0 })
    const december = at('2026-12-01T00:00:00Z')
    await live.ensurePersonal(december, second)
    expect(await live.get(december, uid)).toMatchObject({ loadTokens: 1000, freeLTsTS: 1_796_083_200 })
  })

  test('is not opened by a later holder of its owner’s address', async () => {
    const who = person()
    const uid = await live.ensurePersonal(eu, who)
    for (const emailVerified of [false, true]) {
      const later = at(NOVEMBER, session({ ...person(), email: who.email, emailVerified }))
      expect(await live.roleOf(later, uid, who.email)).toBe(undefined)
      expect((await live.get(later, uid)).workspaceSecret).toBe('')
      expect((await live.list(later)).map((one) => one.uid)).not.toContain(uid)
    }
    expect(await live.roleOf(at(NOVEMBER, session(who)), uid, who.email)).toBe('owner')
  })

  test('is created in the home region only', async () => {
    const who = person()
    expect(await live.list(testCtx(dbs.na.db, { region: 'na', actor: session(who) }))).toEqual([])
    expect(await live.list(at(NOVEMBER, session(who)))).toHaveLength(1)
    const uid = await live.ensurePersonal(na, who)
    expect(await live.get(na, uid)).toMatchObject({ location: 'default' })
    expect(await code(live.get(eu, uid))).toBe('NOT_FOUND')
  })
})

describe('the monthly refill', () => {
  const spend = async (workspaceId: string, amount: number) => {
    const item = { holdKey: randomId(8), workspaceId, agentId: null, cause: 'Turn' }
    await billing.holdMany(dbs.eu.db, [{ ...item, amount }])
    await billing.settleMany(dbs.eu.db, [{ ...item, cost: amount }])
  }

  test('comes with the job or the next visit, once, on the free plan only', async () => {
    const [byJob, byVisit, paying, unverified] = [person(), person(), person(), person(false)]
    const uids = []
    for (const who of [byJob, byVisit, paying, unverified]) uids.push(await live.ensurePersonal(eu, who))
    const [a = '', b = '', c = '', d = ''] = uids
    for (const uid of [a, b, c]) await spend(uid, 400_000)
    await dbs.eu.pool.query(`update workspaces set plan = 'pay_as_you_go' where uid = $1`, [c])
    const december = '2026-12-02T00:00:00Z'
    await live.list(at(december, session(byVisit)))
    expect((await live.get(eu, b)).loadTokens).toBe(1000)
    await live.refillDue(at(december))
    expect(await live.get(eu, a)).toMatchObject({ loadTokens: 1000, freeLTsTS: Date.parse(december) / 1000 })
    expect((await live.get(eu, c)).loadTokens).toBe(600)
    expect((await live.get(eu, d)).loadTokens).toBe(0)
    await spend(a, 100_000)
    expect(await live.refillDue(at('2026-12-31T23:00:00Z'))).toBe(0)
    expect((await live.get(eu, a)).loadTokens).toBe(900)
    const log = await live.creditLog(eu, { uid: a })
    expect(log.items.map((one) => [one.direction, one.amount, one.causedBy, one.kind])).toEqual([
      ['decrease', 100, 'Turn', 'other'],
      ['increase', 400, 'Monthly free credits', 'refill'],
      ['decrease', 400, 'Turn', 'other'],
      ['increase', 1000, 'Monthly free credits', 'refill'],
    ])
    expect(new Set(log.items.map((one) => one.id)).size).toBe(4)

    const paged = []
    for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page += 1) {
      const { items, nextCursor } = await live.creditLog(eu, { uid: a, limit: 1, cursor })
      // Neither reveals others' activity: the same page has a new cursor each time, without a readable number.
      if (nextCursor) {
        expect(nextCursor.length).toBeLessThanOrEqual(200)
        expect((await live.creditLog(eu, { uid: a, limit: 1, cursor })).nextCursor).not.toBe(nextCursor)
        expect(await code(live.creditLog(eu, { uid: b, cursor: nextCursor }))).toBe('INVALID_INPUT')
      }
      paged.push(...items)
      cursor = nextCursor ?? undefined
    }
    expect(paged).toEqual(log.items)
    for (const cursor of ['1', '', 'v1.x.y.z.w', `${randomId(80)}`])
      expect(await code(live.creditLog(eu, { uid: a, cursor }))).toBe('INVALID_INPUT')
  })
})

describe('membership', () => {
  test('hides a workspace from other tenants', async () => {
    const [mine, other] = [person(), person()]
    const [uid, theirs] = [await live.ensurePersonal(eu, mine), await live.ensurePersonal(eu, other)]
    expect(await live.roleOf(eu, uid, mine.email)).toBe('owner')
    expect(await live.roleOf(eu, uid, other.email)).toBeUndefined()
    expect(await live.roleOf(na, uid, mine.email)).toBeUndefined()
    const { workspaceSecret } = await live.get(eu, uid)
    expect(await live.bySecretHash(eu, sha256(workspaceSecret))).toBe(uid)
    expect(await live.bySecretHash(na, sha256(workspaceSecret))).toBeUndefined()
    expect(await live.bySecretHash(eu, sha256(`${workspaceSecret}x`))).toBeUndefined()
    expect((await live.list(at(NOVEMBER, session(other)))).map((one) => one.uid)).toEqual([theirs])
    for (const unknown of ['', 'nope', "'; --", uid.toLowerCase()])
      expect(await code(live.get(eu, unknown))).toBe('NOT_FOUND')
  })

  test('an invited address counts once it is confirmed', async () => {
    const [owner, guest] = [person(), person(false)]
    const uid = await live.ensurePersonal(eu, owner)
    await dbs.eu.pool.query(`insert into workspace_members (workspace_id, email, role) values ($1, $2, 'editor')`, [
      uid,
      guest.email,
    ])
    expect((await live.get(eu, uid)).workspaceEmails).toEqual([owner.email, guest.email])
    const stranger = at(NOVEMBER, session(guest))
    expect(await live.roleOf(stranger, uid, guest.email)).toBeUndefined()
    expect((await live.list(stranger)).map((one) => one.uid)).not.toContain(uid)
    const confirmed = at(NOVEMBER, session({ ...guest, emailVerified: true }))
    expect(await live.roleOf(confirmed, uid, guest.email)).toBe('editor')
    expect(await live.list(confirmed)).toEqual([
      expect.objectContaining({ email: guest.email, role: 'owner' }),
      expect.objectContaining({ uid, role: 'editor' }),
    ])
  })

  test('tells the public only whether a turn can be served', async () => {
    const [rich, poor] = [await live.ensurePersonal(eu, person()), await live.ensurePersonal(eu, person(false))]
    expect(await live.checkCredits(eu, rich)).toEqual({ continue: true, hasEverPaid: false })
    expect(await live.checkCredits(eu, poor)).toEqual({ continue: false, hasEverPaid: false })
    expect(await code(live.checkCredits(na, rich))).toBe('NOT_FOUND')
  })
})

describe('secrets', () => {
  const KEY = 'sk-canary-0123456789-wxyz'
  test('are encrypted for one workspace and place', async () => {
    const [uid, other] = [await live.ensurePersonal(eu, person()), await live.ensurePersonal(eu, person())]
    const { workspaceSecret } = await live.get(eu, uid)
    await live.saveCredential(eu, { uid, provider: 'openai', apiKey: KEY, baseUrl: '' })
    const { rows } = await dbs.eu.pool.query<{ all: string }>(
      `select (select string_agg(w::text, ' ') from workspaces w) || (select string_agg(c::text, ' ') from credentials c) as all`,
    )
    expect(rows[0]?.all).toContain(uid)
    for (const secret of [workspaceSecret, KEY]) expect(rows[0]?.all).not.toContain(secret)
    // A value moved to another tenant does not decrypt there.
    await dbs.eu.pool.query(`update credentials set workspace_id = $2 where workspace_id = $1`, [uid, other])
    await expect(live.providerKey(eu, other, 'openai')).rejects.toThrow()
    await dbs.eu.pool.query(
      `update workspaces set sealed_secret = (select sealed_secret from workspaces where uid = $1) where uid = $2`,
      [uid, other],
    )
    await expect(live.get(eu, other)).rejects.toThrow()
  })

  test('makes a provider key write-only, replaceable, and deletable', async () => {
    const [uid, other] = [await live.ensurePersonal(eu, person()), await live.ensurePersonal(eu, person())]
    expect(await live.providerKey(eu, uid, 'openai')).toBeUndefined()
    const saved = await live.saveCredential(eu, { uid, provider: 'openai', apiKey: KEY, baseUrl: '' })
    expect(saved).toEqual({
      provider: 'openai',
      hint: 'wxyz',
      baseUrl: '',
      updatedAt: '2026-11-21T10:00:00.000Z',
      test: null,
    })
    expect(await live.providerKey(eu, uid, 'openai')).toEqual({ apiKey: KEY, baseUrl: '' })
    expect(await live.providerKey(eu, other, 'openai')).toBeUndefined()
    expect(await live.providerKey(na, uid, 'openai')).toBeUndefined()
    await live.saveCredential(eu, {
      uid,
      provider: 'openai',
      apiKey: 'sk-second-key',
      baseUrl: 'http://127.0.0.1:9/v1',
    })
    expect(await live.providerKey(eu, uid, 'openai')).toEqual({
      apiKey: 'sk-second-key',
      baseUrl: 'http://127.0.0.1:9/v1',
    })
    expect(JSON.stringify(await live.listCredentials(eu, uid))).not.toContain('sk-second')
    const keyless = { uid, provider: 'openai-compatible', apiKey: '', baseUrl: 'http://127.0.0.1:9/v1' } as const
    expect(await live.saveCredential(eu, keyless)).toMatchObject({ hint: '', baseUrl: keyless.baseUrl })
    expect(await live.providerKey(eu, uid, 'openai-compatible')).toEqual({ apiKey: '', baseUrl: keyless.baseUrl })
    await live.deleteCredential(eu, uid, 'openai-compatible')
    expect(await live.listCredentials(eu, other)).toEqual([])
    await live.deleteCredential(eu, other, 'openai')
    expect(await live.listCredentials(eu, uid)).toHaveLength(1)
    await live.deleteCredential(eu, uid, 'openai')
    expect(await live.providerKey(eu, uid, 'openai')).toBeUndefined()
  })

  test.each(['ftp://example.test', 'javascript:alert(1)', 'file:///etc/passwd', 'nonsense'])(
    'no base URL: %s',
    async (baseUrl) => {
      const uid = await live.ensurePersonal(eu, person())
      expect(await code(live.saveCredential(eu, { uid, provider: 'openai', apiKey: KEY, baseUrl }))).toBe(
        'INVALID_INPUT',
      )
    },
  )
})
