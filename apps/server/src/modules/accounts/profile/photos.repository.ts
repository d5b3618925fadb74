// SQL of profile photos. A change enqueues a job for every region in the same transaction.
import { REGIONS } from '@parlance/contract/lib/regions'
import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import { putIn } from '../../../lib/jobs/outbox.ts'
import { profilePhotos } from '../schema.ts'
import { lockUser, type UserRow } from '../repository.ts'
import { users } from '../schema.ts'

/** Replaces the photo, or removes it if none is given. Undefined for a deleted account, or if `stillValid` is false. */
export const replacePhoto = (
  db: Db,
  userId: string,
  photo: { readonly id: string; readonly bytes: Buffer; readonly url: string } | undefined,
  {
    now,
    job,
    stillValid,
  }: { readonly now: Date; readonly job: string; readonly stillValid: (tx: Db) => Promise<boolean> },
): Promise<UserRow | undefined> =>
  inTx(db, async (tx) => {
    if (!(await lockUser(tx, userId, 'update')) || !(await stillValid(tx))) return undefined
    await tx.delete(profilePhotos).where(eq(profilePhotos.userId, userId))
    if (photo) await tx.insert(profilePhotos).values({ id: photo.id, userId, bytes: photo.bytes, createdAt: now })
    const [user] = await tx
      .update(users)
      .set({ image: photo?.url ?? null, updatedAt: now })
      .where(eq(users.id, userId))
      .returning()
    for (const region of REGIONS) await putIn(tx, region, job, { userId })
    return user
  })

export async function findPhoto(db: Db, id: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ bytes: profilePhotos.bytes }).from(profilePhotos).where(eq(profilePhotos.id, id))
  return row?.bytes
}

export async function photoOfUser(db: Db, userId: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ bytes: profilePhotos.bytes })
    .from(profilePhotos)
    .where(eq(profilePhotos.userId, userId))
  return row?.bytes
}

export interface PublicProfile {
  readonly userId: string
  readonly name: string
  /** Its path on this installation's origin. */
  readonly photoURL: string
}

/** By e-mail address, for those who have an account. */
export async function profilesOf(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, PublicProfile>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .select({ userId: users.id, email: users.email, name: users.name, image: users.image })
    .from(users)
    .where(inArray(users.email, [...emails]))
  return new Map(rows.map(({ userId, email, name, image }) => [email, { userId, name, photoURL: image ?? '' }]))
}
