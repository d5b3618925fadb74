// Blocked visitors can't write or start conversations until they are unblocked.
import { type BlockedVisitor, MAX_BLOCKED_VISITORS } from '@parlance/contract/conversations/contacts-api'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { pageOf, readCursor } from '../../../lib/cursor.ts'
import { orgOf, personOf, requireConversation } from '../access.ts'
import * as repository from './blocks.repository.ts'

export interface BlocksDeps {
  /** Agents of an org of the context's workspace. */
  readonly agentsOfOrg: (ctx: Ctx, orgId: string) => Promise<readonly string[] | undefined>
  readonly lockBalances: (db: Ctx['db'], workspaceIds: readonly string[]) => Promise<unknown>
}

const PAGE = 50

interface One {
  readonly agentId: string
  readonly conversationId: string
}

/** Client users see blocks they could have made: visitors of agents they may open. */
const scopeOf = (ctx: Ctx, agentId: string): repository.BlockScope => ({
  workspaceId: ctx.workspaceId,
  agentId,
  orgId: orgOf(ctx),
  madeAt: ctx.actor.kind === 'client' ? ctx.actor.agentIds : undefined,
})

export function createBlocks({ agentsOfOrg, lockBalances }: BlocksDeps) {
  return {
    async blockVisitor(ctx: Ctx, { agentId, conversationId }: One) {
      const by = personOf(ctx.actor)
      if (!by) throw new AppError('FORBIDDEN')
      const row = await requireConversation(ctx, { agentId, conversationId })
      const orgId = orgOf(ctx)
      const of = { workspaceId: row.workspace_id, agentId, visitorHash: row.visitor_hash }
      const id = await ctx.tx(async (tx) => {
        // Like turns: a message being accepted is stored first, or refused.
        await lockBalances(tx.db, [row.workspace_id])
        const same = await repository.findBlock(tx.db, { ...of, orgId: orgId ?? '' })
        if (same !== undefined) return same
        if ((await repository.countBlocked(tx.db, of.workspaceId, orgId ?? '')) >= MAX_BLOCKED_VISITORS)
          throw new AppError('LIMIT_REACHED', msg('too_many_blocked_visitors', { max: MAX_BLOCKED_VISITORS }))
        const agentIds = orgId === undefined ? null : [...((await agentsOfOrg(tx, orgId)) ?? [])]
        const id = randomId(20)
        await repository.insertBlock(tx.db, {
          ...of,
          id,
          orgId: orgId ?? '',
          agentIds,
          subject: row.identity,
          email: row.identity === null ? '' : (row.person_email ?? ''),
          visitor: row.person_name || row.visitor,
          visitorCode: row.person_name ? '' : row.visitor_code,
          by: { kind: by.kind, id: by.id, name: by.name },
          at: ctx.now(),
        })
        return id
      })
      return { data: { id } }
    },
    async blockedVisitors(
      ctx: Ctx,
      {
        agentId,
        cursor,
        limit = PAGE,
      }: { readonly agentId: string; readonly cursor?: string | undefined; readonly limit?: number | undefined },
    ) {
      const found = await repository.listBlocked(ctx.db, scopeOf(ctx, agentId), readCursor(cursor), limit + 1)
      const { items, nextCursor } = pageOf(found, limit, ({ at, id }) => ({ at, id }))
      return {
        nextCursor,
        items: items.map(({ id, visitor, visitorCode, email, by, at }): BlockedVisitor => ({
          id,
          visitor,
          visitorCode,
          email,
          by: { kind: by.kind, name: by.name },
          at: at.toISOString(),
        })),
      }
    },
    organisationDeleted: (ctx: Ctx, orgId: string) =>
      ctx.tx(async (tx) => {
        // Waits for concurrent blocks.
        await lockBalances(tx.db, [tx.workspaceId])
        await repository.deleteBlocksOfOrg(tx.db, tx.workspaceId, orgId)
      }),
    /** Updates an org's blocks to its current agents. */
    orgAgentsChanged: (ctx: Ctx, orgId: string) =>
      ctx.tx(async (tx) => {
        // Blocking reads the org's agents under this lock too.
        await lockBalances(tx.db, [tx.workspaceId])
        const agentIds = await agentsOfOrg(tx, orgId)
        if (agentIds) await repository.setAgentsOfOrg(tx.db, { workspaceId: tx.workspaceId, orgId, agentIds })
      }),
    async unblockVisitor(ctx: Ctx, { agentId, blockId }: { readonly agentId: string; readonly blockId: string }) {
      if (!(await repository.deleteBlock(ctx.db, scopeOf(ctx, agentId), blockId))) throw new AppError('NOT_FOUND')
      return { success: true as const }
    },
  }
}

export async function refuseBlocked(
  ctx: Ctx,
  of: { readonly workspaceId: string; readonly agentId: string; readonly visitorHash: string },
): Promise<void> {
  if (await repository.isBlocked(ctx.db, of)) throw new AppError('VISITOR_BLOCKED')
}
