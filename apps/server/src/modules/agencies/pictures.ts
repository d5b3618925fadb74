// Logos and tab icons of an agency: small squares in the region's database, kept while a profile uses them.
import type { AgencyProfile } from '@parlance/contract/agencies/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { type CropPhoto, portraitOf } from '../../lib/storage/portraits.ts'
import * as repository from './pictures.repository.ts'

export interface AgencyPictures {
  /** Errors: INVALID_INPUT for an unsupported or broken picture, PAYLOAD_TOO_LARGE above 5 MB. */
  readonly upload: (
    ctx: Ctx,
    upload: { readonly uid: string; readonly base64Payload: string },
  ) => Promise<{ url: string }>
  readonly picture: (ctx: Ctx, id: string) => Promise<Buffer | undefined>
}

export const createAgencyPictures = ({ cropPhoto }: { readonly cropPhoto: CropPhoto }): AgencyPictures => ({
  async upload(ctx, { uid, base64Payload }) {
    const bytes = Buffer.from(await portraitOf(base64Payload, cropPhoto))
    const id = randomId(20)
    await ctx.tx(async (tx) => {
      // Uploading and cropping take a while: the caller may have lost access meanwhile.
      await tx.assertStill?.(tx)
      await repository.insert(tx.db, { id, workspaceId: uid, bytes, createdAt: tx.now() })
    })
    return { url: `/media/agencies/${ctx.region}/${id}.webp` }
  },
  picture: (ctx, id) => repository.find(ctx.db, id),
})

const picturesOf = ({ squarePhotoURL, darkModeSquarePhotourl, customTabs }: AgencyProfile): string[] =>
  [squarePhotoURL, darkModeSquarePhotourl, ...customTabs.map(({ iconUrl }) => iconUrl)].filter((url) => url !== '')

/** Deletes old unused uploads. @throws INVALID_INPUT for a new URL that is not one of the workspace's own pictures */
export async function assertOwnPictures(
  tx: Ctx,
  workspaceId: string,
  { before, after }: { readonly before: AgencyProfile; readonly after: AgencyProfile },
): Promise<void> {
  const known = new Set(picturesOf(before))
  const named = picturesOf(after)
  const idOf = (url: string) => new RegExp(`^/media/agencies/${tx.region}/([A-Za-z0-9]{20})\\.webp$`).exec(url)?.[1]
  const added = named.filter((url) => !known.has(url))
  const ids = added.map(idOf)
  const own = await repository.own(
    tx.db,
    workspaceId,
    ids.filter((id) => id !== undefined),
  )
  if (ids.some((id) => id === undefined || !own.has(id))) throw new AppError('INVALID_INPUT', msg('logo_not_uploaded'))
  const kept = named.map(idOf).filter((id) => id !== undefined)
  await repository.removeOthers(tx.db, workspaceId, kept, new Date(tx.now().getTime() - DAY_MS))
}
