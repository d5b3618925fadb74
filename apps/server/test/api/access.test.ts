// Calls every operation of the contract as every kind of caller: permitted ones succeed; all others learn and change
// nothing.
import type { Caller } from '@parlance/contract/lib/operation'
import { newSecretKey, newVisitorId, randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { GIVEN_ROLES, type GivenRole, leastRole, type Role, roleAtLeast, ROLES } from '@parlance/contract/lib/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import {
  ghosts,
  type Heard,
  type Operation,
  operations,
  samples,
  send,
  type Sending,
  timeless,
} from '../helpers/operations.ts'
import type { Names } from '../helpers/operation-names.ts'
import { call, type Person } from '../helpers/people.ts'
import { makeClientBilling } from '../helpers/client-billing.ts'
import { makeAgencyAdmin, makeClient, makeOrg } from '../helpers/orgs.ts'
import { quiet, snapshotDatabases } from '../helpers/database-snapshot.ts'
import { makeTenant, type Tenant } from '../helpers/tenants.ts'
import { isAll } from '../../../../scripts/test-tier.ts'

/** A sign-in provider that does not exist. */
const nobodys = { id: 'oidc', name: 'Nobody', issuer: 'http://127.0.0.1:9', clientId: 'c', clientSecret: 's' }
const server = await startTestServer({ settings: { signInProviders: [nobodys], baseWorkspaceSeats: 20 } })
type Bearers = Tenant['bearers']

const inputOf = (op: Operation, names: Names) => samples[op.name]?.(names) ?? {}
const hit = (op: Operation, region: Region, names: Names, sending: Sending = {}) =>
  send(op, server.url, region, inputOf(op, names), sending)
const only = (op: Operation, caller: Caller) => op.meta.access.by.length === 1 && op.meta.access.by[0] === caller
const opensTo = (op: Operation, caller: Caller) => op.meta.access.by.includes(caller)
const kinds = ({ bearers }: Tenant) => Object.entries(bearers) as [keyof Bearers, string][]
/** Operations that need a caller. */
const guarded = operations.filter((op) => !opensTo(op, 'public') && !opensTo(op, 'sandbox'))
/** Operations that name a tenant's object. */
const owned = operations.filter(({ meta: { access } }) => access.agent !== undefined || access.workspace !== undefined)
const cases = (ops: readonly Operation[]) => ops.map((op) => [op.name, op] as const)

let a: Tenant
/** Secret of another agent in its workspace. */
let siblingSecret: string
let b: Tenant
let abroad: Tenant
/** Members of `a` by role, with their tokens. */
let staff: Readonly<Record<Role, string>>
beforeAll(async () => {
  ;[a, b, abroad] = await Promise.all([makeTenant(server, 'eu'), makeTenant(server, 'eu'), makeTenant(server, 'na')])
  siblingSecret = (await server.makeAgent(a.owner)).secret
  staff = { ...(await hire(a.owner)), owner: a.owner.token }
  await quiet(server.dbs)
})

/** One joined member of each role. */
async function hire(owner: Person): Promise<Record<GivenRole, string>> {
  const path = `${server.api(owner.region)}/v2/workspaces/${owner.workspace.uid}`
  const tokens = await Promise.all(
    GIVEN_ROLES.map(async (role) => {
      const { token } = await server.join(owner, role)
      await server.must('GET', path, token)
      return [role, token] as const
    }),
  )
  return Object.fromEntries(tokens) as Record<GivenRole, string>
}

const everything = () => snapshotDatabases(server.dbs)

/** Runs calls that must change nothing, while no job of an earlier one writes. */
async function expectUnchanged(calls: () => Promise<void>) {
  await quiet(server.dbs)
  const before = await everything()
  await calls()
  expect(await everything()).toBe(before)
}

/** The lines of the second snapshot that the first does not have: a table and its new fingerprint. */
const changes = (before: string, after: string) => {
  const known = new Set(before.split('\n'))
  return after.split('\n').filter((line) => !known.has(line))
}

/** Fingerprint of the last comparison, and the calls since. */
let known: string | undefined
let since: (readonly [name: string, work: () => Promise<void>])[] = []
/** Comparing everything takes longer than most calls. */
const TOGETHER = 100
/** Runs a call that must change nothing. Compares after this many calls, and at the end. */
async function expectNoChange(name: string, work: () => Promise<void>) {
  known ??= await everything()
  since.push([name, work])
  await work()
  if (since.length >= TOGETHER) await expectNothingChanged()
}
/** After a change, repeats each call alone to find the culprit. */
async function expectNothingChanged() {
  const [before, works] = [known, since]
  const now = await everything()
  known = now
  since = []
  if (now === before || before === undefined) return
  const culprits: string[] = []
  for (const [name, work] of works) {
    const start = await everything()
    await work()
    if ((await everything()) !== start) culprits.push(name)
  }
  known = undefined
  const found =
    culprits.length > 0 ? culprits : [`one of these, at its first try: ${works.map(([name]) => name).join(', ')}`]
  expect.fail(`${changes(before, now).join(', ')}: changed by ${found.join(', ')}`)
}

test('has a sample for every operation, and no others', () => {
  expect(Object.keys(samples).toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
})

/** These return every visitor key's own data, which is empty for a made-up one. */
const ownOnly = new Set(['conversations.visitorConversations'])
/**
 * Callers who may talk to a published agent may send files under their own key, and ask whether people are available.
 */
const asTalking = new Set(['conversations.attach', 'conversations.handoffStatus'])
const nothingOwn = { status: 200, body: { items: [], nextCursor: null } }

/** Calls without a valid token, refused where a token is read. */
const tokenless = (): readonly (readonly [what: string, sending: Sending])[] => {
  const { session, workspace } = a.bearers
  return [
    ['basic credentials', { headers: { authorization: 'Basic Zm9vOmJhcg==' } }],
    ['a forged cookie', { headers: { cookie: 'parlance.session_token=forged' } }],
    ['a secret in x-api-key', { headers: { 'x-api-key': workspace } }],
    ['a secret in api-key', { headers: { 'api-key': workspace } }],
    ['a session in x-auth-token', { headers: { 'x-auth-token': session } }],
    ...['x', randomId(40), newSecretKey(), 'a.b.c', 'vis_abc', `vg_${randomId(19)}-`].map(
      (bearer) => [`the token ${bearer}`, { bearer }] as const,
    ),
  ]
}
/** What a call says to a caller follows from its scope and from who may call it. */
const kindOf = ({ name, meta: { scope, access } }: Operation) =>
  [
    scope,
    ...access.by.toSorted(),
    ...(['agent', 'org', 'workspace', 'creates'] as const).filter((key) => access[key] !== undefined),
    ...(ownOnly.has(name) || asTalking.has(name) ? [name] : []),
  ].join(' ')
const firstOfKind = new Set(new Map(guarded.toReversed().map((op) => [kindOf(op), op])).values())
const byTurns = (ops: readonly Operation[]) => ops.map((op, turn) => [op.name, turn, op] as const)
/** `npm test` walks the first call of each kind, `npm run test:all` every call. */
const isWalked = (op: Operation) => isAll || firstOfKind.has(op)
/** All for a call that is walked, one by turns for every other. */
const inTurn = <T>(op: Operation, turn: number, all: readonly T[]): readonly T[] =>
  isWalked(op) || all.length < 2 ? all : [all[turn % all.length] as T]
test.each(cases(guarded))('[1.7] %s refuses callers without a valid token', async (_, op) => {
  expect((await hit(op, 'eu', a)).status).toBe(401)
  for (const [what, sending] of isWalked(op) ? tokenless() : []) {
    const heard = await hit(op, 'eu', a, sending)
    if (sending.bearer === undefined) {
      expect(heard.status, what).toBe(401)
      continue
    }
    if (ownOnly.has(op.name) && heard.status === 200) {
      expect(heard, what).toMatchObject(nothingOwn)
      continue
    }
    if (asTalking.has(op.name) && heard.status === 200) continue
    // For visitors' calls, any long enough key is some visitor's, with no data here.
    expect([401, ...(opensTo(op, 'visitor') ? [404] : [])], what).toContain(heard.status)
    expect(heard.body, what).toMatchObject({
      success: false,
      code: heard.status === 404 ? 'NOT_FOUND' : 'UNAUTHORIZED',
    })
  }
})

test.each(byTurns(guarded))('[1.7] %s refuses the wrong kinds of token', async (_name, turn, op) => {
  const wrong = kinds(a).filter(([kind]) => !opensTo(op, kind))
  for (const [, bearer] of inTurn(op, turn, wrong)) {
    const { status, body } = await hit(op, 'eu', a, { bearer })
    expect([401, 403]).toContain(status)
    expect(body).toMatchObject({ success: false })
  }
})

// A call that changes something may do so only once.
describe('for another tenant', { retry: 0 }, () => {
  afterAll(expectNothingChanged)

  const closed = owned.filter((op) => !only(op, 'public'))
  /** The same call for something that never existed. */
  const unknown = (op: Operation, region: Region, bearer: string) => hit(op, region, { ...ghosts() }, { bearer })
  // Anyone may talk to a published agent; a stranger's secret opens no more.
  const walled = closed.filter((op) => !opensTo(op, 'public'))
  const silent = walled.filter(({ name }) => !asTalking.has(name))

  test.each(byTurns(silent))('[1.4] %s returns not found and changes nothing', async (name, turn, op) =>
    expectNoChange(name, async () => {
      const opened = kinds(b).filter(([kind]) => opensTo(op, kind))
      for (const [kind, bearer] of inTurn(op, turn, opened)) {
        const heard = await hit(op, 'eu', a, { bearer })
        if (ownOnly.has(op.name) && kind === 'visitor') {
          expect(heard).toMatchObject(nothingOwn)
          continue
        }
        expect(heard).toMatchObject({ status: 404, body: { success: false, code: 'NOT_FOUND' } })
        if (!op.meta.access.creates) expect(timeless(heard)).toEqual(timeless(await unknown(op, 'eu', bearer)))
      }
      if (op.meta.access.agent && opensTo(op, 'agent'))
        expect((await hit(op, 'eu', a, { bearer: siblingSecret })).status).toBe(404)
    }),
  )

  // Which region is whose is looked up in one place.
  test.each(cases(walled.filter(isWalked)))('[1.4] %s keeps the regions apart', async (name, op) =>
    expectNoChange(`${name} in the other region`, async () => {
      for (const owner of [a, abroad]) {
        for (const [kind, bearer] of kinds(owner)) {
          // A session may create agents in both regions, under any free id.
          if (!opensTo(op, kind) || (op.meta.access.creates && kind === 'session')) continue
          // The owner in the other region: a session is known there, a secret is not.
          const { status } = await hit(op, owner === a ? 'na' : 'eu', owner, { bearer })
          expect([401, 404].includes(status), `${kind} got ${status}`).toBe(true)
        }
      }
    }),
  )

  const parts = [
    'docId',
    'docVersionId',
    'conversationId',
    'turnId',
    'versionId',
    'testId',
    'runId',
    'goldenId',
    'leadId',
    'gapId',
    'conflictId',
    'metricId',
    'attachmentId',
  ] as const
  const names = (op: Operation, key: (typeof parts)[number]): boolean => {
    const nothing = ghosts()
    return op.path.includes('{agentId}/') && Object.values(inputOf(op, nothing)).includes(nothing[key])
  }
  // The caller names the created test: the same name under another agent is another test.
  const nested = closed
    .filter(({ name }) => name !== 'evaluations.save')
    .flatMap((op) => parts.flatMap((key) => (names(op, key) ? [[op.name, key, op] as const] : [])))
  test.each(nested)('[1.4] %s answers 404 for a foreign %s under an own agent', async (name, key, op) =>
    expectNoChange(`${name} with a foreign ${key}`, async () => {
      for (const [kind, bearer] of kinds(b)) {
        if (!opensTo(op, kind)) continue
        const heard = await hit(op, 'eu', { ...b, [key]: a[key] }, { bearer })
        expect(timeless(heard)).toEqual(timeless(await hit(op, 'eu', { ...b, [key]: ghosts()[key] }, { bearer })))
        expect(heard.status).toBe(404)
      }
    }),
  )

  const ofVisitors = silent.filter((op) => opensTo(op, 'visitor') && !ownOnly.has(op.name))
  test.each(cases(ofVisitors))('[1.4] %s treats another visitor like an unknown one', async (_, op) => {
    const bearer = newVisitorId()
    const heard = await hit(op, 'eu', a, { bearer })
    expect(heard.status).toBe(404)
    expect(timeless(heard)).toEqual(timeless(await unknown(op, 'eu', bearer)))
  })

  test('[1.5] makes no backup in the name of a foreign workspace', async () => {
    const op = operations.find(({ name }) => name === 'agents.saveAgentBackup')
    expect(op).toBeDefined()
    if (op) expect((await hit(op, 'eu', { ...b, uid: a.uid }, { bearer: b.bearers.session })).status).toBe(404)
  })

  test('treats a stranger with a token as a stranger at a foreign agent', async () => {
    for (const bearer of [b.bearers.session, b.bearers.workspace, b.bearers.agent]) {
      const { status } = await server.turn({ region: 'eu', id: a.agentId }, { bearer, draft: true })
      expect(status).toBe(404)
    }
  })
})

describe('client users', () => {
  const open = operations.filter((op) => opensTo(op, 'client'))
  const named = open.filter(({ meta: { access } }) => access.agent !== undefined || access.org !== undefined)
  const refusedTo = (ops: readonly Operation[], bearer: string, expected: object) =>
    expectUnchanged(async () => {
      for (const op of ops) expect(await hit(op, 'eu', a, { bearer }), op.name).toMatchObject(expected)
    })

  test('have documented requirements for every open call', () => {
    expect(open.length).toBeGreaterThan(25)
    for (const { name, meta } of open) expect(meta.access.client, name).toBeDefined()
  })

  test('of another organisation of the agency find nothing', async () => {
    const org = await makeOrg(server, a.owner, [])
    const { token } = await makeClient(server, a.owner, org, { isOrgAdmin: true })
    await refusedTo(named, token, { status: 404, body: { code: 'NOT_FOUND' } })
  })

  test('are refused calls of tabs they were not given', async () => {
    const { token } = await makeClient(server, a.owner, a, { agentIds: [a.agentId], canAccess: [], isOrgAdmin: true })
    const tabbed = open.filter(({ meta }) => meta.access.client?.tabs)
    expect(tabbed.length).toBeGreaterThan(15)
    await refusedTo(tabbed, token, { status: 403, body: { code: 'FORBIDDEN' } })
  })

  test('are refused admin calls unless they are admins', async () => {
    const { token } = await makeClient(server, a.owner, a, { agentIds: [a.agentId] })
    const managing = open.filter(({ meta }) => meta.access.client?.admin)
    expect(managing.length).toBeGreaterThan(5)
    await refusedTo(managing, token, { status: 403, body: { code: 'FORBIDDEN', message: 'You are not an admin' } })
  })

  test('are refused creating agents unless they may', async () => {
    const { token } = await makeClient(server, a.owner, a, { agentIds: [a.agentId], isOrgAdmin: true })
    const making = open.filter(({ meta }) => meta.access.client?.createsAgents)
    expect(making.length).toBeGreaterThan(0)
    await refusedTo(making, token, { status: 403, body: { code: 'FORBIDDEN' } })
  })

  test('of a disabled organisation get only that message', async () => {
    const { data } = await server.must<{ data: { ID: string } }>(
      'POST',
      `${server.api('eu')}/v2/workspaces/${a.uid}/orgs`,
      a.owner.token,
      {
        widgetIDs: [a.agentId],
        settings: { disableClientAccess: true, disableClientAccessMessage: 'Back on Monday.' },
      },
    )
    const org = { orgId: data.ID, agencyId: a.agencyId }
    const { token } = await makeClient(server, a.owner, org, { agentIds: [a.agentId], isOrgAdmin: true })
    const own = open.filter(({ meta }) => meta.access.agent !== undefined)
    const message = { status: 403, body: { code: 'ACCESS_DISABLED', message: 'Back on Monday.' } }
    await refusedTo(own, token, message)
    const me = await call<{ data: { disabledMessage: string } }>('GET', `${server.api('eu')}/client/me`, {
      bearer: token,
    })
    expect(me).toMatchObject({ status: 200, body: { data: { disabledMessage: 'Back on Monday.' } } })
  })
})

describe('members of a workspace', () => {
  const bySession = owned.filter((op) => opensTo(op, 'session') && !opensTo(op, 'public'))
  const leastOf = ({ meta, method }: Operation): Role => leastRole(meta.access, method)

  test('are refused calls of a higher role, without any change', async () => {
    const shared = { ...a, spareUid: a.uid }
    let refused = 0
    await expectUnchanged(async () => {
      for (const op of bySession) {
        for (const role of ROLES.filter((one) => !roleAtLeast(one, leastOf(op)))) {
          const heard = await hit(op, 'eu', shared, { bearer: staff[role] })
          expect(heard, `${op.name} by ${role}`).toMatchObject({
            status: 403,
            body: { success: false, code: 'FORBIDDEN' },
          })
          refused += 1
        }
      }
    })
    expect(refused).toBeGreaterThan(100)
  }, 60_000)

  // Input that is always invalid is only validated for permitted callers.
  const strict = bySession.filter(
    ({ name, input }) => input && !input.safeParse({ ...samples[name]?.(ghosts()), noSuchField: 1 }).success,
  )
  test('reach input validation in calls of their role', async () => {
    const shared = { ...a, spareUid: a.uid }
    expect(strict.length).toBeGreaterThan(80)
    await expectUnchanged(async () => {
      for (const op of strict) {
        const input = { ...inputOf(op, shared), noSuchField: 1 }
        const heard = await send(op, server.url, 'eu', input, { bearer: staff[leastOf(op)] })
        expect(heard, op.name).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
      }
    })
  }, 60_000)
})

/** What kinds of calls require without naming it. */
const NEEDED: Readonly<Record<string, readonly (keyof Names)[]>> = {
  agents: ['versionId'],
  conversations: ['conversationId'],
  evaluations: ['testId'],
  events: ['deliveryId'],
  gaps: ['gapId'],
  goldens: ['goldenId'],
  leads: ['leadId'],
  knowledge: ['docId'],
  metrics: ['metricId'],
}
/** Everything an operation requires: what its sample reads, and what its kind requires. */
function neededBy(op: Operation): ReadonlySet<keyof Names> {
  const read = new Set(NEEDED[op.name.split('.')[0] ?? ''])
  samples[op.name]?.(new Proxy(ghosts(), { get: (names, key: keyof Names) => (read.add(key), names[key]) }))
  return read
}

describe('rightful callers', () => {
  // Deletions come last.
  const inOrder = operations.toSorted((x, y) => Number(x.method === 'DELETE') - Number(y.method === 'DELETE'))
  const firstOfKind = new Set(new Map(inOrder.toReversed().map((op) => [kindOf(op), op])).values())
  // The first call of each kind is made by all its callers, every other by one in turns.
  const callersOf = (op: Operation, turn: number) => {
    const all: readonly Caller[] = op.meta.access.by
    return isAll || firstOfKind.has(op) ? all : all.slice(turn % all.length).slice(0, 1)
  }
  const rights = inOrder.flatMap((op, turn) => callersOf(op, turn).map((caller) => [op.name, caller, op] as const))
  /** Makes the call after its prerequisites. */
  async function ask(op: Operation, caller: Caller, tenant: Tenant): Promise<Heard> {
    let bearer =
      caller === 'public' || caller === 'sandbox' || caller === 'provider' ? undefined : tenant.bearers[caller]
    let input = inputOf(op, tenant)
    const { email, password } = a.owner
    if (op.name === 'accounts.deleteAccount')
      input = { typed: tenant.owner.email, password: tenant.owner.password, withShared: true }
    // A reply needs the current person, and a note is deleted by its author.
    const before = (name: string) => {
      const made = operations.find((one) => one.name === name)
      return made && send(made, server.url, 'eu', inputOf(made, tenant), { bearer })
    }
    const ofSpeaker = ['reply', 'attachToReply', 'detachFromReply', 'typing'].map((name) => `conversations.${name}`)
    if (ofSpeaker.includes(op.name) && caller !== 'visitor') await before('conversations.takeOver')
    if (op.name === 'conversations.detachFromReply') {
      const file = await before('conversations.attachToReply')
      input = { ...input, attachmentId: (file?.body?.['data'] as { id: string } | undefined)?.id }
    }
    if (op.name === 'conversations.translateReply')
      server.model.control.script([{ text: JSON.stringify({ language: 'de', text: 'Hallo' }) }])
    if (op.name === 'leads.deleteNote') await before('leads.saveNote')
    if (op.name === 'leads.restore') await before('leads.delete')
    if (op.name === 'conversations.deleteNote') {
      const note = await before('conversations.addNote')
      input = { ...input, noteId: (note?.body?.['data'] as { id: string } | undefined)?.id }
    }
    if (op.name === 'conversations.unblockVisitor') {
      const block = await before('conversations.blockVisitor')
      input = { ...input, blockId: (block?.body?.['data'] as { id: string } | undefined)?.id }
    }
    if (op.name === 'conversations.updateTeam' || op.name === 'conversations.deleteTeam') {
      const team = await before('conversations.createTeam')
      input = { ...input, teamId: (team?.body?.['data'] as { id: string } | undefined)?.id }
    }
    if (op.name === 'accounts.signIn') input = { email, password }
    if (op.name === 'accounts.signOut') {
      const signedIn = await call<{ token: string }>('POST', `${server.url}/api/account/sign-in`, {
        body: { email, password },
      })
      bearer = signedIn.body.token
    }
    if (op.name === 'clientAccount.signOut') bearer = (await makeClient(server, a.owner, a)).token
    if (op.name === 'clientBilling.createOrgSubscription') {
      const sold = await before('clientBilling.getPlans')
      const priceId = (sold?.body?.['plans'] as { priceId: string }[] | undefined)?.[0]?.priceId
      input = { ...input, priceId, successUrl: `${server.url}/done`, cancelUrl: `${server.url}/back` }
    }
    // Only admins of the agency may move credits.
    if (op.name === 'clientBilling.transferCredits' && caller === 'client')
      bearer = await makeAgencyAdmin(server, tenant.owner, tenant.agencyId)
    // The owner can't leave.
    if (op.name === 'workspaces.leave') bearer = staff.viewer
    return send(op, server.url, 'eu', input, { bearer })
  }

  /**
   * Tenants by the operation that accepted them: the next caller tries them first, because few operations use one up.
   */
  const used = new Map<string, Tenant>()
  let common: Tenant | undefined
  /** A tenant whose agency bills its clients. */
  let billed: Promise<Tenant> | undefined
  async function makeBilled(): Promise<Tenant> {
    const tenant = await makeTenant(server, 'eu', { only: new Set() })
    const { orgId, bearers, owner } = tenant
    return { ...tenant, ...(await makeClientBilling(server, owner, { orgId, client: bearers.client })) }
  }
  test.each(rights)('%s lets in %s', async (_, caller, op) => {
    const ends = op.name === 'accounts.deleteAccount'
    const writes = (op.method !== 'GET' && owned.includes(op)) || ends
    const before = used.get(op.name)
    if (before && (await ask(op, caller, before)).status === 200) return
    // Renewing a secret, or deleting an account, affects all later calls.
    const owner = ends || /^(workspaces|agencies)\.renewSecret$/.test(op.name) ? undefined : a.owner
    if (op.name.startsWith('clientBilling.')) {
      const heard = await ask(op, caller, await (billed ??= makeBilled()))
      // There is no subscription, and no card that needs confirmation.
      const none = /^clientBilling\.(cancelOrgSubscription|confirmPrePaid)$/.test(op.name) && heard.status === 404
      expect(heard.status === 200 || none, `${heard.status} ${JSON.stringify(heard.body)}`).toBe(true)
      return
    }
    // Calls that leave the tenant intact share one.
    if (writes && owner && op.method !== 'DELETE') {
      common ??= await makeTenant(server, 'eu', { owner })
      if ((await ask(op, caller, common)).status === 200) return
    }
    const tenant = writes ? await makeTenant(server, 'eu', { owner, only: neededBy(op) }) : a
    const heard = await ask(op, caller, tenant)
    // These users have no password, so any is wrong.
    const unknown =
      op.name.startsWith('clientAccount.') &&
      ['NOT_FOUND', 'INVALID_CREDENTIALS'].includes(String(heard.body?.['code']))
    // Permitted, although the link is made up, the sample's MCP server is down, and there is no export and no mail yet.
    const past = ['INVALID_TOKEN', 'IDENTITY_INVALID', 'UPSTREAM_FAILED'].includes(String(heard.body?.['code']))
    const none =
      /^(accounts\.exportAddress|platform\.sandboxMailFile)$/.test(op.name) && heard.body?.['code'] === 'NOT_FOUND'
    // There is no card, subscription, domain, copy or template here.
    const unpaid =
      /^(billing|domains|fleet|agentTemplates)\./.test(op.name) &&
      ['PAYMENT_FAILED', 'PLAN_LIMIT', 'CONFLICT', 'NOT_FOUND'].includes(String(heard.body?.['code']))
    // The verified domain is unreachable.
    const offline = op.name === 'domains.proxy' && heard.body?.['reason'] === 'domain_not_live'
    // No channel, WhatsApp number, page, phone number or Twilio account is connected.
    const unconnected =
      /^(channel_(not_connected|no_reactions)|meta_failed|whatsapp_(not_connected|test_phone)|meta_page_not_connected|twilio_(credentials_invalid|number_unknown))$/.test(
        String(heard.body?.['reason']),
      )
    // The agent takes no web calls, or the previous caller has the only line.
    const noLine =
      op.name === 'voice.startCall' &&
      (heard.body?.['reason'] === 'web_calls_off' || heard.body?.['code'] === 'PLAN_LIMIT')
    // Vapi sends a secret in a header.
    const unsigned = op.name === 'voice.vapiAnswer' && heard.body?.['code'] === 'UNAUTHORIZED'
    // The campaign has not started.
    const unstarted = /^campaign_not_(running|paused)$/.test(String(heard.body?.['reason']))
    // There is no running call.
    const unheard = heard.body?.['reason'] === 'call_not_live'
    const fine =
      unstarted ||
      unheard ||
      unsigned ||
      heard.status === 200 ||
      past ||
      none ||
      unknown ||
      unpaid ||
      offline ||
      unconnected ||
      noLine
    expect(fine, `${heard.status} ${JSON.stringify(heard.body)}`).toBe(true)
    if (writes) used.set(op.name, tenant)
  })

  test('allows the sandbox only on this machine', async () => {
    for (const op of operations.filter((one) => opensTo(one, 'sandbox'))) {
      for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
        expect((await hit(op, 'eu', a, { headers: { [header]: '203.0.113.7' } })).status).toBe(404)
    }
  })

  test('reports an unknown region before any look-up', async () => {
    for (const op of operations.filter(({ meta }) => meta.scope === 'region')) {
      const heard = await send(op, server.url, 'mars' as Region, inputOf(op, a), { bearer: a.bearers.session })
      expect(heard).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })
})
