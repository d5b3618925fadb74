import { chooseAffordable, canStartBackgroundWork } from '../billing/index.ts'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { TestRun } from '@parlance/contract/evaluations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Milli } from '@parlance/contract/lib/money'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { configHash, type Copies } from './revision-hashes.ts'
import type { Available, MinimumCost, TestedCopy } from './ports.ts'
import { runTest, type RunningDeps } from './run-test.ts'
import * as repository from './repository.ts'
import { testOf } from './tests.ts'

export const RUN_JOB = 'evaluations.run'
const RUNS_KEPT = 200
/** A job works this long before it enqueues the next one: the queue ends jobs after ten minutes. */
const SLICE_MS = 60_000
/** A run without progress for this long has lost its process; a test of 50 messages with a slow model takes minutes. */
const LOST_MS = 30 * 60_000
const SWEEP_MS = 60_000
/**
 * The queue restarts jobs of a dead process within a minute. A run without progress for longer has probably lost its job.
 */
const WORKSPACES_AT_ONCE = 100
const SILENT_MS = 2 * 60_000

export type Enqueue = (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
export interface RunInput {
  readonly agentId: string
  readonly copy: 'draft' | 'published'
  readonly testIds?: readonly string[] | undefined
}

/** Sums in thousandths to avoid rounding errors. */
const creditsOf = (steps: readonly { readonly credits: number }[]): number =>
  steps.reduce((sum, { credits }) => sum + Math.round(credits * 1000), 0) / 1000

async function toRun(ctx: Ctx, row: repository.RunRow): Promise<TestRun> {
  const results = await repository.results(ctx.db, row.id)
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
  readonly minimumCost: MinimumCost
  readonly running: RunningDeps
}

export function createRuns(deps: RunsDeps) {
  return {
    run: async (ctx: Ctx, input: RunInput) => ({ data: await toRun(ctx, await open(deps, ctx, input)) }),
    async getRun(ctx: Ctx, { agentId, runId }: { agentId: string; runId: string }) {
      const row = await repository.findRun(ctx.db, agentId, runId)
      if (!row) throw new AppError('NOT_FOUND')
      return { data: await toRun(ctx, row) }
    },
    async continueRun(ctx: Ctx, { agentId, runId }: { agentId: string; runId: string }) {
      const row = await repository.findRun(ctx.db, agentId, runId)
      if (!row) throw new AppError('NOT_FOUND')
      return { data: await toRun(ctx, await continueRun(deps, ctx, row)) }
    },
    async cancelRun(ctx: Ctx, { agentId, runId }: { agentId: string; runId: string }) {
      if (!(await repository.findRun(ctx.db, agentId, runId))) throw new AppError('NOT_FOUND')
      await repository.endRun(ctx.db, runId, 'cancelled', ctx.now())
      return { success: true as const }
    },
    /** Whether a run has ended, and the names of its tests that fail though they did not on the configuration `before`. */
    async outcome(
      ctx: Ctx,
      { agentId, runId, before }: { agentId: string; runId: string; before: AgentConfig },
    ): Promise<{ readonly status: TestRun['status'] | 'gone'; readonly worse: readonly string[] }> {
      const row = await repository.findRun(ctx.db, agentId, runId)
      if (!row) return { status: 'gone', worse: [] }
      const earlier = await repository.latest(ctx.db, agentId, configHash(before))
      const results = await repository.results(ctx.db, runId)
      const worse = results.filter(({ passed, testId }) => !passed && earlier.get(testId) !== false)
      return { status: row.status as TestRun['status'], worse: worse.map(({ name }) => name) }
    },
    /** The job of a run. Idempotent. The run fails if the configuration changes meanwhile. */
    async execute(ctx: Ctx, agentId: string, runId: string): Promise<void> {
      const until = performance.now() + SLICE_MS
      while (await oneTest(deps, ctx, agentId, runId)) {
        if (performance.now() < until) continue
        const { workspaceId } = ctx
        return deps.enqueue(ctx, RUN_JOB, { workspaceId, agentId, runId })
      }
    },
    sweep: (ctx: Ctx) => sweep(deps, ctx),
    /** Resumes paused runs of the context's workspace, as far as its credits allow. */
    resumePaused: (ctx: Ctx) => resumePaused(deps, ctx, ctx.workspaceId),
  }
}

/** Every `SWEEP_MS`: enqueues runs without progress once more, and ends those that stay so. Returns how many were ended. */
async function sweep(deps: RunsDeps, ctx: Ctx): Promise<number> {
  const ago = (ms: number) => new Date(ctx.now().getTime() - ms)
  // Harmless for a run that is only slow, because finished messages are not sent again.
  for (const { workspaceId, agentId, id } of await repository.silentRuns(
    ctx.db,
    ago(SILENT_MS + SWEEP_MS),
    ago(SILENT_MS),
  ))
    await deps.enqueue(ctx, RUN_JOB, { workspaceId, agentId, runId: id })
  for (const workspaceId of await repository.workspacesWithPaused(ctx.db, WORKSPACES_AT_ONCE))
    await resumePaused(deps, ctx, workspaceId)
  return repository.endLost(ctx.db, ago(LOST_MS), ctx.now())
}

interface PausedRun {
  readonly row: repository.RunRow
  readonly cost: Milli
}

/** Paused runs, oldest first, with the minimum cost of their next message. */
async function pausedRuns({ copies, minimumCost }: RunsDeps, ctx: Ctx, workspaceId: string): Promise<PausedRun[]> {
  const runs: PausedRun[] = []
  for (const row of await repository.pausedRuns(ctx.db, workspaceId)) {
    const copy = await copies.find(ctx, row.agentId, row.copy === 'draft')
    // Free when it ends instead, or when what it could not pay for is gone. Without a model the minimum is 0 too.
    const cost = copy && (await isUnchanged(ctx, row, copy)) ? await minimumCost(ctx, copy) : 0
    runs.push({ row, cost })
  }
  return runs
}

/** Whether the agent's copy and the test that the run was paused in are still the same. */
async function isUnchanged(ctx: Ctx, { agentId, configHash: hash, pause }: repository.RunRow, copy: TestedCopy) {
  if (configHash(copy.config) !== hash) return false
  return !pause || (await repository.findTest(ctx.db, agentId, pause.testId))?.hash === pause.testHash
}

const resume = (deps: RunsDeps, ctx: Ctx, { id, workspaceId, agentId }: repository.RunRow): Promise<void> =>
  ctx.tx(async (tx) => {
    if (await repository.resumeRun(tx.db, id, tx.now()))
      await deps.enqueue(tx, RUN_JOB, { workspaceId, agentId, runId: id })
  })

async function resumePaused(deps: RunsDeps, of: Ctx, workspaceId: string): Promise<void> {
  const ctx = { ...of, workspaceId }
  const paused = await pausedRuns(deps, ctx, workspaceId)
  if (paused.length === 0) return
  const available = await deps.available(ctx, workspaceId)
  // What a run had left at its pause did not pay its next step, which can cost more than the minimum.
  const hopeful = paused.filter(
    ({ row: { pause }, cost }) => cost === 0 || pause === null || available > pause.available,
  )
  for (const { row } of chooseAffordable(hopeful, available)) await resume(deps, ctx, row)
}

async function continueRun(deps: RunsDeps, ctx: Ctx, row: repository.RunRow): Promise<repository.RunRow> {
  if (row.status !== 'paused') return row
  const { cost = 0 } = (await pausedRuns(deps, ctx, row.workspaceId)).find((paused) => paused.row.id === row.id) ?? {}
  if (cost > (await deps.available(ctx, row.workspaceId))) throw new AppError('CREDITS_EXHAUSTED')
  await resume(deps, ctx, row)
  return (await repository.findRun(ctx.db, row.agentId, row.id)) ?? row
}

/** A run starts if its first message can be paid, after older paused runs. */
async function firstStatus(deps: RunsDeps, ctx: Ctx, copy: TestedCopy): Promise<'running' | 'paused'> {
  const [cost, available, paused] = [
    await deps.minimumCost(ctx, copy),
    await deps.available(ctx, copy.workspaceId),
    await pausedRuns(deps, ctx, copy.workspaceId),
  ]
  if (available <= 0 || available < cost) throw new AppError('CREDITS_EXHAUSTED')
  const owedBefore = paused.reduce((sum, run) => sum + run.cost, 0)
  return canStartBackgroundWork({ cost, available, owedBefore }) ? 'running' : 'paused'
}

async function open(deps: RunsDeps, ctx: Ctx, { agentId, copy, testIds }: RunInput) {
  const { copies, enqueue } = deps
  const tests = await repository.listTests(ctx.db, agentId)
  const chosen = testIds ? tests.filter(({ id }) => testIds.includes(id)) : tests
  if (chosen.length === 0) throw new AppError('INVALID_INPUT', msg('no_tests'))
  const tested = await copies.get(ctx, agentId, copy === 'draft')
  const { config, version, workspaceId } = tested
  const status = await firstStatus(deps, ctx, tested)
  const row: repository.RunRow = {
    id: randomId(24),
    agentId,
    workspaceId,
    copy,
    version,
    configHash: configHash(config),
    status,
    testIds: chosen.map(({ id }) => id),
    startedBy: ctx.actor.kind === 'session' ? ctx.actor.userId : ctx.actor.kind,
    startedAt: ctx.now(),
    resumedAt: null,
    pause: null,
    endedAt: null,
  }
  await ctx.tx(async (tx) => {
    const other = await repository.openRun(tx.db, row)
    if (other) throw new AppError('CONFLICT', other.status === 'paused' ? msg('test_run_paused') : msg('tests_running'))
    await repository.trimRuns(tx.db, agentId, RUNS_KEPT)
    if (status === 'running') await enqueue(tx, RUN_JOB, { workspaceId, agentId, runId: row.id })
  })
  return row
}

/** Runs the next test; false if there is none or the run has ended. */
async function oneTest(
  { copies, running, available }: RunsDeps,
  ctx: Ctx,
  agentId: string,
  runId: string,
): Promise<boolean> {
  const row = await repository.findRun(ctx.db, agentId, runId)
  if (row?.status !== 'running') return false
  const done = new Set((await repository.results(ctx.db, runId)).map(({ testId }) => testId))
  const tests = await repository.listTests(ctx.db, agentId)
  const next = tests.find(({ id }) => row.testIds.includes(id) && !done.has(id))
  const draft = row.copy === 'draft'
  const copy = next && (await copies.find(ctx, agentId, draft))
  if (!next || !copy || configHash(copy.config) !== row.configHash) {
    await repository.endRun(ctx.db, runId, next ? 'failed' : 'done', ctx.now())
    return false
  }
  const { pause } = row
  const given = pause?.testId === next.id && pause.testHash === next.hash ? pause.verdicts : {}
  const before = await available(ctx, row.workspaceId)
  const tested = { ...copy, agentId, draft, runId }
  const { result, exhausted, verdicts } = await runTest(running, ctx, tested, testOf(next), given)
  // Finished messages are found again when it resumes.
  if (exhausted) {
    // Credits bought since it broke off count as more.
    const left = Math.min(before, await available(ctx, row.workspaceId))
    await repository.pauseRun(ctx.db, runId, { available: left, testId: next.id, testHash: next.hash, verdicts })
    ctx.log.info({ runId, agentId }, 'test run was paused for lack of credits')
    return false
  }
  const { testId, passed } = result
  await repository.addResult(ctx.db, {
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
  return true
}
