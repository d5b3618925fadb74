// Attachments of a turn: checked and claimed with the visitor's message, and given to the model as texts and pictures.
import { customIssue } from '@parlance/contract/lib/rules'
import { msg } from '@parlance/i18n/messages'
import { isMessagingChannel } from '@parlance/contract/channels/list'
import { type AttachedText, isPicture, isSound, withinRoom } from '@parlance/contract/conversations/attachments'
import { maxImageTokens, supportsVision } from '../../billing/index.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { invalidInput } from '../../../lib/http/errors.ts'
import type { AttachmentStore, StoredFile } from '../files.ts'
import type { ModelCall, ModelMessage, ModelPicture } from '../ports.ts'
import { addTrace, type TurnScope } from './turn-context.ts'
import type { CheckedRequest, ModelAttachments, TurnAgent } from './types.ts'

/** A message's files in order; INVALID_INPUT unless all are this visitor's own uploads. */
export async function findAttachments(
  files: Pick<AttachmentStore, 'attached'>,
  ctx: Ctx,
  owner: { readonly agentId: string; readonly visitorHash: string },
  urls: readonly string[] | undefined,
): Promise<readonly StoredFile[]> {
  if (!urls || urls.length === 0) return []
  const found = await files.attached(ctx, owner, urls)
  if (!found) throw invalidInput([customIssue(msg('attachments_not_uploaded'), ['message', 'attachments'])])
  return found
}

const FILE_TOKENS = 2500
/** Pictures of recent messages are given to the model again for follow-up questions. */
const PICTURES_SHOWN_AGAIN = 2

/** Tokens that attachments may add to what the model reads. */
export function attachmentTokens(
  agent: TurnAgent,
  request: Pick<CheckedRequest, 'attachments' | 'conversationId'>,
  model: string,
): number {
  const { allowAttachments, allowVoiceNotes } = agent.config
  const isAllowed = allowAttachments || allowVoiceNotes
  if (request.attachments.length === 0 && !(request.conversationId && isAllowed)) return 0
  const pictures = request.attachments.filter(({ mime }) => isPicture(mime)).length
  return FILE_TOKENS + (supportsVision(model) ? Math.max(pictures, PICTURES_SHOWN_AGAIN) * maxImageTokens(model) : 0)
}

type AttachmentClaims = Pick<AttachmentStore, 'lockUnsent' | 'markSent'>

export interface ClaimsAttachments {
  readonly message: { readonly turnId: string; readonly attachments?: readonly string[] | undefined }
  readonly claims?: AttachmentClaims | undefined
}

/** Locks the attachments of a batch; returns those that were not sent before. */
export async function lockUnsentAttachments(
  db: Db,
  requests: readonly ClaimsAttachments[],
  now: Date,
): Promise<Set<string>> {
  const byStore = new Map<AttachmentClaims, string[]>()
  for (const { message, claims } of requests)
    if (claims) byStore.set(claims, [...(byStore.get(claims) ?? []), ...(message.attachments ?? [])])
  const unsent = new Set<string>()
  for (const [files, ids] of byStore) for (const id of await files.lockUnsent(db, ids, now)) unsent.add(id)
  return unsent
}

export async function markAttachmentsSent(
  db: Db,
  accepted: readonly { readonly turnId: string; readonly conversationId: string }[],
  requests: readonly ClaimsAttachments[],
): Promise<void> {
  const conversations = new Map(accepted.map(({ turnId, conversationId }) => [turnId, conversationId]))
  for (const { message, claims } of requests) {
    const conversationId = conversations.get(message.turnId)
    if (claims && conversationId !== undefined)
      await claims.markSent(
        db,
        (message.attachments ?? []).map((id) => ({ id, conversationId })),
      )
  }
}

export interface AttachmentDeps {
  readonly files: Pick<AttachmentStore, 'listOfConversation' | 'textOf' | 'bytesOf'>
}

const NONE: ModelAttachments = { texts: [], pictures: [] }

/** Number of a conversation's newest files to look at. */
const MAX_FILES = 20
const SHOWN_AGAIN_MS = 15 * 60_000
/** Providers refuse larger pictures, and larger requests. */
const MAX_PICTURE_BYTES = { each: 4_500_000, all: 7_000_000 }

export async function readAttachments(context: TurnScope<AttachmentDeps>, model: string): Promise<ModelAttachments> {
  const { agent, request, seq } = context.accepted
  const { allowAttachments, allowVoiceNotes } = agent.config
  // The settings are about the website's chat: messaging channels always take files.
  const takesFiles = allowAttachments || allowVoiceNotes || isMessagingChannel(request.channel)
  const isAllowed = request.attachments.length > 0 || (seq > 1 && takesFiles)
  if (!isAllowed || request.history) return NONE
  const { files } = context.deps
  const all = await files.listOfConversation(context.ctx, context.running.turn.metadata.conversationId, MAX_FILES)
  if (all.length === 0) return NONE
  const now = request.attachments
  const isNow = ({ id }: StoredFile) => now.some((file) => file.id === id)
  const before = all.filter((file) => !isNow(file))
  const texts = await textsOf(context, [...now, ...before])
  const pictures = await picturesOf(context, now, before)
  traceAttachments(context, { now, before, texts, pictures, model })
  return { texts, pictures }
}

type Found<T> = T & { readonly id: string }

async function textsOf(
  context: Pick<TurnScope<AttachmentDeps>, 'ctx' | 'deps'>,
  files: readonly StoredFile[],
): Promise<Found<AttachedText>[]> {
  const documents = files.filter(({ mime }) => !isPicture(mime) && !isSound(mime))
  const read = await Promise.all(
    documents.map(async ({ id, name }) => ({
      id,
      name,
      text: (await context.deps.files.textOf(context.ctx, id)) ?? '',
      isCut: false,
    })),
  )
  return withinRoom(read.filter(({ text }) => text !== ''))
}

async function picturesOf(
  context: Pick<TurnScope<AttachmentDeps>, 'ctx' | 'deps'>,
  now: readonly StoredFile[],
  before: readonly StoredFile[],
) {
  const oldest = context.ctx.now().getTime() - SHOWN_AGAIN_MS
  const own = now.filter(({ mime }) => isPicture(mime))
  const again = before.filter(({ mime, at }) => isPicture(mime) && at.getTime() > oldest).slice(0, PICTURES_SHOWN_AGAIN)
  let room = MAX_PICTURE_BYTES.all
  const fits = (own.length > 0 ? own : again.toReversed()).filter(
    ({ size }) => size <= MAX_PICTURE_BYTES.each && (room -= size) >= 0,
  )
  const shown = await Promise.all(
    fits.map(async ({ id, name, mime }): Promise<Found<ModelPicture>[]> => {
      const bytes = await context.deps.files.bytesOf(context.ctx, id)
      return bytes ? [{ id, name, mime, bytes }] : []
    }),
  )
  return shown.flat()
}

interface GivenAttachments {
  readonly texts: readonly Found<AttachedText>[]
  readonly pictures: readonly Found<ModelPicture>[]
  readonly now: readonly StoredFile[]
  readonly before: readonly StoredFile[]
  readonly model: string
}

function traceAttachments(context: TurnScope, { now, before, texts, pictures, model }: GivenAttachments): void {
  const sees = supportsVision(model)
  const formOf = ({ id, mime }: StoredFile) => {
    if (isSound(mime)) return { given: 'transcript' as const }
    if (isPicture(mime))
      return sees && pictures.some((one) => one.id === id) ? { given: 'picture' as const } : { given: 'name' as const }
    const text = texts.find((one) => one.id === id)
    return text ? { given: 'text' as const, chars: text.text.length, isCut: text.isCut } : { given: 'name' as const }
  }
  const entries = [...now, ...before].map((file) => ({
    type: 'attachment' as const,
    name: file.name,
    mime: file.mime,
    isEarlier: !now.includes(file),
    ...formOf(file),
  }))
  // Earlier attachments are traced only when the model is given them again.
  addTrace(
    context,
    entries.filter(({ isEarlier, given: what }) => !isEarlier || what === 'text' || what === 'picture'),
  )
}

/** The visitor's message for the model. */
export const visitorMessage = (content: string, { pictures }: ModelAttachments): ModelMessage =>
  pictures.length > 0 ? { role: 'user', content, pictures } : { role: 'user', content }

export const picturesIn = ({ messages }: ModelCall): number =>
  messages.reduce((sum, message) => sum + ('pictures' in message ? message.pictures.length : 0), 0)

const PICTURES_HIDDEN = 'You can’t see the pictures; say so where they matter.'

/** The same call for a model without vision. */
export const withoutPictures = (call: ModelCall): ModelCall =>
  picturesIn(call) > 0
    ? {
        ...call,
        messages: call.messages.map((message) =>
          'pictures' in message ? { role: 'user', content: `${message.content}\n(${PICTURES_HIDDEN})` } : message,
        ),
      }
    : call
