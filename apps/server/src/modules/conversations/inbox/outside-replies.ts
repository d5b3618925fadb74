// People's answers from a provider's own inbox: stored as theirs, and the agent goes silent.
import type { Person } from '@parlance/contract/conversations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../../lib/ctx.ts'
import { requireConversation } from '../access.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import { lockConversation } from '../lifecycle/repository.ts'
import { publishReply, type RepliesDeps } from './replies.ts'
import * as repository from './replies.repository.ts'

interface One {
  readonly agentId: string
  readonly conversationId: string
}
export interface OutsideReply extends One {
  readonly id: string
  readonly text: string
  readonly by: Person
  /** Called with the message's number. */
  readonly inSameTransaction: (tx: Ctx, seq: number) => Promise<void>
}

export interface OutsideRepliesDeps extends Pick<RepliesDeps, 'bus' | 'lockBalances' | 'messagesStored'> {
  readonly lifecycle: Pick<Lifecycle, 'change'>
}

export function createOutsideReplies(deps: OutsideRepliesDeps) {
  return {
    /** Adds no notice: the visitor already talks to this person. False when the conversation is over. */
    async silenceAgent(ctx: Ctx, input: One): Promise<boolean> {
      try {
        await deps.lifecycle.change(ctx, input, 'takeOver', { isQuiet: true })
        return true
      } catch (error) {
        if (error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) return false
        throw error
      }
    },
    async keep(ctx: Ctx, reply: OutsideReply): Promise<void> {
      const stored = await ctx.tx(async (tx) => {
        const found = await requireConversation(tx, reply)
        await deps.lockBalances(tx.db, [found.workspace_id])
        const row = await lockConversation(tx.db, reply.agentId, reply.conversationId)
        if (!row) throw new AppError('NOT_FOUND')
        const { id: clientId, text, by, inSameTransaction } = reply
        if ((await repository.findReply(tx.db, row.id, clientId)) !== undefined) return undefined
        const added = { conversationId: row.id, clientId, text, attachments: [], by }
        const { seq } = await repository.insertReply(tx.db, added, tx.now())
        await inSameTransaction(tx, seq)
        return { row, seq }
      })
      if (stored) publishReply(deps, ctx, stored.row, stored.seq)
    },
  }
}
