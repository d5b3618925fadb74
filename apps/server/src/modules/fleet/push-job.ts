// The job of a push or its rollback. Each copy is changed and recorded in one transaction, so that the job can be
// interrupted and repeated.
import { setTimeout } from 'node:timers/promises'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { AgentConfig, OpenConfig } from '@parlance/contract/agents/schemas'
import { AppError, errorReason } from '@parlance/contract/lib/errors'
import { type Message, msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { storedMessage } from '../../lib/stored-message.ts'
import { mergeStored } from './copies.ts'
import { type Conflict, mergeAgents } from './merge.ts'
import type { FleetDeps } from './ports.ts'
import * as repository from './repository.ts'
import type { ItemRow, PushRow } from './schema.ts'

export const PUSH_JOB = 'fleet.push'
/** A job works this long before it enqueues the next one: the queue ends jobs after ten minutes. */
const SLICE_MS = 60_000
const BATCH = 20
const AT_ONCE = 4
const POLL_MS = 300
const FAILED_SHOWN = 100

export function createPushJob(deps: FleetDeps) {
  return async (ctx: Ctx, masterId: string, pushId: string): Promise<void> => {
    const until = performance.now() + SLICE_MS
    for (;;) {
      const push = await repository.findPush(ctx.db, masterId, pushId)
      if (!push || !(await step(deps, ctx, push))) return
      await repository.setPush(ctx.db, pushId, repository.ACTIVE, { workedAt: ctx.now() })
      if (performance.now() < until) continue
      return deps.enqueue(ctx, PUSH_JOB, { workspaceId: ctx.workspaceId, agentId: masterId, pushId })
    }
  }
}

/** Runs one batch, or checks the tests. False when nothing is left to do. */
async function step(deps: FleetDeps, ctx: Ctx, push: PushRow): Promise<boolean> {
  if (push.state === 'testing') return watchTests(deps, ctx, push)
  if (push.state === 'rolling_back') {
    const items = await repository.reached(ctx.db, push.id, BATCH)
    await together(items, ({ agentId }) => rollBackOne(deps, ctx, push, agentId))
    return items.length > 0 || end(ctx, push, ['rolling_back'], 'rolled_back')
  }
  if (push.state !== 'running') return false
  for (const isFirst of [true, false]) {
    const items = await repository.waiting(ctx.db, push.id, isFirst, BATCH)
    await together(items, ({ agentId }) => pushOne(deps, ctx, push, agentId))
    if (items.length > 0) return true
    if (isFirst && (await repository.untested(ctx.db, push.id)).length > 0)
      return repository.setPush(ctx.db, push.id, ['running'], { state: 'testing' })
  }
  return end(ctx, push, ['running'], 'done')
}

async function end(
  ctx: Ctx,
  push: PushRow,
  from: readonly PushRow['state'][],
  state: PushRow['state'],
  reason?: Message,
): Promise<false> {
  const values = { state, reason: storedMessage(reason), endedAt: ctx.now() }
  if (await repository.setPush(ctx.db, push.id, from, values))
    ctx.log.info({ pushId: push.id, masterId: push.masterId, state }, 'push to copies ended')
  return false
}

/** A few at a time, so that a large push does not use up all connections. */
async function together<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function pushOne({ agents }: FleetDeps, ctx: Ctx, push: PushRow, agentId: string): Promise<void> {
  await attempt(ctx, push, agentId, async (tx) => {
    const item = await repository.lockItem(tx.db, push.id, agentId, ['waiting'])
    if (!item) return
    const copy = await repository.lockCopy(tx.db, push.masterId, agentId)
    if (!copy) throw new AppError('NOT_FOUND', msg('fleet_copy_gone'))
    let conflicts: readonly Conflict[] | undefined
    const [base, ours] = [AgentConfig.parse(copy.base), AgentConfig.parse(push.config)]
    const { before, after } = await agents.change(tx, agentId, (theirs) => {
      const merged = mergeAgents(base, theirs, ours)
      // The published copy comes first.
      conflicts ??= merged.conflicts
      return merged.config
    })
    const isSame = sameConfig(before, after)
    await repository.updateCopy(tx.db, agentId, {
      base: push.config,
      baseVersion: push.masterVersion,
      pushedAt: tx.now(),
    })
    await repository.setItem(tx.db, push.id, agentId, {
      state: isSame ? 'unchanged' : 'pushed',
      before: { config: OpenConfig.parse(before), base: copy.base, baseVersion: copy.baseVersion },
      conflicts: conflicts ?? [],
      isTested: isSame,
    })
  })
}

/** A copy that was changed since keeps those changes. */
async function rollBackOne({ agents }: FleetDeps, ctx: Ctx, push: PushRow, agentId: string): Promise<void> {
  await attempt(ctx, push, agentId, async (tx) => {
    const item = await repository.lockItem(tx.db, push.id, agentId, ['pushed', 'unchanged'])
    if (!item?.before) return
    const copy = await repository.lockCopy(tx.db, push.masterId, agentId)
    if (!copy) throw new AppError('NOT_FOUND', msg('fleet_copy_gone'))
    const { config, base, baseVersion } = item.before
    const pushed = mergeStored(base, config, push.config).config
    const before = AgentConfig.parse(config)
    await agents.change(tx, agentId, (theirs) => mergeAgents(pushed, theirs, before).config)
    await repository.updateCopy(tx.db, agentId, { base, baseVersion, pushedAt: tx.now() })
    await repository.setItem(tx.db, push.id, agentId, { state: 'rolled_back' })
  })
}

/** A failure for one copy is stored with it and does not stop the others. */
async function attempt(ctx: Ctx, push: PushRow, agentId: string, change: (tx: Ctx) => Promise<void>) {
  try {
    await ctx.tx(change)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error
    ctx.log.warn({ err: error, pushId: push.id, agentId }, 'a copy could not be changed by a push')
    const text = storedMessage(errorReason(error))
    await repository.setItem(ctx.db, push.id, agentId, { state: 'failed', isTested: true, error: text })
  }
}

/** Starts the required tests of the first copies and checks their progress; halts the push if one newly fails. */
async function watchTests(deps: FleetDeps, ctx: Ctx, push: PushRow): Promise<boolean> {
  const items = await repository.untested(ctx.db, push.id)
  const agentIds = items.map(({ agentId }) => agentId)
  const required = await deps.evaluations.requiredTests(ctx, agentIds)
  const found = new Set<Progress>()
  for (const item of items) found.add(await testOne(deps, ctx, item, required.get(item.agentId) ?? []))
  if (found.has('impossible')) return end(ctx, push, ['testing'], 'halted', msg('fleet_tests_not_run'))
  if (found.has('pending')) {
    await setTimeout(POLL_MS)
    return true
  }
  const worse = (await repository.problems(ctx.db, push.id, FAILED_SHOWN)).filter(
    ({ failedTests }) => failedTests.length > 0,
  )
  if (worse.length === 0) return repository.setPush(ctx.db, push.id, ['testing'], { state: 'running' })
  const names = [...new Set(worse.flatMap(({ failedTests }) => failedTests))].slice(0, 3).join(', ')
  return end(ctx, push, ['testing'], 'halted', msg('fleet_tests_failing', { names }))
}

type Progress = 'pending' | 'over' | 'impossible'

async function testOne(
  { evaluations }: FleetDeps,
  ctx: Ctx,
  { pushId, agentId, before, state, runId }: ItemRow,
  testIds: readonly string[],
): Promise<Progress> {
  if (testIds.length === 0 || state !== 'pushed' || !before) {
    await repository.setItem(ctx.db, pushId, agentId, { isTested: true })
    return 'over'
  }
  if (runId === '') {
    const run = await evaluations.run(ctx, { agentId, copy: 'published', testIds }).catch((error: unknown) => {
      // Another user's run of the same agent is still active.
      if (error instanceof AppError && error.code === 'CONFLICT') return 'pending' as const
      if (error instanceof AppError && error.code !== 'INTERNAL') return 'impossible' as const
      throw error
    })
    if (typeof run === 'string') return run
    await repository.setItem(ctx.db, pushId, agentId, { runId: run.data.id })
    return 'pending'
  }
  const { status, worse } = await evaluations.outcome(ctx, { agentId, runId, before: AgentConfig.parse(before.config) })
  if (status === 'running') return 'pending'
  if (status !== 'done') return 'impossible'
  await repository.setItem(ctx.db, pushId, agentId, { isTested: true, failedTests: [...worse] })
  return 'over'
}
