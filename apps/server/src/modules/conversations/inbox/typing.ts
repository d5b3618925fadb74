// Typing indicators for the other side. Nothing is stored, and nothing is sent while the agent answers.
import { refusesReply } from '@parlance/contract/conversations/lifecycle'
import type { LiveEvent } from '@parlance/contract/conversations/schemas'
import { TYPING_EVERY_MS } from '@parlance/contract/conversations/typing'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { speakingPerson, requireVisibleConversation } from '../access.ts'
import { speakerStateOf } from '../repository.ts'
import { isBlocked } from '../visitors/blocks.repository.ts'

interface One {
  readonly agentId: string
  readonly conversationId: string
}

const LEEWAY_MS = 500
const MAX_REMEMBERED = 5000

/** Whether a writer's next signal is due; remembers recent ones. */
export function createThrottle(everyMs: number) {
  const last = new Map<string, number>()
  return (key: string, now: number): boolean => {
    const before = last.get(key)
    if (before !== undefined && now - before < everyMs) return false
    // In insertion order, so the first ones are the oldest.
    for (const [known, at] of last) {
      if (now - at < everyMs && last.size < MAX_REMEMBERED) break
      last.delete(known)
    }
    last.delete(key)
    last.set(key, now)
    return true
  }
}

export function createTyping({ bus }: { readonly bus: Pick<Bus, 'publish'> }) {
  const isDue = createThrottle(TYPING_EVERY_MS - LEEWAY_MS)
  return {
    /** @throws NOT_FOUND for another visitor's conversation, CONFLICT for people who do not have the conversation. */
    async typing(ctx: Ctx, { agentId, conversationId }: One) {
      const row = await requireVisibleConversation(ctx, { agentId, conversationId })
      const isVisitor = ctx.actor.kind === 'visitor'
      const person = isVisitor ? undefined : speakingPerson(ctx.actor)
      const refused = person && refusesReply(speakerStateOf(row), row.assignee, person)
      if (refused) throw new AppError('CONFLICT', msg(refused))
      const from = person ? 'human' : 'user'
      const isShown = row.state === 'human-chatting' && row.ended_at === null
      const isTold = isShown && isDue(`${ctx.region}|${row.id}|${from}`, ctx.now().getTime())
      const of = { workspaceId: row.workspace_id, agentId, visitorHash: row.visitor_hash }
      if (isTold && !(isVisitor && (await isBlocked(ctx.db, of)))) {
        const topic = person ? `conversation:${row.id}` : `workspace:${row.workspace_id}`
        const name = person && (row.assignee ?? person).name
        const event = {
          type: 'typing',
          agentId,
          conversationId: row.id,
          from,
          ...(name && { name }),
        } satisfies LiveEvent
        bus.publish(ctx.region, topic, event)
      }
      return { success: true as const }
    },
  }
}
