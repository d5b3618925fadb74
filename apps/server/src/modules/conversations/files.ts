// Files that visitors send: only while the latest answer asks for one, and only from those who may see it.
import { askForFile } from '@parlance/contract/items/submissions'
import type { Attached, Attachment } from '@parlance/contract/conversations/attachments'
import type { Allowed } from '../../lib/media/kinds.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import { findConversation, latestAnswer } from './repository.ts'
import { requireVisibleConversation } from './access.ts'

export interface ConversationFiles {
  readonly receive: (
    ctx: Ctx,
    upload: Upload & { readonly isStillThere: (ctx: Ctx) => Promise<boolean> },
  ) => Promise<{ readonly url: string }>
  readonly isOfConversation: (ctx: Ctx, conversationId: string, url: string) => Promise<boolean>
  /** Signs the URLs of this conversation's files in the value, for permitted readers. */
  readonly signFileUrls: <T>(ctx: Ctx, conversationId: string, value: T) => T
  readonly unsignedUrl: (address: string) => string
}
/** Storage of attachments; `visitorHash` is SHA-256 of the visitor's key. */
export interface AttachmentStore {
  readonly attach: (
    ctx: Ctx,
    upload: Owner & {
      readonly filename: string
      readonly base64Payload: string
      readonly allowed: Allowed
      /** The teammate who uploads it for a reply. */
      readonly userId?: string | undefined
    },
  ) => Promise<Attachment>
  readonly attached: (ctx: Ctx, owner: Owner, urls: readonly string[]) => Promise<readonly StoredFile[] | undefined>
  readonly attachment: (ctx: Ctx, owner: Owner, id: string) => Promise<StoredFile | undefined>
  readonly lockUnsent: (db: Db, ids: readonly string[], now: Date) => Promise<ReadonlySet<string>>
  readonly markSent: (
    db: Db,
    sent: readonly { readonly id: string; readonly conversationId: string }[],
  ) => Promise<void>
  readonly detach: (ctx: Ctx, owner: Owner, id: string) => Promise<boolean>
  readonly listOfConversation: (ctx: Ctx, conversationId: string, limit: number) => Promise<readonly StoredFile[]>
  readonly bytesOf: (ctx: Ctx, id: string) => Promise<Buffer | undefined>
  readonly textOf: (ctx: Ctx, id: string) => Promise<string | undefined>
  readonly keepText: (ctx: Ctx, id: string, text: string) => Promise<void>
}
interface Owner {
  readonly agentId: string
  readonly visitorHash: string
}
export interface StoredFile extends Attached {
  readonly id: string
  readonly size: number
  readonly at: Date
}
interface Upload {
  readonly agentId: string
  readonly conversationId: string
  readonly filename: string
  readonly base64Payload: string
}

/** NOT_FOUND for others' conversations, CONFLICT while no file is asked for; the storage makes further checks. */
export async function attach(files: ConversationFiles, ctx: Ctx, upload: Upload) {
  const { agentId, conversationId } = upload
  await requireVisibleConversation(ctx, upload)
  if (!askForFile(await latestAnswer(ctx.db, conversationId))) throw new AppError('CONFLICT', msg('no_file_requested'))
  const isStillThere = async (now: Ctx) => (await findConversation(now.db, agentId, conversationId)) !== undefined
  return { data: await files.receive(ctx, { ...upload, isStillThere }) }
}
