// All SQL of agents. Callers have checked the tenant; every list is bound to one workspace or one agent.
import { and, desc, eq, gt, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter, containsText } from '../../lib/db/sql.ts'
import { agentDrafts, agents, agentTombstones, agentVersions } from './schema.ts'
import type { AgentRow, DraftRow, VersionRow } from './schema.ts'

export async function find(db: Db, agentId: string): Promise<AgentRow | undefined> {
  const [row] = await db.select().from(agents).where(eq(agents.id, agentId))
  return row
}

export async function lock(db: Db, agentId: string): Promise<AgentRow | undefined> {
  const [row] = await db.select().from(agents).where(eq(agents.id, agentId)).for('update')
  return row
}

export async function insert(db: Db, row: AgentRow): Promise<boolean> {
  const made = await db
    .insert(agents)
    .values(row)
    .onConflictDoNothing({ target: agents.id })
    .returning({ id: agents.id })
  return made.length === 1
}

export async function update(db: Db, agentId: string, values: Partial<AgentRow>): Promise<void> {
  await db.update(agents).set(values).where(eq(agents.id, agentId))
}

/** Deletes the agent and reserves its id for its workspace. */
export async function remove(db: Db, { id, workspaceId }: AgentRow, deletedAt: Date): Promise<void> {
  await db.delete(agents).where(eq(agents.id, id))
  await db
    .insert(agentTombstones)
    .values({ id, workspaceId, deletedAt })
    .onConflictDoUpdate({ target: agentTombstones.id, set: { workspaceId, deletedAt } })
}

/** Those of these ids that exist, locked against deletion until the transaction ends. */
export async function existing(db: Db, agentIds: readonly string[]): Promise<Set<string>> {
  if (agentIds.length === 0) return new Set()
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .where(inArray(agents.id, [...agentIds]))
    .orderBy(agents.id)
    .for('key share')
  return new Set(rows.map(({ id }) => id))
}

/** The workspace of the deleted agent with this id; undefined if there was none. */
export async function lastOwner(db: Db, agentId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ workspaceId: agentTombstones.workspaceId })
    .from(agentTombstones)
    .where(eq(agentTombstones.id, agentId))
  return row?.workspaceId
}

export async function idsAfter(db: Db, workspaceId: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.workspaceId, workspaceId), gt(agents.id, after)))
    .orderBy(agents.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function workspaceOf(db: Db, agentId: string): Promise<string | undefined> {
  const [row] = await db.select({ workspaceId: agents.workspaceId }).from(agents).where(eq(agents.id, agentId))
  return row?.workspaceId
}

export async function bySecretHash(
  db: Db,
  hash: string,
): Promise<{ agentId: string; workspaceId: string } | undefined> {
  const [row] = await db
    .select({ agentId: agents.id, workspaceId: agents.workspaceId })
    .from(agents)
    .where(eq(agents.secretHash, hash))
  return row
}

/** Version information of the current copy, to validate the cache. */
export interface Head {
  readonly workspaceId: string
  readonly version: number
  readonly createdAt: Date
  readonly messagesLimit: number
  readonly maxTokensUsage: number
  readonly draftVersion: number | null
  readonly generatedStarters: AgentRow['generatedStarters']
}

const head = {
  workspaceId: agents.workspaceId,
  version: agents.version,
  createdAt: agents.createdAt,
  messagesLimit: agents.messagesLimit,
  maxTokensUsage: agents.maxTokensUsage,
  generatedStarters: agents.generatedStarters,
}

export async function headOf(db: Db, agentId: string, options: { draft: boolean }): Promise<Head | undefined> {
  if (!options.draft) {
    const [row] = await db.select(head).from(agents).where(eq(agents.id, agentId))
    return row && { ...row, draftVersion: null }
  }
  const [row] = await db
    .select({ ...head, draftVersion: agentDrafts.version })
    .from(agents)
    .leftJoin(agentDrafts, eq(agentDrafts.agentId, agents.id))
    .where(eq(agents.id, agentId))
  return row
}

export interface Listed {
  readonly row: Pick<
    AgentRow,
    | 'id'
    | 'workspaceId'
    | 'title'
    | 'description'
    | 'roundedImageUrl'
    | 'platform'
    | 'lastModified'
    | 'createdAt'
    | 'userId'
  >
  readonly hasDraft: boolean
}

export interface ListQuery {
  readonly workspaceId: string
  readonly search?: string | undefined
  readonly after?: Cursor | undefined
  readonly limit: number
}

export async function list(db: Db, { workspaceId, search, after, limit }: ListQuery): Promise<Listed[]> {
  const rows = await db
    .select({
      id: agents.id,
      workspaceId: agents.workspaceId,
      title: agents.title,
      description: agents.description,
      roundedImageUrl: agents.roundedImageUrl,
      platform: agents.platform,
      lastModified: agents.lastModified,
      createdAt: agents.createdAt,
      userId: agents.userId,
      hasDraft: sql<boolean>`${isNotNull(agentDrafts.agentId)}`,
    })
    .from(agents)
    .leftJoin(agentDrafts, eq(agentDrafts.agentId, agents.id))
    .where(
      and(
        eq(agents.workspaceId, workspaceId),
        search ? containsText(agents.title, search) : undefined,
        isAfter(after, { at: agents.lastModified, id: agents.id, idOrder: 'asc' }),
      ),
    )
    .orderBy(desc(agents.lastModified), agents.id)
    .limit(limit)
  return rows.map(({ hasDraft, ...row }) => ({ row, hasDraft }))
}

export async function idsOf(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db.select({ id: agents.id }).from(agents).where(eq(agents.workspaceId, workspaceId))
  return rows.map(({ id }) => id)
}

export async function titles(db: Db, workspaceId: string, agentIds: readonly string[]): Promise<Map<string, string>> {
  if (agentIds.length === 0) return new Map()
  const rows = await db
    .select({ id: agents.id, title: agents.title })
    .from(agents)
    .where(and(eq(agents.workspaceId, workspaceId), inArray(agents.id, [...agentIds])))
  return new Map(rows.map((row) => [row.id, row.title]))
}

export const configs = (
  db: Db,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<Pick<AgentRow, 'id' | 'config' | 'version'>[]> =>
  db
    .select({ id: agents.id, config: agents.config, version: agents.version })
    .from(agents)
    .where(and(eq(agents.workspaceId, workspaceId), inArray(agents.id, [...agentIds])))

export type AgentSummary = Pick<AgentRow, 'id' | 'title' | 'platform' | 'roundedImageUrl' | 'lastModified'>
const MOST_SUMMARIES = 1000

export async function summaries(
  db: Db,
  workspaceId: string,
  agentIds: readonly string[] | undefined,
): Promise<AgentSummary[]> {
  if (agentIds?.length === 0) return []
  return db
    .select({
      id: agents.id,
      title: agents.title,
      platform: agents.platform,
      roundedImageUrl: agents.roundedImageUrl,
      lastModified: agents.lastModified,
    })
    .from(agents)
    .where(and(eq(agents.workspaceId, workspaceId), agentIds && inArray(agents.id, [...agentIds])))
    .orderBy(desc(agents.lastModified), agents.id)
    .limit(MOST_SUMMARIES)
}

export async function findDraft(db: Db, agentId: string): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(agentDrafts).where(eq(agentDrafts.agentId, agentId))
  return row
}

export async function putDraft(db: Db, row: DraftRow): Promise<void> {
  const { agentId: _id, ...values } = row
  await db.insert(agentDrafts).values(row).onConflictDoUpdate({ target: agentDrafts.agentId, set: values })
}

export async function dropDraft(db: Db, agentId: string): Promise<boolean> {
  const gone = await db
    .delete(agentDrafts)
    .where(eq(agentDrafts.agentId, agentId))
    .returning({ id: agentDrafts.agentId })
  return gone.length === 1
}

export function versions(db: Db, agentId: string, limit: number): Promise<VersionRow[]> {
  return db
    .select()
    .from(agentVersions)
    .where(eq(agentVersions.agentId, agentId))
    .orderBy(desc(agentVersions.version))
    .limit(limit)
}

export async function version(db: Db, agentId: string, versionId: string): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.id, versionId)))
  return row
}

/** Stores a copy, once per published version, and deletes all but the newest `keep`. Returns the stored copy. */
export async function keepVersion(db: Db, row: VersionRow, keep: number): Promise<VersionRow> {
  const [kept] = await db
    .insert(agentVersions)
    .values(row)
    // An existing copy is unchanged; the no-op update makes the statement return it.
    .onConflictDoUpdate({ target: [agentVersions.agentId, agentVersions.version], set: { agentId: row.agentId } })
    .returning()
  const newest = db
    .select({ id: agentVersions.id })
    .from(agentVersions)
    .where(eq(agentVersions.agentId, row.agentId))
    .orderBy(desc(agentVersions.version))
    .limit(keep)
  await db
    .delete(agentVersions)
    .where(and(eq(agentVersions.agentId, row.agentId), notInArray(agentVersions.id, newest)))
  return kept ?? row
}
