// Seats and roles under every interleaving, on a real database.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { GIVEN_ROLES, type GivenRole } from '@parlance/contract/lib/roles'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../lib/ctx.ts'
import { createVault } from '../../../lib/crypto.ts'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createAudit } from '../../audit/service.ts'
import { createBilling } from '../../billing/service.ts'
import { testCtx } from '../../billing/testing.ts'
import { createMailing } from '../mailing.ts'
import { shareLockWorkspace, setPlanLimits } from './repository.ts'
import { createWorkspaceCreation } from '../create-workspace.ts'
import { createMembers } from './members.ts'
import { createEntitlements } from '../plan.ts'
import type { Invitation, Notice } from '../ports.ts'
import { createWorkspaces } from '../service.ts'

const dbs = await freshDatabases()
const vault = createVault(Buffer.alloc(32, 7))
const billing = createBilling({ vault })
const SEATS = 5
const entitlementsOf = createEntitlements({ baseSeats: SEATS })
const workspaces = createWorkspaces({
  audit: createAudit(),
  billing,
  vault,
  creditsBeforeVerification: false,
  entitlementsOf,
})
const invitations: Invitation[] = []
const notices: Notice[] = []
let refuseMail = false
const mails = {
  invitation: async (_: unknown, mail: Invitation) => void invitations.push(mail),
  notice: async (_: unknown, mail: Notice) => {
    if (refuseMail) throw new Error('refused')
    notices.push(mail)
  },
  log: async () => {},
}
const members = createMembers({ audit: createAudit(), entitlementsOf, sandboxMail: false, mails })
const mailing = createMailing({ sandboxMail: false, mails, agentTitles: async () => new Map() })
const logos = {
  upload: () => Promise.reject(new Error('unused')),
  assertLogo: async () => {},
  keepLogo: async () => {},
}
const making = createWorkspaceCreation({ billing, vault, logos, forgetKeys: () => {} })

interface Somebody {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
}
const somebody = (emailVerified = true): Somebody => {
  const id = randomId(12)
  return { id, email: `${id.toLowerCase()}@example.test`, emailVerified }
}
const actorOf = ({ id, email, emailVerified }: Somebody): Actor => ({
  kind: 'session',
  userId: id,
  email,
  name: '',
  emailVerified,
  region: 'eu',
  sessionToken: 't',
})
const as = (who: Somebody, now = () => new Date()) => testCtx(dbs.eu.db, { actor: actorOf(who), now })
const nobody = testCtx(dbs.eu.db)
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => {
      if (error instanceof AppError) return error.code
      throw error
    },
  )

async function workspaceOf(owner: Somebody) {
  const uid = await workspaces.ensurePersonal(as(owner), { ...owner, name: '' })
  const { workspaceSecret: secret } = await workspaces.get(as(owner), uid)
  return { uid, secret }
}
async function join(uid: string, who: Somebody, role: GivenRole, by: Somebody) {
  await members.invite(as(by), { uid, email: who.email, role })
  await workspaces.list(as(who))
}
const emails = async (uid: string) => (await members.members(nobody, uid)).items.map(({ email }) => email)

describe('seats', () => {
  test('fill exactly under fifty concurrent invitations', async () => {
    const owner = somebody()
    const { uid, secret } = await workspaceOf(owner)
    const told = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const { email } = somebody()
        return code(
          i % 2 === 0
            ? members.invite(as(owner), { uid, email, role: 'viewer' })
            : members.inviteBySecret(nobody, { uid, email, secret }),
        )
      }),
    )
    expect(told.filter((one) => one === 'fine')).toHaveLength(SEATS - 1)
    expect(told.filter((one) => one === 'SEATS_FULL')).toHaveLength(50 - SEATS + 1)
    expect(await members.members(nobody, uid)).toMatchObject({ seats: { used: SEATS, limit: SEATS } })
  })

  test('default to one, or five in older workspaces', async () => {
    const unset = createMembers({
      audit: createAudit(),
      entitlementsOf: createEntitlements({}),
      sandboxMail: false,
      mails,
    })
    const owner = somebody()
    const { uid } = await workspaceOf(owner)
    const invite = () => code(unset.invite(as(owner), { uid, email: somebody().email, role: 'viewer' }))
    expect(await unset.members(nobody, uid)).toMatchObject({ seats: { used: 1, limit: 1 } })
    expect(await invite()).toBe('SEATS_FULL')
    await setPlanLimits(dbs.eu.db, uid, { workspaceSeats: 2 })
    expect([await invite(), await invite(), await invite()]).toEqual(['fine', 'fine', 'SEATS_FULL'])
    await dbs.eu.pool.query('update workspaces set default_seats = 5 where uid = $1', [uid])
    expect(await unset.members(nobody, uid)).toMatchObject({ seats: { used: 3, limit: 7 } })
  })

  test('follow the plan of the workspace', async () => {
    const owner = somebody()
    const { uid } = await workspaceOf(owner)
    await dbs.eu.pool.query(
      `update workspaces set internal = jsonb_set(internal, '{customPlan}', '{"limits":{"workspaceSeats":2}}') where uid = $1`,
      [uid],
    )
    const told = []
    for (let i = 0; i < SEATS + 2; i += 1)
      told.push(await code(members.invite(as(owner), { uid, email: somebody().email, role: 'viewer' })))
    expect(told).toEqual([...Array<string>(SEATS + 1).fill('fine'), 'SEATS_FULL'])
  })

  test('count a concurrently invited address once', async () => {
    const owner = somebody()
    const { uid } = await workspaceOf(owner)
    const { email } = somebody()
    const told = await Promise.all(
      Array.from({ length: 10 }, () => code(members.invite(as(owner), { uid, email, role: 'viewer' }))),
    )
    expect(told.toSorted()).toEqual([...Array<string>(9).fill('CONFLICT'), 'fine'])
    expect(await emails(uid)).toEqual([owner.email, email])
  })
})

/** Concurrent actions of several people on one workspace; `who` and `whom` are indexes of six of them. */
type AuditedAction =
  | { readonly kind: 'invite' | 'remove' | 'leave' | 'secret'; readonly who: number; readonly whom: number }
  | { readonly kind: 'role'; readonly who: number; readonly whom: number; readonly role: GivenRole }
const index = fc.nat({ max: 7 })
const anyAction: fc.Arbitrary<AuditedAction> = fc.oneof(
  fc.record({ kind: fc.constantFrom('invite', 'remove', 'leave', 'secret'), who: index, whom: index }),
  fc.record({ kind: fc.constant('role'), who: index, whom: index, role: fc.constantFrom(...GIVEN_ROLES) }),
)

test('hold under concurrent actions, with one owner and no outside actor', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyAction, { minLength: 1, maxLength: 8 }), { maxLength: 5 }),
      async (rounds) => {
        const crowd = Array.from({ length: 8 }, () => somebody())
        const [owner = somebody(), second = somebody()] = crowd
        const { uid, secret } = await workspaceOf(owner)
        await join(uid, second, 'admin', owner)
        const at = (i: number) => crowd[i] ?? owner
        const act = (one: AuditedAction): Promise<unknown> => {
          const [ctx, { email }] = [as(at(one.who)), at(one.whom)]
          switch (one.kind) {
            case 'invite':
              return members.invite(ctx, { uid, email, role: 'admin' })
            case 'remove':
              return members.removeMember(ctx, { uid, email })
            case 'leave':
              return members.leave(ctx, uid)
            case 'secret':
              return members.inviteBySecret(nobody, { uid, email, secret })
            case 'role':
              return members.setRole(ctx, { uid, email, role: one.role })
          }
        }
        for (const round of rounds) {
          const before = await members.members(nobody, uid)
          const told = await Promise.all(round.map((one) => code(act(one))))
          const { items, seats } = await members.members(nobody, uid)
          expect(items.length).toBeLessThanOrEqual(seats.limit)
          expect(items.filter(({ role }) => role === 'owner').map(({ email }) => email)).toEqual([owner.email])
          // A person who was no member before or after a round in which no one else joined has done nothing.
          const managers = new Set(before.items.filter(({ role }) => role === 'admin' || role === 'owner'))
          const invited = round.some(({ kind }) => kind === 'invite' || kind === 'role' || kind === 'secret')
          for (const [i, one] of round.entries()) {
            const by = at(one.who).email
            if (invited || one.kind !== 'remove' || [...managers].some(({ email }) => email === by)) continue
            expect(told[i]).not.toBe('fine')
          }
        }
      },
    ),
    { numRuns: 25 },
  )
}, 60_000)

describe('an invitation', () => {
  test('is mailed while open, and again on request', async () => {
    const [owner, guest] = [somebody(), somebody()]
    const { uid } = await workspaceOf(owner)
    const ctx = as(owner)
    await members.invite(ctx, { uid, email: guest.email, role: 'editor' })
    expect(ctx.events).toContainEqual({ type: 'member.invited', workspaceId: uid, email: guest.email })
    await members.sendInvitation(nobody, { uid, email: guest.email })
    expect(invitations.at(-1)).toMatchObject({ to: guest.email, inviter: owner.email, role: 'editor' })
    await members.resendInvitation(ctx, { uid, email: guest.email })
    const count = invitations.length
    await members.removeMember(ctx, { uid, email: guest.email })
    await members.sendInvitation(nobody, { uid, email: guest.email })
    expect(invitations).toHaveLength(count)
    expect(await code(members.resendInvitation(ctx, { uid, email: guest.email }))).toBe('NOT_FOUND')
  })

  test('is accepted by the first visit with a confirmed address', async () => {
    const [owner, guest] = [somebody(), somebody(false)]
    const { uid } = await workspaceOf(owner)
    await members.invite(as(owner), { uid, email: guest.email, role: 'viewer' })
    const state = async () => (await members.members(nobody, uid)).items.find(({ email }) => email === guest.email)
    expect(await workspaces.roleOf(as(guest), uid, guest.email)).toBeUndefined()
    expect((await workspaces.list(as(guest))).map((one) => one.uid)).not.toContain(uid)
    expect(await state()).toMatchObject({ state: 'invited', joinedAt: null, invitedBy: owner.email })
    const confirmed = { ...guest, emailVerified: true }
    expect(await workspaces.roleOf(as(confirmed), uid, guest.email)).toBe('viewer')
    expect(await state()).toMatchObject({ state: 'joined', joinedAt: expect.stringMatching(/Z$/) })
    expect(await code(members.resendInvitation(as(owner), { uid, email: guest.email }))).toBe('CONFLICT')
  })

  test('requires the inviter’s confirmed address', async () => {
    const owner = somebody(false)
    const { uid, secret } = await workspaceOf(owner)
    const { email } = somebody()
    expect(await code(members.invite(as(owner), { uid, email, role: 'viewer' }))).toBe('FORBIDDEN')
    expect(await code(members.inviteBySecret(nobody, { uid, email, secret }))).toBe('FORBIDDEN')
    await workspaces.list(as({ ...owner, emailVerified: true }))
    expect(await code(members.inviteBySecret(nobody, { uid, email, secret }))).toBe('fine')
  })

  test('by secret reveals no workspaces and changes no member', async () => {
    const [owner, admin] = [somebody(), somebody()]
    const { uid, secret } = await workspaceOf(owner)
    const other = await workspaceOf(somebody())
    await join(uid, admin, 'admin', owner)
    for (const [to, by] of [
      [uid, 'vg_00000000000000000000'],
      [uid, ''],
      [uid, other.secret],
      [other.uid, secret],
      [randomId(15), secret],
    ] as const)
      expect(await code(members.inviteBySecret(nobody, { uid: to, email: owner.email, secret: by }))).toBe(
        'UNAUTHORIZED',
      )
    expect(await code(members.inviteBySecret(nobody, { uid, email: admin.email, secret }))).toBe('fine')
    expect(await workspaces.roleOf(as(admin), uid, admin.email)).toBe('admin')
    const bearer = testCtx(dbs.eu.db, { actor: { kind: 'workspace', workspaceId: uid } })
    expect(await code(members.inviteBySecret(bearer, { uid, email: somebody().email }))).toBe('fine')
    expect(await code(members.inviteBySecret(bearer, { uid: other.uid, email: somebody().email }))).toBe('UNAUTHORIZED')
  })
})

describe('additional workspaces', () => {
  test('start empty, at most twenty, also concurrently', async () => {
    const owner = somebody()
    await workspaceOf(owner)
    const told = await Promise.all(Array.from({ length: 25 }, () => code(making.create(as(owner), {}))))
    expect(told.filter((one) => one === 'fine')).toHaveLength(19)
    const list = await workspaces.list(as(owner))
    expect(list).toHaveLength(20)
    expect(list[0]).toMatchObject({ personal: true, loadTokens: 1000 })
    for (const one of list.slice(1))
      expect(one).toMatchObject({
        personal: false,
        loadTokens: 0,
        role: 'owner',
        uid: expect.stringMatching(/^\w{15}$/),
      })
    expect(list[1]?.workspaceName).toMatch(/^Personal .{5}$/)
  })

  test('get no free credits', async () => {
    const owner = somebody()
    const uid = await making.create(as(owner), { workspaceName: 'Second' })
    await workspaces.list(as(owner))
    await workspaces.refillDue(testCtx(dbs.eu.db, { now: () => new Date('2027-03-01T00:00:00Z') }))
    expect(await workspaces.get(as(owner), uid)).toMatchObject({ workspaceName: 'Second', loadTokens: 0, freeLTsTS: 0 })
  })

  test('are deleted by their owner only, the personal one by no one', async () => {
    const [owner, admin] = [somebody(), somebody()]
    const { uid: personal } = await workspaceOf(owner)
    const uid = await making.create(as(owner), {})
    await join(uid, admin, 'admin', owner)
    expect(await code(making.delete(as(admin), uid))).toBe('FORBIDDEN')
    expect(await code(making.delete(as(somebody()), uid))).toBe('NOT_FOUND')
    expect(await code(making.delete(as(owner), personal))).toBe('FORBIDDEN')
    const ctx = as(owner)
    await making.delete(ctx, uid)
    expect(ctx.events).toEqual([{ type: 'workspace.deleted', workspaceId: uid }])
    expect((await workspaces.list(as(admin))).map((one) => one.uid)).not.toContain(uid)
    expect(await code(making.delete(as(owner), uid))).toBe('NOT_FOUND')
    expect(await shareLockWorkspace(nobody.db, uid)).toBe(false)
  })

  test('get new secrets when the account is recovered', async () => {
    const owner = somebody()
    const { uid, secret } = await workspaceOf(owner)
    const second = await making.create(as(owner), {})
    const before = (await workspaces.get(as(owner), second)).workspaceSecret
    await workspaces.renewSecret(nobody, owner.id, 'once')
    expect((await workspaces.get(as(owner), uid)).workspaceSecret).not.toBe(secret)
    expect((await workspaces.get(as(owner), second)).workspaceSecret).not.toBe(before)
  })
})

describe('access to the secret', () => {
  test('is limited to admins, the owner, and its bearer', async () => {
    const [owner, admin, editor, viewer] = [somebody(), somebody(), somebody(), somebody()]
    const { uid, secret } = await workspaceOf(owner)
    await join(uid, admin, 'admin', owner)
    await join(uid, editor, 'editor', owner)
    await join(uid, viewer, 'viewer', owner)
    const seen = async (actor: Actor) =>
      (await workspaces.get(testCtx(dbs.eu.db, { actor }), uid)).workspaceSecret === secret
    expect(await seen(actorOf(owner))).toBe(true)
    expect(await seen(actorOf(admin))).toBe(true)
    expect(await seen({ kind: 'workspace', workspaceId: uid })).toBe(true)
    for (const actor of [actorOf(editor), actorOf(viewer), { kind: 'nobody' } as const])
      expect(await seen(actor)).toBe(false)
  })
})

describe('mails of a workspace', () => {
  const mail = { subject: 'Hello', html: '<p>Hello</p>' }
  const HOUR = 3_600_000

  test('go to joined members, three an hour and ten a day, also concurrently', async () => {
    const [owner, guest] = [somebody(), somebody()]
    const { uid } = await workspaceOf(owner)
    await members.invite(as(owner), { uid, email: guest.email, role: 'viewer' })
    const begin = Date.now()
    const at = (hours: number) => as(owner, () => new Date(begin + hours * HOUR))
    expect(await code(mailing.sendEmail(at(0), { uid, to: guest.email, ...mail }))).toBe('FORBIDDEN')
    expect(await code(mailing.sendEmail(at(0), { uid, to: 'a@example.test', ...mail }))).toBe('FORBIDDEN')
    const told = await Promise.all(
      Array.from({ length: 8 }, () => code(mailing.sendEmail(at(0), { uid, to: owner.email, ...mail }))),
    )
    expect(told.filter((one) => one === 'fine')).toHaveLength(3)
    expect(told.filter((one) => one === 'RATE_LIMITED')).toHaveLength(5)
    let sent = 3
    for (let hour = 1.1; hour < 23; hour += 0.3)
      if ((await code(mailing.sendEmail(at(hour), { uid, ...mail }))) === 'fine') sent += 1
    expect(sent).toBe(10)
    expect(notices.filter(({ to }) => to === guest.email)).toEqual([])
    expect(await workspaces.roleOf(as(guest), uid, guest.email)).toBeDefined()
    await mailing.sendEmail(at(50), { uid, ...mail })
    expect(notices.slice(-2).map(({ to }) => to)).toEqual(
      [owner.email, guest.email].toSorted((a) => (a === owner.email ? -1 : 1)),
    )
  })

  test('are not counted when undelivered, and skip unconfirmed addresses', async () => {
    const owner = somebody()
    const { uid } = await workspaceOf(owner)
    refuseMail = true
    for (let i = 0; i < 5; i += 1)
      expect(await code(mailing.sendEmail(as(owner), { uid, ...mail }))).toBe('UNAVAILABLE')
    refuseMail = false
    expect(await code(mailing.sendEmail(as(owner), { uid, ...mail }))).toBe('fine')
    const stranger = somebody(false)
    const theirs = await workspaceOf(stranger)
    expect(await code(mailing.sendEmail(as(stranger), { uid: theirs.uid, ...mail }))).toBe('FORBIDDEN')
  })

  test('keep the log entry when over the limit', async () => {
    const owner = somebody()
    const { uid } = await workspaceOf(owner)
    const entry = {
      userId: uid,
      agentId: '',
      type: 'note',
      content: 'Hello',
      channel: '',
      metadata: {},
      withEmail: true,
    }
    const mailed = []
    for (let i = 0; i < 5; i += 1) mailed.push((await mailing.writeLog(as(owner), entry)).mailed)
    expect(mailed).toEqual([true, true, true, false, false])
    const first = await mailing.logs(nobody, { uid, limit: 3 })
    const rest = await mailing.logs(nobody, { uid, limit: 3, cursor: first.nextCursor ?? '' })
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(5)
    expect(rest.nextCursor).toBeNull()
    expect((await mailing.logs(nobody, { uid, search: 'HELL' })).items).toHaveLength(5)
    expect((await mailing.logs(nobody, { uid, search: '%' })).items).toEqual([])
    expect(await code(mailing.logs(nobody, { uid, cursor: 'x' }))).toBe('INVALID_INPUT')
    await mailing.deleteOldLogs(testCtx(dbs.eu.db, { now: () => new Date(Date.now() + 91 * 24 * HOUR) }))
    expect((await mailing.logs(nobody, { uid })).items).toEqual([])
  })
})
