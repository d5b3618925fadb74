// How much all files of a workspace may take: pictures, files of forms, attachments, and originals of knowledge. Copies of an
// account are the person's, not a workspace's: of these there is one, for a week.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'

export interface Room {
  /** Bytes of all files of a workspace. */
  readonly workspaceBytes: number
  /** Bytes that lie in the bucket for the workspace and are no files of this module. */
  readonly elsewhere: (ctx: Ctx, workspaceId: string) => Promise<number>
}

/** What visitors are told: it is not theirs to make room. */
export const NO_ROOM = msg('no_room_for_files')

/**
 * Throws LIMIT_REACHED where this file is more than its workspace may have. Holds all who upload to the workspace until the
 * transaction ends; whoever locks an agent too does so before.
 */
export async function assertRoom(
  tx: Ctx,
  { workspaceId, size }: Pick<repository.FileRow, 'workspaceId' | 'size'>,
  { workspaceBytes, elsewhere }: Room,
  message = msg('workspace_storage_full', { size: inWords(workspaceBytes) }),
): Promise<void> {
  await repository.lockWorkspace(tx.db, workspaceId)
  const used = (await repository.bytesOfWorkspace(tx.db, workspaceId)) + (await elsewhere(tx, workspaceId))
  if (used + size > workspaceBytes) throw new AppError('LIMIT_REACHED', message)
}

const inWords = (bytes: number): string =>
  bytes >= 1_000_000_000 ? `${Math.round(bytes / 100_000_000) / 10} GB` : `${Math.round(bytes / 1_000_000)} MB`
