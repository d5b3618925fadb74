// What the model is given of attachments: texts of documents, pictures where it sees.
import { type AttachedText, isPicture, isSound, withinRoom } from '@parlance/contract/conversations/attachments'
import { seesPictures } from '../../billing/index.ts'
import type { StoredFile } from '../files.ts'
import type { ModelCall, ModelMessage, ModelPicture } from '../ports.ts'
import { addTrace, type TurnScope } from './turn-context.ts'
import { SHOWN_AGAIN } from './carried-attachments.ts'
import type { Attachments } from './types.ts'

const NONE: Attachments = { texts: [], pictures: [] }

/** Of one conversation, the newest first. */
const MOST_FILES = 20
const AGAIN_MS = 15 * 60_000
/** Providers refuse larger pictures, and requests that are larger as a whole. */
const MOST_BYTES = { each: 4_500_000, all: 7_000_000 }

/** What the model is given beside words, noted in the trace. */
export async function readAttachments(context: TurnScope, model: string): Promise<Attachments> {
  const { agent, request, seq } = context.accepted
  const { allowAttachments, allowVoiceNotes } = agent.config
  const may = request.carried !== undefined || (seq > 1 && (allowAttachments || allowVoiceNotes))
  if (!may || request.history) return NONE
  const { files } = context.runtime.deps
  const all = await files.ofConversation(context.ctx, context.running.turn.metadata.conversationId, MOST_FILES)
  if (all.length === 0) return NONE
  const now = request.carried ?? []
  const isNow = ({ id }: StoredFile) => now.some((file) => file.id === id)
  const before = all.filter((file) => !isNow(file))
  const texts = await textsOf(context, [...now, ...before])
  const pictures = await picturesOf(context, now, before)
  tell(context, { now, before, texts, pictures, model })
  return { texts, pictures }
}

type Found<T> = T & { readonly id: string }

async function textsOf(context: TurnScope, files: readonly StoredFile[]): Promise<Found<AttachedText>[]> {
  const documents = files.filter(({ mime }) => !isPicture(mime) && !isSound(mime))
  const read = await Promise.all(
    documents.map(async ({ id, name }) => ({
      id,
      name,
      text: (await context.runtime.deps.files.textOf(context.ctx, id)) ?? '',
      isCut: false,
    })),
  )
  return withinRoom(read.filter(({ text }) => text !== ''))
}

async function picturesOf(context: TurnScope, now: readonly StoredFile[], before: readonly StoredFile[]) {
  const since = context.ctx.now().getTime() - AGAIN_MS
  const own = now.filter(({ mime }) => isPicture(mime))
  const again = before.filter(({ mime, at }) => isPicture(mime) && at.getTime() > since).slice(0, SHOWN_AGAIN)
  let room = MOST_BYTES.all
  const fits = (own.length > 0 ? own : again.toReversed()).filter(
    ({ size }) => size <= MOST_BYTES.each && (room -= size) >= 0,
  )
  const shown = await Promise.all(
    fits.map(async ({ id, name, mime }): Promise<Found<ModelPicture>[]> => {
      const bytes = await context.runtime.deps.files.bytesOf(context.ctx, id)
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

function tell(context: TurnScope, { now, before, texts, pictures, model }: Told): void {
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
  addTrace(
    context,
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
