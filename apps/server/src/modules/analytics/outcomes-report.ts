// The outcomes report: what became of conversations in a period, as JSON or CSV.
import type { Outcomes, OutcomeTable } from '@parlance/contract/analytics/outcomes'
import { startOfDay, localTime } from '@parlance/contract/analytics/time-zones'
import { AppError } from '@parlance/contract/lib/errors'
import { toCsv } from '../../lib/csv.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { conversationQueries, OutcomesScope } from '../conversations/index.ts'
import { calendarOf, durationsOf, episodesOf, handoffsOf, mostAsked, scoresOf, sumOf } from './outcomes.ts'
import { addDays, before, eachDay, periodOf } from './period.ts'
import * as repository from './repository.ts'

export interface OutcomesDeps {
  readonly own: () => string
  readonly outcomes: (typeof conversationQueries)['outcomes']
  readonly agentsOfOrg: (ctx: Ctx, orgId: string) => Promise<readonly string[] | undefined>
  readonly isOwnAgent: (ctx: Ctx, agentId: string) => Promise<boolean>
  /** Open groups of unanswered questions, by how often they were asked. */
  readonly unanswered: (
    ctx: Ctx,
    asked: {
      readonly agentIds: readonly string[] | undefined
      readonly from: Date
      readonly to: Date
      readonly limit: number
    },
  ) => Promise<{ items: Outcomes['unanswered']; total: number }>
  readonly openQuestions: (
    ctx: Ctx,
    asked: { readonly agentIds: readonly string[] | undefined; readonly from: Date; readonly to: Date },
  ) => Promise<readonly { readonly conversationId: string; readonly questions: number }[]>
}

export interface OutcomesAsked {
  readonly orgId?: string | undefined
  readonly agentId?: string | undefined
  readonly channel?: OutcomesScope['channel']
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly timeZone: string
}

const SHOWN = 10
const SPELLINGS = 500
/** Days after the period in which actions of people still count. */
const FOLLOWED_DAYS = 7

/** The requested agents; undefined for all of the workspace. @throws NOT_FOUND for those of others */
async function agentsAsked(
  deps: OutcomesDeps,
  ctx: Ctx,
  { orgId, agentId }: OutcomesAsked,
): Promise<readonly string[] | undefined> {
  const { actor } = ctx
  const allowed = actor.kind === 'client' ? actor.agentIds : undefined
  const isOtherOrg = actor.kind === 'client' && !actor.isAdmin && orgId !== undefined && orgId !== actor.orgId
  const ofOrg = orgId === undefined || isOtherOrg ? undefined : await deps.agentsOfOrg(ctx, orgId)
  if (orgId !== undefined && !ofOrg) throw new AppError('NOT_FOUND')
  const agents = ofOrg && allowed ? ofOrg.filter((id) => allowed.includes(id)) : (ofOrg ?? allowed)
  if (agentId === undefined) return agents
  if (agents ? !agents.includes(agentId) : !(await deps.isOwnAgent(ctx, agentId))) throw new AppError('NOT_FOUND')
  return [agentId]
}

/** Questions are visitors' own words, so client users without access to conversations must not see them. */
const mayReadQuestions = ({ actor }: Ctx): boolean => actor.kind !== 'client' || actor.canAccess.includes('/convos')

export async function outcomesOf(deps: OutcomesDeps, ctx: Ctx, asked: OutcomesAsked): Promise<Outcomes> {
  const { timeZone } = asked
  const now = new Date(`${localTime(timeZone, ctx.now().getTime()).day}T12:00:00Z`)
  const period = periodOf(asked, now)
  if ('code' in period) throw new AppError('INVALID_INPUT', period)
  const agentIds = await agentsAsked(deps, ctx, asked)
  const moments = ({ from, to }: { from: string; to: string }) => ({
    from: new Date(startOfDay(timeZone, from)),
    to: new Date(startOfDay(timeZone, addDays(to, 1))),
    until: new Date(startOfDay(timeZone, addDays(to, 1 + FOLLOWED_DAYS))),
  })
  const base = { workspaceId: ctx.workspaceId, agentIds, channel: asked.channel, own: deps.own() }
  const scope: OutcomesScope = { ...base, ...moments(period) }
  const isOpen = mayReadQuestions(ctx)
  const earlier: OutcomesScope = { ...base, ...moments(before(period)) }
  const { outcomes } = deps
  const [requests, open] = await Promise.all([
    repository.handoffRequests(ctx.db, { ...base, from: earlier.from, until: scope.until }),
    deps.openQuestions(ctx, { agentIds, from: earlier.from, to: scope.until }),
  ])
  const requestedIn = ({ until }: OutcomesScope) => [
    ...new Set(requests.flatMap(({ conversationId, at }) => (at < until ? [conversationId] : []))),
  ]
  // Looks back, so that an episode that began before the period is not counted as a new one.
  const sinceEarlier: OutcomesScope = { ...scope, from: earlier.from }
  const untilEnd = requests.filter(({ at }) => at < scope.to)
  const [began, previous, described, events, scores, scoresBefore, asking, unanswered] = await Promise.all([
    outcomes.countBegan(ctx.db, scope, { requested: requestedIn(scope), unanswered: open }),
    outcomes.countBegan(ctx.db, earlier, { requested: requestedIn(earlier), unanswered: open }),
    outcomes.describeRequests(ctx.db, sinceEarlier, untilEnd),
    outcomes.listPeopleEvents(ctx.db, sinceEarlier),
    outcomes.countScores(ctx.db, scope),
    outcomes.countScores(ctx.db, earlier),
    isOpen ? outcomes.countFirstQuestions(ctx.db, scope, SPELLINGS) : [],
    deps.unanswered(ctx, { agentIds, from: scope.from, to: scope.to, limit: SHOWN }),
  ])
  const episodes = episodesOf(described, events).filter(
    ({ startedAt }) => startedAt >= scope.from.getTime() && startedAt < scope.to.getTime(),
  )
  const asWas = scoresOf(scoresBefore)
  return {
    ...period,
    timeZone,
    ...sumOf(began),
    previous: sumOf(previous),
    handoffs: handoffsOf(episodes),
    firstResponse: durationsOf(episodes.flatMap(({ firstResponse }) => firstResponse ?? [])),
    resolution: durationsOf(episodes.flatMap(({ resolution }) => resolution ?? [])),
    satisfaction: { ...scoresOf(scores), previousAverage: asWas.average },
    ...calendarOf(began, eachDay(period), timeZone),
    mayReadQuestions: isOpen,
    asked: mostAsked(asking, SHOWN),
    unanswered: isOpen ? unanswered.items : [],
    unansweredCount: unanswered.total,
  }
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 1000)

/** @throws FORBIDDEN for lists of questions that the caller may not read. */
export function outcomesCsv(data: Outcomes, table: OutcomeTable): string {
  if (!data.mayReadQuestions && (table === 'asked' || table === 'unanswered')) throw new AppError('FORBIDDEN')
  switch (table) {
    case 'summary':
      return toCsv(
        ['figure', 'value'],
        [
          ['conversations', data.conversations],
          ['without people', data.withoutPeople],
          ['answered without a human', data.answered],
          ['share answered without a human', share(data.answered, data.conversations)],
          ['hand-offs', data.handoffs.count],
          ['hand-offs answered', data.handoffs.answered],
          ['first response, median (s)', data.firstResponse.median],
          ['first response, 90th percentile (s)', data.firstResponse.p90],
          ['resolution, median (s)', data.resolution.median],
          ['resolution, 90th percentile (s)', data.resolution.p90],
          ['ratings', data.satisfaction.count],
          ['average rating', data.satisfaction.average],
          ['unanswered questions', data.unansweredCount],
        ],
      )
    case 'days':
      return toCsv(
        ['day', 'conversations', 'without people', 'share without people'],
        data.days.map((row) => [
          row.day,
          row.conversations,
          row.withoutPeople,
          share(row.withoutPeople, row.conversations),
        ]),
      )
    case 'reasons':
      return toCsv(
        ['reason', 'step', 'hand-offs'],
        data.handoffs.reasons.map(({ reason, step, count }) => [reason, step, count]),
      )
    case 'hours':
      return toCsv(
        ['weekday', ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)],
        data.hours.map((ofDay, weekday) => [WEEKDAYS[weekday] ?? '', ...ofDay]),
      )
    case 'asked':
      return toCsv(
        ['question', 'conversations'],
        data.asked.map(({ question, count }) => [question, count]),
      )
    case 'unanswered':
      return toCsv(
        ['question', 'times asked', 'agent'],
        data.unanswered.map(({ question, count, agentId }) => [question, count, agentId]),
      )
  }
}
