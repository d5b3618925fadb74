// Names and photos of members: the owner's on the workspace, everybody's in the member list.
import { roleAtLeast } from '@parlance/contract/lib/roles'
import type { Ctx } from '../../lib/ctx.ts'
import type { Members } from './members/members.ts'
import * as repository from './repository.ts'

export interface MemberPhotosDeps {
  readonly photoOf: (userId: string) => Promise<string>
  /** By e-mail address in lower case, of those who have an account; what they did not give is empty. */
  readonly profilesOf: (
    emails: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly userId: string; readonly name: string; readonly photoURL: string }>>
}

export interface OwnerPhotos {
  /** Copies the owner's photo to one workspace, or to all workspaces they own in the region. */
  readonly syncPhoto: (ctx: Ctx, of: { readonly workspaceId: string } | { readonly userId: string }) => Promise<void>
}

export const createOwnerPhotos = ({ photoOf }: MemberPhotosDeps): OwnerPhotos => ({
  async syncPhoto(ctx, of) {
    const userId = 'userId' in of ? of.userId : (await repository.find(ctx.db, of.workspaceId))?.ownerId
    if (userId !== undefined) await repository.setPhotoURL(ctx.db, userId, await photoOf(userId))
  },
})

/** Only for people who have joined: whether an invited person has an account is private. */
export const withProfiles = (
  { members }: Pick<Members, 'members'>,
  { profilesOf }: MemberPhotosDeps,
): Pick<Members, 'members'> => ({
  async members(ctx, uid) {
    const { items, seats } = await members(ctx, uid)
    const profiles = await profilesOf(items.flatMap(({ email, state }) => (state === 'invited' ? [] : [email])))
    const shown = items.map((item) => {
      const { name = '', photoURL = '' } = profiles.get(item.email) ?? {}
      return { ...item, ...(name !== '' && { name }), ...(photoURL !== '' && { photoURL }) }
    })
    return { items: shown, seats }
  },
})

export interface Colleague {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly photoURL: string
}

/** Members who have joined and may change things, in the order of the list. */
export const createListColleagues =
  ({ members }: Pick<Members, 'members'>, { profilesOf }: MemberPhotosDeps) =>
  async (ctx: Ctx, uid: string): Promise<Colleague[]> => {
    const { items } = await members(ctx, uid)
    const joined = items.filter(({ state, role }) => state !== 'invited' && roleAtLeast(role, 'editor'))
    const profiles = await profilesOf(joined.map(({ email }) => email))
    return joined.flatMap(({ email }) => {
      const profile = profiles.get(email)
      return profile ? [{ userId: profile.userId, name: profile.name, email, photoURL: profile.photoURL }] : []
    })
  }
