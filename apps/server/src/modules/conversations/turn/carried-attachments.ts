// Attachments of a visitor’s message: claimed and stored when it is accepted.
import { isPicture, messageItems, messagePlain } from '@parlance/contract/conversations/attachments'
import { pictureTokens, seesPictures } from '../../billing/index.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { AttachmentStore, StoredFile } from '../files.ts'
import type { TurnAgent, TurnRequest } from './types.ts'
import type { Asked } from './admission-rules.ts'

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
/** Pictures of messages shortly before are shown again, so that people can go on asking about them. */
export const SHOWN_AGAIN = 2

type Claiming = Pick<AttachmentStore, 'lockUnsent' | 'markSent'>

/** A request to store a message, as far as it is about what the message carries. */
export interface Carrying {
  readonly asked: Pick<Asked, 'turnId' | 'attachments'>
  readonly claims?: Claiming | undefined
}

/** Those of what the messages of a batch carry that no message carried before; locked. */
export async function lockCarried(db: Db, requests: readonly Carrying[], now: Date): Promise<Set<string>> {
  const unsent = new Set<string>()
  for (const [files, ids] of idsByStore(requests)) for (const id of await files.lockUnsent(db, ids, now)) unsent.add(id)
  return unsent
}

/** From now on what an accepted message carries belongs to its conversation. */
export async function markCarried(
  db: Db,
  accepted: readonly { readonly turnId: string; readonly conversationId: string }[],
  requests: readonly Carrying[],
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

function idsByStore(requests: readonly Carrying[]): Map<Claiming, string[]> {
  const found = new Map<Claiming, string[]>()
  for (const { asked, claims } of requests)
    if (claims) found.set(claims, [...(found.get(claims) ?? []), ...(asked.attachments ?? [])])
  return found
}
