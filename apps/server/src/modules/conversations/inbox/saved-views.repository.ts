import type { SavedView } from '@parlance/contract/conversations/saved-views-api'
import type { Person } from '@parlance/contract/conversations/schemas'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { savedViews } from './schema.ts'

export interface ViewOwner {
  readonly workspaceId: string
  readonly kind: Person['kind']
  readonly personId: string
}

export async function readViews(db: Db, { workspaceId, kind, personId }: ViewOwner): Promise<SavedView[]> {
  const of = and(eq(savedViews.workspaceId, workspaceId), eq(savedViews.kind, kind), eq(savedViews.personId, personId))
  const [row] = await db.select({ items: savedViews.items }).from(savedViews).where(of)
  return row?.items ?? []
}
export const writeViews = (db: Db, owner: ViewOwner, items: SavedView[]) =>
  db
    .insert(savedViews)
    .values({ ...owner, items })
    .onConflictDoUpdate({
      target: [savedViews.workspaceId, savedViews.kind, savedViews.personId],
      set: { items },
    })

export const forgetViews = (db: Db, { kind, id }: Pick<Person, 'kind' | 'id'>) =>
  db.delete(savedViews).where(and(eq(savedViews.kind, kind), eq(savedViews.personId, id)))
export const deleteViewsOfWorkspace = (db: Db, workspaceId: string) =>
  db.delete(savedViews).where(eq(savedViews.workspaceId, workspaceId))
