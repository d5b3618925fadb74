import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { clients, orgPictures } from './schema.ts'

interface Shown {
  readonly workspaceId: string
  readonly orgId: string
  readonly clientId: string | null
}

/** Replaces or removes the picture. The transaction must have locked the row of its owner. */
export async function replacePicture(
  db: Db,
  shown: Shown,
  picture: { readonly id: string; readonly bytes: Buffer } | undefined,
  createdAt: Date,
): Promise<void> {
  const { orgId, clientId } = shown
  const same = clientId === null ? isNull(orgPictures.clientId) : eq(orgPictures.clientId, clientId)
  await db.delete(orgPictures).where(and(eq(orgPictures.orgId, orgId), same))
  if (picture) await db.insert(orgPictures).values({ ...shown, id: picture.id, bytes: picture.bytes, createdAt })
}

export async function findPicture(db: Db, id: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ bytes: orgPictures.bytes }).from(orgPictures).where(eq(orgPictures.id, id))
  return row?.bytes
}

export async function photoOfClient(db: Db, workspaceId: string, clientId: string): Promise<string> {
  const [row] = await db
    .select({ url: clients.squarePhotoUrl })
    .from(clients)
    .where(and(eq(clients.workspaceId, workspaceId), eq(clients.id, clientId)))
  return row?.url ?? ''
}
