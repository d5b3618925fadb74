// What happens to requests for a human by themselves: they are given to somebody who is there, and end when nobody comes.
import {
  ABSENCE_MS,
  isAbandoned,
  MIN_WAIT_S,
  peopleAsked,
  routeTo,
  timesOutAt,
} from '@parlance/contract/conversations/handoff-rules'
import { isSamePerson } from '@parlance/contract/conversations/lifecycle'
import type { Conversation, Person } from '@parlance/contract/conversations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../../lib/ctx.ts'
import { memoize } from '../../../lib/memoize.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { lockConversation, setAssignee } from '../lifecycle/repository.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { TurnAgent } from '../turn/types.ts'
import { isClosing } from './closing-words.ts'
import { clientIdsOf, type ClientStatus, GONE_MS, readTeam } from './operator-presence.ts'
import { findTeam, setTeam } from '../teams/repository.ts'
import * as repository from './repository.ts'

export interface RequestsDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  /** People who may take conversations of the agent over. */
  readonly mayTakeOver: (ctx: Ctx, agentId: string) => Promise<readonly Person[]>
  readonly clientStatus: Pick<ClientStatus, 'offlineAmong'>
  readonly lifecycle: Pick<Lifecycle, 'change'>
  readonly bus: Bus
}

const MOST_WAITING = 500
const MOST_OF_AGENT = 100
const MOST_HELD = 5000
/** Heartbeats of all people of a workspace give what waits out once in this time. */
const ASSIGNING_MS = 10_000
/** Of those who wait, read at once. */
const PAGE = 500

/** All who wait for so long, in a region. */
async function* waitingSince(ctx: Ctx, before: Date): AsyncGenerator<repository.WaitingRow> {
  let page: repository.WaitingRow[] = []
  do {
    page = await repository.listWaiting(ctx.db, before, PAGE, page.at(-1))
    yield* page
  } while (page.length === PAGE)
}

async function* ofAbsent(ctx: Ctx, gone: repository.Gone): AsyncGenerator<repository.AbsentRow> {
  let page: repository.AbsentRow[] = []
  do {
    page = await repository.listOfAbsent(ctx.db, gone, PAGE, page.at(-1)?.id)
    yield* page
  } while (page.length === PAGE)
}

/** In milliseconds. Undefined while the visitor waits for no answer, also after their thanks for one. */
function waitsSince(unanswered: readonly repository.UnansweredMessage[]): number | undefined {
  const first = unanswered.find(({ text }) => !isClosing(text))
  return first && new Date(first.at).getTime()
}

/** Deleted or ended meanwhile, or being answered: the next round sees. */
function nothingLeft(error: unknown): { readonly data: undefined } {
  if (error instanceof AppError) return { data: undefined }
  throw error
}

interface Asked {
  readonly agentId: string
  readonly conversationId: string
}
interface People {
  /** Who may take over. */
  readonly able: readonly Person[]
  readonly config: TurnAgent['config']
}

export function createRequests({ forTurn, mayTakeOver, clientStatus, lifecycle, bus }: RequestsDeps) {
  async function peopleOf(ctx: Ctx, agentId: string): Promise<People | undefined> {
    const agent = await forTurn(ctx, agentId, { draft: false })
    return agent && { able: await mayTakeOver(ctx, agentId), config: agent.config }
  }
  /** Of the context's workspace; undefined for one that is gone. */
  const teamNamed = async (tx: Ctx, id: string | null) => (id ? await findTeam(tx.db, tx.workspaceId, id) : undefined)
  /**
   * Gives one request to somebody who is there, of its team or the agent's where there is one; without anybody it stays in the
   * queue. False: nobody is there.
   */
  async function give(ctx: Ctx, { agentId, conversationId }: Asked, { able, config }: People): Promise<boolean> {
    if (able.length === 0) return false
    const outcome = await ctx.tx(async (tx) => {
      await repository.lockRouting(tx.db, tx.workspaceId)
      const row = await lockConversation(tx.db, agentId, conversationId)
      if (!row || row.handoff_at === null || row.assignee !== null) return 'over'
      const team = await teamNamed(tx, row.team_id)
      const agentTeam = team ? undefined : await teamNamed(tx, config.handoffTeamId)
      if (agentTeam) await setTeam(tx.db, row.id, agentTeam.id)
      const people = peopleAsked(able, {
        routing: config.handoffRouting,
        team: team?.members,
        agentTeam: agentTeam?.members,
      })
      const chosen = routeTo(await readTeam(clientStatus, tx, people))
      if (!chosen) return agentTeam ? 'of-team' : 'nobody'
      const { kind, id, name, photoURL } = chosen
      const person: Person = { kind, id, name, ...(photoURL && { photoURL }) }
      await setAssignee(tx.db, row.id, person, tx.now())
      await repository.setRouted(tx.db, tx.workspaceId, person, tx.now())
      await tx.emit({ type: 'chat.delegated', workspaceId: tx.workspaceId, agentId, conversationId, person })
      return 'given'
    })
    const event = { type: 'conversation' as const, agentId, conversationId }
    if (outcome === 'given' || outcome === 'of-team') bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, event)
    return outcome === 'given' || outcome === 'over'
  }
  /**
   * Those of the context's workspace that are nobody's yet, because this person came. Undefined where nothing was tried: they
   * may not answer.
   */
  async function assignWaiting(ctx: Ctx, person: Person): Promise<true | undefined> {
    const waiting = await repository.listUnassigned(ctx.db, ctx.workspaceId, {
      inAll: MOST_WAITING,
      ofAgent: MOST_OF_AGENT,
    })
    for (const [agentId, requests] of Map.groupBy(waiting, (row) => row.agent_id)) {
      const people = await peopleOf(ctx, agentId)
      if (!people) continue
      // Whoever may answer at one agent of the workspace may at all.
      if (person.kind === 'user' && !people.able.some((one) => isSamePerson(one, person))) return undefined
      // Where nobody of one team is there, somebody of another may be.
      const absent = new Set<string | null>()
      for (const { id, team_id: teamId } of requests)
        if (!absent.has(teamId) && !(await give(ctx, { agentId, conversationId: id }, people))) absent.add(teamId)
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
  /** Nobody's again, unless they took it over or somebody else got it meanwhile. */
  async function release(ctx: Ctx, { agentId, conversationId }: Asked, from: Person): Promise<boolean> {
    const isReleased = await ctx.tx(async (tx) => {
      const row = await lockConversation(tx.db, agentId, conversationId)
      if (!row?.assignee || row.handoff_at === null || !isSamePerson(row.assignee, from)) return false
      await setAssignee(tx.db, row.id, null, tx.now())
      const of = { workspaceId: tx.workspaceId, agentId, conversationId }
      await tx.emit({ type: 'handoff.reopened', ...of, at: tx.now().getTime() })
      return true
    })
    if (isReleased)
      bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, { type: 'conversation', agentId, conversationId })
    return isReleased
  }
  return {
    async assign(ctx: Ctx, asked: Asked): Promise<void> {
      const people = await peopleOf(ctx, asked.agentId)
      if (people) await give(ctx, asked, people)
    },
    assignWaiting,
    /** The same, as often as a workspace needs it whose people all say that they are there. */
    assignNowAndThen,
    /** Takes conversations of a region from people who are away or offline. Returns how many are asked for anew. */
    async reopenAbandoned(ctx: Ctx): Promise<number> {
      const now = ctx.now().getTime()
      const holders = await repository.listHolders(ctx.db)
      const gone = {
        seenBefore: new Date(now - GONE_MS),
        assignedBefore: new Date(now - ABSENCE_MS.waiting),
        offlineClients: [...(await clientStatus.offlineAmong(ctx, clientIdsOf(holders)))],
      }
      let reopened = 0
      for await (const row of ofAbsent(ctx, gone)) {
        const { agent_id: agentId, id: conversationId, assignee } = row
        const as = row.state === 'human-chatting' ? 'speaking' : 'waiting'
        const assignedAt = row.assigned_at === null ? 0 : new Date(row.assigned_at).getTime()
        if (!isAbandoned({ as, assignedAt, unansweredSince: waitsSince(row.unanswered) }, now)) continue
        const inWorkspace: Ctx = { ...ctx, workspaceId: row.workspace_id }
        const asked = { agentId, conversationId }
        if (as === 'waiting') {
          if (await release(inWorkspace, asked, assignee)) reopened++
          continue
        }
        const { data } = await lifecycle
          .change(inWorkspace, asked, 'requeue', { heldBy: assignee, messageCount: row.message_count })
          .catch(nothingLeft)
        if (data?.state === 'requested_chat') reopened++
      }
      return reopened
    },
    /** Takes conversations of the context's workspace from people who may not answer them any more: others are asked. */
    async reopenLost(ctx: Ctx): Promise<void> {
      const held = await repository.listHeld(ctx.db, ctx.workspaceId, MOST_HELD)
      for (const [agentId, conversations] of Map.groupBy(held, (row) => row.agent_id)) {
        const able = await mayTakeOver(ctx, agentId)
        for (const { id: conversationId, state, message_count: messageCount, assignee, ...said } of conversations) {
          if (able.some((one) => isSamePerson(one, assignee))) continue
          const asked = { agentId, conversationId }
          if (state !== 'human-chatting') {
            await release(ctx, asked, assignee)
            continue
          }
          // An answered visitor waits for nobody; unless they write meanwhile, the agent answers them next.
          if (said.has_replied && waitsSince(said.unanswered) === undefined)
            await lifecycle.change(ctx, asked, 'handBack', { heldBy: assignee, messageCount }).catch(nothingLeft)
          await lifecycle.change(ctx, asked, 'requeue', { heldBy: assignee }).catch(nothingLeft)
        }
      }
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
          .catch(nothingLeft)
        if (data?.missed) ended++
      }
      return ended
    },
  }
}
