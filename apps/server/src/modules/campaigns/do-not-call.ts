// Numbers that an agent's campaigns never call: listed by users, or opted out of its messages.
import type { BlockedNumber } from '@parlance/contract/campaigns/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import { personOf } from '../conversations/index.ts'
import { callable } from './call-rules.ts'
import type { CampaignCalls } from './ports.ts'
import * as repository from './repository.ts'
import type { DoNotCallRow } from './schema.ts'

const MAX_BLOCKED = 100_000
const SET = 1000
const PAGE = 50

const view = ({ phone, at, by }: DoNotCallRow): BlockedNumber => ({ phone, at: at.toISOString(), by })

export function createDoNotCall({ optedOut }: Pick<CampaignCalls, 'optedOut'>) {
  return {
    /** Those of these numbers that must not be called. */
    async blockedOf(ctx: Ctx, agentId: string, phones: readonly string[]): Promise<ReadonlySet<string>> {
      const blocked = new Set<string>()
      for (let at = 0; at < phones.length; at += SET) {
        const some = phones.slice(at, at + SET)
        for (const phone of await repository.blockedOf(ctx.db, agentId, some)) blocked.add(phone)
        for (const phone of await optedOut(ctx, agentId, some)) blocked.add(phone)
      }
      return blocked
    },
    async blockedNumbers(
      ctx: Ctx,
      { agentId, cursor, limit = PAGE }: { agentId: string; cursor?: string | undefined; limit?: number | undefined },
    ) {
      const found = await repository.listBlocked(ctx.db, { agentId, after: readCursor(cursor), limit: limit + 1 })
      const { items, nextCursor } = pageOf(found, limit, ({ at, phone }) => ({ at, id: phone.slice(1) }))
      return { items: items.map(view), nextCursor }
    },
    async blockNumber(ctx: Ctx, input: { agentId: string; phone: string }) {
      const phone = callable(input.phone)
      if (phone === undefined) throw new AppError('INVALID_INPUT', msg('country_code_required'))
      const { agentId } = input
      if ((await repository.countBlocked(ctx.db, agentId)) >= MAX_BLOCKED)
        throw new AppError('LIMIT_REACHED', msg('too_many_blocked_numbers', { max: MAX_BLOCKED }))
      await repository.blockNumber(ctx.db, {
        agentId,
        phone,
        workspaceId: ctx.workspaceId,
        at: ctx.now(),
        by: personOf(ctx.actor) ?? null,
      })
      const row = await repository.findBlocked(ctx.db, agentId, phone)
      if (!row) throw new AppError('NOT_FOUND')
      return { data: view(row) }
    },
    async unblockNumber(ctx: Ctx, { agentId, phone }: { agentId: string; phone: string }) {
      await repository.unblockNumber(ctx.db, agentId, callable(phone) ?? '')
      return { success: true as const }
    },
  }
}
export type DoNotCall = ReturnType<typeof createDoNotCall>
