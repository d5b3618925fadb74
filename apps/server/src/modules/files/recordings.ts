// Recordings of calls: written by the server, private, and deleted with their conversation or agent.
import { randomId } from '@parlance/contract/lib/ids'
import { MEDIA_MIMES } from '../../lib/media/kinds.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import { type FileUrls, fileUrlOf } from './file-urls.ts'
import { assertWithinQuota, type StorageQuota } from './storage-quota.ts'
import * as repository from './repository.ts'

export interface RecordingFiles {
  /** Stores a WAV file. @throws LIMIT_REACHED when the workspace has no space. */
  readonly keepRecording: (
    ctx: Ctx,
    recording: {
      readonly agentId: string
      readonly conversationId: string | null
      readonly filename: string
      readonly bytes: Buffer
    },
  ) => Promise<{ readonly id: string }>
  /** A signed path, for callers who may read the agent's calls. */
  readonly recordingUrl: (ctx: Ctx, agentId: string, id: string) => string
  readonly removeRecording: (ctx: Ctx, id: string) => Promise<void>
}

interface Deps {
  readonly storage: Storage
  readonly addresses: FileUrls
  readonly erase: (ctx: Ctx, gone: readonly repository.FileRow[]) => Promise<void>
  readonly storageQuota: StorageQuota
}

export const createRecordingFiles = ({ storage, addresses, erase, storageQuota }: Deps): RecordingFiles => ({
  async keepRecording(ctx, { agentId, conversationId, filename, bytes }) {
    const id = randomId(20)
    const file: repository.FileRow = {
      id,
      workspaceId: ctx.workspaceId,
      conversationId,
      // For a call without speech: no visitor key has this hash.
      visitorHash: conversationId === null ? `call:${id}` : null,
      agentId,
      userId: '',
      key: `ws/${ctx.workspaceId}/${randomId(24)}.wav`,
      filename,
      mime: MEDIA_MIMES.wav,
      size: bytes.length,
      createdAt: ctx.now(),
      expiresAt: null,
    }
    await ctx.tx(async (tx) => {
      await assertWithinQuota(tx, file, storageQuota)
      await repository.insertOfVisitor(tx.db, file)
    })
    try {
      await storage.bucket(ctx.region).put(file.key, bytes)
    } catch (error) {
      await erase(ctx, [file])
      throw error
    }
    return { id }
  },
  recordingUrl: (ctx, agentId, id) => addresses.sign(ctx, fileUrlOf(ctx, id, 'wav'), { agent: agentId }),
  async removeRecording(ctx, id) {
    const row = await repository.find(ctx.db, id, ctx.now())
    if (row) await erase(ctx, [row])
  },
})
