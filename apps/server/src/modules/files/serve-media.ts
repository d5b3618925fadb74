// Checks who may read an uploaded file by its URL.
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import type { ReadMedia } from '../../lib/storage/serve-files.ts'
import type { Files } from './service.ts'

type Person = Extract<Actor, { kind: 'session' }>

export interface MediaDeps {
  readonly files: Pick<Files, 'read'>
  readonly contextFor: (region: Region) => Ctx
  readonly session: (headers: Headers) => Promise<Person | undefined>
  readonly roleOf: (ctx: Ctx, workspaceId: string, email: string) => Promise<unknown>
}

/** Anyone may read a public file. A private one needs a valid signed URL, or a signed-in member of its workspace. */
export const createMediaReader =
  ({ files, contextFor, session, roleOf }: MediaDeps): ReadMedia =>
  async (region, id, { headers, ...grant }) => {
    const ctx = contextFor(region)
    const file = await files.read(ctx, id)
    if (!file?.isPrivate) return file
    const state = file.check(grant)
    if (state === 'open') return file
    const person = await session(headers).catch(() => undefined)
    if (person && (await roleOf({ ...ctx, actor: person }, file.workspaceId, person.email))) return file
    if (state === 'expired') throw new AppError('FORBIDDEN', msg('conversation_address_expired'))
    return undefined
  }
