// Files attached to messages: uploaded before the message, private to the visitor until sent, deleted after a day if not sent.
import type { Attached, Attachment } from '@parlance/contract/conversations/attachments'
import { whyNotTaken } from '../../lib/media/contents.ts'
import { cleanFilename, TEMPORARY_MS } from '@parlance/contract/files/schemas'
import {
  type Allowed,
  attachmentKind,
  FILE_TOO_LARGE,
  isImageKind,
  MEDIA_MIMES,
  type MediaKind,
} from '../../lib/media/kinds.ts'
import {
  MAX_ATTACHMENTS_A_DAY,
  MAX_VISITOR_BYTES_OF_AGENT,
  MAX_VISITOR_FILE_BYTES,
} from '@parlance/contract/files/limits'
import { stripMetadata } from '../../lib/media/metadata.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import { type FileUrls, fileUrlOf, unsignedUrl, fileIdIn, kindOfMime } from './file-urls.ts'
import { decode } from '../../lib/storage/decode-payload.ts'
import type { ReadText } from './ports.ts'
import { assertWithinQuota, QUOTA_EXCEEDED, type StorageQuota } from './storage-quota.ts'
import * as repository from './repository.ts'

/** An upload is only found by its visitor and agent. */
interface Owner {
  readonly agentId: string
  readonly visitorHash: string
}
export interface AttachmentUpload extends Owner {
  readonly filename: string
  readonly base64Payload: string
  readonly allowed: Allowed
  readonly userId?: string | undefined
}
/** Includes what is needed to read its bytes. */
export interface AttachedFile extends Attached {
  readonly id: string
  readonly size: number
  readonly at: Date
}

export interface AttachmentFiles {
  /**
   * Stores an attachment before it is sent. INVALID_INPUT for its kind, PAYLOAD_TOO_LARGE above 10 MB, LIMIT_REACHED
   * after twenty a day or without space, NOT_FOUND without the agent.
   */
  readonly attach: (ctx: Ctx, upload: AttachmentUpload) => Promise<Attachment>
  /** Undefined unless all are this visitor's. Includes sent ones, because a message may be repeated. */
  readonly attached: (ctx: Ctx, owner: Owner, urls: readonly string[]) => Promise<readonly AttachedFile[] | undefined>
  readonly attachment: (ctx: Ctx, owner: Owner, id: string) => Promise<AttachedFile | undefined>
  /** Those of `ids` that were not sent yet, locked until the caller's transaction ends. */
  readonly lockUnsent: (db: Db, ids: readonly string[], now: Date) => Promise<ReadonlySet<string>>
  /** Ties them to the lifetime of their conversation. In the transaction of `lockUnsent`. */
  readonly markSent: (
    db: Db,
    sent: readonly { readonly id: string; readonly conversationId: string }[],
  ) => Promise<void>
  /** Moves unsent uploads to another key of the same visitor, in the caller's transaction. */
  readonly moveUnsent: (db: Db, owner: Owner, to: string) => Promise<unknown>
  /** Removes an unsent attachment; false if there is none. */
  readonly detach: (ctx: Ctx, owner: Owner, id: string) => Promise<boolean>
  /** The visitor's sent attachments of a conversation, newest first. */
  readonly listOfConversation: (ctx: Ctx, conversationId: string, limit: number) => Promise<readonly AttachedFile[]>
  readonly bytesOf: (ctx: Ctx, id: string) => Promise<Buffer | undefined>
  /** The text of a document or a transcribed voice note; undefined if there is none. */
  readonly textOf: (ctx: Ctx, id: string) => Promise<string | undefined>
  readonly keepText: (ctx: Ctx, id: string, text: string) => Promise<void>
}

interface Deps {
  readonly storage: Storage
  readonly addresses: FileUrls
  readonly agentExists: (ctx: Ctx, agentId: string) => Promise<boolean>
  readonly erase: (ctx: Ctx, gone: readonly repository.FileRow[]) => Promise<void>
  readonly storageQuota: StorageQuota
  readonly readText: ReadText
}

/** Kinds whose text is extracted for the model. */
const READABLE_KINDS: ReadonlySet<MediaKind> = new Set(['txt', 'pdf', 'docx', 'xlsx'])
const MAX_TEXT_CHARS = 20_000

/** Object key of the text, next to the bytes. */
export const textKey = (key: string): string => `${key}.text`

export const createAttachmentFiles = (deps: Deps): AttachmentFiles => ({
  attach: createAttach(deps),
  async attached(ctx, owner, named) {
    const urls = named.map(unsignedUrl)
    const ids = urls.map(fileIdIn)
    const rows = await repository.findOfVisitor(
      ctx.db,
      owner,
      ids.flatMap((id) => id ?? []),
      ctx.now(),
    )
    const files = urls.flatMap((url, at) =>
      rows.filter(({ id }) => id === ids[at]).flatMap((row) => fileOf(ctx, row, url)),
    )
    return files.length === urls.length && new Set(ids).size === ids.length ? files : undefined
  },
  async attachment(ctx, owner, id) {
    const [row] = await repository.findOfVisitor(ctx.db, owner, [id], ctx.now())
    return row && fileOf(ctx, row)[0]
  },
  lockUnsent: async (db, ids, now) => new Set(ids.length > 0 ? await repository.lockUnsent(db, ids, now) : []),
  markSent: (db, sent) => (sent.length > 0 ? repository.markSent(db, sent) : Promise.resolve()),
  detach: (ctx, owner, id) =>
    ctx.tx(async (tx) => {
      const row = await repository.lockOneUnsent(tx.db, owner, id)
      // The row stays until the sweep, because removed uploads count towards the daily limit.
      if (row) await repository.expire(tx.db, id, tx.now())
      if (row) await forgetBytes(deps, tx, row)
      return row !== undefined
    }),
  listOfConversation: async (ctx, conversationId, limit) =>
    (await repository.attachedTo(ctx.db, conversationId, limit)).flatMap((row) => fileOf(ctx, row)),
  async bytesOf(ctx, id) {
    const row = await repository.find(ctx.db, id, ctx.now())
    return row && deps.storage.bucket(ctx.region).get(row.key)
  },
  moveUnsent: repository.moveUnsent,
  async textOf(ctx, id) {
    const row = await repository.find(ctx.db, id, ctx.now())
    const text = row && (await deps.storage.bucket(ctx.region).get(textKey(row.key)))
    return text?.toString('utf8')
  },
  async keepText(ctx, id, text) {
    const row = await repository.find(ctx.db, id, ctx.now())
    if (row) await deps.storage.bucket(ctx.region).put(textKey(row.key), Buffer.from(text))
  },
})

const forgetBytes = async ({ storage }: Deps, ctx: Ctx, { key }: repository.FileRow): Promise<void> => {
  const bucket = storage.bucket(ctx.region)
  await bucket.delete(key)
  await bucket.delete(textKey(key))
}

/** Empty if the given URL is not that of the file. */
function fileOf(ctx: Ctx, row: repository.FileRow, named?: string): AttachedFile[] {
  const kind = kindOfMime(row.mime)
  const url = kind && fileUrlOf(ctx, row.id, kind)
  if (url === undefined || (named !== undefined && named !== url)) return []
  const { id, filename: name, mime, size, createdAt: at } = row
  return [{ id, url, name, mime, size, at }]
}

function createAttach({
  storage,
  addresses,
  agentExists,
  erase,
  readText,
  storageQuota,
}: Deps): AttachmentFiles['attach'] {
  return async (ctx, upload) => {
    const sent = decode(upload.base64Payload, MAX_VISITOR_FILE_BYTES, FILE_TOO_LARGE)
    const read = attachmentKind(sent, upload.filename, upload.allowed)
    if ('refused' in read) throw new AppError('INVALID_INPUT', whyNotTaken(upload.filename, sent, read.refused))
    const { kind } = read
    // Photos may contain the location where they were taken.
    const bytes = isImageKind(kind) ? stripMetadata(sent, kind) : sent
    const file = recordOf(ctx, upload, kind, bytes.length)
    await ctx.tx((tx) => reserve(tx, file, upload.visitorHash, storageQuota))
    const bucket = storage.bucket(ctx.region)
    try {
      await bucket.put(file.key, bytes)
      // Extracted during the upload, so that the answer does not wait for it.
      const text = READABLE_KINDS.has(kind)
        ? await readText({ bytes, filename: file.filename, mime: file.mime })
        : undefined
      if (text) await bucket.put(textKey(file.key), Buffer.from(text.slice(0, MAX_TEXT_CHARS).toWellFormed()))
      if (!(await agentExists(ctx, file.agentId))) throw new AppError('NOT_FOUND')
    } catch (error) {
      await erase(ctx, [file]).catch((err: unknown) =>
        ctx.log.error({ err, fileId: file.id }, 'deleting a visitor’s file after a failed upload failed'),
      )
      throw error
    }
    const url = addresses.sign(ctx, fileUrlOf(ctx, file.id, kind), { agent: file.agentId })
    return { id: file.id, url, name: file.filename, mime: file.mime, size: file.size }
  }
}

/** The row is stored before the bytes, so that no bytes are orphaned. */
async function reserve(
  ctx: Ctx,
  file: repository.FileRow,
  visitorHash: string,
  storageQuota: StorageQuota,
): Promise<void> {
  await ctx.assertStill?.(ctx)
  await repository.lockAgent(ctx.db, file.agentId)
  const since = new Date(ctx.now().getTime() - DAY_MS)
  const { agentId, workspaceId } = file
  const used = await repository.attachmentUsage(ctx.db, { workspaceId, agentId, visitorHash, since })
  if (used.today >= MAX_ATTACHMENTS_A_DAY)
    throw new AppError('LIMIT_REACHED', msg('upload_limit', { max: MAX_ATTACHMENTS_A_DAY }))
  if (used.bytes + file.size > MAX_VISITOR_BYTES_OF_AGENT) throw new AppError('LIMIT_REACHED', QUOTA_EXCEEDED)
  await assertWithinQuota(ctx, file, storageQuota, QUOTA_EXCEEDED)
  await repository.insertOfVisitor(ctx.db, file)
}

function recordOf(ctx: Ctx, upload: AttachmentUpload, kind: MediaKind, size: number): repository.FileRow {
  const now = ctx.now()
  return {
    id: randomId(20),
    workspaceId: ctx.workspaceId,
    conversationId: null,
    visitorHash: upload.visitorHash,
    agentId: upload.agentId,
    userId: upload.userId ?? '',
    key: `ws/${ctx.workspaceId}/${randomId(24)}.${kind}`,
    filename: cleanFilename(upload.filename, kind),
    mime: MEDIA_MIMES[kind],
    size,
    createdAt: now,
    expiresAt: new Date(now.getTime() + TEMPORARY_MS),
  }
}
