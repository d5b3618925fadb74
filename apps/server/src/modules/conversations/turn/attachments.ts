// What visitors attached, on its way through a turn: claimed as the message is accepted, given to the model as it answers.
import {
  type AttachedText,
  isPicture,
  isSound,
  messageItems,
  messagePlain,
  withinRoom,
} from '@parlance/contract/conversations/attachments'
import { pictureTokens, seesPictures } from '../../billing/index.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { AttachmentStore, StoredFile } from '../files.ts'
import type { ModelCall, ModelMessage, ModelPicture } from '../ports.ts'
import type { TurnAgent, TurnRequest } from './turn-deps.ts'
import { note, type Talk } from './turn-context.ts'
import type { AcceptRequest } from './persist-turn.ts'

/** A message's words, with what it carries; the text of the whole says both. */
export const withCarried = (request: TurnRequest, words: string, carried: readonly StoredFile[]): TurnRequest =>
  carried.length === 0
    ? { ...request, text: words }
    : { ...request, text: messagePlain(words, carried), words, carried }

/** How it is stored; nothing where words are all there is. */
export const carriedItems = ({ words = '', carried }: TurnRequest) =>
  carried ? { items: messageItems(words, carried) } : {}

/** Tokens that files and pictures may add to what the model reads. */
export function attachedInput(agent: TurnAgent, request: TurnRequest, model: string): number {
  const { allowAttachments, allowVoiceNotes } = agent.config
  if (!request.carried && !(request.conversationId && (allowAttachments || allowVoiceNotes))) return 0
  const pictures = request.carried?.filter(({ mime }) => isPicture(mime)).length ?? 0
  return FILE_TOKENS + (seesPictures(model) ? Math.max(pictures, SHOWN_AGAIN) * pictureTokens(model) : 0)
}
const FILE_TOKENS = 2500

type Claiming = Pick<AttachmentStore, 'lockUnsent' | 'markSent'>

/** Those of what the messages of a batch carry that no message carried before; locked. */
export async function lockCarried(db: Db, requests: readonly AcceptRequest[], now: Date): Promise<Set<string>> {
  const unsent = new Set<string>()
  for (const [files, ids] of idsByStore(requests)) for (const id of await files.lockUnsent(db, ids, now)) unsent.add(id)
  return unsent
}

/** From now on what an accepted message carries belongs to its conversation. */
export async function markCarried(
  db: Db,
  accepted: readonly { readonly turnId: string; readonly conversationId: string }[],
  requests: readonly AcceptRequest[],
): Promise<void> {
  const homes = new Map(accepted.map(({ turnId, conversationId }) => [turnId, conversationId]))
  for (const { asked, claims } of requests) {
    const conversationId = homes.get(asked.turnId)
    if (claims && conversationId !== undefined)
      await claims.markSent(
        db,
        (asked.attachments ?? []).map((id) => ({ id, conversationId })),
      )
  }
}

function idsByStore(requests: readonly AcceptRequest[]): Map<Claiming, string[]> {
  const found = new Map<Claiming, string[]>()
  for (const { asked, claims } of requests)
    if (claims) found.set(claims, [...(found.get(claims) ?? []), ...(asked.attachments ?? [])])
  return found
}

export interface Attachments {
  readonly texts: readonly AttachedText[]
  readonly pictures: readonly ModelPicture[]
}
const NONE: Attachments = { texts: [], pictures: [] }

/** Of one conversation, the newest first. */
const MOST_FILES = 20
/** Pictures of messages shortly before are shown again, so that people can go on asking about them. */
const SHOWN_AGAIN = 2
const AGAIN_MS = 15 * 60_000
/** Providers refuse larger pictures, and requests that are larger as a whole. */
const MOST_BYTES = { each: 4_500_000, all: 7_000_000 }

/** What the model is given beside words. Read once in a turn, and told in its trace. */
export function attachedFor(talk: Talk, model: string): Promise<Attachments> {
  return (talk.attached ??= read(talk, model))
}

async function read(talk: Talk, model: string): Promise<Attachments> {
  const { agent, request, seq } = talk.accepted
  const { allowAttachments, allowVoiceNotes } = agent.config
  const may = request.carried !== undefined || (seq > 1 && (allowAttachments || allowVoiceNotes))
  if (!may || request.history) return NONE
  const { files } = talk.engine.deps
  const all = await files.ofConversation(talk.ctx, talk.running.turn.metadata.conversationId, MOST_FILES)
  if (all.length === 0) return NONE
  const now = request.carried ?? []
  const isNow = ({ id }: StoredFile) => now.some((file) => file.id === id)
  const before = all.filter((file) => !isNow(file))
  const texts = await textsOf(talk, [...now, ...before])
  const pictures = await picturesOf(talk, now, before)
  tell(talk, { now, before, texts, pictures, model })
  return { texts, pictures }
}

type Found<T> = T & { readonly id: string }

async function textsOf(talk: Talk, files: readonly StoredFile[]): Promise<Found<AttachedText>[]> {
  const documents = files.filter(({ mime }) => !isPicture(mime) && !isSound(mime))
  const read = await Promise.all(
    documents.map(async ({ id, name }) => ({
      id,
      name,
      text: (await talk.engine.deps.files.textOf(talk.ctx, id)) ?? '',
      isCut: false,
    })),
  )
  return withinRoom(read.filter(({ text }) => text !== ''))
}

async function picturesOf(talk: Talk, now: readonly StoredFile[], before: readonly StoredFile[]) {
  const since = talk.ctx.now().getTime() - AGAIN_MS
  const own = now.filter(({ mime }) => isPicture(mime))
  const again = before.filter(({ mime, at }) => isPicture(mime) && at.getTime() > since).slice(0, SHOWN_AGAIN)
  let room = MOST_BYTES.all
  const fits = (own.length > 0 ? own : again.toReversed()).filter(
    ({ size }) => size <= MOST_BYTES.each && (room -= size) >= 0,
  )
  const shown = await Promise.all(
    fits.map(async ({ id, name, mime }): Promise<Found<ModelPicture>[]> => {
      const bytes = await talk.engine.deps.files.bytesOf(talk.ctx, id)
      return bytes ? [{ id, name, mime, bytes }] : []
    }),
  )
  return shown.flat()
}

interface Told {
  readonly texts: readonly Found<AttachedText>[]
  readonly pictures: readonly Found<ModelPicture>[]
  readonly now: readonly StoredFile[]
  readonly before: readonly StoredFile[]
  readonly model: string
}

function tell(talk: Talk, { now, before, texts, pictures, model }: Told): void {
  const sees = seesPictures(model)
  const given = ({ id, mime }: StoredFile) => {
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
    ...given(file),
  }))
  // Of earlier ones only those that the model is given again are worth a line.
  note(
    talk,
    entries.filter(({ isEarlier, given: what }) => !isEarlier || what === 'text' || what === 'picture'),
  )
}

/** The visitor's message as the model reads it. */
export const visitorMessage = (content: string, { pictures }: Attachments): ModelMessage =>
  pictures.length > 0 ? { role: 'user', content, pictures } : { role: 'user', content }

export const picturesIn = ({ messages }: ModelCall): number =>
  messages.reduce((sum, message) => sum + ('pictures' in message ? message.pictures.length : 0), 0)

const UNSEEN = 'You can’t see the pictures; say so where they matter.'

/** The same call for a model that can't see. */
export const withoutPictures = (call: ModelCall): ModelCall =>
  picturesIn(call) > 0
    ? {
        ...call,
        messages: call.messages.map((message) =>
          'pictures' in message ? { role: 'user', content: `${message.content}\n(${UNSEEN})` } : message,
        ),
      }
    : call
