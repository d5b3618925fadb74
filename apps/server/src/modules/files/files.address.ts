// Where browsers get a file, and what its stored type says it is.
import { MEDIA_MIMES, type MediaKind } from '@parlance/core/files/kinds'
import type { Ctx } from '../../platform/ctx.ts'

export const addressOf = (ctx: Ctx, id: string, kind: MediaKind): string => `/media/${ctx.region}/${id}.${kind}`

export const kindOfMime = (mime: string): MediaKind | undefined =>
  (Object.keys(MEDIA_MIMES) as MediaKind[]).find((kind) => MEDIA_MIMES[kind] === mime)
