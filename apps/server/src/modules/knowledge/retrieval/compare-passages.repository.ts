import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import { list, type Owner } from '../repository.ts'

export interface PassageRow {
  readonly id: number
  readonly docId: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

export const newestPassages = (db: Db, { agentId, workspaceId }: Owner, limit: number): Promise<PassageRow[]> =>
  rows<PassageRow>(
    db,
    sql`select c.id::float8 as id, c.document_id as "docId", c.title, c.heading, c.text from chunks c
        join documents d on d.id = c.document_id and d.agent_id = c.agent_id
        where c.agent_id = ${agentId} and d.workspace_id = ${workspaceId} order by c.id desc limit ${limit}`,
  )

export interface VectorRow {
  readonly id: number
  readonly docId: string
  readonly model: string
  readonly embedding: Buffer
}

/** Vectors of those of these passages that have one. */
export const vectorsOf = (db: Db, { agentId, workspaceId }: Owner, ids: readonly number[]): Promise<VectorRow[]> =>
  rows<VectorRow>(
    db,
    sql`select c.id::float8 as id, c.document_id as "docId", c.embedding_model as model, c.embedding from chunks c
        join documents d on d.id = c.document_id and d.agent_id = c.agent_id
        where c.agent_id = ${agentId} and d.workspace_id = ${workspaceId} and c.embedding is not null
          and c.id = any(${list(ids)}::bigint[]) order by c.id`,
  )

/** Indexes in `wanted` of passages that their document still contains. */
export async function placesOf(
  db: Db,
  { agentId, workspaceId }: Owner,
  wanted: readonly { readonly docId: string; readonly text: string }[],
): Promise<number[]> {
  if (wanted.length === 0) return []
  const found = await rows<{ place: string }>(
    db,
    sql`select u.place from unnest(${list(wanted.map(({ docId }) => docId))}::text[], ${list(wanted.map(({ text }) => text))}::text[])
          with ordinality as u (doc_id, text, place)
        where exists (select 1 from chunks c join documents d on d.id = c.document_id and d.agent_id = c.agent_id
          where c.document_id = u.doc_id and c.agent_id = ${agentId} and d.workspace_id = ${workspaceId} and c.text = u.text)`,
  )
  return found.map(({ place }) => Number(place) - 1)
}
