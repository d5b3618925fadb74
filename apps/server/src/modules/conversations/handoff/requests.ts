// What happens to requests for a human by themselves: they are given to somebody who is there, and end when nobody comes.
import { routeTo, timesOutAt, MIN_WAIT_S } from '@parlance/contract/conversations/handoff-rules'
import { isSamePerson } from '@parlance/contract/conversations/lifecycle'
import type { Conversation, Person } from '@parlance/contract/conversations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { lockConversation, setAssignee } from '../lifecycle/repository.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { TurnAgent } from '../turn/types.ts'
import { readTeam } from './presence.ts'
import * as repository from './repository.ts'

export interface RequestsDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  /** People who may take conversations of the agent over. */
  readonly mayTakeOver: (ctx: Ctx, agentId: string) => Promise<readonly Person[]>
  readonly lifecycle: Pick<Lifecycle, 'change'>
  readonly bus: Bus
}

const MOST_WAITING = 500
/** Of those who wait, read at once. */
const PAGE = 500

/** All who wait for so long, in a region. */
async function* waitingSince(ctx: Ctx, before: Date): AsyncGenerator<repository.WaitingRow> {
  let page: repository.WaitingRow[] = []
  do {
    page = await repository.listWaiting(ctx.db, { before }, PAGE, page.at(-1))
    yield* page
  } while (page.length === PAGE)
}

export function createRequests({ forTurn, mayTakeOver, lifecycle, bus }: RequestsDeps) {
  /** Gives one request to somebody who is there; without anybody it stays in the queue. */
  async function assign(ctx: Ctx, { agentId, conversationId }: { agentId: string; conversationId: string }) {
    const agent = await forTurn(ctx, agentId, { draft: false })
    if (!agent) return
    const { to, people } = agent.config.handoffRouting
    const able = await mayTakeOver(ctx, agentId)
    const asked = to === 'everyone' ? able : able.filter((one) => people.some((named) => isSamePerson(named, one)))
    if (asked.length === 0) return
    const isAssigned = await ctx.tx(async (tx) => {
      await repository.lockRouting(tx.db, tx.workspaceId)
      const row = await lockConversation(tx.db, agentId, conversationId)
      if (!row || row.handoff_at === null || row.assignee !== null) return false
      const chosen = routeTo(await readTeam(tx, asked))
      if (!chosen) return false
      const { kind, id, name, photoURL } = chosen
      const person: Person = { kind, id, name, ...(photoURL && { photoURL }) }
      await setAssignee(tx.db, row.id, person)
      await repository.setRouted(tx.db, tx.workspaceId, person, tx.now())
      await tx.emit({ type: 'chat.delegated', workspaceId: tx.workspaceId, agentId, conversationId, person })
      return true
    })
    const event = { type: 'conversation' as const, agentId, conversationId }
    if (isAssigned) bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, event)
  }
  return {
    assign,
    /** Those of the context's workspace that are nobody's yet. */
    async assignWaiting(ctx: Ctx): Promise<void> {
      for (const { id, agent_id } of await repository.listWaiting(
        ctx.db,
        { workspaceId: ctx.workspaceId },
        MOST_WAITING,
      ))
        await assign(ctx, { agentId: agent_id, conversationId: id })
    },
    /** Of a region. Returns how many went back to the agent. */
    async timeOut(ctx: Ctx): Promise<number> {
      const before = new Date(ctx.now().getTime() - MIN_WAIT_S * 1000)
      const timeouts = new Map<string, number | undefined>()
      let ended = 0
      for await (const row of waitingSince(ctx, before)) {
        const inWorkspace: Ctx = { ...ctx, workspaceId: row.workspace_id }
        if (!timeouts.has(row.agent_id)) {
          const agent = await forTurn(inWorkspace, row.agent_id, { draft: false })
          timeouts.set(row.agent_id, agent?.config.handoffTimeoutS)
        }
        const timeoutS = timeouts.get(row.agent_id)
        if (timeoutS === undefined) continue
        const requestedAt = new Date(row.handoff_at).getTime()
        if (timesOutAt(requestedAt, timeoutS) > ctx.now().getTime()) continue
        const input = { agentId: row.agent_id, conversationId: row.id }
        const missed: NonNullable<Conversation['missed']> = { reason: 'timeout', opensAt: null, asksEmail: true }
        const { data } = await lifecycle
          .change(inWorkspace, input, 'timeOut', { missed, requestedAt })
          .catch((error: unknown) => {
            // Deleted or ended meanwhile, or being answered: the next round sees.
            if (error instanceof AppError) return { data: undefined }
            throw error
          })
        if (data?.missed) ended++
      }
      return ended
    },
  }
}
