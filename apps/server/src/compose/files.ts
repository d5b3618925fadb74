import { createAttachmentReader } from '../adapters/ingest/read-attachment.ts'
import { createPictures } from '../adapters/pictures/pictures.ts'
import { agentQueries } from '../modules/agents/index.ts'
import { type StorageQuota, createFilesModule } from '../modules/files/index.ts'
import { bytesOfOriginals } from '../modules/knowledge/index.ts'
import { bytesOfFiles } from '../modules/trash/index.ts'
import type { Base } from './base.ts'

const DEFAULT_WORKSPACE_BYTES = 2_000_000_000

export function composeFiles({ settings, log, infrastructure: { storage, vault } }: Base) {
  /** Counts everything in the bucket, whichever module stored it. */
  const storageQuota: StorageQuota = {
    workspaceBytes: settings.workspaceBytes ?? DEFAULT_WORKSPACE_BYTES,
    otherBytes: async (ctx, workspaceId) =>
      (await bytesOfOriginals(ctx.db, workspaceId)) + (await bytesOfFiles(ctx.db, workspaceId)),
  }
  const attachmentReader = createAttachmentReader(log)
  const files = createFilesModule({
    storage,
    agentExists: async (ctx, agentId) => (await agentQueries.workspaceOf(ctx, agentId)) !== undefined,
    readText: attachmentReader.readText,
    redraw: createPictures(),
    storageQuota,
    signer: vault,
  })
  return { files, storageQuota, attachmentReader }
}
