// Files that visitors upload in forms. They belong to a conversation and are deleted with it.
import { whyNotTaken } from '../../lib/media/contents.ts'
import { cleanFilename } from '@parlance/contract/files/schemas'
import {
  FILE_MIMES,
  FILE_TOO_LARGE,
  fileKind,
  type FileKind,
  isImageKind,
  WRONG_FILE_KIND,
} from '../../lib/media/kinds.ts'
import {
  MAX_FILES_OF_CONVERSATION,
  MAX_VISITOR_BYTES_OF_AGENT,
  MAX_VISITOR_FILE_BYTES,
} from '@parlance/contract/files/limits'
import { stripMetadata } from '../../lib/media/metadata.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import { type FileUrls, fileUrlOf, fileIdIn, kindOfMime } from './file-urls.ts'
import { decode } from '../../lib/storage/decode-payload.ts'
import { assertWithinQuota, QUOTA_EXCEEDED, type StorageQuota } from './storage-quota.ts'
import * as repository from './repository.ts'

export interface VisitorUpload {
  readonly agentId: string
  readonly conversationId: string
  readonly filename: string
  readonly base64Payload: string
  /** Checked after the file is stored: the conversation may be deleted during the upload. */
  readonly isStillThere: (ctx: Ctx) => Promise<boolean>
}

export interface VisitorFiles {
  /** Returns the signed URL; the caller checked the sender. INVALID_INPUT, PAYLOAD_TOO_LARGE (10 MB), LIMIT_REACHED. */
  readonly receive: (ctx: Ctx, upload: VisitorUpload) => Promise<{ readonly url: string }>
  readonly isOfConversation: (ctx: Ctx, conversationId: string, url: string) => Promise<boolean>
  readonly onConversationsDeleted: (ctx: Ctx, conversationIds: readonly string[]) => Promise<void>
}

interface Deps {
  readonly storage: Storage
  readonly addresses: FileUrls
  readonly agentExists: (ctx: Ctx, agentId: string) => Promise<boolean>
  readonly erase: (ctx: Ctx, gone: readonly repository.FileRow[]) => Promise<void>
  readonly storageQuota: StorageQuota
}

export const createVisitorFiles = ({ storage, addresses, agentExists, erase, storageQuota }: Deps): VisitorFiles => ({
  async receive(ctx, upload) {
    const sent = decode(upload.base64Payload, MAX_VISITOR_FILE_BYTES, FILE_TOO_LARGE)
    const kind = fileKind(sent, upload.filename)
    if (!kind) throw new AppError('INVALID_INPUT', whyNotTaken(upload.filename, sent, WRONG_FILE_KIND))
    const bytes = isImageKind(kind) ? stripMetadata(sent, kind) : sent
    const file = recordOf(ctx, upload, kind, bytes.length)
    await ctx.tx((tx) => reserve(tx, file, upload.conversationId, storageQuota))
    try {
      await storage.bucket(ctx.region).put(file.key, bytes)
      if (!((await upload.isStillThere(ctx)) && (await agentExists(ctx, file.agentId)))) throw new AppError('NOT_FOUND')
    } catch (error) {
      await erase(ctx, [file]).catch((err: unknown) =>
        ctx.log.error({ err, fileId: file.id }, 'deleting a visitor’s file after a failed upload failed'),
      )
      throw error
    }
    return { url: addresses.sign(ctx, fileUrlOf(ctx, file.id, kind), { conversation: upload.conversationId }) }
  },
  async isOfConversation(ctx, conversationId, url) {
    const id = fileIdIn(url)
    const row = id === undefined ? undefined : await repository.find(ctx.db, id, ctx.now())
    const kind = row?.conversationId === conversationId ? kindOfMime(row.mime) : undefined
    return row !== undefined && kind !== undefined && url === fileUrlOf(ctx, row.id, kind)
  },
  onConversationsDeleted: (ctx, conversationIds) =>
    ctx.tx(async (tx) => erase(tx, await repository.lockOfConversations(tx.db, conversationIds))),
})

/** The row is stored before the bytes, so that no bytes are orphaned. */
async function reserve(
  ctx: Ctx,
  file: repository.FileRow,
  conversationId: string,
  storageQuota: StorageQuota,
): Promise<void> {
  await ctx.assertStill?.(ctx)
  await repository.lockAgent(ctx.db, file.agentId)
  const used = await repository.visitorUsage(ctx.db, file.agentId, conversationId)
  if (used.filesOfConversation >= MAX_FILES_OF_CONVERSATION)
    throw new AppError('LIMIT_REACHED', msg('conversation_files_full', { max: MAX_FILES_OF_CONVERSATION }))
  if (used.bytesOfAgent + file.size > MAX_VISITOR_BYTES_OF_AGENT) throw new AppError('LIMIT_REACHED', QUOTA_EXCEEDED)
  await assertWithinQuota(ctx, file, storageQuota, QUOTA_EXCEEDED)
  await repository.insertOfVisitor(ctx.db, file)
}

function recordOf(ctx: Ctx, upload: VisitorUpload, kind: FileKind, size: number): repository.FileRow {
  return {
    id: randomId(20),
    workspaceId: ctx.workspaceId,
    conversationId: upload.conversationId,
    visitorHash: null,
    agentId: upload.agentId,
    userId: ctx.actor.kind === 'session' ? ctx.actor.userId : '',
    key: `ws/${ctx.workspaceId}/${randomId(24)}.${kind}`,
    filename: cleanFilename(upload.filename, kind),
    mime: FILE_MIMES[kind],
    size,
    createdAt: ctx.now(),
    expiresAt: null,
  }
}
