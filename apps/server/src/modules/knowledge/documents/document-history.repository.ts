import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import { type DocumentHead, type Owner } from '../repository.ts'
import type { documentVersions } from '../schema.ts'

export type VersionRow = typeof documentVersions.$inferSelect
export type VersionHead = Pick<VersionRow, 'id' | 'name' | 'size' | 'cause' | 'userId'> & { readonly ts: number }

const KEPT = 10

/** Stores the current content as a version before it is replaced; deletes all but the newest ten. */
export async function keepVersion(
  db: Db,
  { id, agentId, workspaceId }: DocumentHead,
  version: Pick<VersionRow, 'id' | 'cause' | 'userId' | 'createdAt'>,
): Promise<void> {
  await db.execute(
    sql`insert into document_versions (id, document_id, agent_id, workspace_id, name, content, size, cause, user_id, created_at)
        select ${version.id}, id, agent_id, workspace_id, name, content, size, ${version.cause}, ${version.userId},
          ${version.createdAt}
        from documents where id = ${id} and agent_id = ${agentId} and workspace_id = ${workspaceId}`,
  )
  await db.execute(
    sql`delete from document_versions where id in (
          select id from document_versions where document_id = ${id} and agent_id = ${agentId}
          order by created_at desc, id desc offset ${KEPT})`,
  )
}

const HEAD = sql.raw(`id, name, size, cause, user_id as "userId", floor(extract(epoch from created_at))::float8 as ts`)
const mine = ({ agentId, workspaceId }: Owner, documentId: string) =>
  sql`document_id = ${documentId} and agent_id = ${agentId} and workspace_id = ${workspaceId}`

export const listVersions = (db: Db, owner: Owner, documentId: string): Promise<VersionHead[]> =>
  rows<VersionHead>(
    db,
    sql`select ${HEAD} from document_versions where ${mine(owner, documentId)} order by created_at desc, id desc`,
  )

export async function findVersion(db: Db, owner: Owner, documentId: string, id: string) {
  const found = await rows<VersionHead & { content: string }>(
    db,
    sql`select ${HEAD}, content from document_versions where id = ${id} and ${mine(owner, documentId)}`,
  )
  return found[0]
}
