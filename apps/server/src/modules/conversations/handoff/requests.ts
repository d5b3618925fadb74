// What happens to requests for a human by themselves: they are given to somebody who is there, and end when nobody comes.
import { routeTo, timesOutAt, MIN_WAIT_S } from '@parlance/contract/conversations/handoff-rules'
import { isSamePerson } from '@parlance/contract/conversations/lifecycle'
import type { Conversation, Person } from '@parlance/contract/conversations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../../lib/ctx.ts'
import { memoize } from '../../../lib/memoize.ts'
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
/** Heartbeats of all people of a workspace give what waits out once in this time. */
const ASSIGNING_MS = 10_000
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

interface Asked {
  readonly agentId: string
  readonly conversationId: string
}

export function createRequests({ forTurn, mayTakeOver, lifecycle, bus }: RequestsDeps) {
  /** Who may be asked for at an agent; `able` may take over there, asked for or not. */
  async function teamOf(ctx: Ctx, agentId: string) {
    const agent = await forTurn(ctx, agentId, { draft: false })
    if (!agent) return undefined
    const { to, people } = agent.config.handoffRouting
    const able = await mayTakeOver(ctx, agentId)
    const asked = to === 'everyone' ? able : able.filter((one) => people.some((named) => isSamePerson(named, one)))
    return { able, asked }
  }
  /** Gives one request to somebody who is there; without anybody it stays in the queue. False: nobody is there. */
  async function give(ctx: Ctx, { agentId, conversationId }: Asked, asked: readonly Person[]): Promise<boolean> {
    if (asked.length === 0) return false
    const outcome = await ctx.tx(async (tx) => {
      await repository.lockRouting(tx.db, tx.workspaceId)
      const row = await lockConversation(tx.db, agentId, conversationId)
      if (!row || row.handoff_at === null || row.assignee !== null) return 'over'
      const chosen = routeTo(await readTeam(tx, asked))
      if (!chosen) return 'nobody'
      const { kind, id, name, photoURL } = chosen
      const person: Person = { kind, id, name, ...(photoURL && { photoURL }) }
      await setAssignee(tx.db, row.id, person)
      await repository.setRouted(tx.db, tx.workspaceId, person, tx.now())
      await tx.emit({ type: 'chat.delegated', workspaceId: tx.workspaceId, agentId, conversationId, person })
      return 'given'
    })
    const event = { type: 'conversation' as const, agentId, conversationId }
    if (outcome === 'given') bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, event)
    return outcome !== 'nobody'
  }
  /**
   * Those of the context's workspace that are nobody's yet, because this person came. Undefined where nothing was tried: they
   * may not answer.
   */
  async function assignWaiting(ctx: Ctx, person: Person): Promise<true | undefined> {
    const waiting = await repository.listWaiting(ctx.db, { workspaceId: ctx.workspaceId }, MOST_WAITING)
    for (const [agentId, requests] of Map.groupBy(waiting, (row) => row.agent_id)) {
      const team = await teamOf(ctx, agentId)
      if (!team) continue
      // Whoever may answer at one agent of the workspace may at all.
      if (person.kind === 'user' && !team.able.some((one) => isSamePerson(one, person))) return undefined
      for (const { id } of requests) if (!(await give(ctx, { agentId, conversationId: id }, team.asked))) break
    }
    return true
  }
  const assignNowAndThen = memoize(
    {
      ttlMs: ASSIGNING_MS,
      max: 20_000,
      key: ({ region, workspaceId }: Ctx, _person: Person) => `${region}|${workspaceId}`,
    },
    assignWaiting,
  )
  return {
    async assign(ctx: Ctx, asked: Asked): Promise<void> {
      const team = await teamOf(ctx, asked.agentId)
      if (team) await give(ctx, asked, team.asked)
    },
    assignWaiting,
    /** The same, as often as a workspace needs it whose people all say that they are there. */
    assignNowAndThen,
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
