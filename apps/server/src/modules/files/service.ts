// Owns uploaded files: pictures of agents, logos and files of visitors.
import { basename } from 'node:path'
import type { UploadedFile } from '@parlance/contract/files/api'
import {
  cleanFilename,
  IMAGE_MIMES,
  type ImageKind,
  MAX_IMAGE_SIDE,
  MAX_UPLOAD_BYTES,
  MAX_UPLOADS_A_DAY,
  TEMPORARY_MS,
  TOO_LARGE,
  WRONG_KIND,
} from '@parlance/contract/files/schemas'
import { whyNotTaken } from '../../lib/media/contents.ts'
import { isAudioKind } from '../../lib/media/audio.ts'
import { isImageKind, type MediaKind } from '../../lib/media/kinds.ts'
import { imageHead } from '../../lib/media/images.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Signer } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { type OpenFile, type Range, saveAs, shownAs, type Storage } from '../../lib/storage/storage.ts'
import {
  fileUrlOf,
  unsignedUrl,
  createFileUrls,
  fileIdsWithin,
  type UrlSignature,
  kindOfMime,
  signUrlsWithin,
} from './file-urls.ts'
import { type AttachmentFiles, createAttachmentFiles, textKey } from './attachments.ts'
import { createLogoFiles, type LogoFiles } from './logos.ts'
import { decode } from '../../lib/storage/decode-payload.ts'
import type { ReadText, ReencodeImage } from './ports.ts'
import { assertWithinQuota, type StorageQuota } from './storage-quota.ts'
import { createRecordingFiles, type RecordingFiles } from './recordings.ts'
import * as repository from './repository.ts'
import { createVisitorFiles, type VisitorFiles } from './form-files.ts'

export interface Upload {
  readonly agentId: string
  readonly base64Payload: string
  readonly targetPath?: string | undefined
  readonly temporary?: boolean | undefined
}

export interface StoredFile {
  readonly size: number
  readonly mime: string
  readonly kind: MediaKind
  /** Undefined for a permanent file. */
  readonly expiresAt: Date | undefined
  /** The header `content-disposition`: images and audio are shown, everything else is saved. */
  readonly disposition: string
  /** Files of visitors: neither cached nor embeddable. */
  readonly isPrivate: boolean
  readonly workspaceId: string
  /** Checks the signature of the URL of a private file. */
  readonly check: (grant: UrlSignature) => 'open' | 'expired' | 'wrong'
  /** Undefined if the bytes were deleted meanwhile. */
  readonly open: (range?: Range) => Promise<OpenFile | undefined>
}

export interface Files extends VisitorFiles, AttachmentFiles, LogoFiles, RecordingFiles {
  /**
   * A picture of an agent, or without one the workspace's logo. INVALID_INPUT, PAYLOAD_TOO_LARGE above 5 MB,
   * LIMIT_REACHED after a hundred a day or without space.
   */
  readonly upload: (ctx: Ctx, upload: Upload) => Promise<UploadedFile>
  /** A file of the context's region. Private ones need a valid `grant` or membership of the workspace. */
  readonly read: (ctx: Ctx, id: string) => Promise<StoredFile | undefined>
  /** Signs file URLs in a value. The caller has checked that the reader may see this conversation. */
  readonly signFileUrls: <T>(ctx: Ctx, conversationId: string, value: T) => T
  readonly unsignedUrl: (address: string) => string
  /** Makes an agent or template a user of the workspace's pictures in its configuration. */
  readonly usePictures: (
    tx: Ctx,
    user: { readonly workspaceId: string; readonly agentId: string },
    config: unknown,
  ) => Promise<void>
  /** Makes a copied agent a user of the pictures too, so that they survive the original. */
  readonly onAgentCopied: (ctx: Ctx, from: string, to: string) => Promise<void>
  /** Deletes the files that no other agent uses. */
  readonly onAgentDeleted: (ctx: Ctx, agentId: string) => Promise<void>
  readonly sweep: (ctx: Ctx) => Promise<number>
  /** Deletes incomplete uploads older than a day from the region's bucket; returns how many. */
  readonly sweepLeftovers: (ctx: Ctx) => Promise<number>
}

const DELETE_BATCH = 500

interface FilesDeps {
  readonly storage: Storage
  /** Checked after the file is stored: the agent may be deleted during the upload. */
  readonly agentExists: (ctx: Ctx, agentId: string) => Promise<boolean>
  readonly readText: ReadText
  readonly redraw: ReencodeImage
  readonly storageQuota: StorageQuota
  readonly signer: Signer
}
type EraseFiles = (ctx: Ctx, gone: readonly repository.FileRow[]) => Promise<void>

export function createFiles(deps: FilesDeps): Files {
  const { storage, agentExists, readText, storageQuota } = deps
  const addresses = createFileUrls(deps.signer)
  /** Deletes the bytes first: a remaining row leads to them. */
  const erase: EraseFiles = async (ctx, gone) => {
    const bucket = storage.bucket(ctx.region)
    for (const { key, visitorHash } of gone) {
      await bucket.delete(key)
      if (visitorHash !== null) await bucket.delete(textKey(key))
    }
    if (gone.length > 0)
      await repository.remove(
        ctx.db,
        gone.map(({ id }) => id),
      )
  }
  const forget = (ctx: Ctx, agentId: string) =>
    ctx.tx(async (tx) => {
      await erase(tx, await repository.lockOnlyUsedBy(tx.db, tx.workspaceId, agentId))
      await erase(tx, await repository.lockOfVisitors(tx.db, tx.workspaceId, agentId))
      await repository.removeUses(tx.db, agentId)
    })
  return {
    ...createVisitorFiles({ storage, addresses, agentExists, erase, storageQuota }),
    ...createAttachmentFiles({ storage, addresses, agentExists, erase, readText, storageQuota }),
    ...createLogoFiles(erase),
    ...createRecordingFiles({ storage, addresses, erase, storageQuota }),
    upload: createUpload(deps, erase),
    async read(ctx, id) {
      const row = await repository.find(ctx.db, id, ctx.now())
      const kind = row && kindOfMime(row.mime)
      if (!row || !kind) return undefined
      const { size, mime, expiresAt, key, filename, conversationId, visitorHash, workspaceId, agentId } = row
      const readers = [{ agent: agentId }, ...(conversationId === null ? [] : [{ conversation: conversationId }])]
      return {
        size,
        mime,
        kind,
        expiresAt: expiresAt ?? undefined,
        disposition: isImageKind(kind) || isAudioKind(kind) ? shownAs(filename) : saveAs(filename),
        isPrivate: conversationId !== null || visitorHash !== null,
        workspaceId,
        check: (grant) => addresses.check(ctx, id, readers, grant),
        open: (range) => storage.bucket(ctx.region).open(key, range),
      }
    },
    signFileUrls: (ctx, conversation, value) =>
      signUrlsWithin(value, (address) => addresses.sign(ctx, address, { conversation })),
    unsignedUrl: unsignedUrl,
    async usePictures(tx, user, config) {
      const ids = fileIdsWithin(tx, config)
      if (ids.length > 0) await repository.addUses(tx.db, user, ids)
    },
    async onAgentCopied(ctx, from, to) {
      await repository.copyUses(ctx.db, ctx.workspaceId, from, to)
      // The copy may be deleted already; then its use must not be added.
      if (!(await agentExists(ctx, to))) await forget(ctx, to)
    },
    onAgentDeleted: forget,
    sweepLeftovers: (ctx) => storage.bucket(ctx.region).sweep(new Date(ctx.now().getTime() - DAY_MS)),
    async sweep(ctx) {
      let deleted = 0
      for (;;) {
        const expired = await repository.listExpired(ctx.db, ctx.now(), DELETE_BATCH)
        await erase(ctx, expired)
        deleted += expired.length
        if (expired.length < DELETE_BATCH) return deleted
      }
    },
  }
}

function createUpload({ storage, agentExists, redraw, storageQuota }: FilesDeps, erase: EraseFiles): Files['upload'] {
  return async (ctx, upload) => {
    const sent = decode(upload.base64Payload, MAX_UPLOAD_BYTES, TOO_LARGE)
    const kind = kindOf(sent, upload.targetPath ?? '')
    // Photos may contain the location where they were taken.
    const bytes = await redraw(sent, kind)
    const file = recordOf(ctx, upload, kind, bytes.length)
    await ctx.tx((tx) => reserve(tx, file, storageQuota))
    try {
      await storage.bucket(ctx.region).put(file.key, bytes)
      if (file.agentId !== '' && !(await agentExists(ctx, file.agentId))) throw new AppError('NOT_FOUND')
    } catch (error) {
      await erase(ctx, [file]).catch((err: unknown) =>
        ctx.log.error({ err, fileId: file.id }, 'deleting a file after a failed upload failed'),
      )
      throw error
    }
    return {
      url: fileUrlOf(ctx, file.id, kind),
      path: file.key,
      id: file.id,
      dbFilePath: `files/${file.id}`,
      filename: basename(file.key),
      sizeKB: Math.round(file.size / 10) / 100,
    }
  }
}

/** The row is stored before the bytes, so that no bytes are orphaned. */
async function reserve(ctx: Ctx, file: repository.FileRow, storageQuota: StorageQuota): Promise<void> {
  await ctx.assertStill?.(ctx)
  await assertWithinQuota(ctx, file, storageQuota)
  const since = new Date(ctx.now().getTime() - DAY_MS)
  if ((await repository.countSince(ctx.db, ctx.workspaceId, since)) >= MAX_UPLOADS_A_DAY)
    throw new AppError('LIMIT_REACHED', msg('workspace_upload_limit', { max: MAX_UPLOADS_A_DAY }))
  await repository.insert(ctx.db, file)
}

function recordOf(ctx: Ctx, upload: Upload, kind: ImageKind, size: number): repository.FileRow {
  const now = ctx.now()
  return {
    id: randomId(20),
    workspaceId: ctx.workspaceId,
    conversationId: null,
    visitorHash: null,
    agentId: upload.agentId,
    userId: ctx.actor.kind === 'session' ? ctx.actor.userId : '',
    key: `ws/${ctx.workspaceId}/${randomId(24)}.${kind}`,
    filename: cleanFilename(upload.targetPath ?? '', kind),
    mime: IMAGE_MIMES[kind],
    size,
    createdAt: now,
    expiresAt: upload.temporary ? new Date(now.getTime() + TEMPORARY_MS) : null,
  }
}

function kindOf(bytes: Buffer, filename: string): ImageKind {
  const head = imageHead(bytes)
  if (!head) throw new AppError('INVALID_INPUT', whyNotTaken(filename, bytes, WRONG_KIND))
  if (Math.max(head.width, head.height) > MAX_IMAGE_SIDE)
    throw new AppError('INVALID_INPUT', msg('picture_too_wide', { max: MAX_IMAGE_SIDE }))
  return head.kind
}
