// The SQL that finds documents of a whole workspace by name and address.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import type { documents } from '../schema.ts'
import { rows } from '../repository.ts'

type DocumentColumns = typeof documents.$inferSelect
export interface FoundDocument extends Pick<DocumentColumns, 'id' | 'agentId' | 'name' | 'sourceType' | 'sourceUrl'> {}

/** As the index `documents_names` has it. */
const named = sql`knowledge_fold(name || ' ' || source_url)`

/**
 * Those whose name or address holds `search`, without regard to case and accents: names that begin with it first, then names
 * that hold it, then addresses; the newest of each first.
 */
export function findInWorkspace(
  db: Db,
  { workspaceId, search, limit }: { workspaceId: string; search: string; limit: number },
): Promise<FoundDocument[]> {
  const escaped = search.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return rows<FoundDocument>(
    db,
    sql`select id, agent_id as "agentId", name, source_type as "sourceType", source_url as "sourceUrl" from documents
        where workspace_id = ${workspaceId} and ${named} like knowledge_fold(${`%${escaped}%`})
        order by case position(knowledge_fold(${search}) in knowledge_fold(name)) when 1 then 0 when 0 then 2 else 1 end,
          created_at desc, id desc
        limit ${limit}`,
  )
}
