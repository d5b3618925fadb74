// Owns the organisations of an agency and the client users in them.
import { AppError } from '@parlance/contract/lib/errors'
import { newClientId, newClientPassword, newOrgId } from '@parlance/contract/lib/ids'
import {
  type Client,
  type ClientChange,
  DEFAULT_ORG_NAME,
  MAX_AGENTS,
  MAX_CLIENTS,
  MAX_ORGS,
  type NewClient,
  type Org,
  type OrgChange,
  OrgProfile,
  type OrgSummary,
} from '@parlance/contract/orgs/schemas'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import { hashPassword } from '../accounts/index.ts'
import type { Agencies } from '../agencies/index.ts'
import { announceClient, announceOrg } from './announce.ts'
import { listOrgs } from './figures.repository.ts'
import { countInvitation } from './invitations.ts'
import type { ManualHandoffAgents } from './manual-handoff.ts'
import type { OrgAgents, OrgBilling, RechargeChange } from './ports.ts'
import * as repository from './repository.ts'
import { assertMayChangeOrg, assertMayGrant, isOrgAdminOnly } from './rules.ts'
import type { ClientRow, OrgRow } from './schema.ts'
import * as sessions from './sessions.repository.ts'
import { asClient, asOrg, asOrgSummary, profileOf } from './views.ts'

const PAGE = 25
const FIGURES_MS = 30 * DAY_MS

export interface OrgsDeps {
  /** Throws PLAN_LIMIT when the workspace's plan has no seat for another client user. */
  readonly assertClientSeat: (tx: Ctx, uid: string, used: () => Promise<number>) => Promise<void>
  /** Ends the streams of people who lost access. */
  readonly onAccessEnded: () => void
  readonly agencies: Pick<Agencies, 'ensure'>
  readonly agents: OrgAgents
  /** Runs `work` in a transaction that locks the workspace, if the caller is still an admin. */
  readonly runAsAdmin: <T>(ctx: Ctx, workspaceId: string, work: (tx: Ctx) => Promise<T>) => Promise<T>
  readonly manualHandoffAgents: ManualHandoffAgents
  readonly billing: OrgBilling
}

interface OrgName {
  readonly uid: string
  readonly orgId: string
}
type ClientName = OrgName & { readonly clientId: string }

/** The access rule of the call has checked that the caller belongs to the workspace, and a client user to the org. */
export interface Orgs {
  readonly list: (
    ctx: Ctx,
    query: {
      uid: string
      search?: string | undefined
      needs?: 'attention' | undefined
      billing?: 'enabled' | undefined
      cursor?: string | undefined
      limit?: number | undefined
    },
  ) => Promise<{ items: OrgSummary[]; nextCursor: string | null }>
  /** The first org creates the agency. Errors: LIMIT_REACHED; INVALID_INPUT for agents of other workspaces. */
  readonly create: (ctx: Ctx, uid: string, change: OrgChange) => Promise<Org>
  readonly get: (ctx: Ctx, name: OrgName) => Promise<Org>
  /** Absent fields are unchanged. @throws FORBIDDEN for fields that the caller may not change */
  readonly update: (ctx: Ctx, name: OrgName, change: OrgChange) => Promise<Org>
  readonly delete: (ctx: Ctx, name: OrgName) => Promise<void>
  readonly clients: (
    ctx: Ctx,
    query: OrgName & { search?: string | undefined; limit?: number | undefined },
  ) => Promise<Client[]>
  /** Errors: CONFLICT for an existing address, LIMIT_REACHED, FORBIDDEN. */
  readonly addClient: (ctx: Ctx, name: OrgName, client: NewClient) => Promise<Client>
  /** Absent fields are unchanged. A new password or address ends all sessions of the person. */
  readonly updateClient: (ctx: Ctx, name: ClientName, change: ClientChange) => Promise<Client>
  readonly deleteClient: (ctx: Ctx, name: ClientName) => Promise<void>
  readonly inviteClient: (ctx: Ctx, name: ClientName) => Promise<void>
  /** Creates an agent with `make` and assigns it, in one transaction. Errors: FORBIDDEN, LIMIT_REACHED, NOT_FOUND. */
  readonly makeAgentFor: <T extends { readonly ID: string }>(
    ctx: Ctx,
    name: ClientName,
    make: (tx: Ctx) => Promise<T>,
  ) => Promise<T>
  /**
   * Joins the transaction of the context; `agentsChanged` is called once it commits. @throws NOT_FOUND, LIMIT_REACHED
   */
  readonly addAgent: (tx: Ctx, orgId: string, agentId: string) => Promise<void>
  readonly agentsChanged: (ctx: Ctx) => void
  readonly agentDeleted: (ctx: Ctx, agentId: string) => Promise<void>
  readonly nameOf: (ctx: Ctx, orgId: string) => Promise<string>
  readonly names: (ctx: Ctx) => Promise<ReadonlyMap<string, string>>
  readonly namesByAgent: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  readonly profile: (ctx: Ctx, orgId: string) => Promise<OrgProfile | undefined>
  /** Client users who may open the chats of an agent; of one org if given. */
  readonly clientsOfAgent: (
    ctx: Ctx,
    agentId: string,
    orgId: string | undefined,
  ) => Promise<readonly repository.Named[]>
  readonly clientUsers: (
    ctx: Ctx,
    ids: readonly string[] | undefined,
  ) => Promise<readonly (repository.Named & Pick<ClientRow, 'orgId'>)[]>
  readonly offlineAmong: (ctx: Ctx, clientIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly setOnline: (ctx: Ctx, clientId: string, isOnline: boolean) => Promise<void>
  readonly orgsOfAgent: (ctx: Ctx, agentId: string) => Promise<readonly string[]>
  /** Those of them whose org has handoff enabled. */
  readonly takersOver: (ctx: Ctx, agentId: string) => Promise<readonly repository.Named[]>
  /** Whether an agent may hand off by itself: no org with the agent disables it. */
  readonly smartHandoff: (ctx: Ctx, agentId: string) => Promise<boolean>
  /** Whether people may take over from an agent: false when every org that has it disables that. */
  readonly allowsHandoff: (ctx: Ctx, agentId: string) => Promise<boolean>
  /** Whether an org with the agent, or this one, shows all conversations of a visitor as one thread. */
  readonly isOneThread: (ctx: Ctx, agentId: string, orgId: string | undefined) => Promise<boolean>
  readonly isQuietHandoff: (ctx: Ctx, agentId: string, orgId: string | undefined) => Promise<boolean>
  /** Those of these orgs that the context's workspace has, with their agents. */
  readonly agentsOfOrgs: (ctx: Ctx, orgIds: readonly string[]) => Promise<readonly Pick<OrgRow, 'id' | 'agentIds'>[]>
  readonly agentIds: (ctx: Ctx, orgId: string) => Promise<readonly string[] | undefined>
  /** Deletes all orgs of the context's workspace, with their client users and sessions. */
  readonly deleteOfWorkspace: (ctx: Ctx) => Promise<void>
}

export const createOrgs = (deps: OrgsDeps): Orgs => ({
  ...createOrgCalls(deps),
  ...createClientCalls(deps),
  async addAgent(tx, orgId, agentId) {
    const org = await repository.lockOrg(tx.db, tx.workspaceId, orgId)
    if (!org) throw new AppError('NOT_FOUND')
    if (org.agentIds.length >= MAX_AGENTS) throw new AppError('LIMIT_REACHED')
    await repository.updateOrg(tx.db, org.id, { agentIds: [...org.agentIds, agentId], updatedAt: tx.now() })
    await announceOrg(tx, org, 'updated')
  },
  agentsChanged(ctx) {
    deps.manualHandoffAgents.changed(ctx, ctx.workspaceId)
    deps.billing.changed(ctx, ctx.workspaceId)
  },
  async makeAgentFor(ctx, name, make) {
    const made = await ctx.tx(async (tx) => {
      const { org, row } = await lockBoth(tx, name)
      if (!row.allowCreateAgents) throw new AppError('FORBIDDEN')
      if (org.agentIds.length >= MAX_AGENTS) throw new AppError('LIMIT_REACHED')
      const agent = await make(tx)
      const updatedAt = tx.now()
      await repository.updateOrg(tx.db, org.id, { agentIds: [...org.agentIds, agent.ID], updatedAt })
      await repository.updateClient(tx.db, row.id, { agentIds: [...row.agentIds, agent.ID], updatedAt })
      await announceOrg(tx, org, 'updated')
      await announceClient(tx, row, 'updated')
      return agent
    })
    deps.manualHandoffAgents.changed(ctx, name.uid)
    deps.billing.changed(ctx, name.uid)
    return made
  },
  async agentDeleted(ctx, agentId) {
    await repository.dropAgent(ctx.db, ctx.workspaceId, agentId)
  },
  async profile(ctx, orgId) {
    const row = await repository.findOrg(ctx.db, ctx.workspaceId, orgId)
    return row && profileOf(row)
  },
  nameOf: async (ctx, orgId) => (await repository.findOrg(ctx.db, ctx.workspaceId, orgId))?.name ?? '',
  names: async (ctx) =>
    new Map((await repository.listOrgNames(ctx.db, ctx.workspaceId)).map(({ id, name }) => [id, name])),
  namesByAgent: (ctx, agentIds) => repository.listNamesByAgent(ctx.db, ctx.workspaceId, agentIds),
  agentsOfOrgs: (ctx, orgIds) => repository.listAgentsOfOrgs(ctx.db, ctx.workspaceId, orgIds),
  agentIds: async (ctx, orgId) => (await repository.findOrg(ctx.db, ctx.workspaceId, orgId))?.agentIds,
  clientsOfAgent: (ctx, agentId, orgId) => repository.listClientsOfAgent(ctx.db, ctx.workspaceId, agentId, orgId),
  clientUsers: (ctx, ids) => repository.listClientUsers(ctx.db, ctx.workspaceId, ids),
  offlineAmong: async (ctx, ids) => new Set(await repository.listOffline(ctx.db, ids)),
  setOnline: async (ctx, id, isOnline) => void (await repository.updateClient(ctx.db, id, { isOnline })),
  orgsOfAgent: (ctx, agentId) => repository.listOrgsOfAgent(ctx.db, ctx.workspaceId, agentId),
  takersOver: (ctx, agentId) => repository.listTakersOver(ctx.db, ctx.workspaceId, agentId),
  smartHandoff: async (ctx, agentId) => !(await deps.manualHandoffAgents.isManualOnly(ctx, agentId)),
  allowsHandoff: async (ctx, agentId) => !(await deps.manualHandoffAgents.isWithoutHandoff(ctx, agentId)),
  isOneThread: (ctx, agentId, orgId) =>
    repository.hasOrgWith(ctx.db, ctx.workspaceId, { agentId, orgId, setting: 'continousSessionUI' }),
  isQuietHandoff: (ctx, agentId, orgId) =>
    repository.hasOrgWith(ctx.db, ctx.workspaceId, { agentId, orgId, setting: 'disableHandoffMessages' }),
  async deleteOfWorkspace(ctx) {
    await ctx.tx(async (tx) => {
      await repository.removeOrgsOfWorkspace(tx.db, tx.workspaceId)
      await sessions.removeOfWorkspace(tx.db, tx.workspaceId)
    })
    deps.onAccessEnded()
  },
})

function createOrgCalls({ agencies, agents, billing, runAsAdmin, manualHandoffAgents }: OrgsDeps) {
  const assertOwnAgents = async (ctx: Ctx, ids: readonly string[] | undefined) => {
    if (!ids || ids.length === 0) return
    const own = await agents.titles(ctx, ids)
    if (ids.some((id) => !own.has(id))) throw new AppError('INVALID_INPUT', msg('agent_not_in_workspace'))
  }
  return {
    async list(ctx, { uid, search, needs, billing: wanted, cursor, limit = PAGE }) {
      const found = await listOrgs(ctx.db, {
        workspaceId: uid,
        search: search?.trim(),
        needsAttention: needs === 'attention',
        among: wanted === 'enabled' ? await billing.paying(ctx, uid) : undefined,
        since: new Date(ctx.now().getTime() - FIGURES_MS),
        after: readCursor(cursor),
        limit: limit + 1,
      })
      const { items, nextCursor } = pageOf(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
      return { items: items.map(asOrgSummary), nextCursor }
    },
    async create(ctx, uid, { name = DEFAULT_ORG_NAME, widgetIDs = [], allowBilling, ...profile }) {
      const made = await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await repository.lockWorkspace(tx.db, uid)
        if ((await repository.countOrgs(tx.db, uid)) >= MAX_ORGS)
          throw new AppError('LIMIT_REACHED', msg('too_many_orgs', { max: MAX_ORGS }))
        await assertOwnAgents(tx, widgetIDs)
        const row = {
          id: newOrgId(),
          workspaceId: uid,
          agencyId: await agencies.ensure(tx, uid),
          name,
          agentIds: widgetIDs,
          profile: mergedProfile({}, profile),
          createdAt: tx.now(),
          updatedAt: tx.now(),
        }
        await repository.insertOrg(tx.db, row)
        if (allowBilling) {
          await billing.allow(tx, uid, row.id, true)
          await billing.assertUnshared(tx, uid)
        }
        await announceOrg(tx, row, 'created')
        return asOrg(row, [], await billing.view(tx, uid, row.id))
      })
      manualHandoffAgents.changed(ctx, uid)
      billing.changed(ctx, uid)
      return made
    },
    async get(ctx, { uid, orgId }) {
      const row = await repository.findOrg(ctx.db, uid, orgId)
      if (!row) throw new AppError('NOT_FOUND')
      const people = await repository.listClients(ctx.db, orgId, undefined, MAX_CLIENTS)
      return asOrg(row, people, await billing.view(ctx, uid, orgId))
    },
    async update(ctx, { uid, orgId }, change) {
      assertMayChangeOrg(ctx.actor, change)
      const changed = await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        const changesPayers = change.allowBilling === true || change.widgetIDs !== undefined
        if (changesPayers) await repository.lockWorkspace(tx.db, uid)
        const row = await repository.lockOrg(tx.db, uid, orgId)
        if (!row) throw new AppError('NOT_FOUND')
        const { name = row.name, widgetIDs = row.agentIds, allowBilling, ...rest } = change
        const { automaticBilling, autochargeAmount, autochargeThreshold, ...profile } = rest
        const recharge = { automaticBilling, autochargeAmount, autochargeThreshold }
        await assertOwnAgents(tx, change.widgetIDs)
        const values = {
          name,
          agentIds: widgetIDs,
          profile: mergedProfile(row.profile, profile),
          updatedAt: tx.now(),
        }
        await repository.updateOrg(tx.db, orgId, values)
        if (allowBilling !== undefined) await billing.allow(tx, uid, orgId, allowBilling)
        if (Object.values(recharge).some((value) => value !== undefined))
          await billing.setRecharge(tx, uid, orgId, recharge)
        if (changesPayers) await billing.assertUnshared(tx, uid)
        await announceOrg(tx, { ...row, ...values }, 'updated')
        const people = await repository.listClients(tx.db, orgId, undefined, MAX_CLIENTS)
        return asOrg({ ...row, ...values }, people, await billing.view(tx, uid, orgId))
      })
      manualHandoffAgents.changed(ctx, uid)
      billing.changed(ctx, uid)
      return changed
    },
    async delete(ctx, { uid, orgId }) {
      await runAsAdmin(ctx, uid, async (tx) => {
        const row = await repository.lockOrg(tx.db, uid, orgId)
        if (!row) throw new AppError('NOT_FOUND')
        const people = await repository.listClients(tx.db, orgId, undefined, MAX_CLIENTS)
        await sessions.orphanSessionsOf(
          tx.db,
          people.map(({ id }) => id),
        )
        await billing.deleted(tx, uid, orgId)
        await repository.removeOrg(tx.db, uid, orgId)
        for (const client of people) await announceClient(tx, client, 'deleted')
        await announceOrg(tx, row, 'deleted')
      })
      manualHandoffAgents.changed(ctx, uid)
      billing.changed(ctx, uid)
    },
  } satisfies Partial<Orgs>
}

const createClientCalls = ({ assertClientSeat }: Pick<OrgsDeps, 'assertClientSeat'>) =>
  ({
    async clients(ctx, { uid, orgId, search, limit = MAX_CLIENTS }) {
      const org = await repository.findOrg(ctx.db, uid, orgId)
      if (!org) throw new AppError('NOT_FOUND')
      const rows = await repository.listClients(ctx.db, orgId, search?.trim(), limit)
      return rows.map((row) => asClient(row, org))
    },
    async addClient(ctx, { uid, orgId }, { dashboardPassword: asked, ...given }) {
      const password = asked === '' ? newClientPassword() : asked
      // Before taking locks, because hashing is slow.
      const passwordHash = password === undefined ? '' : await hashPassword(password)
      return ctx.tx(async (tx) => {
        // Hashing is slow: the caller may have lost access meanwhile.
        await tx.assertStill?.(tx)
        const org = await repository.lockOrg(tx.db, uid, orgId)
        if (!org) throw new AppError('NOT_FOUND')
        const { defaultClientAccess, preferredLanguage } = profileOf(org)
        assertMayGrant(tx.actor, given, defaultClientAccess)
        if ((await repository.countClients(tx.db, orgId)) >= MAX_CLIENTS)
          throw new AppError('LIMIT_REACHED', msg('too_many_clients', { max: MAX_CLIENTS }))
        try {
          await assertClientSeat(tx, uid, () => repository.countClientsOfWorkspace(tx.db, uid))
        } catch (error) {
          // The plan is the agency's business, not that of its clients.
          if (isOrgAdminOnly(tx.actor) && error instanceof AppError && error.code === 'PLAN_LIMIT')
            throw new AppError('LIMIT_REACHED', msg('no_more_clients'))
          throw error
        }
        await assertFreeEmail(tx, org.agencyId, given.email)
        const row: ClientRow = {
          id: newClientId(),
          workspaceId: uid,
          agencyId: org.agencyId,
          orgId,
          email: given.email,
          name: given.name,
          squarePhotoUrl: '',
          passwordHash,
          agentIds: ofOrg(org, given.widgetIDs ?? org.agentIds),
          canAccess: given.canAccess ?? defaultClientAccess,
          tabOrder: given.clientTabOrder ?? [],
          isOrgAdmin: given.isOrgAdmin ?? false,
          allowCreateAgents: given.allowCreateAgents ?? false,
          isOnline: true,
          preferredLanguage: given.preferredLanguage ?? preferredLanguage,
          notifications: {},
          pushToken: '',
          createdAt: tx.now(),
          updatedAt: tx.now(),
          failures: 0,
          blockedUntil: null,
          guessedAt: null,
        }
        if (!(await repository.insertClient(tx.db, row))) throw clientTaken(orgId)
        await announceClient(tx, row, 'created')
        if (password === undefined) {
          await countInvitation(tx, row.email)
          await tx.emit({ type: 'client.invited', workspaceId: uid, orgId, clientId: row.id })
        }
        return asClient(row, org, password)
      })
    },
    async updateClient(ctx, { uid, orgId, clientId }, { dashboardPassword: asked, ...given }) {
      const password = asked === '' ? newClientPassword() : asked
      const passwordHash = password === undefined ? undefined : await hashPassword(password)
      return ctx.tx(async (tx) => {
        const { org, row } = await lockBoth(tx, { uid, orgId, clientId })
        assertMayGrant(tx.actor, given, profileOf(org).defaultClientAccess, row.canAccess)
        // An org admin may not change other admins, nor the agency's decisions about them.
        if (tx.actor.kind === 'client' && !tx.actor.isAdmin && row.isOrgAdmin && row.id !== tx.actor.clientId)
          throw new AppError('FORBIDDEN', msg('role_for_agency'))
        if (given.email !== undefined && given.email !== row.email) await assertFreeEmail(tx, org.agencyId, given.email)
        const values = {
          email: given.email ?? row.email,
          name: given.name ?? row.name,
          agentIds: given.widgetIDs
            ? [...ofOrg(org, given.widgetIDs), ...row.agentIds.filter((id) => !org.agentIds.includes(id))]
            : row.agentIds,
          canAccess: given.canAccess ?? row.canAccess,
          tabOrder: given.clientTabOrder ?? row.tabOrder,
          isOrgAdmin: given.isOrgAdmin ?? row.isOrgAdmin,
          allowCreateAgents: given.allowCreateAgents ?? row.allowCreateAgents,
          preferredLanguage: given.preferredLanguage ?? row.preferredLanguage,
          ...(passwordHash === undefined ? {} : { passwordHash, failures: 0, blockedUntil: null }),
          updatedAt: tx.now(),
        }
        await repository.updateClient(tx.db, clientId, values)
        if (passwordHash !== undefined || values.email !== row.email) {
          await sessions.endSessionsOf(tx, clientId)
          for (const purpose of ['password', 'sign-in', 'proved'] as const)
            await sessions.removeLinksOf(tx.db, clientId, purpose)
          await sessions.endCode(tx.db, clientId)
        }
        if (passwordHash !== undefined) await sessions.forgetBrowsers(tx.db, clientId)
        await announceClient(tx, { ...row, ...values }, 'updated')
        return asClient({ ...row, ...values }, org, password)
      })
    },
    deleteClient: (ctx, name) =>
      ctx.tx(async (tx) => {
        const { row } = await lockBoth(tx, name)
        const { actor } = tx
        if (actor.kind === 'client' && row.id === actor.clientId) throw new AppError('FORBIDDEN', msg('self_removal'))
        if (actor.kind === 'client' && !actor.isAdmin && row.isOrgAdmin)
          throw new AppError('FORBIDDEN', msg('role_for_agency'))
        await sessions.orphanSessionsOf(tx.db, [row.id])
        await repository.removeClient(tx.db, row.id)
        await announceClient(tx, row, 'deleted')
      }),
    inviteClient: (ctx, name) =>
      ctx.tx(async (tx) => {
        const { row } = await lockBoth(tx, name)
        await countInvitation(tx, row.email)
        await tx.emit({ type: 'client.invited', workspaceId: name.uid, orgId: name.orgId, clientId: row.id })
      }),
  }) satisfies Partial<Orgs>

/** Locks the org first, to avoid deadlocks. */
async function lockBoth(tx: Ctx, { uid, orgId, clientId }: ClientName): Promise<{ org: OrgRow; row: ClientRow }> {
  await tx.assertStill?.(tx)
  const org = await repository.lockOrg(tx.db, uid, orgId)
  const row = org && (await repository.lockClient(tx.db, orgId, clientId))
  if (!org || !row) throw new AppError('NOT_FOUND')
  return { org, row }
}

const clientTaken = (orgId: string) => new AppError('CONFLICT', msg('client_exists', { orgId }))

/** @throws CONFLICT, which names the org of the same agency */
async function assertFreeEmail(tx: Ctx, agencyId: string, email: string): Promise<void> {
  const taken = await repository.findClientByEmail(tx.db, agencyId, email)
  if (!taken) return
  // Org admins only get the name of their own org.
  const { actor } = tx
  if (actor.kind === 'client' && !actor.isAdmin && taken.orgId !== actor.orgId)
    throw new AppError('CONFLICT', msg('client_exists_elsewhere'))
  throw clientTaken(taken.orgId)
}

/** @throws INVALID_INPUT for agents that the org does not have */
function ofOrg({ agentIds }: OrgRow, asked: readonly string[]): string[] {
  if (asked.some((id) => !agentIds.includes(id))) throw new AppError('INVALID_INPUT', msg('agent_not_in_org'))
  return [...asked]
}

type ProfileChange = Omit<OrgChange, 'name' | 'widgetIDs' | 'allowBilling' | keyof RechargeChange>
function mergedProfile(before: OrgRow['profile'], change: ProfileChange): OrgProfile {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return OrgProfile.parse({ ...before, ...given, settings: { ...before.settings, ...change.settings } })
}
