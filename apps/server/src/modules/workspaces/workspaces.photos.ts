// What people look like, as workspaces show it: the owner on the record, members in their list.
import type { Ctx } from '../../platform/ctx.ts'
import type { Members } from './workspaces.members.ts'
import * as store from './workspaces.store.ts'

export interface PhotosDeps {
  /** Address of the photo of an account; empty without one. */
  readonly photoOf: (userId: string) => Promise<string>
  /** By e-mail address in lower case, of those who have one. */
  readonly photosOf: (emails: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export interface OwnerPhotos {
  /** Looks again what the owner looks like: of one workspace, or of all that somebody owns in the region. */
  readonly followPhoto: (ctx: Ctx, of: { readonly workspaceId: string } | { readonly userId: string }) => Promise<void>
}

export const createOwnerPhotos = ({ photoOf }: PhotosDeps): OwnerPhotos => ({
  async followPhoto(ctx, of) {
    const userId = 'userId' in of ? of.userId : (await store.find(ctx.db, of.workspaceId))?.ownerId
    if (userId !== undefined) await store.setPhotoURL(ctx.db, userId, await photoOf(userId))
  },
})

/** Of those who have joined: whether somebody who is invited has an account is nobody's business. */
export const showingPhotos = (
  { members }: Pick<Members, 'members'>,
  { photosOf }: PhotosDeps,
): Pick<Members, 'members'> => ({
  async members(ctx, uid) {
    const { items, seats } = await members(ctx, uid)
    const photos = await photosOf(items.flatMap(({ email, state }) => (state === 'invited' ? [] : [email])))
    const shown = items.map((item) => {
      const photoURL = photos.get(item.email)
      return photoURL ? { ...item, photoURL } : item
    })
    return { items: shown, seats }
  },
})
