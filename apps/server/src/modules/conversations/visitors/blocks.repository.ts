import { sql, type SQL } from 'drizzle-orm'
import { and, arrayContains, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Cursor } from '../../../lib/cursor.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { isAfter, rows } from '../../../lib/db/sql.ts'
import { blockedVisitors, type BlockedVisitorRow } from './schema.ts'

interface Of<T> {
  readonly workspaceId: T
  readonly agentId: T
  readonly visitorHash: T
}

/**
 * Whether `blocked_visitors b` matches. Across agents a signed identity needs the same e-mail address too, because each
 * site numbers its visitors itself.
 */
export const isBlockedSql = ({ workspaceId, agentId, visitorHash }: Of<SQL>): SQL =>
  sql`b.workspace_id = ${workspaceId} and (b.agent_ids is null or ${agentId} = any(b.agent_ids)) and (b.visitor_hash = ${visitorHash}
    or (b.subject is not null and exists (select 1 from visitors known where known.agent_id = ${agentId} and known.visitor_hash = ${visitorHash}
      and known.subject = b.subject and (b.agent_id = ${agentId} or (b.email <> '' and b.email = known.email)))))`

export async function isBlocked(db: Db, { workspaceId, agentId, visitorHash }: Of<string>): Promise<boolean> {
  const of = {
    workspaceId: sql`${workspaceId}::text`,
    agentId: sql`${agentId}::text`,
    visitorHash: sql`${visitorHash}::text`,
  }
  return (await rows(db, sql`select 1 from blocked_visitors b where ${isBlockedSql(of)} limit 1`)).length > 0
}

const ofOrg = (workspaceId: string, orgId: string) =>
  and(eq(blockedVisitors.workspaceId, workspaceId), eq(blockedVisitors.orgId, orgId))

/** Blocks of one org; of workspace members when `orgId` is empty. */
export async function countBlocked(db: Db, workspaceId: string, orgId: string): Promise<number> {
  return db.$count(blockedVisitors, ofOrg(workspaceId, orgId))
}

export async function setAgentsOfOrg(
  db: Db,
  of: { readonly workspaceId: string; readonly orgId: string; readonly agentIds: readonly string[] },
): Promise<void> {
  await db
    .update(blockedVisitors)
    .set({ agentIds: [...of.agentIds] })
    .where(ofOrg(of.workspaceId, of.orgId))
}

export const insertBlock = (db: Db, block: BlockedVisitorRow) => db.insert(blockedVisitors).values(block)

export interface BlockScope {
  readonly workspaceId: string
  readonly agentId: string
  /** Only blocks of this org; undefined for workspace members. */
  readonly orgId: string | undefined
  /** Only blocks made at one of these agents; undefined for callers who may open the whole workspace. */
  readonly madeAt?: readonly string[] | undefined
}
const within = ({ workspaceId, agentId, orgId, madeAt }: BlockScope) =>
  and(
    eq(blockedVisitors.workspaceId, workspaceId),
    or(isNull(blockedVisitors.agentIds), arrayContains(blockedVisitors.agentIds, [agentId])),
    orgId === undefined ? undefined : eq(blockedVisitors.orgId, orgId),
    madeAt && inArray(blockedVisitors.agentId, [...madeAt]),
  )

export const listBlocked = (
  db: Db,
  scope: BlockScope,
  after: Cursor | undefined,
  limit: number,
): Promise<BlockedVisitorRow[]> =>
  db
    .select()
    .from(blockedVisitors)
    .where(and(within(scope), isAfter(after, { at: blockedVisitors.at, id: blockedVisitors.id, idOrder: 'asc' })))
    .orderBy(desc(blockedVisitors.at), blockedVisitors.id)
    .limit(limit)

/** The block of this visitor by one org, or by workspace members when `orgId` is empty. */
export async function findBlock(
  db: Db,
  { visitorHash, ...scope }: Omit<BlockScope, 'orgId'> & { readonly orgId: string; readonly visitorHash: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: blockedVisitors.id })
    .from(blockedVisitors)
    .where(and(within(scope), eq(blockedVisitors.visitorHash, visitorHash)))
    .limit(1)
  return row?.id
}

export async function deleteBlock(db: Db, scope: BlockScope, id: string): Promise<boolean> {
  const gone = await db
    .delete(blockedVisitors)
    .where(and(within(scope), eq(blockedVisitors.id, id)))
    .returning({ id: blockedVisitors.id })
  return gone.length > 0
}

export async function deleteBlocksOfOrg(db: Db, workspaceId: string, orgId: string): Promise<void> {
  await db.delete(blockedVisitors).where(ofOrg(workspaceId, orgId))
}

export async function deleteBlocksOfWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.delete(blockedVisitors).where(eq(blockedVisitors.workspaceId, workspaceId))
}
