// Edits of visitors' messages: an edit of an answered message is shown, one of an unanswered message is answered.
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { IdentityRow, InboundRow } from '../identities.repository.ts'
import { setTaken } from '../identities.repository.ts'
import type { Inbound } from '../ports.ts'
import type { Batch, LaneDeps } from './batch.ts'
import * as repository from './edits.repository.ts'

type Row = InboundRow
type Edit = Extract<Inbound, { kind: 'edit' }>
type EditRow = Row & { readonly body: Edit & Row['body'] }

const isEdit = (row: Row): row is EditRow => row.body.kind === 'edit'

/** Only the last edit of a message counts; one of a message in the same batch changes it before it is read. */
export function withEdits(all: readonly Row[]): { readonly rows: readonly Row[]; readonly isEdited: boolean } {
  const last = new Map(all.filter(isEdit).map((edit) => [edit.body.providerId, edit]))
  const isHere = new Set(all.map(({ body }) => (body.kind === 'message' ? body.id : '')))
  const rows = all.flatMap((row): Row[] => {
    if (isEdit(row)) return last.get(row.body.providerId) === row && !isHere.has(row.body.providerId) ? [row] : []
    const edit = row.body.kind === 'message' ? last.get(row.body.id) : undefined
    return [edit && row.body.kind === 'message' ? { ...row, body: { ...row.body, text: edit.body.text } } : row]
  })
  return { rows, isEdited: [...last.keys()].some((id) => isHere.has(id)) }
}

/** Changes stored messages. Returns the texts that the agent has to answer. */
export async function takeEdits(
  deps: LaneDeps,
  ctx: Ctx,
  { identity, key, rows }: Batch,
  textOfMessage: (said: Edit) => Promise<string>,
): Promise<string[]> {
  const { id: identityId, agent_id: agentId, connection_id: connectionId, thread, visitor_hash: first } = identity
  // Earlier releases stored the messages of a renamed thread under another visitor key.
  const visitorHashes = [first, sha256(deps.visitorKey(connectionId, thread))]
  const answered: string[] = []
  for (const { id, body, received_at: receivedAt } of rows.filter(isEdit)) {
    if (body.taken) {
      answered.push(body.taken.text)
      continue
    }
    const { providerId: externalId } = body
    const row = await repository.findSaid(ctx.db, identityId, externalId)
    const keys = row ? [row.batch, `${row.batch}-again`, `${row.batch}-more`] : []
    const said =
      row && (await deps.conversations.findSaid(ctx, { agentId, visitorHashes, keys, at: new Date(receivedAt) }))
    if (!said) continue
    const words = await textOfMessage(body)
    const { batch, place } = row
    const [at, length] = place ?? [0, said.text.length]
    const text = `${said.text.slice(0, at)}${words}${said.text.slice(at + length)}`
    if (text === said.text) continue
    if (said.isAwaited && said.conversationId === identity.conversation_id) {
      await ctx.tx(async ({ db }) => {
        await setTaken(db, id, { urls: [], text, refused: [] })
        await repository.saidAgain(db, { identityId, externalId, batch: key, place: [at, words.length] })
      })
      answered.push(text)
      continue
    }
    const resized = { identityId, batch, at, length: words.length, by: words.length - length }
    await deps.conversations.editSaid(ctx, {
      ...said,
      text,
      inSameTransaction: (tx) => repository.resizePlace(tx.db, resized),
    })
  }
  return answered
}

/** Messages from a supergroup may come before the news that a group became it. */
export async function joinGroups(ctx: Ctx, { connection_id: connectionId }: IdentityRow, rows: readonly Row[]) {
  for (const { body } of rows)
    if (body.kind === 'moved') await repository.swapConversations(ctx.db, connectionId, body.thread, body.to)
}
