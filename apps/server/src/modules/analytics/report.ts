import type { AgentAnalytics, AnalyticsTable } from '@parlance/contract/analytics/api'
import {
  type CountKind,
  type CountRecord,
  RECORDS,
  REPORTED,
  UNKNOWN_COUNTRY,
} from '@parlance/contract/analytics/counts'
import { before, changeOf, eachDay, type Period, periodOf } from './period.ts'
import { toCsv } from '../../lib/csv.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { DAY_MS } from '@parlance/contract/lib/time'
import type { Ctx } from '../../lib/ctx.ts'
import type { RecordingDeps } from './record-widget-event.ts'
import * as repository from './counts.repository.ts'

export interface ReportDeps extends Pick<RecordingDeps, 'counted'> {
  /** Ratings given in a period, `to` excluded. */
  readonly ratings: (
    ctx: Ctx,
    asked: { agentId: string; from: Date; to: Date },
  ) => Promise<{ count: number; average: number | null }>
}

export interface Asked {
  readonly agentId: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const SITES = 100
const none = (): Record<CountRecord, number> => ({ loads: 0, opens: 0, chats: 0, messages: 0, handoffs: 0, leads: 0 })

export async function report(deps: ReportDeps, ctx: Ctx, asked: Asked): Promise<AgentAnalytics> {
  const period = periodOf(asked, ctx.now())
  if ('code' in period) throw new AppError('INVALID_INPUT', period)
  const { agentId } = asked
  const earlier = before(period)
  const [sums, shared, sites, hasAny, agent, now, then] = await Promise.all([
    repository.sumsByDay(ctx.db, agentId, earlier.from, period.to),
    repository.shares(ctx.db, agentId, period.from, period.to),
    repository.sitesOf(ctx.db, agentId, period.from, period.to, SITES),
    repository.hasAny(ctx.db, agentId),
    deps.counted(ctx, agentId),
    deps.ratings(ctx, { agentId, ...moments(period) }),
    deps.ratings(ctx, { agentId, ...moments(earlier) }),
  ])
  const of = (kind: CountKind) => sharesOf(shared.filter((share) => share.kind === kind))
  return {
    ...period,
    hasAny,
    totals: totalsOf(sums, period.from),
    ratings: { ...now, previousAverage: then.average, previousCount: then.count },
    days: daysOf(sums, period),
    countries: of('country'),
    browsers: of('browser'),
    platforms: of('platform'),
    channels: of('channel'),
    sites: sites.map(({ origin, loads, firstAt, lastAt }) => ({
      origin,
      loads,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    countsCountries: agent?.enableGeoAnalytics === true,
  }
}

const moments = ({ from, to }: Period) => ({
  from: new Date(`${from}T00:00:00Z`),
  to: new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
})

function totalsOf(sums: readonly repository.DaySum[], from: string): AgentAnalytics['totals'] {
  const [value, previous] = [none(), none()]
  for (const { day, record, count } of sums) (day < from ? previous : value)[record] += count
  const total = (record: CountRecord) => ({
    value: value[record],
    previous: previous[record],
    change: changeOf(value[record], previous[record]),
  })
  return {
    loads: total('loads'),
    opens: total('opens'),
    chats: total('chats'),
    messages: total('messages'),
    handoffs: total('handoffs'),
    leads: total('leads'),
  }
}

function daysOf(sums: readonly repository.DaySum[], period: Period): AgentAnalytics['days'] {
  const days = new Map(eachDay(period).map((day) => [day, { day, ...none() }]))
  for (const { day, record, count } of sums) {
    const row = days.get(day)
    if (row) row[record] += count
  }
  return [...days.values()]
}

function sharesOf(shared: readonly repository.Share[]): AgentAnalytics['countries'] {
  const values = new Map<string, { value: string } & Record<CountRecord, number>>()
  for (const { value, record, count } of shared) {
    const row = values.get(value) ?? { value, ...none() }
    row[record] += count
    values.set(value, row)
  }
  const weight = (row: Record<CountRecord, number>) => row.loads * 1e6 + row.messages
  return [...values.values()].toSorted((a, b) => weight(b) - weight(a) || (a.value < b.value ? -1 : 1))
}

const COLUMN: Record<Exclude<AnalyticsTable, 'days' | 'sites'>, string> = {
  countries: 'country',
  browsers: 'browser',
  platforms: 'platform',
  channels: 'channel',
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const countryName = (code: string) => (code === UNKNOWN_COUNTRY ? 'Unknown' : (countries.of(code) ?? code))

/** One table of a report, with the figures available for its rows: chats and messages are only known by channel. */
export function csvOf(data: AgentAnalytics, table: AnalyticsTable): string {
  if (table === 'days')
    return toCsv(
      ['day', ...RECORDS],
      data.days.map((row) => [row.day, ...RECORDS.map((r) => row[r])]),
    )
  if (table === 'sites')
    return toCsv(
      ['site', 'loads', 'first seen', 'last seen'],
      data.sites.map(({ origin, loads, firstAt, lastAt }) => [origin, loads, firstAt, lastAt]),
    )
  if (table === 'countries')
    return toCsv(
      [COLUMN[table], 'name', ...REPORTED],
      data.countries.map((row) => [row.value, countryName(row.value), ...REPORTED.map((r) => row[r])]),
    )
  const records = table === 'channels' ? RECORDS : REPORTED
  return toCsv(
    [COLUMN[table], ...records],
    data[table].map((row) => [row.value, ...records.map((r) => row[r])]),
  )
}
