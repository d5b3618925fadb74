// Asking all questions of an agent: when somebody wants to know, and by itself once changed knowledge was left alone.
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
/** How long knowledge has to be left alone before it is looked at. */
export const QUIET_MS = 20_000
const RUNS_KEPT = 100
const PAGE = 25
/** Questions that are asked side by side: a run must not crowd out those of visitors. */
const AT_ONCE = 4
/** The queue gives a job up after ten minutes. */
const LOST_MS = 15 * 60_000
const SWEPT_AT_ONCE = 100

export const ownerOf = (ctx: Ctx, agentId: string): repository.Owner => ({ agentId, workspaceId: ctx.workspaceId })

/** Asks one question. */
export async function rankOfExpected(
  knowledge: RetrievalEvalsDeps['knowledge'],
  ctx: Ctx,
  agentId: string,
  { question, ...expected }: Expected & { readonly question: string },
): Promise<number | null> {
  return rankOf(await knowledge.search(ctx, { agentId, query: question, limit: RETRIEVAL_DEPTH }), expected)
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
    /** Answers the run that goes on already where there is one. INVALID_INPUT without questions. */
    async run(ctx: Ctx, { agentId }: { agentId: string }) {
      const opened = await ctx.tx((tx) => open(deps, tx, agentId, 'manual'))
      if (!opened) throw new AppError('INVALID_INPUT', msg('no_golden_questions'))
      return { data: toRun(opened.run) }
    },
    /** Newest first. */
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
    /** The job of a run; begun again it goes on where it stopped. */
    execute: (ctx: Ctx, agentId: string, runId: string) => execute(deps, ctx, agentId, runId),
    ...due,
    /** Every minute: what is due and was left behind, and runs that nobody is at. Answers how many of those there were. */
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
    // A timer may be early by a millisecond.
    deps.later(`${ctx.region}:${agentId}`, QUIET_MS + 50, () => runDue(ctx, agentId))
  }
  /** Begins the run of an agent whose knowledge was left alone for long enough; harmless otherwise. */
  const runDue = async (ctx: Ctx, agentId: string): Promise<void> => {
    const busy = await ctx.tx(async (tx) => {
      if (!(await repository.takeDue(tx.db, ownerOf(tx, agentId), tx.now()))) return false
      return (await open(deps, tx, agentId, 'changed'))?.fresh === false
    })
    // What that one has asked already it did not ask of the knowledge as it is now.
    if (busy) await wait(ctx, agentId)
  }
  return {
    runDue,
    /** Knows only of the last change: 500 of them are one run. */
    async onKnowledgeChanged(ctx: Ctx, agentId: string): Promise<void> {
      if ((await repository.countQuestions(ctx.db, ownerOf(ctx, agentId))) > 0) await wait(ctx, agentId)
    },
  }
}

/** In a transaction: the run that goes on, or a fresh one; undefined without questions. */
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
  // Some may have been added or deleted since it began.
  const ended = { status: 'done' as const, total: results.length, endedAt: ctx.now() }
  await repository.noteProgress(ctx.db, { ...owner, id: runId, ...ended })
}

async function ask(
  { knowledge }: RetrievalEvalsDeps,
  ctx: Ctx,
  row: repository.QuestionRow,
  earlier: readonly repository.KeptResult[],
): Promise<repository.KeptResult> {
  const { id, question, docId, quote } = row
  const rank = await rankOfExpected(knowledge, ctx, row.agentId, row)
  await repository.noteRank(ctx.db, row, rank, ctx.now())
  const asked = sha256(JSON.stringify([question, docId, quote])).slice(0, 16)
  const before = earlier.find((one) => one.id === id && one.asked === asked)
  return { id, question, asked, rank, ...(before ? { before: before.rank } : {}) }
}
