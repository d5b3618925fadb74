// Pushes of a master to its copies: started, stopped, rolled back, and listed with their numbers.
import { type FleetPush, firstOf, MAX_COPIES } from '@parlance/contract/fleet/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { readMessage } from '../../lib/stored-message.ts'
import { masterOf, mutable } from './copies.ts'
import type { FleetDeps } from './ports.ts'
import { PUSH_JOB } from './push-job.ts'
import * as repository from './repository.ts'
import type { PushRow } from './schema.ts'

const PUSHES_KEPT = 10
const PROBLEMS_SHOWN = 100

interface OnePush {
  readonly agentId: string
  readonly pushId: string
}

const messageOf = (stored: string) => {
  if (stored === '') return null
  const message = readMessage(stored)
  return typeof message === 'string' ? { message } : { ...message }
}

export function createPushes(deps: FleetDeps) {
  const { agents, evaluations, enqueue } = deps
  const shown = async (ctx: Ctx, row: PushRow): Promise<FleetPush> => {
    const problems = await repository.problems(ctx.db, row.id, PROBLEMS_SHOWN)
    const titles = await agents.titles(
      ctx,
      problems.map(({ agentId }) => agentId),
    )
    return {
      id: row.id,
      masterVersion: row.masterVersion,
      state: row.state,
      ...(await repository.numbers(ctx.db, row.id)),
      reason: messageOf(row.reason),
      startedAt: row.startedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      problems: problems.map(({ agentId, conflicts, failedTests, error }) => ({
        agentId,
        title: titles.get(agentId) ?? agentId,
        conflicts: conflicts.map(mutable),
        failedTests,
        error: messageOf(error),
      })),
    }
  }
  const find = async (ctx: Ctx, { agentId, pushId }: OnePush): Promise<PushRow> => {
    const row = await repository.findPush(ctx.db, agentId, pushId)
    if (!row) throw new AppError('NOT_FOUND')
    return row
  }
  const start = (tx: Ctx, { id, masterId, workspaceId }: Pick<PushRow, 'id' | 'masterId' | 'workspaceId'>) =>
    enqueue(tx, PUSH_JOB, { workspaceId, agentId: masterId, pushId: id })

  return {
    async listPushes(ctx: Ctx, { agentId, limit = PUSHES_KEPT }: { agentId: string; limit?: number | undefined }) {
      const rows = await repository.pushes(ctx.db, agentId, limit)
      return { items: await Promise.all(rows.map((row) => shown(ctx, row))) }
    },

    getPush: async (ctx: Ctx, input: OnePush) => ({ data: await shown(ctx, await find(ctx, input)) }),

    async push(
      ctx: Ctx,
      input: { agentId: string; copyIds?: readonly string[] | undefined; masterVersion?: number | undefined },
    ) {
      const row = await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        const { agentId: masterId } = input
        await repository.lockMaster(tx.db, masterId)
        const { config, version } = await masterOf(deps, tx, masterId)
        if (input.masterVersion !== undefined && input.masterVersion < version)
          throw new AppError('STALE', msg('fleet_master_changed'))
        const all = (await repository.copies(tx.db, masterId, '', MAX_COPIES)).map(({ agentId }) => agentId)
        const wanted = input.copyIds && new Set(input.copyIds)
        // Another tenant's agent, or not a copy of this master.
        if (wanted && [...wanted].some((id) => !all.includes(id))) throw new AppError('NOT_FOUND')
        const chosen = all.filter((id) => wanted?.has(id) ?? true)
        if (chosen.length === 0) throw new AppError('CONFLICT', msg('fleet_no_copies'))
        const required = await evaluations.requiredTests(tx, chosen)
        // Copies with required tests first, because only they can reveal problems.
        const ordered = chosen.toSorted((a, b) => Number(required.has(b)) - Number(required.has(a)))
        const now = tx.now()
        const made: PushRow = {
          id: randomId(20),
          workspaceId: tx.workspaceId,
          masterId,
          masterVersion: version,
          config,
          state: 'running',
          reason: '',
          startedBy: tx.actor.kind === 'session' ? tx.actor.userId : tx.actor.kind,
          startedAt: now,
          workedAt: now,
          endedAt: null,
        }
        if (!(await repository.insertPush(tx.db, made))) throw new AppError('CONFLICT', msg('fleet_push_active'))
        const first = firstOf(ordered.length)
        await repository.insertItems(
          tx.db,
          ordered.map((agentId, place) => ({ pushId: made.id, agentId, place, isFirst: place < first })),
        )
        await repository.trimPushes(tx.db, masterId, PUSHES_KEPT)
        await start(tx, made)
        return made
      })
      return { data: await shown(ctx, row) }
    },

    async stopPush(ctx: Ctx, input: OnePush) {
      const values = { state: 'stopped', endedAt: ctx.now() } as const
      const { row, runs } = await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        const found = await find(tx, input)
        const testing = found.state === 'testing' ? await repository.untested(tx.db, found.id) : []
        if (!(await repository.setPush(tx.db, found.id, ['running', 'testing'], values)))
          throw new AppError('CONFLICT', msg('fleet_push_ended'))
        return { row: found, runs: testing }
      })
      for (const { agentId, runId } of runs)
        // The run ended meanwhile.
        if (runId !== '') await evaluations.cancelRun(ctx, { agentId, runId }).catch(() => undefined)
      return { data: await shown(ctx, { ...row, ...values }) }
    },

    async rollBackPush(ctx: Ctx, input: OnePush) {
      const row = await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await repository.lockMaster(tx.db, input.agentId)
        const found = await find(tx, input)
        const [latest] = await repository.pushes(tx.db, input.agentId, 1)
        const values = { state: 'rolling_back', endedAt: null, workedAt: tx.now() } as const
        const isOver = ['done', 'halted', 'stopped'] as const
        // An older push is the base of later ones.
        if (latest?.id !== found.id || !(await repository.setPush(tx.db, found.id, isOver, values)))
          throw new AppError('CONFLICT', msg('fleet_push_not_latest'))
        await start(tx, found)
        return { ...found, ...values }
      })
      return { data: await shown(ctx, row) }
    },

    /** Enqueues pushes again whose job died silently. */
    async sweep(ctx: Ctx): Promise<void> {
      for (const row of await repository.silentPushes(ctx.db, new Date(ctx.now().getTime() - SILENT_MS)))
        await start(ctx, row)
    },
  }
}
/** The queue itself retries the jobs of a dead process within a minute. */
const SILENT_MS = 2 * 60_000
