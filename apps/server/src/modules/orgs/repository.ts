// All SQL of orgs and their client users; every query is bound to one workspace or to a client that was found before.
import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { containsText, rows } from '../../lib/db/sql.ts'
import { type ClientRow, clients, type OrgRow, orgs } from './schema.ts'

const org = (workspaceId: string, orgId: string) => and(eq(orgs.workspaceId, workspaceId), eq(orgs.id, orgId))

const MAX_ASSIGNEES = 500

export async function findOrg(db: Db, workspaceId: string, orgId: string): Promise<OrgRow | undefined> {
  const [row] = await db.select().from(orgs).where(org(workspaceId, orgId))
  return row
}

export async function lockOrg(db: Db, workspaceId: string, orgId: string): Promise<OrgRow | undefined> {
  const [row] = await db.select().from(orgs).where(org(workspaceId, orgId)).for('update')
  return row
}

export const namesOfOrgs = (db: Db, workspaceId: string): Promise<Pick<OrgRow, 'id' | 'name'>[]> =>
  db
    .select({ id: orgs.id, name: orgs.name })
    .from(orgs)
    .where(eq(orgs.workspaceId, workspaceId))
    .orderBy(asc(orgs.createdAt), orgs.id)

export async function countOrgs(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(orgs).where(eq(orgs.workspaceId, workspaceId))
  return row?.n ?? 0
}

/** Serializes creating orgs of a workspace until the transaction ends, so that limits hold. */
export const lockWorkspace = (db: Db, workspaceId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orgs|${workspaceId}`}, 0))`)

export const insertOrg = (db: Db, row: OrgRow) => db.insert(orgs).values(row)

export const updateOrg = (db: Db, id: string, values: Partial<Omit<OrgRow, 'id' | 'workspaceId'>>) =>
  db.update(orgs).set(values).where(eq(orgs.id, id))

/** Deletes the org with its client users; false if there was none. */
export async function removeOrg(db: Db, workspaceId: string, orgId: string): Promise<boolean> {
  const gone = await db.delete(orgs).where(org(workspaceId, orgId)).returning({ id: orgs.id })
  return gone.length > 0
}

export const removeOrgsOfWorkspace = (db: Db, workspaceId: string) =>
  db.delete(orgs).where(eq(orgs.workspaceId, workspaceId))

export async function dropAgent(db: Db, workspaceId: string, agentId: string): Promise<void> {
  const holding = sql`array[${agentId}]::text[]`
  await db
    .update(orgs)
    .set({ agentIds: sql`array_remove(${orgs.agentIds}, ${agentId})` })
    .where(and(eq(orgs.workspaceId, workspaceId), sql`${orgs.agentIds} @> ${holding}`))
  await db
    .update(clients)
    .set({ agentIds: sql`array_remove(${clients.agentIds}, ${agentId})` })
    .where(and(eq(clients.workspaceId, workspaceId), sql`${clients.agentIds} @> ${holding}`))
}

export const listClients = (db: Db, orgId: string, search: string | undefined, limit: number): Promise<ClientRow[]> =>
  db
    .select()
    .from(clients)
    .where(
      and(
        eq(clients.orgId, orgId),
        search ? or(containsText(clients.name, search), containsText(clients.email, search)) : undefined,
      ),
    )
    .orderBy(sql`lower(${clients.name})`, clients.id)
    .limit(limit)

export async function listManualHandoffAgents(db: Db, workspaceId: string): Promise<string[]> {
  const found = await db
    .selectDistinct({ agentId: sql<string>`unnest(${orgs.agentIds})` })
    .from(orgs)
    .where(
      and(
        eq(orgs.workspaceId, workspaceId),
        sql`coalesce(${orgs.profile} #>> '{settings,smartHandoff}', 'false') <> 'true'`,
      ),
    )
  return found.map(({ agentId }) => agentId)
}

export async function listAgentsWithoutHandoff(db: Db, workspaceId: string): Promise<string[]> {
  const found = await rows<{ agent_id: string }>(
    db,
    sql`select agent_id from ${orgs}, unnest(${orgs.agentIds}) agent_id where ${orgs.workspaceId} = ${workspaceId}
      group by agent_id having bool_and(coalesce(${orgs.profile} ->> 'disableHandoff', 'false') = 'true')`,
  )
  return found.map(({ agent_id }) => agent_id)
}

export async function hasOrgWith(
  db: Db,
  workspaceId: string,
  of: {
    readonly agentId: string
    readonly orgId: string | undefined
    readonly setting: 'continousSessionUI' | 'disableHandoffMessages'
  },
): Promise<boolean> {
  const { agentId, orgId, setting } = of
  const found = await db
    .select({ id: orgs.id })
    .from(orgs)
    .where(
      and(
        eq(orgs.workspaceId, workspaceId),
        orgId === undefined ? undefined : eq(orgs.id, orgId),
        sql`${orgs.agentIds} @> array[${agentId}]::text[]`,
        sql`${orgs.profile} -> 'settings' ->> ${setting} = 'true'`,
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Client users of a workspace who may open the chats of an agent; of `clients` joined with `orgs`. */
const readsChatsOf = (workspaceId: string, agentId: string) =>
  and(
    eq(clients.workspaceId, workspaceId),
    sql`${orgs.agentIds} @> array[${agentId}]::text[]`,
    sql`${clients.agentIds} @> array[${agentId}]::text[]`,
    sql`${clients.canAccess} @> array['/convos']::text[]`,
  )
/** Condition: the org's access is not disabled. */
const isOpen = sql`coalesce(${orgs.profile} #>> '{settings,disableClientAccess}', 'false') <> 'true'`
/** A client user as others see them; `photoURL` is a path, empty without a photo. */
export type Named = Pick<ClientRow, 'id' | 'name' | 'email'> & { readonly photoURL: string }
const named = { id: clients.id, name: clients.name, email: clients.email, photoURL: clients.squarePhotoUrl }

/** Client users who may open the chats of an agent, in orgs with handoff enabled. */
export const listTakersOver = (db: Db, workspaceId: string, agentId: string): Promise<Named[]> =>
  db
    .select(named)
    .from(clients)
    .innerJoin(orgs, eq(orgs.id, clients.orgId))
    .where(
      and(
        readsChatsOf(workspaceId, agentId),
        isOpen,
        sql`coalesce(${orgs.profile} ->> 'disableHandoff', 'false') <> 'true'`,
      ),
    )
    .orderBy(clients.id)
    .limit(MAX_ASSIGNEES)

/** Client users who may open the chats of an agent; of one org if given. */
export const listClientsOfAgent = (
  db: Db,
  workspaceId: string,
  agentId: string,
  orgId: string | undefined,
): Promise<Named[]> =>
  db
    .select(named)
    .from(clients)
    .innerJoin(orgs, eq(orgs.id, clients.orgId))
    .where(and(readsChatsOf(workspaceId, agentId), isOpen, orgId === undefined ? undefined : eq(clients.orgId, orgId)))
    .orderBy(sql`lower(${clients.name})`, clients.id)
    .limit(MAX_ASSIGNEES)

/** Client users of a workspace; only those with these ids if given. */
export const listClientUsers = (
  db: Db,
  workspaceId: string,
  ids: readonly string[] | undefined,
): Promise<(Named & Pick<ClientRow, 'orgId'>)[]> =>
  db
    .select({ ...named, orgId: clients.orgId })
    .from(clients)
    .where(and(eq(clients.workspaceId, workspaceId), ids && inArray(clients.id, [...ids])))
    .orderBy(sql`lower(${clients.name})`, clients.id)
    .limit(ids?.length ?? MAX_ASSIGNEES)

export async function listOffline(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await db
    .select({ id: clients.id })
    .from(clients)
    .where(and(inArray(clients.id, [...ids]), eq(clients.isOnline, false)))
  return found.map(({ id }) => id)
}

export const listOrgNames = (db: Db, workspaceId: string): Promise<Pick<OrgRow, 'id' | 'name'>[]> =>
  db.select({ id: orgs.id, name: orgs.name }).from(orgs).where(eq(orgs.workspaceId, workspaceId))

export const listAgentsOfOrgs = (
  db: Db,
  workspaceId: string,
  orgIds: readonly string[],
): Promise<Pick<OrgRow, 'id' | 'agentIds'>[]> =>
  db
    .select({ id: orgs.id, agentIds: orgs.agentIds })
    .from(orgs)
    .where(and(eq(orgs.workspaceId, workspaceId), inArray(orgs.id, [...orgIds])))
    .orderBy(orgs.id)

export async function listOrgsOfAgent(db: Db, workspaceId: string, agentId: string): Promise<string[]> {
  const found = await db
    .select({ id: orgs.id })
    .from(orgs)
    .where(and(eq(orgs.workspaceId, workspaceId), sql`${orgs.agentIds} @> array[${agentId}]::text[]`))
  return found.map(({ id }) => id)
}

export async function listNamesByAgent(
  db: Db,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await rows<{ agentId: string; names: string[] }>(
    db,
    sql`select agent_id as "agentId", array_agg(name order by name) as names
      from orgs cross join unnest(agent_ids) as agent_id
      where workspace_id = ${workspaceId} and agent_id = any(${sql.param([...agentIds])}::text[]) group by agent_id`,
  )
  return new Map(found.map(({ agentId, names }) => [agentId, names]))
}

export interface NotifiedClient {
  readonly client: ClientRow
  readonly profile: OrgRow['profile']
}
/** Client users who may open the chats of an agent, each with the profile of their org. */
export const listReaders = (db: Db, workspaceId: string, agentId: string): Promise<NotifiedClient[]> =>
  db
    .select({ client: clients, profile: orgs.profile })
    .from(clients)
    .innerJoin(orgs, eq(orgs.id, clients.orgId))
    .where(readsChatsOf(workspaceId, agentId))
    .orderBy(clients.orgId, clients.id)

export const listOrgAdmins = (db: Db, workspaceId: string, orgId: string): Promise<ClientRow[]> =>
  db
    .select()
    .from(clients)
    .where(and(eq(clients.workspaceId, workspaceId), eq(clients.orgId, orgId), eq(clients.isOrgAdmin, true)))
    .orderBy(asc(clients.createdAt), asc(clients.id))
    .limit(50)

/** Whether a client user of the workspace subscribed to all notifications. */
export async function hasSubscribedClient(db: Db, workspaceId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: clients.id })
    .from(clients)
    .where(and(eq(clients.workspaceId, workspaceId), sql`${clients.notifications} ->> 'notifyIf' = 'all'`))
    .limit(1)
  return row !== undefined
}

export async function countClients(db: Db, orgId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(clients).where(eq(clients.orgId, orgId))
  return row?.n ?? 0
}

export async function countClientsOfWorkspace(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(clients).where(eq(clients.workspaceId, workspaceId))
  return row?.n ?? 0
}

export async function findClient(db: Db, clientId: string): Promise<ClientRow | undefined> {
  const [row] = await db.select().from(clients).where(eq(clients.id, clientId))
  return row
}

/** The client user of this org, locked until the transaction ends. */
export async function lockClient(db: Db, orgId: string, clientId: string): Promise<ClientRow | undefined> {
  const [row] = await db
    .select()
    .from(clients)
    .where(and(eq(clients.orgId, orgId), eq(clients.id, clientId)))
    .for('update')
  return row
}

export async function findClientByEmail(db: Db, agencyId: string, email: string): Promise<ClientRow | undefined> {
  const [row] = await db
    .select()
    .from(clients)
    .where(and(eq(clients.agencyId, agencyId), eq(clients.email, email)))
  return row
}

/** False if the agency has a client user with this address already. */
export async function insertClient(db: Db, row: ClientRow): Promise<boolean> {
  const made = await db
    .insert(clients)
    .values(row)
    .onConflictDoNothing({ target: [clients.agencyId, clients.email] })
    .returning({ id: clients.id })
  return made.length === 1
}

export const updateClient = (db: Db, id: string, values: Partial<Omit<ClientRow, 'id' | 'workspaceId'>>) =>
  db.update(clients).set(values).where(eq(clients.id, id))

export const removeClient = (db: Db, id: string) => db.delete(clients).where(inArray(clients.id, [id]))
