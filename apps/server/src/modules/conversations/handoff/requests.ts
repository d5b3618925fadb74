// Automatic handling of hand-off requests: assigns them to people who are present, and ends them when no one comes.
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
  readonly mayTakeOver: (ctx: Ctx, agentId: string) => Promise<readonly Person[]>
  readonly clientStatus: Pick<ClientStatus, 'offlineAmong'>
  readonly lifecycle: Pick<Lifecycle, 'change'>
  readonly bus: Bus
}

const MOST_WAITING = 500
const MOST_OF_AGENT = 100
const MOST_HELD = 5000
/** Heartbeats of a workspace's people trigger assignment at most once in this time. */
const ASSIGNING_MS = 10_000
const PAGE = 500

/** All conversations of a region that have waited this long. */
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

/** In milliseconds. Undefined when the visitor expects no answer, e.g. after thanks. */
function waitsSince(unanswered: readonly repository.UnansweredMessage[]): number | undefined {
  const first = unanswered.find(({ text }) => !isClosing(text))
  return first && new Date(first.at).getTime()
}

/** Deleted, ended or being answered: the next round handles it. */
function nothingLeft(error: unknown): { readonly data: undefined } {
  if (error instanceof AppError) return { data: undefined }
  throw error
}

interface Asked {
  readonly agentId: string
  readonly conversationId: string
}
interface People {
  readonly able: readonly Person[]
  readonly config: TurnAgent['config']
}

export function createRequests({ forTurn, mayTakeOver, clientStatus, lifecycle, bus }: RequestsDeps) {
  async function peopleOf(ctx: Ctx, agentId: string): Promise<People | undefined> {
    const agent = await forTurn(ctx, agentId, { draft: false })
    return agent && { able: await mayTakeOver(ctx, agentId), config: agent.config }
  }
  /** A team of the context's workspace; undefined for a deleted one, and for one whose people may not answer. */
  async function teamNamed(tx: Ctx, id: string | null, able: readonly Person[]) {
    const team = id ? await findTeam(tx.db, tx.workspaceId, id) : undefined
    return team?.members.some((member) => able.some((one) => isSamePerson(one, member))) ? team : undefined
  }
  /**
   * Assigns a request to a person who is present, of its team or the agent's. False, and it stays queued, without one.
   */
  async function give(ctx: Ctx, { agentId, conversationId }: Asked, { able, config }: People): Promise<boolean> {
    if (able.length === 0) return false
    const outcome = await ctx.tx(async (tx) => {
      await repository.lockRouting(tx.db, tx.workspaceId)
      const row = await lockConversation(tx.db, agentId, conversationId)
      if (!row || row.handoff_at === null || row.assignee !== null) return 'over'
      const team = await teamNamed(tx, row.team_id, able)
      const agentTeam = team ? undefined : await teamNamed(tx, config.handoffTeamId, able)
      const teamId = (team ?? agentTeam)?.id ?? null
      if (teamId !== row.team_id) await setTeam(tx.db, row.id, teamId)
      const people = peopleAsked(able, {
        routing: config.handoffRouting,
        team: team?.members,
        agentTeam: agentTeam?.members,
      })
      const chosen = routeTo(await readTeam(clientStatus, tx, people))
      if (!chosen) return teamId === row.team_id ? 'nobody' : 'team-changed'
      const { kind, id, name, photoURL } = chosen
      const person: Person = { kind, id, name, ...(photoURL && { photoURL }) }
      await setAssignee(tx.db, row.id, person, tx.now())
      await repository.setRouted(tx.db, tx.workspaceId, person, tx.now())
      await tx.emit({ type: 'chat.delegated', workspaceId: tx.workspaceId, agentId, conversationId, person })
      return 'given'
    })
    const event = { type: 'conversation' as const, agentId, conversationId }
    if (outcome === 'given' || outcome === 'team-changed')
      bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, event)
    return outcome === 'given' || outcome === 'over'
  }
  /** Assigns waiting requests because this person came. Undefined when nothing was tried: they may not answer. */
  async function assignWaiting(ctx: Ctx, person: Person): Promise<true | undefined> {
    const waiting = await repository.listUnassigned(ctx.db, ctx.workspaceId, {
      inAll: MOST_WAITING,
      ofAgent: MOST_OF_AGENT,
    })
    for (const [agentId, requests] of Map.groupBy(waiting, (row) => row.agent_id)) {
      const people = await peopleOf(ctx, agentId)
      if (!people) continue
      // A member who may answer for one agent of the workspace may answer for all.
      if (person.kind === 'user' && !people.able.some((one) => isSamePerson(one, person))) return undefined
      // One team may be absent while another has people.
      const absent = new Set<string | null>()
      for (const { id, team_id: teamId } of requests)
        if (!absent.has(teamId) && !(await give(ctx, { agentId, conversationId: id }, people))) absent.add(teamId)
    }
    return true
  }
  const assignWaitingThrottled = memoize(
    {
      ttlMs: ASSIGNING_MS,
      max: 20_000,
      key: ({ region, workspaceId }: Ctx, _person: Person) => `${region}|${workspaceId}`,
    },
    assignWaiting,
  )
  /** Unassigns it, unless they took it over or it was reassigned meanwhile. */
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
    /** The same, throttled per workspace. */
    assignWaitingThrottled,
    /** Unassigns conversations in a region from people who are away or offline. Returns how many are reopened. */
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
    /**
     * Unassigns conversations of the context's workspace from people who may no longer answer them: others are asked.
     */
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
          // An answered visitor waits for no one; unless they write meanwhile, the agent answers next.
          if (said.has_replied && waitsSince(said.unanswered) === undefined)
            await lifecycle.change(ctx, asked, 'handBack', { heldBy: assignee, messageCount }).catch(nothingLeft)
          await lifecycle.change(ctx, asked, 'requeue', { heldBy: assignee }).catch(nothingLeft)
        }
      }
    },
    /** Workspaces of the region where this person has conversations. */
    workspacesHeldBy: (ctx: Ctx, person: Pick<Person, 'kind' | 'id'>): Promise<string[]> =>
      repository.workspacesHeldBy(ctx.db, person),
    /** For a region. Returns how many went back to the agent. */
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
