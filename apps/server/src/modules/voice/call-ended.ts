// What other modules learn of a call that ended.
import type { CallKind } from '@parlance/contract/voice/schemas'
import type { EndReason } from '@parlance/contract/voice/protocol'
import { toCredits } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import type { VoiceDeps } from './deps.ts'
import { legsCost } from './phone/stored-transfers.ts'
import { type CallRow, findCall } from './repository.ts'

type EndedCall = Pick<CallRow, 'id' | 'workspaceId' | 'agentId' | 'conversationId' | 'kind' | 'answeredAt'>

/** Emitted in the transaction that ends the call, so once. Tests by owners and web calls that never began emit nothing. */
export async function emitEnded({ forTurn }: Pick<VoiceDeps, 'forTurn'>, tx: Ctx, row: EndedCall): Promise<void> {
  if (row.kind === 'test' || (row.kind === 'web' && row.answeredAt === null)) return
  const { workspaceId, agentId, conversationId } = row
  const agent = await forTurn(tx, agentId, { draft: false })
  await tx.emit({
    type: 'call.ended',
    workspaceId,
    agentId,
    callId: row.id,
    ...(conversationId === null ? {} : { conversationId }),
    withNumber: agent?.config.recordChatHistory ?? false,
  })
}

export async function endedCall(ctx: Ctx, { agentId, callId }: { readonly agentId: string; readonly callId: string }) {
  const row = await findCall(ctx.db, agentId, callId)
  const kind = row?.kind as CallKind | undefined
  if (!row || row.state !== 'ended' || (kind !== 'web' && kind !== 'phone')) return undefined
  return {
    kind,
    direction: row.direction === '' ? undefined : (row.direction as 'in' | 'out'),
    phone: row.phone,
    line: row.line,
    endReason: row.endReason as EndReason,
    durationMs: row.durationMs,
    credits: toCredits(row.cost + legsCost(row)),
  }
}
