// Judges ended conversations with a model: a sample of them, within the monthly credit cap.
import type { Message } from '@parlance/contract/conversations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { fromCredits, type Milli } from '@parlance/contract/lib/money'
import { randomId } from '@parlance/contract/lib/ids'
import { DAY_MS, monthKey } from '@parlance/contract/lib/time'
import { plainText } from '@parlance/contract/items/plain'
import { estimateTokens } from '@parlance/engine/prompt'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import {
  type AskModelDeps,
  createAskModel,
  METER_DEFAULTS,
  priceOf,
  type QuestionModel,
  thinkingTokens,
  turnHold,
} from '../billing/index.ts'
import type { conversationQueries } from '../conversations/index.ts'
import { answerSchema, type Line, measurePrompt, readVerdict, transcriptOf } from './judge-prompt.ts'
import * as repository from './repository.ts'
import type { MetricRow } from './schema.ts'

type Judged = { readonly cost: Milli } | 'cap-reached' | 'changed'
type Ended = Awaited<ReturnType<(typeof conversationQueries)['ended']['listEnded']>>[number]

export interface JudgingDeps extends AskModelDeps {
  readonly conversations: Pick<(typeof conversationQueries)['ended'], 'listEnded' | 'transcript'>
  /** The agent's model, which is also the judge; undefined without a key. */
  readonly open: (ctx: Ctx, agentId: string) => Promise<QuestionModel | undefined>
  readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
}

export const METRIC_TOKENS = 400
const CAUSE = 'Metric'
/** A conversation counts as ended after this long without a message. */
const ENDED_AFTER_MS = 30 * 60_000
/** Older conversations that could not be judged are skipped. */
const LATE_MS = 7 * DAY_MS
const AT_ONCE = 200
const METRICS_AT_ONCE = 100
/** Time limit of a run, so that other metrics get their turn; the next run continues. */
const RUN_MS = 2 * 60_000
export const JUDGE_JOB = 'metrics.judge-one'
const TRIES = 3

/** Deterministic sampling by hash, so that the sample cannot be redrawn. */
export const isSampled = (metricId: string, conversationId: string, percent: number): boolean =>
  Number.parseInt(sha256(`${metricId}:${conversationId}`).slice(0, 8), 16) % 100 < percent

const FROM: Readonly<Partial<Record<Message['from'], Line['from']>>> = {
  user: 'visitor',
  agent: 'agent',
  human: 'person',
}
const linesOf = (messages: readonly Message[]): Line[] =>
  messages.flatMap(({ seq, from, items }) => {
    const speaker = FROM[from]
    return speaker ? [{ seq, from: speaker, text: plainText(items) }] : []
  })

export function createJudging(deps: JudgingDeps) {
  async function readAll(ctx: Ctx, metric: MetricRow, conversationId: string) {
    const transcript = transcriptOf(linesOf(await deps.conversations.transcript(ctx.db, conversationId)))
    return { transcript, prompt: measurePrompt(metric, transcript) }
  }
  const meterOf = ({ name, paidBy }: QuestionModel) => ({
    paidBy,
    price: priceOf(name),
    settings: { ...METER_DEFAULTS, creditValueUsd: deps.creditValueUsd },
  })
  const holdOf = (model: QuestionModel, estimatedInputTokens: number): Milli =>
    turnHold({
      ...meterOf(model),
      estimatedInputTokens,
      maxOutputTokens: METRIC_TOKENS + thinkingTokens(model.name),
    })
  async function modelOf(ctx: Ctx, { agentId }: MetricRow): Promise<QuestionModel> {
    const model = await deps.open(ctx, agentId)
    if (!model) throw new AppError('MODEL_UNAVAILABLE')
    return model
  }

  /** Not called: the monthly cap is reached (`cap-reached`), another process has it (`claimed`), or it `changed`. */
  async function judge(ctx: Ctx, metric: MetricRow, ended: Ended): Promise<Judged | 'claimed'> {
    const { id: metricId, version, workspaceId } = metric
    const pair = { metricId, version, workspaceId, conversationId: ended.id }
    const claimedAt = await repository.claim(ctx.db, pair)
    if (!claimedAt) return 'claimed'
    try {
      const known = await repository.judgedAmong(ctx.db, metric, [ended.id])
      return known.has(ended.id) ? { cost: 0 } : await judgeClaimed(ctx, metric, ended)
    } finally {
      await repository.release(ctx.db, pair, claimedAt)
    }
  }

  async function judgeClaimed(ctx: Ctx, begunAs: MetricRow, { id, endedAt }: Ended): Promise<Judged> {
    const model = await modelOf(ctx, begunAs)
    // Read again, because judging many conversations takes a while.
    const metric = await repository.find(ctx.db, begunAs.agentId, begunAs.id)
    if (!metric || metric.version !== begunAs.version || (begunAs.enabled && !metric.enabled)) return 'changed'
    const { transcript, prompt } = await readAll(ctx, metric, id)
    // No text has more tokens than bytes, so this is an upper bound.
    const most = holdOf(model, Buffer.byteLength(prompt.system + prompt.user) + SCHEMA_TOKENS)
    const spending = {
      metricId: metric.id,
      workspaceId: metric.workspaceId,
      month: monthKey(ctx.now()),
      milli: most,
      cap: fromCredits(metric.monthlyCap),
    }
    if (!(await repository.reserve(ctx.db, spending))) return 'cap-reached'
    let cost: Milli = 0
    const ask = createAskModel({
      ...deps,
      settle: (own, item) => {
        cost = item.cost
        return deps.settle(own, item)
      },
    })
    try {
      const answer = await ask(ctx, {
        ...prompt,
        model,
        schema: answerSchema(metric),
        maxTokens: METRIC_TOKENS,
        workspaceId: metric.workspaceId,
        agentId: metric.agentId,
        // A new key for each attempt, because a used key cannot hold again.
        key: `metric:${metric.id}:${metric.version}:${id}:${randomId(8)}`,
        cause: CAUSE,
      })
      await repository.addResult(ctx.db, {
        ...readVerdict(answer.text, metric, transcript),
        metricId: metric.id,
        conversationId: id,
        workspaceId: metric.workspaceId,
        version: metric.version,
        model: model.name,
        cost,
        label: null,
        endedAt: new Date(endedAt),
        judgedAt: ctx.now(),
      })
    } finally {
      await repository.giveBack(ctx.db, { ...spending, milli: most - cost })
    }
    return { cost }
  }

  async function judgeNew(ctx: Ctx, metric: MetricRow): Promise<void> {
    const until = performance.now() + RUN_MS
    const now = ctx.now().getTime()
    const from = new Date(Math.max(metric.scannedUntil?.getTime() ?? now, now - LATE_MS))
    const to = new Date(now - ENDED_AFTER_MS)
    const query = { agentId: metric.agentId, from, to, newestFirst: false, limit: AT_ONCE }
    const ended = from < to ? await deps.conversations.listEnded(ctx.db, query) : []
    const ids = ended.map(({ id }) => id)
    const known = await repository.judgedAmong(ctx.db, metric, ids)
    let mark = metric.scannedUntil?.getTime() ?? 0
    let { failures } = metric
    for (const conversation of ended) {
      if (performance.now() > until) return
      const wanted = !known.has(conversation.id) && isSampled(metric.id, conversation.id, metric.samplePercent)
      const endedAt = new Date(conversation.endedAt)
      try {
        const judged = wanted ? await judge(ctx, metric, conversation) : undefined
        // It is tried again later.
        if (judged === 'claimed' || judged === 'changed') return
      } catch (error) {
        const isSpent = error instanceof AppError && error.code === 'CREDITS_EXHAUSTED'
        ctx.log.warn({ err: error, metricId: metric.id }, 'judging a conversation failed')
        // A conversation that fails too often is skipped; the others are kept for later in case the model is down.
        if (!isSpent && failures + 1 >= TRIES)
          await repository.advance(ctx.db, metric, new Date(Math.max(mark, endedAt.getTime()) + 1))
        else if (!isSpent) await repository.update(ctx.db, metric.id, { failures: failures + 1 })
        return
      }
      // Several may have ended in the same millisecond; judged ones are skipped.
      if (endedAt.getTime() <= mark) continue
      if (!(await repository.advance(ctx.db, metric, endedAt))) return
      mark = endedAt.getTime()
      failures = 0
    }
    const last = ended.at(-1)
    if (last && ended.length === AT_ONCE && last.endedAt <= from.getTime())
      await repository.advance(ctx.db, metric, new Date(last.endedAt + 1))
  }

  return {
    judge,
    async costAtMost(ctx: Ctx, metric: MetricRow, ids: readonly string[]): Promise<Milli> {
      if (ids.length === 0) return 0
      const model = await modelOf(ctx, metric)
      const known = await repository.judgedAmong(ctx.db, metric, ids)
      let cost: Milli = 0
      for (const id of ids) {
        if (known.has(id)) continue
        const { prompt } = await readAll(ctx, metric, id)
        cost += holdOf(model, estimateTokens(prompt.system + prompt.user) + SCHEMA_TOKENS)
      }
      return cost
    },
    /** One job per metric, so that they are independent. */
    async enqueueAll(ctx: Ctx): Promise<void> {
      for (let after = ''; ;) {
        const page = await repository.listEnabled(ctx.db, after, METRICS_AT_ONCE)
        for (const { id: metricId, workspaceId, agentId } of page)
          await deps.enqueue(ctx, JUDGE_JOB, { workspaceId, agentId, metricId })
        const last = page.at(-1)
        if (!last) return
        after = last.id
      }
    },
    async judgeEnded(ctx: Ctx, name: { readonly agentId: string; readonly metricId: string }): Promise<void> {
      const metric = await repository.find(ctx.db, name.agentId, name.metricId)
      if (metric?.enabled) await judgeNew(ctx, metric)
    },
  }
}
/** Tokens of the answer schema, which providers count as input. */
const SCHEMA_TOKENS = 400
