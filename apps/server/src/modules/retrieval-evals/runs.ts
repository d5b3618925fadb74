// Runs over all golden questions of an agent: on request, and after changes of the knowledge.
import { RETRIEVAL_DEPTH, type GoldenRun } from '@parlance/contract/retrieval-evals/schemas'
import { type Expected, rankOf } from '@parlance/contract/retrieval-evals/rank'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { unixSeconds } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../lib/crypto.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'
import type { RetrievalEvalsDeps } from './ports.ts'

export const RUN_JOB = 'goldens.run'
/** A run starts automatically once the knowledge is unchanged for this time. */
export const QUIET_MS = 20_000
const RUNS_KEPT = 100
const PAGE = 25
/** Concurrent searches: few, so that visitors' searches are not delayed. */
const AT_ONCE = 4
/** A run older than this has lost its job, which the queue ends after ten minutes. */
const LOST_MS = 15 * 60_000
const SWEPT_AT_ONCE = 100

export const ownerOf = (ctx: Ctx, agentId: string): repository.Owner => ({ agentId, workspaceId: ctx.workspaceId })

export type Searching = Pick<RetrievalEvalsDeps, 'knowledge' | 'searchOf'>

/** Searches one question like the published agent and returns the rank of the expected source. */
export async function rankOfExpected(
  { knowledge, searchOf }: Searching,
  ctx: Ctx,
  agentId: string,
  { question, ...expected }: Expected & { readonly question: string },
): Promise<number | null> {
  const { tags, threshold } = (await searchOf(ctx, agentId)) ?? {}
  const query = { agentId, query: question, limit: RETRIEVAL_DEPTH, tags, threshold }
  return rankOf(await knowledge.passages(ctx, query), expected)
}

const hits = (results: readonly repository.KeptResult[]) => results.filter(({ rank }) => rank !== null).length

const toRun = ({ id, cause, status, total, results, createdAt }: repository.RunRow): GoldenRun => ({
  id,
  cause,
  status,
  total,
  hits: hits(results),
  ts: unixSeconds(createdAt),
  results,
})

export function createRuns(deps: RetrievalEvalsDeps) {
  const due = createDueRuns(deps)
  return {
    /** Starts a run, or returns the running one. @throws INVALID_INPUT without questions */
    async run(ctx: Ctx, { agentId }: { agentId: string }) {
      const opened = await ctx.tx((tx) => open(deps, tx, agentId, 'manual'))
      if (!opened) throw new AppError('INVALID_INPUT', msg('no_golden_questions'))
      return { data: toRun(opened.run) }
    },
    async runs(
      ctx: Ctx,
      { agentId, cursor, limit = PAGE }: { agentId: string; cursor?: string | undefined; limit?: number | undefined },
    ) {
      const page = { after: readCursor(cursor), limit: limit + 1 }
      const { items, nextCursor } = pageOf(
        await repository.listRuns(ctx.db, { ...ownerOf(ctx, agentId), ...page }),
        limit,
        repository.cursorOf,
      )
      return { items: items.map(toRun), nextCursor }
    },
    /** The job of a run. Resumable. */
    execute: (ctx: Ctx, agentId: string, runId: string) => execute(deps, ctx, agentId, runId),
    ...due,
    /** Every minute: starts due runs, and fails those whose process died. Returns how many failed. */
    async sweep(ctx: Ctx): Promise<number> {
      const now = ctx.now()
      for (const { agentId, workspaceId } of await repository.dueAgents(ctx.db, now, SWEPT_AT_ONCE))
        await due.runDue({ ...ctx, workspaceId }, agentId)
      return repository.endLost(ctx.db, new Date(now.getTime() - LOST_MS), now)
    },
  }
}

function createDueRuns(deps: RetrievalEvalsDeps) {
  const wait = async (ctx: Ctx, agentId: string): Promise<void> => {
    await repository.putDue(ctx.db, ownerOf(ctx, agentId), new Date(ctx.now().getTime() + QUIET_MS))
    // Timers may fire slightly early.
    deps.later(`${ctx.region}:${agentId}`, QUIET_MS + 50, () => runDue(ctx, agentId))
  }
  /** Starts the run of an agent if it is due. Idempotent. */
  const runDue = async (ctx: Ctx, agentId: string): Promise<void> => {
    const busy = await ctx.tx(async (tx) => {
      if (!(await repository.takeDue(tx.db, ownerOf(tx, agentId), tx.now()))) return false
      return (await open(deps, tx, agentId, 'changed'))?.fresh === false
    })
    // The running one has partly searched the old knowledge, so another run is needed.
    if (busy) await wait(ctx, agentId)
  }
  return {
    runDue,
    /** Many changes cause one run, after the last of them. */
    async onKnowledgeChanged(ctx: Ctx, agentId: string): Promise<void> {
      if ((await repository.countQuestions(ctx.db, ownerOf(ctx, agentId))) > 0) await wait(ctx, agentId)
    },
  }
}

/** In a transaction: the running run, or a new one; undefined without questions. */
async function open(
  { enqueue }: RetrievalEvalsDeps,
  tx: Ctx,
  agentId: string,
  cause: GoldenRun['cause'],
): Promise<{ run: repository.RunRow; fresh: boolean } | undefined> {
  const owner = ownerOf(tx, agentId)
  await repository.lock(tx.db, owner)
  const running = await repository.runningRun(tx.db, owner)
  if (running) return { run: running, fresh: false }
  const total = await repository.countQuestions(tx.db, owner)
  if (total === 0) return undefined
  const head = { id: randomId(24), ...owner, cause, status: 'running' as const }
  const run = { ...head, total, hits: 0, results: [], createdAt: tx.now(), endedAt: null }
  await repository.addRun(tx.db, run)
  await repository.trimRuns(tx.db, owner, RUNS_KEPT)
  await enqueue(tx, RUN_JOB, { workspaceId: owner.workspaceId, agentId, runId: run.id })
  return { run, fresh: true }
}

async function execute(deps: RetrievalEvalsDeps, ctx: Ctx, agentId: string, runId: string): Promise<void> {
  const owner = ownerOf(ctx, agentId)
  const run = await repository.findRun(ctx.db, owner, runId)
  if (run?.status !== 'running') return
  const earlier = await repository.lastDone(ctx.db, owner, runId)
  const results = [...run.results]
  const done = new Set(results.map(({ id }) => id))
  const rest = (await repository.allQuestions(ctx.db, owner)).filter(({ id }) => !done.has(id))
  for (let at = 0; at < rest.length; at += AT_ONCE) {
    const some = rest.slice(at, at + AT_ONCE)
    results.push(...(await Promise.all(some.map((row) => ask(deps, ctx, row, earlier?.results ?? [])))))
    if (!(await repository.noteProgress(ctx.db, { ...owner, id: runId, results, hits: hits(results) }))) return
  }
  // Questions may have been added or deleted meanwhile.
  const ended = { status: 'done' as const, total: results.length, endedAt: ctx.now() }
  await repository.noteProgress(ctx.db, { ...owner, id: runId, ...ended })
}

async function ask(
  deps: Searching,
  ctx: Ctx,
  row: repository.QuestionRow,
  earlier: readonly repository.KeptResult[],
): Promise<repository.KeptResult> {
  const { id, question, docId, quote } = row
  const rank = await rankOfExpected(deps, ctx, row.agentId, row)
  await repository.noteRank(ctx.db, row, rank, ctx.now())
  const asked = sha256(JSON.stringify([question, docId, quote])).slice(0, 16)
  const before = earlier.find((one) => one.id === id && one.asked === asked)
  return { id, question, asked, rank, ...(before ? { before: before.rank } : {}) }
}
