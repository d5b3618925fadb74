// Storage quota of a workspace: pictures, files of forms, attachments and originals of documents. Account exports are not
// counted, because they belong to a person.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'

export interface StorageQuota {
  readonly workspaceBytes: number
  /** Bytes in the bucket of the workspace that other modules own. */
  readonly otherBytes: (ctx: Ctx, workspaceId: string) => Promise<number>
}

export const QUOTA_EXCEEDED = msg('no_room_for_files')

/** Serializes uploads to the workspace; lock an agent before it. @throws LIMIT_REACHED beyond the quota */
export async function assertWithinQuota(
  tx: Ctx,
  { workspaceId, size }: Pick<repository.FileRow, 'workspaceId' | 'size'>,
  { workspaceBytes, otherBytes }: StorageQuota,
  message = msg('workspace_storage_full', { size: formatBytes(workspaceBytes) }),
): Promise<void> {
  await repository.lockWorkspace(tx.db, workspaceId)
  const used = (await repository.bytesOfWorkspace(tx.db, workspaceId)) + (await otherBytes(tx, workspaceId))
  if (used + size > workspaceBytes) throw new AppError('LIMIT_REACHED', message)
}

const formatBytes = (bytes: number): string =>
  bytes >= 1_000_000_000 ? `${Math.round(bytes / 100_000_000) / 10} GB` : `${Math.round(bytes / 1_000_000)} MB`
