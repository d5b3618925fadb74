// Calls as shown to users.
import type { EndReason, VoiceService } from '@parlance/contract/voice/protocol'
import type { Call, CallDetail, CallEntry, CallLatency, EngineReport } from '@parlance/contract/voice/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { toCredits } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import * as repository from './repository.ts'
import type { VoiceDeps } from './deps.ts'
import { legsCost, shownTransfers } from './phone/stored-transfers.ts'
import type { CallSession } from './session/call-session.ts'
import { BROWSER_TRANSCRIBER } from './session/line.ts'

export function createReading(
  deps: Pick<VoiceDeps, 'requireVisible' | 'conversations' | 'recordings'>,
  /** The session of a call in this process. */
  sessionOf: (callId: string) => CallSession | undefined,
) {
  const required = async (ctx: Ctx, { agentId, callId }: { agentId: string; callId: string }) => {
    const row = await repository.findCall(ctx.db, agentId, callId)
    if (!row) throw new AppError('NOT_FOUND')
    return row
  }

  return {
    required,
    async list(
      ctx: Ctx,
      input: { agentId: string; kind?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
    ) {
      const limit = input.limit ?? 50
      const { agentId, kind } = input
      const rows = await repository.listCalls(ctx.db, {
        agentId,
        kind,
        after: readCursor(input.cursor),
        limit: limit + 1,
      })
      const { items, nextCursor } = pageOf(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
      return { items: items.map(callOf), nextCursor }
    },
    async ofConversation(ctx: Ctx, input: { agentId: string; conversationId: string; limit?: number | undefined }) {
      await deps.requireVisible(ctx, input)
      const rows = await repository.callsOfConversation(ctx.db, input.agentId, input.conversationId, input.limit ?? 100)
      return { items: rows.map(callOf) }
    },
    async get(ctx: Ctx, input: { agentId: string; callId: string }): Promise<{ data: CallDetail }> {
      const row = await required(ctx, input)
      const session = sessionOf(row.id)
      const transcript = [...(session?.transcript() ?? (row.transcript as CallEntry[]))]
      const turnIds = [...new Set(transcript.flatMap(({ turnId }) => turnId ?? []))]
      const conversationId = session?.conversationId() ?? row.conversationId
      const { agentId } = input
      return {
        data: {
          ...callOf(row),
          conversationId,
          transcript,
          answers:
            conversationId === null || turnIds.length === 0
              ? []
              : await deps.conversations.answers(ctx, { agentId, conversationId, turnIds }),
          latencies: row.latencies as CallLatency[],
          transfers: shownTransfers(row),
          engineReport: shownReport(row.engineReport, ctx.actor.kind === 'client'),
          recordingUrl: row.recording === null ? null : deps.recordings.address(ctx, row.agentId, row.recording),
        },
      }
    },
    async deleteRecording(ctx: Ctx, input: { agentId: string; callId: string }) {
      const row = await required(ctx, input)
      if (row.recording === null) throw new AppError('NOT_FOUND')
      await deps.recordings.remove(ctx, row.recording)
      await repository.forgetRecording(ctx.db, row.id)
      return { success: true as const }
    },
  }
}

/** What the service charges the workspace is not for its client users. */
function shownReport(report: unknown, isForClient: boolean): CallDetail['engineReport'] {
  if (report === null || report === undefined) return null
  const { endedReason = '', costUsd = null } = report as Partial<EngineReport>
  return { endedReason, costUsd: isForClient ? null : costUsd }
}

const callOf = (row: repository.CallRow): Call => ({
  id: row.id,
  agentId: row.agentId,
  conversationId: row.conversationId,
  kind: row.kind as Call['kind'],
  state: row.state as Call['state'],
  endReason: row.endReason as EndReason | null,
  phone: row.phone,
  direction: row.direction === '' ? null : (row.direction as 'in' | 'out'),
  line: row.line,
  answeredBy: row.answeredBy === '' ? null : (row.answeredBy as Call['answeredBy']),
  createdAt: row.createdAt.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  durationMs: row.durationMs,
  interruptions: row.interruptions,
  credits: toCredits(row.cost + legsCost(row)),
  transcriber: { ...BROWSER_TRANSCRIBER, ...(row.transcriber as Partial<VoiceService>) },
  speech: { provider: '', name: '', isOffline: true, ...(row.speech as Partial<VoiceService>) },
  hasRecording: row.recording !== null,
})
