// Answers from the provider's own inbox: stored as history, and the agent goes silent.
import { channelLabel } from '@parlance/contract/channels/list'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Batch, LaneDeps } from './batch.ts'
import type { InboundRow } from '../identities.repository.ts'
import * as repository from '../identities.repository.ts'
import type { Inbound } from '../ports.ts'

type EchoRow = InboundRow & { readonly body: Extract<Inbound, { kind: 'echo' }> }

/** Messages that we did not send. Throws while that is uncertain. */
export async function echoesOf(ctx: Ctx, { identity, rows }: Batch): Promise<EchoRow[]> {
  const echoes = rows.filter((row): row is EchoRow => row.body.kind === 'echo')
  const others: EchoRow[] = []
  for (const echo of echoes) {
    const whose = echo.body.isForeign ? 'nobody' : await repository.whoSent(ctx.db, identity.id, echo.body)
    if (whose === 'unknown') throw new Error('an answer is being sent')
    if (whose === 'nobody') others.push(echo)
  }
  return others
}

/** Runs before the batch is answered. Does nothing without a conversation. */
export async function silenceAgent(deps: LaneDeps, ctx: Ctx, { identity }: Batch): Promise<boolean> {
  const { agent_id: agentId, conversation_id: conversationId } = identity
  return conversationId !== null && deps.conversations.silenceAgent(ctx, { agentId, conversationId })
}

export async function keepEchoes(deps: LaneDeps, ctx: Ctx, batch: Batch, echoes: readonly EchoRow[]): Promise<void> {
  const { identity, connection } = batch
  const { agent_id: agentId, conversation_id: conversationId } = identity
  if (conversationId === null) return
  for (const { body } of echoes) {
    if (body.text === '') continue
    await deps.conversations.keepReply(ctx, {
      agentId,
      conversationId,
      id: `echo-${sha256(`${connection.id}|${body.id}`).slice(0, 32)}`,
      text: body.text.slice(0, 10_000),
      by: channelLabel(connection.channel),
      // Stored messages of people are sent out, but this one was sent already.
      inSameTransaction: (tx, seq) =>
        repository.markArrived(tx.db, {
          connectionId: connection.id,
          identityId: identity.id,
          key: arrivedKey(conversationId, seq),
          providerId: body.id,
          at: tx.now(),
        }),
    })
  }
}

/** Outbox key of a message that came from the provider itself. */
export const arrivedKey = (conversationId: string, seq: number): string => `e${conversationId}:${seq}`
