// Runs of tests: begun by people, done by a job that goes on where it stopped.
import type { TestRun } from '@parlance/core/evaluations/evaluations'
import { AppError } from '@parlance/core/kit/errors'
import { randomId } from '@parlance/core/kit/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { configHash, type Copies } from './evaluations.copies.ts'
import type { Available } from './evaluations.port.ts'
import { runTest, type RunningDeps } from './evaluations.running.ts'
import * as store from './evaluations.store.ts'
import { testOf } from './evaluations.tests.ts'

export const RUN_JOB = 'evaluations.run'
const RUNS_KEPT = 200
/** So long a job goes on with a run before it hands over to the next one: the queue ends jobs of ten minutes. */
const SLICE_MS = 60_000
/** A test of 50 messages with a slow model takes some minutes; a run that is silent for longer has lost its process. */
const LOST_MS = 30 * 60_000
const SWEEP_MS = 60_000
/** The queue goes on within a minute after a process died. A run that is silent for longer has probably lost its job as well. */
const SILENT_MS = 2 * 60_000

export type Enqueue = (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
export interface RunInput {
  readonly agentId: string
  readonly copy: 'draft' | 'published'
  readonly testIds?: readonly string[] | undefined
}

/** Sums whole thousandths: fractions of credits don't add up. */
const creditsOf = (steps: readonly { readonly credits: number }[]): number =>
  steps.reduce((sum, { credits }) => sum + Math.round(credits * 1000), 0) / 1000

async function toRun(ctx: Ctx, row: store.RunRow): Promise<TestRun> {
  const results = await store.results(ctx.db, row.id)
  return {
    id: row.id,
    agentId: row.agentId,
    status: row.status as TestRun['status'],
    copy: row.copy as TestRun['copy'],
    version: row.version,
    total: row.testIds.length,
    done: results.length,
    passed: results.filter((result) => result.passed).length,
    credits: creditsOf(results.flatMap(({ steps }) => steps)),
    startedAt: row.startedAt.toISOString(),
    results,
  }
}

export interface RunsDeps {
  readonly copies: Copies
  readonly enqueue: Enqueue
  readonly available: Available
  readonly running: RunningDeps
}

export function createRuns(deps: RunsDeps) {
  return {
    run: async (ctx: Ctx, input: RunInput) => ({ data: await toRun(ctx, await open(deps, ctx, input)) }),
    async getRun(ctx: Ctx, { agentId, runId }: { agentId: string; runId: string }) {
      const row = await store.findRun(ctx.db, agentId, runId)
      if (!row) throw new AppError('NOT_FOUND')
      return { data: await toRun(ctx, row) }
    },
    async cancelRun(ctx: Ctx, { agentId, runId }: { agentId: string; runId: string }) {
      if (!(await store.findRun(ctx.db, agentId, runId))) throw new AppError('NOT_FOUND')
      await store.endRun(ctx.db, runId, 'cancelled', ctx.now())
      return { success: true as const }
    },
    /** The job of a run, harmless when repeated. A configuration that changes meanwhile ends it. */
    async execute(ctx: Ctx, agentId: string, runId: string): Promise<void> {
      const until = performance.now() + SLICE_MS
      while (await oneTest(deps, ctx, agentId, runId)) {
        if (performance.now() < until) continue
        const { workspaceId } = ctx
        return deps.enqueue(ctx, RUN_JOB, { workspaceId, agentId, runId })
      }
    },
    sweep: (ctx: Ctx) => sweep(deps, ctx),
  }
}

/** Every `SWEEP_MS`. Runs that fell silent are taken up again, once; those that stay so are ended. Answers how many were. */
async function sweep({ enqueue }: RunsDeps, ctx: Ctx): Promise<number> {
  const ago = (ms: number) => new Date(ctx.now().getTime() - ms)
  // One that only takes long is not disturbed: what it says already is found and not said again.
  for (const { workspaceId, agentId, id } of await store.silentRuns(ctx.db, ago(SILENT_MS + SWEEP_MS), ago(SILENT_MS)))
    await enqueue(ctx, RUN_JOB, { workspaceId, agentId, runId: id })
  return store.endLost(ctx.db, ago(LOST_MS), ctx.now())
}

async function open({ copies, enqueue, available }: RunsDeps, ctx: Ctx, { agentId, copy, testIds }: RunInput) {
  const tests = await store.listTests(ctx.db, agentId)
  const chosen = testIds ? tests.filter(({ id }) => testIds.includes(id)) : tests
  if (chosen.length === 0) throw new AppError('INVALID_INPUT', 'There are no tests to run.')
  const { config, version, workspaceId } = await copies.get(ctx, agentId, copy === 'draft')
  if ((await available(ctx, workspaceId)) <= 0) throw new AppError('CREDITS_EXHAUSTED')
  const row: store.RunRow = {
    id: randomId(24),
    agentId,
    workspaceId,
    copy,
    version,
    configHash: configHash(config),
    status: 'running',
    testIds: chosen.map(({ id }) => id),
    startedBy: ctx.actor.kind === 'session' ? ctx.actor.userId : ctx.actor.kind,
    startedAt: ctx.now(),
    endedAt: null,
  }
  await ctx.tx(async (tx) => {
    if (!(await store.openRun(tx.db, row)))
      throw new AppError('CONFLICT', 'The tests of this agent are already running.')
    await store.trimRuns(tx.db, agentId, RUNS_KEPT)
    await enqueue(tx, RUN_JOB, { workspaceId, agentId, runId: row.id })
  })
  return row
}

/** Runs the next test; false when there is none, or the run has ended. */
async function oneTest({ copies, running }: RunsDeps, ctx: Ctx, agentId: string, runId: string): Promise<boolean> {
  const row = await store.findRun(ctx.db, agentId, runId)
  if (row?.status !== 'running') return false
  const done = new Set((await store.results(ctx.db, runId)).map(({ testId }) => testId))
  const tests = await store.listTests(ctx.db, agentId)
  const next = tests.find(({ id }) => row.testIds.includes(id) && !done.has(id))
  const draft = row.copy === 'draft'
  const copy = next && (await copies.find(ctx, agentId, draft))
  if (!next || !copy || configHash(copy.config) !== row.configHash) {
    await store.endRun(ctx.db, runId, next ? 'failed' : 'done', ctx.now())
    return false
  }
  const { result, exhausted } = await runTest(running, ctx, { ...copy, agentId, draft, runId }, testOf(next))
  const { testId, passed } = result
  await store.addResult(ctx.db, {
    runId,
    testId,
    agentId,
    testHash: next.hash,
    configHash: row.configHash,
    passed,
    credits: creditsOf(result.steps),
    result,
    at: ctx.now(),
  })
  // The others would break off as this one did.
  if (exhausted) await store.endRun(ctx.db, runId, 'failed', ctx.now())
  return !exhausted
}
