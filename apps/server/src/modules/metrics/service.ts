// Owns metrics of agents: questions that a model answers about ended conversations, each proved by a quote.
import { startOfDay, localTime } from '@parlance/contract/analytics/time-zones'
import { agreementOf } from '@parlance/contract/metrics/agreement'
import {
  choicesProblem,
  type Judgement,
  MAX_METRICS,
  type Metric,
  type MetricChange,
  type MetricReport,
  type NewMetric,
  UNCLEAR,
  valuesOf,
} from '@parlance/contract/metrics/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { toCredits } from '@parlance/contract/lib/money'
import { DAY_MS, monthKey } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { addDays, eachDay, periodOf } from '../analytics/index.ts'
import type { conversationQueries } from '../conversations/index.ts'
import { streamCsv } from '../../lib/csv.ts'
import { type Cursor, pageOf, readCursor } from '../../lib/cursor.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { createJudging, type JudgingDeps } from './judging.ts'
import * as repository from './repository.ts'
import type { MetricRow, ResultRow } from './schema.ts'

export interface MetricsDeps extends JudgingDeps {
  readonly conversations: Pick<(typeof conversationQueries)['ended'], 'listEnded' | 'titlesOf' | 'transcript'>
  /** Throws NOT_FOUND for a campaign that the agent does not have. */
  readonly ofCampaign: (ctx: Ctx, of: { agentId: string; campaignId: string }) => Promise<readonly string[]>
}

interface Named {
  readonly agentId: string
  readonly metricId: string
}
interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly timeZone: string
}

const PAGE = 30
const CSV_ROWS = 10_000
const CSV_PAGE = 500
const TRIED = 10
const TRIED_DAYS = 90

export function createMetrics(deps: MetricsDeps) {
  const judging = createJudging(deps)

  async function found(ctx: Ctx, { agentId, metricId }: Named): Promise<MetricRow> {
    const row = await repository.find(ctx.db, agentId, metricId)
    if (!row) throw new AppError('NOT_FOUND')
    return row
  }

  async function toMetrics(ctx: Ctx, agentId: string, rows: readonly MetricRow[]): Promise<Metric[]> {
    const ids = rows.map(({ id }) => id)
    const [answers, spent] = await Promise.all([
      repository.answersByMetric(ctx.db, agentId),
      repository.spent(ctx.db, ids, monthKey(ctx.now())),
    ])
    return rows.map((row) => ({
      ...answered(answers, row.id),
      id: row.id,
      name: row.name,
      question: row.question,
      kind: row.kind,
      choices: row.choices,
      samplePercent: row.samplePercent,
      monthlyCap: row.monthlyCap,
      enabled: row.enabled,
      createdAt: row.createdAt.toISOString(),
      spent: toCredits(spent.get(row.id) ?? 0),
    }))
  }
  async function toMetric(ctx: Ctx, row: MetricRow): Promise<{ data: Metric }> {
    const [data] = await toMetrics(ctx, row.agentId, [row])
    if (!data) throw new AppError('NOT_FOUND')
    return { data }
  }

  async function toJudgements(ctx: Ctx, rows: readonly ResultRow[]): Promise<Judgement[]> {
    const titles = await deps.conversations.titlesOf(
      ctx.db,
      rows.map(({ conversationId }) => conversationId),
    )
    return rows.map((row) => ({
      conversationId: row.conversationId,
      title: titles.get(row.conversationId) ?? '',
      value: row.value,
      quote: row.quote,
      seq: row.seq,
      reason: row.reason,
      label: row.label,
      endedAt: row.endedAt.toISOString(),
      judgedAt: row.judgedAt.toISOString(),
    }))
  }

  /** @throws INVALID_INPUT for an invalid period */
  function momentsOf(ctx: Ctx, asked: Period) {
    const today = new Date(`${localTime(asked.timeZone, ctx.now().getTime()).day}T12:00:00Z`)
    const period = periodOf(asked, today)
    if ('code' in period) throw new AppError('INVALID_INPUT', period)
    const from = new Date(startOfDay(asked.timeZone, period.from))
    const to = new Date(startOfDay(asked.timeZone, addDays(period.to, 1)))
    return { period, from, to }
  }

  const lastEnded = (ctx: Ctx, agentId: string) => {
    const now = ctx.now().getTime()
    return deps.conversations.listEnded(ctx.db, {
      agentId,
      from: new Date(now - TRIED_DAYS * DAY_MS),
      to: new Date(now),
      newestFirst: true,
      limit: TRIED,
    })
  }

  return {
    list: async (ctx: Ctx, { agentId }: { agentId: string }) => ({
      items: await toMetrics(ctx, agentId, await repository.list(ctx.db, agentId)),
    }),

    async summaries(ctx: Ctx, { agentId }: { agentId: string }) {
      const [rows, answers] = await Promise.all([
        repository.list(ctx.db, agentId),
        repository.answersByMetric(ctx.db, agentId),
      ])
      return {
        items: rows
          .map(({ id, name, kind, choices, enabled }) => ({
            id,
            name,
            kind,
            choices,
            enabled,
            judged: answered(answers, id).judged,
          }))
          .filter((one) => one.enabled || one.judged > 0),
      }
    },

    async ofCampaign(ctx: Ctx, of: { agentId: string; campaignId: string }) {
      const ids = await deps.ofCampaign(ctx, of)
      const [rows, answers] = await Promise.all([
        repository.list(ctx.db, of.agentId),
        repository.answersByMetric(ctx.db, of.agentId, ids),
      ])
      return {
        items: rows.flatMap(({ id, name, kind, choices }) => {
          const counts = answers.get(id)
          return counts ? [{ id, name, kind, choices, counts }] : []
        }),
      }
    },

    create: (ctx: Ctx, { agentId, ...given }: NewMetric & { agentId: string }) =>
      ctx.tx(async (tx) => {
        await repository.lockAgent(tx.db, agentId)
        const { length } = await repository.list(tx.db, agentId)
        if (length >= MAX_METRICS) throw new AppError('LIMIT_REACHED', msg('too_many_metrics', { max: MAX_METRICS }))
        const row: MetricRow = {
          ...given,
          id: randomId(16),
          workspaceId: ctx.workspaceId,
          agentId,
          enabled: false,
          version: 1,
          scannedUntil: null,
          failures: 0,
          createdAt: ctx.now(),
        }
        await repository.insert(tx.db, row)
        return toMetric(tx, row)
      }),

    update: (ctx: Ctx, { agentId, metricId, ...change }: MetricChange & Named) =>
      ctx.tx(async (tx) => {
        const row = await repository.lock(tx.db, agentId, metricId)
        if (!row) throw new AppError('NOT_FOUND')
        const next: MetricRow = { ...row, ...change }
        const problem = choicesProblem(next)
        if (problem) throw new AppError('INVALID_INPUT', problem)
        const asksElse =
          next.question !== row.question ||
          next.kind !== row.kind ||
          JSON.stringify(next.choices) !== JSON.stringify(row.choices)
        if (asksElse) next.version += 1
        // Conversations that ended while it was disabled are not judged.
        if (next.enabled && !row.enabled) Object.assign(next, { scannedUntil: ctx.now(), failures: 0 })
        const { id, ...set } = next
        await repository.update(tx.db, id, set)
        return toMetric(tx, next)
      }),

    async delete(ctx: Ctx, { agentId, metricId }: Named) {
      if (!(await repository.remove(ctx.db, agentId, metricId))) throw new AppError('NOT_FOUND')
      return { success: true as const }
    },

    async trial(ctx: Ctx, name: Named) {
      const metric = await found(ctx, name)
      const ended = await lastEnded(ctx, name.agentId)
      const cost = await judging.costAtMost(
        ctx,
        metric,
        ended.map(({ id }) => id),
      )
      return { conversations: ended.length, credits: toCredits(cost) }
    },

    async tryOut(ctx: Ctx, name: Named) {
      const metric = await found(ctx, name)
      const ended = await lastEnded(ctx, name.agentId)
      const ids = ended.map(({ id }) => id)
      const known = await repository.judgedAmong(ctx.db, metric, ids)
      let cost = 0
      for (const conversation of ended) {
        if (known.has(conversation.id)) continue
        const judged = await judging.judge(ctx, metric, conversation)
        if (judged === 'cap-reached') throw new AppError('LIMIT_REACHED', msg('metric_cap_reached'))
        if (judged === 'changed') break
        if (judged !== 'claimed') cost += judged.cost
      }
      const rows = await repository.resultsOf(ctx.db, metric, ids)
      const ordered = rows.toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime())
      return { items: await toJudgements(ctx, ordered), credits: toCredits(cost) }
    },

    async report(ctx: Ctx, { agentId, metricId, ...asked }: Named & Period): Promise<{ data: MetricReport }> {
      const metric = await found(ctx, { agentId, metricId })
      const { period, ...moments } = momentsOf(ctx, asked)
      const [answers, labels] = await Promise.all([
        repository.countAnswers(ctx.db, metric, moments),
        repository.countLabels(ctx.db, metric, moments),
      ])
      const counts: Record<string, number> = {}
      const days = new Map(eachDay(period).map((day) => [day, { day, counts: {} as Record<string, number> }]))
      for (const { at, value, count } of answers) {
        counts[value] = (counts[value] ?? 0) + count
        const day = days.get(localTime(asked.timeZone, at).day)
        if (day) day.counts[value] = (day.counts[value] ?? 0) + count
      }
      const { timeZone } = asked
      return { data: { ...period, timeZone, counts, days: [...days.values()], agreement: agreementOf(labels) } }
    },

    async judgements(
      ctx: Ctx,
      asked: Named & Period & { value?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
    ) {
      const metric = await found(ctx, asked)
      const { from, to } = momentsOf(ctx, asked)
      const limit = asked.limit ?? PAGE
      const after = readCursor(asked.cursor)
      const rows = await repository.listResults(ctx.db, metric, { from, to, value: asked.value, after, limit })
      const page = pageOf(rows, limit, ({ endedAt, conversationId }) => ({ at: endedAt, id: conversationId }))
      return { items: await toJudgements(ctx, page.items), nextCursor: page.nextCursor }
    },

    async csv(ctx: Ctx, asked: Named & Period) {
      const metric = await found(ctx, asked)
      const { period, from, to } = momentsOf(ctx, asked)
      ctx.request?.setHeader(
        'content-disposition',
        `attachment; filename="metric-${metric.id}-${period.from}-${period.to}.csv"`,
      )
      async function* pages() {
        let after: Cursor | undefined
        for (let count = 0; count < CSV_ROWS; count += CSV_PAGE) {
          const rows = await repository.listResults(ctx.db, metric, { from, to, after, limit: CSV_PAGE })
          const judged = await toJudgements(ctx, rows.slice(0, CSV_PAGE))
          yield judged.map((one) => [
            one.conversationId,
            one.title,
            one.endedAt,
            one.value,
            one.quote,
            one.reason,
            one.label,
          ])
          const last = rows[CSV_PAGE - 1]
          if (!last || rows.length <= CSV_PAGE) return
          after = { at: last.endedAt, id: last.conversationId }
        }
      }
      return streamCsv(['conversation', 'title', 'ended', 'answer', 'quote', 'reason', 'label'], pages())
    },

    async label(
      ctx: Ctx,
      { conversationId, label, ...name }: Named & { conversationId: string; label: string | null },
    ): Promise<{ data: Judgement }> {
      const metric = await found(ctx, name)
      const row = await repository.resultsOf(ctx.db, metric, [conversationId]).then(([one]) => one)
      if (!row) throw new AppError('NOT_FOUND')
      if (label !== null && label !== UNCLEAR && !valuesOf(metric).includes(label))
        throw new AppError('INVALID_INPUT', msg('metric_label_invalid'))
      const labelled = await repository.setLabel(ctx.db, metric, conversationId, label)
      const [data] = await toJudgements(ctx, labelled ? [labelled] : [])
      if (!data) throw new AppError('NOT_FOUND')
      return { data }
    },

    enqueueAll: judging.enqueueAll,
    judgeEnded: judging.judgeEnded,
    removeOfAgent: (ctx: Ctx, agentId: string) => repository.removeOfAgent(ctx.db, agentId),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

function answered(answers: ReadonlyMap<string, Record<string, number>>, metricId: string) {
  const counts = answers.get(metricId) ?? {}
  return { counts, judged: Object.values(counts).reduce((sum, n) => sum + n, 0) }
}
