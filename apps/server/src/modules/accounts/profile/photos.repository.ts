// The SQL of photos of people. Every region hears of a change by a job, exactly when it commits.
import { REGIONS } from '@parlance/contract/lib/regions'
import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import { putIn } from '../../../lib/jobs/outbox.ts'
import { profilePhotos } from './photos.schema.ts'
import { lockUser, type UserRow } from '../repository.ts'
import { users } from '../schema.ts'

/** In the place of the one before; without a photo it is taken away. Undefined when the account is gone or `still` is false. */
export const replacePhoto = (
  db: Db,
  userId: string,
  photo: { readonly id: string; readonly bytes: Buffer; readonly url: string } | undefined,
  { now, job, still }: { readonly now: Date; readonly job: string; readonly still: (tx: Db) => Promise<boolean> },
): Promise<UserRow | undefined> =>
  inTx(db, async (tx) => {
    if (!(await lockUser(tx, userId, 'update')) || !(await still(tx))) return undefined
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

/** What others see of somebody; empty where they gave nothing. */
export interface PublicProfile {
  readonly userId: string
  readonly name: string
  /** Its path on this installation's origin. */
  readonly photoURL: string
}

/** By e-mail address, of those who have an account. */
export async function profilesOf(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, PublicProfile>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .select({ userId: users.id, email: users.email, name: users.name, image: users.image })
    .from(users)
    .where(inArray(users.email, [...emails]))
  return new Map(rows.map(({ userId, email, name, image }) => [email, { userId, name, photoURL: image ?? '' }]))
}
