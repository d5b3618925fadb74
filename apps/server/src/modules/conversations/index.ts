import type { Ctx } from '../../lib/ctx.ts'
import { monthKey } from '@parlance/contract/lib/time'
import { type AttachmentsDeps, attachmentsRoutes, createAttachments } from './attachments.ts'
import { told } from './event-payloads.ts'
import { conversationsJobs } from './jobs.ts'
import * as repository from './repository.ts'
import { conversationsRoutes, type RouteDeps } from './router.ts'
import { type ConversationsDeps, createConversations } from './service.ts'
import { createTurns } from './turn/turns.ts'

export { ModelError } from './ports.ts'
export { type Turn, turnText } from './turn/stream-parts.ts'

/** What other modules may ask of conversations: plain reads that need nothing but a context. */
export const conversationQueries = {
  /** As events tell of a conversation; undefined for one that is gone. */
  eventPayload: told,
  /** Through which channel and from which page a conversation came; undefined for one that is gone. */
  async originOf(ctx: Ctx, { agentId, conversationId }: { agentId: string; conversationId: string }) {
    const row = await repository.findConversation(ctx.db, agentId, conversationId)
    return row && { channel: row.channel, pageUrl: row.page_url }
  },
  /** Messages of visitors in this month. */
  monthlyMessages: async (ctx: Ctx, agentId: string) =>
    (await repository.readUsage(ctx.db, agentId, monthKey(ctx.now()))).messages,
  /** How many wait for a human, by agent of the context's workspace. */
  waiting: (ctx: Ctx, agentIds: readonly string[]) => repository.countWaiting(ctx.db, ctx.workspaceId, agentIds),
  /** Whether anybody has talked to an agent of the context's workspace. */
  hasAny: (ctx: Ctx, agentId: string) => repository.hasAny(ctx.db, ctx.workspaceId, agentId),
  ratings: (ctx: Ctx, filter: Parameters<typeof repository.readRatings>[1]) => repository.readRatings(ctx.db, filter),
  /** Those of these conversations that exist. */
  existing: (ctx: Ctx, ids: readonly string[]) => repository.leftOf(ctx.db, ids),
}

type ConversationsModuleDeps = Omit<ConversationsDeps, 'turns'> &
  RouteDeps & {
    readonly turn: Parameters<typeof createTurns>[0]
    readonly attachments: AttachmentsDeps
  }

export function createConversationsModule({ turn, attachments, agentOf, ...deps }: ConversationsModuleDeps) {
  const turns = createTurns(turn)
  const service = createConversations({ ...deps, turns })
  return {
    service,
    turns,
    router: { ...conversationsRoutes(service, { agentOf }), ...attachmentsRoutes(createAttachments(attachments)) },
    jobs: conversationsJobs(service),
  }
}
