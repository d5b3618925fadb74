// Scans the knowledge of an agent for contradictions: selects pairs of passages and judges them.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { contradiction, formsAmong, type PassageText } from './contradiction/contradiction.ts'
import { findPairs } from './find-pairs.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './conflicts.repository.ts'
import { ownerOf } from './answer-gap.ts'
import type { GapsDeps, PairJudge } from './ports.ts'
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'

export const SCAN_JOB = 'gaps.scan'
/** Passages per scan, the newest. */
const PASSAGES = 1500
/** Passages whose neighbours by meaning are searched. */
const NEIGHBOURS_OF = 500
const NEAR = 0.8
const MOST_NEIGHBOURS = 150
const MOST_PAIRS = 400
const AT_ONCE = 3
/** A job works this long before it enqueues the next one: the queue ends jobs after ten minutes. */
const SLICE_MS = 60_000
/** Consecutive failures of the model that end a scan. */
const PATIENCE = 3
const MOST_SHOWN = 5000
const REMEMBERED = 3000

interface Pair {
  readonly a: PassageText
  readonly b: PassageText
  readonly hash: string
}
type Found = { readonly about: string; readonly judge: string }

export const createConflictScanner = (deps: GapsDeps) => ({
  /** The job of a scan. Resumable, because judged pairs are stored. */
  execute: (ctx: Ctx, agentId: string, scanId: string): Promise<void> => execute(deps, ctx, agentId, scanId),
})

/** Removes contradictions whose passages were deleted or changed. */
export async function removeStaleConflicts({ knowledge }: GapsDeps, ctx: Ctx, agentId: string): Promise<void> {
  const owner = ownerOf(ctx, agentId)
  const shown = await repository.shownPairs(ctx.db, owner, MOST_SHOWN)
  if (shown.length === 0) return
  const sides = shown.flatMap(({ docA, docB, textA, textB }) => [
    { docId: docA, text: textA },
    { docId: docB, text: textB },
  ])
  const held = await knowledge.stillHeld(ctx, { agentId, passages: sides })
  const gone = shown.filter((_, at) => !held[at * 2] || !held[at * 2 + 1])
  await repository.deletePairs(
    ctx.db,
    owner,
    gone.map(({ id }) => id),
  )
}

async function execute(deps: GapsDeps, ctx: Ctx, agentId: string, scanId: string): Promise<void> {
  const owner = ownerOf(ctx, agentId)
  const row = await repository.findScan(ctx.db, owner)
  if (row?.status !== 'running' || row.scanId !== scanId) return
  const model = row.byModel ? await deps.judgeFor(ctx, agentId) : undefined
  await removeStaleConflicts(deps, ctx, agentId)
  const pairs = await candidates(deps, ctx, agentId)
  const known = await repository.knownPairs(
    ctx.db,
    owner,
    pairs.map(({ hash }) => hash),
  )
  // Verdicts of a model and dismissed pairs are final; verdicts of rules are replaced by a model's.
  const left = pairs.filter(({ hash }) => {
    const before = known.get(hash)
    return !before || (model !== undefined && before.judge === 'rules' && before.status !== 'dismissed')
  })
  const look = { deps, owner, scanId, total: pairs.length, done: pairs.length - left.length }
  if (!(await repository.noteScan(ctx.db, owner, scanId, { pairs: look.done, total: look.total, at: ctx.now() })))
    return
  const end = model ? await byModel(look, ctx, model, left) : await byRules(look, ctx, left)
  if (!end) return
  await repository.trimAgreeing(ctx.db, owner, REMEMBERED)
  await repository.noteScan(ctx.db, owner, scanId, { ...end, at: ctx.now() })
}

interface Look {
  readonly deps: GapsDeps
  readonly owner: { readonly agentId: string; readonly workspaceId: string }
  readonly scanId: string
  readonly total: number
  readonly done: number
}
/** The result of a scan; undefined if another job continues it or it was ended. */
type End =
  | {
      readonly status: 'done' | 'failed' | 'paused'
      readonly pairs: number
      readonly reason?: string
      readonly pausedAt?: Date
    }
  | undefined

/** Candidate pairs of different documents, most promising first, alternating between words and meaning. */
async function candidates({ knowledge }: GapsDeps, ctx: Ctx, agentId: string): Promise<Pair[]> {
  const passages = await knowledge.newestPassages(ctx, { agentId, limit: PASSAGES })
  const steps = findPairs(passages, MOST_PAIRS)
  let step = steps.next()
  while (!step.done) {
    await yieldToEventLoop()
    step = steps.next()
  }
  const near = await knowledge.neighbours(ctx, {
    agentId,
    ids: passages.slice(0, NEIGHBOURS_OF).map(({ id }) => id),
    atLeast: NEAR,
    limit: MOST_NEIGHBOURS,
  })
  const placeOf = new Map(passages.map(({ id }, place) => [id, place]))
  const byMeaning = near.map(({ a, b }) => [placeOf.get(a), placeOf.get(b)] as const)
  const pairs = new Map<string, Pair>()
  for (let at = 0; pairs.size < MOST_PAIRS && at < Math.max(step.value.length, byMeaning.length); at += 1)
    for (const [one, two] of [step.value[at] ?? [], byMeaning[at] ?? []]) {
      const pair = pairOf(passages[one ?? -1], passages[two ?? -1])
      if (pair) pairs.set(pair.hash, pair)
    }
  return [...pairs.values()].slice(0, MOST_PAIRS)
}

/** The smaller document id first; undefined for equal passages. */
function pairOf(one: PassageText | undefined, two: PassageText | undefined): Pair | undefined {
  if (!one || !two || one.text === two.text) return undefined
  const [a, b] = one.docId < two.docId ? [one, two] : [two, one]
  return { a, b, hash: sha256([a.text, b.text].sort().join('\u0000')) }
}

async function byRules(look: Look, ctx: Ctx, pairs: readonly Pair[]): Promise<End> {
  const { owner, scanId, total } = look
  const judged: { pair: Pair; found: ReturnType<typeof contradiction> }[] = []
  for (const pair of pairs) {
    judged.push({ pair, found: contradiction(pair.a, pair.b) })
    if (judged.length % 5 === 0) await yieldToEventLoop()
    if (judged.length % 50 === 0 && !(await note(look, ctx, judged.length))) return undefined
  }
  const forms = formsAmong(
    judged.flatMap(({ pair, found }) =>
      found ? [{ subject: found.subject, docs: [pair.a.docId, pair.b.docId] as const }] : [],
    ),
  )
  if (!(await repository.noteScan(ctx.db, owner, scanId, { pairs: total }))) return undefined
  for (const { pair, found } of judged)
    await put(look, ctx, pair, { judge: 'rules', about: found && !forms.has(found.subject) ? found.about : '' })
  return { status: 'done', pairs: total }
}

async function byModel(look: Look, ctx: Ctx, model: PairJudge, pairs: readonly Pair[]): Promise<End> {
  const { deps, owner, scanId, total, done } = look
  const until = performance.now() + SLICE_MS
  let refused = 0
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const some = pairs.slice(at, at + AT_ONCE)
    const verdicts = await Promise.allSettled(
      some.map((pair) => model.judge(ctx, { ...pair, key: `${scanId}.${pair.hash.slice(0, 24)}` })),
    )
    for (const [place, verdict] of verdicts.entries()) {
      const pair = some[place]
      if (verdict.status === 'fulfilled' && verdict.value && pair)
        await put(look, ctx, pair, { judge: model.name, about: verdict.value.about })
    }
    const errors = verdicts.flatMap((verdict) => (verdict.status === 'rejected' ? [verdict.reason as unknown] : []))
    refused = errors.length === some.length ? refused + errors.length : 0
    if (errors.some(isUnpaid)) return { status: 'paused', reason: UNPAID, pausedAt: ctx.now(), pairs: done + at }
    if (refused >= PATIENCE) {
      ctx.log.warn({ err: errors[0], ...owner }, 'comparing passages by the model failed')
      return { status: 'failed', reason: UNREACHED, pairs: done + at }
    }
    if (!(await note(look, ctx, at + some.length))) return undefined
    if (performance.now() < until) continue
    await deps.enqueue(ctx, SCAN_JOB, { ...owner, scanId })
    return undefined
  }
  return { status: 'done', pairs: total }
}

const isUnpaid = (error: unknown): boolean => error instanceof AppError && error.code === 'CREDITS_EXHAUSTED'
const UNPAID = storedMessage(msg('search_without_credits'))
const UNREACHED = storedMessage(msg('search_model_unreachable'))

const note = ({ owner, scanId, done }: Look, ctx: Ctx, more: number): Promise<boolean> =>
  repository.noteScan(ctx.db, owner, scanId, { pairs: done + more, at: ctx.now() })

/** Agreeing pairs are stored without their texts. */
const put = ({ owner }: Look, ctx: Ctx, { a, b, hash }: Pair, { about, judge }: Found): Promise<void> =>
  repository.putPair(ctx.db, {
    ...owner,
    id: randomId(16),
    docA: a.docId,
    docB: b.docId,
    textA: about ? a.text : '',
    textB: about ? b.text : '',
    pairHash: hash,
    about,
    status: about ? 'open' : 'agrees',
    judge,
    foundAt: ctx.now(),
  })
