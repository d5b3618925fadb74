// Profile photos: re-encoded as a small square and stored in the identity database.
import type { Account } from '@parlance/contract/accounts/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { type CropPhoto, portraitOf } from '../../../lib/storage/portraits.ts'
import * as photos from './photos.repository.ts'
import { toAccount, sessionOf } from '../account.ts'
import { sessionCreatedAt } from '../sessions/sessions.repository.ts'
import { findUserById } from '../repository.ts'

/** Handled by workspaces, which copy the photo of their owner. */
export const PHOTO_JOB = 'workspaces.owner-photo'

export interface PhotoDeps {
  readonly db: Db
  readonly now: () => Date
  readonly cropPhoto: CropPhoto
}

export function createProfilePhoto({ db, now, cropPhoto }: PhotoDeps) {
  const replace = async (ctx: Ctx, bytes?: Uint8Array): Promise<{ account: Account }> => {
    const id = randomId(20)
    const photo = bytes && { id, bytes: Buffer.from(bytes), url: `/media/people/${id}.webp` }
    const { userId, sessionToken } = sessionOf(ctx)
    // Uploading and cropping take a while: the session may have ended meanwhile.
    const stillValid = async (tx: Db) => (await sessionCreatedAt(tx, sessionToken)) !== undefined
    const user = await photos.replacePhoto(db, userId, photo, { now: now(), job: PHOTO_JOB, stillValid })
    if (!user) throw new AppError('UNAUTHORIZED')
    return { account: toAccount(user) }
  }
  return {
    /**
     * Stores the middle square. Errors: INVALID_INPUT for an unsupported or broken picture, PAYLOAD_TOO_LARGE above 5
     * MB.
     */
    async setPhoto(ctx: Ctx, { base64Payload }: { base64Payload: string }): Promise<{ account: Account }> {
      sessionOf(ctx)
      return replace(ctx, await portraitOf(base64Payload, cropPhoto))
    },

    removePhoto: (ctx: Ctx): Promise<{ account: Account }> => replace(ctx),

    /** The bytes of a photo. Public to everybody who has its URL. */
    photo: (id: string): Promise<Buffer | undefined> => photos.findPhoto(db, id),

    photoOf: async (userId: string): Promise<string> => (await findUserById(db, userId))?.image ?? '',

    /** Public profiles by e-mail address in lower case, for those who have an account. */
    profilesOf: (emails: readonly string[]): Promise<ReadonlyMap<string, photos.PublicProfile>> =>
      photos.profilesOf(db, emails),
  }
}
