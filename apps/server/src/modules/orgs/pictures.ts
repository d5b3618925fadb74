// The logo of an org and the photos of its client users: small squares in the region's database.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { MAX_CLIENTS, type Org } from '@parlance/contract/orgs/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { type CropPhoto, portraitOf } from '../../lib/storage/portraits.ts'
import { announceClient } from './announce.ts'
import * as pictures from './pictures.repository.ts'
import type { OrgBilling } from './ports.ts'
import * as repository from './repository.ts'
import * as sessions from './sessions.repository.ts'
import { asOrg } from './views.ts'

interface Upload {
  readonly base64Payload: string
}
interface OrgName {
  readonly uid: string
  readonly orgId: string
}

export interface OrgPictures {
  /** Errors: INVALID_INPUT for an unsupported or broken picture, PAYLOAD_TOO_LARGE above 5 MB. */
  readonly setLogo: (ctx: Ctx, name: OrgName & Upload) => Promise<Org>
  readonly removeLogo: (ctx: Ctx, name: OrgName) => Promise<Org>
  /** The photo of the calling client user. @throws FORBIDDEN for an agency's admin, who has no account */
  readonly setOwnPhoto: (ctx: Ctx, upload: Upload) => Promise<void>
  readonly removeOwnPhoto: (ctx: Ctx) => Promise<void>
  /** The bytes of a picture. Public to everybody who has its address. */
  readonly picture: (ctx: Ctx, id: string) => Promise<Buffer | undefined>
  /** Path of the photo of a client user of the context's workspace; empty without one. */
  readonly photoOf: (ctx: Ctx, clientId: string) => Promise<string>
}

interface Picture {
  readonly id: string
  readonly url: string
  readonly bytes: Buffer
}
const named = (region: Region, bytes: Uint8Array): Picture => {
  const id = randomId(20)
  return { id, url: `/media/clients/${region}/${id}.webp`, bytes: Buffer.from(bytes) }
}

export function createOrgPictures({
  cropPhoto,
  billing,
}: {
  readonly cropPhoto: CropPhoto
  readonly billing: Pick<OrgBilling, 'view'>
}): OrgPictures {
  const replaceLogo = (ctx: Ctx, { uid, orgId }: OrgName, picture?: Picture): Promise<Org> =>
    ctx.tx(async (tx) => {
      // Uploading and cropping take a while: the caller may have lost access meanwhile.
      await tx.assertStill?.(tx)
      const row = await repository.lockOrg(tx.db, uid, orgId)
      if (!row) throw new AppError('NOT_FOUND')
      const values = { profile: { ...row.profile, squarePhotoURL: picture?.url ?? '' }, updatedAt: tx.now() }
      await pictures.replacePicture(tx.db, { workspaceId: uid, orgId, clientId: null }, picture, tx.now())
      await repository.updateOrg(tx.db, orgId, values)
      await tx.emit({ type: 'organisation.changed', workspaceId: uid, orgId, name: row.name, operation: 'updated' })
      const people = await repository.listClients(tx.db, orgId, undefined, MAX_CLIENTS)
      return asOrg({ ...row, ...values }, people, await billing.view(tx, uid, orgId))
    })
  const replaceOwn = (ctx: Ctx, clientId: string, picture?: Picture): Promise<void> =>
    ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      const row = await sessions.lockClient(tx.db, clientId)
      if (!row) throw new AppError('UNAUTHORIZED')
      const { workspaceId, orgId } = row
      await pictures.replacePicture(tx.db, { workspaceId, orgId, clientId }, picture, tx.now())
      await repository.updateClient(tx.db, clientId, { squarePhotoUrl: picture?.url ?? '', updatedAt: tx.now() })
      if (picture || row.squarePhotoUrl !== '') await announceClient(tx, row, 'updated')
    })
  return {
    setLogo: async (ctx, { base64Payload, ...name }) =>
      replaceLogo(ctx, name, named(ctx.region, await portraitOf(base64Payload, cropPhoto))),
    removeLogo: (ctx, name) => replaceLogo(ctx, name),
    async setOwnPhoto(ctx, { base64Payload }) {
      const clientId = ownId(ctx)
      await replaceOwn(ctx, clientId, named(ctx.region, await portraitOf(base64Payload, cropPhoto)))
    },
    removeOwnPhoto: async (ctx) => replaceOwn(ctx, ownId(ctx)),
    picture: (ctx, id) => pictures.findPicture(ctx.db, id),
    photoOf: (ctx, clientId) => pictures.photoOfClient(ctx.db, ctx.workspaceId, clientId),
  }
}

function ownId({ actor }: Ctx): string {
  if (actor.kind !== 'client') throw new AppError('FORBIDDEN')
  if (actor.clientId === '') throw new AppError('FORBIDDEN', msg('agency_admin_has_no_account'))
  return actor.clientId
}
