// Owns workspaces: an owner's account in one region, with members, secret, free credits and provider keys.
import { AppError } from '@parlance/contract/lib/errors'
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import { OWN_KEY_TURN, toCredits } from '@parlance/contract/lib/money'
import { unixSeconds } from '@parlance/contract/lib/time'
import { WorkspaceInternal } from '@parlance/contract/workspaces/schemas'
import type { Workspace, WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { memoize } from '../../lib/memoize.ts'
import type { Audit } from '../audit/service.ts'
import type { Balance, CreditPage } from '../billing/service.ts'
import { createProviderKeys, type ProviderKeys, type ProviderKeysDeps } from './provider-keys.ts'
import { createFirstSteps, type FirstSteps } from './first-steps.ts'
import { markJoined, setOwnerVerified } from './members/repository.ts'
import { SECRET_VAULT_CONTEXT } from './new-workspace.ts'
import { createPersonalWorkspaces, type PersonalWorkspaces, type PersonalWorkspacesDeps } from './personal-workspace.ts'
import type { Support } from './support/support-access.ts'
import { isConfirmedMember } from './members/confirmed-member.ts'
import { createPlans, type Plans } from './plan.ts'
import * as repository from './repository.ts'

export type { FirstSteps, FirstStepsState } from './first-steps.ts'

export interface Workspaces extends ProviderKeys, PersonalWorkspaces, FirstSteps, Plans {
  /** The signed-in user's workspaces in this region; in their home region the personal one is created if missing. */
  readonly list: (ctx: Ctx) => Promise<WorkspaceSummary[]>
  /** For members; with the secret for admins, the owner and its bearer. NOT_FOUND for an unknown uid. */
  readonly get: (ctx: Ctx, uid: string) => Promise<Workspace>
  readonly creditLog: (
    ctx: Ctx,
    page: { readonly uid: string; readonly cursor?: string | undefined; readonly limit?: number | undefined },
  ) => Promise<CreditPage>
  /** Role of the signed-in person (whose address this is) in the workspace, as a member or as support. */
  readonly roleOf: (ctx: Ctx, uid: string, email: string) => Promise<Role | undefined>
  readonly bySecretHash: (ctx: Ctx, hash: string) => Promise<string | undefined>
  /** Public information about an owner (a workspace uid): whether another turn can be served. Up to a second old. */
  readonly checkCredits: (ctx: Ctx, ownerId: string) => Promise<{ continue: boolean; hasEverPaid: boolean }>
}

const CREDITS_CACHE_MS = 1000

export interface WorkspacesDeps extends PersonalWorkspacesDeps, ProviderKeysDeps {
  readonly audit: Pick<Audit, 'record'>
  /** Without it, there is no support access. */
  readonly support?: Pick<Support, 'roleOf' | 'listWorkspaces'>
}

export function createWorkspaces(deps: WorkspacesDeps): Workspaces {
  const { audit, billing, entitlementsOf, vault, support } = deps

  const credentials = createProviderKeys(deps)
  // A public call without a limit.
  const credits = memoize(
    { ttlMs: CREDITS_CACHE_MS, max: 10_000, key: (ctx: Ctx, ownerId: string) => `${ctx.region}|${ownerId}` },
    async (ctx, ownerId) => {
      const [row, available] = await Promise.all([
        repository.find(ctx.db, ownerId),
        billing.availableToVisitors(ctx, ownerId),
      ])
      return row && { continue: available >= OWN_KEY_TURN, hasEverPaid: row.hasEverPaid }
    },
  )
  const { ensurePersonal, renewSecret, refillDue } = createPersonalWorkspaces(deps, credentials.forgetKeys)
  return {
    ...credentials,
    ...createFirstSteps(),
    ...createPlans(entitlementsOf),
    ensurePersonal,
    renewSecret,
    refillDue,
    async list(ctx) {
      const { actor } = ctx
      if (actor.kind !== 'session') throw new AppError('FORBIDDEN')
      if (ctx.region === actor.region) await ensurePersonal(ctx, { ...actor, id: actor.userId })
      const found = (await repository.listByMember(ctx.db, actor.email)).filter(({ role, workspace }) =>
        isConfirmedMember(ctx, role, workspace.ownerId),
      )
      await confirmOwner(ctx, found)
      const open = (await support?.listWorkspaces(ctx)) ?? []
      const balances = await billing.balances(
        ctx,
        [...found, ...open].map((one) => one.workspace.uid),
      )
      const summary = ({ workspace, role }: Pick<ListedWorkspace, 'workspace' | 'role'>) =>
        toSummary(workspace, role, balances.get(workspace.uid))
      const joined = ({ role, joinedAt }: (typeof found)[number]) =>
        role === 'owner' || joinedAt === null ? {} : { joinedAt: joinedAt.toISOString() }
      return [
        ...found.map((one) => ({ ...summary(one), ...joined(one) })),
        ...open.map((one) => ({ ...summary(one), supportUntil: one.until.toISOString() })),
      ]
    },
    async get(ctx, uid) {
      const row = await repository.find(ctx.db, uid)
      if (!row) throw new AppError('NOT_FOUND')
      const [emails, balance] = [await repository.memberEmails(ctx.db, uid), await billing.balance(ctx, uid)]
      const secret = (await maySeeSecret(ctx, uid)) ? vault.open(uid, SECRET_VAULT_CONTEXT, row.sealedSecret) : ''
      const allowed = entitlementsOf(row, ctx.now())
      return {
        ...toWorkspace(ctx, row, emails, balance, secret),
        entitlements: allowed,
        v2StripeConfig: row.v2StripeConfig && {
          ...row.v2StripeConfig,
          limits: allowed.limits,
          features: { whitelabel: allowed.whitelabel, customBranding: allowed.customBranding },
        },
      }
    },
    async creditLog(ctx, { uid, cursor, limit }) {
      const from = cursor === undefined ? undefined : openCursor(vault, uid, cursor)
      const { items, nextCursor } = await billing.creditLog(ctx, { workspaceId: uid, cursor: from, limit })
      return { items, nextCursor: nextCursor === null ? null : vault.seal(uid, CURSOR_VAULT_CONTEXT, nextCursor) }
    },
    async roleOf(ctx, uid, email) {
      const found = await repository.findRole(ctx.db, uid, email)
      if (!found || !isConfirmedMember(ctx, found.role, found.ownerId)) return support?.roleOf(ctx, uid)
      if (found.joinedAt === null) await recordJoin(ctx, uid, found.role, audit)
      return found.role
    },
    bySecretHash: (ctx, hash) => repository.findBySecretHash(ctx.db, hash),
    async checkCredits(ctx, ownerId) {
      const known = await credits(ctx, ownerId)
      if (!known) throw new AppError('NOT_FOUND')
      return known
    },
  }
}

const CURSOR_VAULT_CONTEXT = 'workspace|credit-log'

/** Encrypted, because the cursor counts transactions of all workspaces in the region. */
function openCursor(vault: Vault, uid: string, cursor: string): string {
  try {
    return vault.open(uid, CURSOR_VAULT_CONTEXT, cursor)
  } catch (cause) {
    throw new AppError('INVALID_INPUT', msg('cursor_not_valid'), { cause })
  }
}

type ListedWorkspace = Awaited<ReturnType<typeof repository.listByMember>>[number]

/** Marks workspaces as verified that were created before their owner confirmed the address. */
async function confirmOwner({ actor, db }: Ctx, found: readonly ListedWorkspace[]): Promise<void> {
  const isLate = ({ role, workspace }: ListedWorkspace) => role === 'owner' && !workspace.ownerVerified
  if (actor.kind === 'session' && actor.emailVerified && found.some(isLate)) await setOwnerVerified(db, actor.userId)
}

const toSummary = (workspace: repository.WorkspaceRow, role: Role, balance: Balance | undefined): WorkspaceSummary => ({
  uid: workspace.uid,
  workspaceName: workspace.workspaceName,
  workspacePhotoURL: workspace.workspacePhotoURL,
  email: workspace.email,
  loadTokens: creditsOf(balance),
  hasEverPaid: workspace.hasEverPaid,
  role,
  personal: workspace.personal,
  showOnboarding: workspace.showOnboarding,
})

/**
 * Records the first visit of an invited person. Only from then on do the other members see their name and sign-ins.
 */
async function recordJoin(ctx: Ctx, uid: string, role: Role, audit: Pick<Audit, 'record'>): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'session') return
  await ctx.tx(async (tx) => {
    // A page makes several calls at once; only one of them records it.
    if (!(await markJoined(tx.db, actor.email, tx.now(), uid))) return
    const what = { objectType: 'member', objectId: actor.email, detail: { after: role } }
    await audit.record(tx, { workspaceId: uid, action: 'workspaces.joined', ...what })
  })
}

/** Admins, the owner, bearers of the secret, and our own jobs; neither API keys nor support. */
export async function maySeeSecret({ actor, db }: Ctx, uid: string): Promise<boolean> {
  if (actor.kind === 'system') return true
  if (actor.kind === 'workspace') return actor.workspaceId === uid && !('keyId' in actor)
  if (actor.kind === 'agency') return actor.workspaceId === uid
  if (actor.kind !== 'session') return false
  const found = await repository.findRole(db, uid, actor.email)
  return (
    found !== undefined && isConfirmedMember({ actor }, found.role, found.ownerId) && roleAtLeast(found.role, 'admin')
  )
}

/** Credits of `loadTokens`. Those held for a running turn are not spent yet, so they count. */
const creditsOf = (balance: Balance = { available: 0, held: 0 }) => toCredits(balance.available + balance.held)

function toWorkspace(
  ctx: Ctx,
  row: repository.WorkspaceRow,
  emails: string[],
  balance: Balance,
  secret: string,
): Omit<Workspace, 'entitlements' | 'v2StripeConfig'> {
  return {
    uid: row.uid,
    email: row.email,
    joinedAt: unixSeconds(row.joinedAt),
    photoURL: row.photoURL,
    displayName: row.displayName,
    location: ctx.region === 'eu' ? 'eu' : 'default',
    loadTokens: creditsOf(balance),
    freeLTsTS: row.freeAt ? unixSeconds(row.freeAt) : 0,
    referredFrom: row.referredFrom,
    workspaceName: row.workspaceName,
    workspaceSecret: secret,
    workspaceEmails: emails,
    workspacePhotoURL: row.workspacePhotoURL,
    stripeCustomerId: row.stripeCustomerId,
    stripeSubscriptionId: row.stripeSubscriptionId,
    automaticBilling: row.automaticBilling,
    plan: row.plan,
    addOns: row.addOns,
    hasEverPaid: row.hasEverPaid,
    doubleAccountWarningHidden: row.doubleAccountWarningHidden,
    stripeConnect: row.stripeConnect,
    internal: WorkspaceInternal.parse(row.internal),
    usersPerms: isRecord(row.usersPerms) ? row.usersPerms : {},
    showOnboarding: row.showOnboarding,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
