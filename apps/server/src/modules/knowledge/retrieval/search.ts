// Finding passages: by words, forgiving accents, endings and typing errors, and by meaning; both rankings fused.
import { fuseScores, SANDBOX_WEIGHT, confidenceOf } from '@parlance/contract/knowledge/score-fusion'
import { relevant } from '@parlance/contract/knowledge/relevance-filter'
import { joinNeighbours } from './join-neighbours.ts'
import { misspells, spellingsNear } from './spelling.ts'
import { STOP_WORDS } from '@parlance/contract/knowledge/stopwords'
import type { Passage } from '@parlance/contract/knowledge/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Indexer } from '../ingestion/index-documents.ts'
import { EmbedError, type VectorHit } from '../ports.ts'
import type { KnowledgeDeps } from '../deps.ts'
import * as repository from './search.repository.ts'

/** Each search gives so many; fusion needs more than the caller will see. */
const DEPTH = 50
/** Chunks that are ranked by words at most: reading word lists is what ranking costs. */
const RANKED = 600
/** Terms that a chunk is ranked by at most, those of rare words first. */
const TERMS = 40
/** With fewer chunks than this that hold the common words of a question together, those that hold one are ranked, too. */
const ENOUGH = 10
/** Read beside what is wanted, because some may be gone by now. */
const SPARE = 5
/** A question that cannot be embedded in this time is searched by words alone. */
const EMBED_MS = 2000
const HOW_WEIGHT: Record<repository.KnownWord['how'], number> = {
  same: 1,
  stem: 0.9,
  form: 0.7,
  prefix: 0.5,
  spelling: 0.7,
}
const STOP = [...STOP_WORDS]

type SearchDeps = Pick<KnowledgeDeps, 'embedder' | 'vectors'> & {
  readonly agents: Pick<KnowledgeDeps['agents'], 'settingsOf'>
}

/** Acts inside `ctx.workspaceId`. */
export interface KnowledgeSearch {
  /**
   * The best passages, by words and by meaning, of documents with one of the tags where any are given; see `relevant` in core
   * for what of them a model may see.
   */
  readonly search: (
    ctx: Ctx,
    query: { agentId: string; query: string; limit: number; tags?: readonly string[] | undefined },
  ) => Promise<Passage[]>
  /**
   * What a model is given: relevant passages alone, neighbours joined, none where the agent does not know enough; see
   * `relevant` and `joinNeighbours` in core. `url` only where readers can open the document.
   */
  readonly passages: (
    ctx: Ctx,
    query: {
      agentId: string
      query: string
      limit: number
      tags?: readonly string[] | undefined
      threshold?: number | undefined
      /** Asks no embedding model, so that it costs nothing. */
      wordsOnly?: boolean
    },
  ) => Promise<{ docId: string; title: string; text: string; score: number; url?: string }[]>
}

interface Query {
  readonly agentId: string
  readonly query: string
  readonly tags?: readonly string[] | undefined
  readonly wordsOnly?: boolean
}

/** A chunk as both searches rank it. */
interface Ranked {
  readonly id: number
  readonly score: number
  readonly textRank: number | null
  readonly vectorRank: number | null
  readonly similarity: number | null
}

export function createSearch(deps: SearchDeps, indexing: Pick<Indexer, 'reindex'>): KnowledgeSearch {
  const outdated = createReindexTrigger(indexing)

  async function rank(ctx: Ctx, { agentId, query, tags = [], wordsOnly = false }: Query): Promise<Ranked[]> {
    const question = query.replaceAll('\u0000', '').toWellFormed().normalize('NFC').trim()
    const collection = await repository.collectionOf(ctx.db, { agentId, workspaceId: ctx.workspaceId })
    if (!collection || collection.chunks === 0 || !question) return []
    const [byWords, byMeaning] = await Promise.all([
      searchWords(ctx, agentId, { question, total: collection.chunks, tags }),
      collection.vectors > 0 && !wordsOnly ? searchMeaning(deps, ctx, { agentId, question, tags }) : undefined,
    ])
    if (byMeaning) await outdated(ctx, agentId, byMeaning.model)
    const fused = fuseScores({
      text: { hits: byWords.hits, weight: byWords.confidence, nothing: 'zero' },
      vector: {
        hits: (byMeaning?.hits ?? []).map(({ id, similarity: score }) => ({ id, score })),
        weight: byMeaning?.sandbox ? SANDBOX_WEIGHT : 1,
        nothing: 'last',
      },
    })
    const similarity = new Map((byMeaning?.hits ?? []).map((hit) => [hit.id, hit.similarity]))
    return fused.map(({ id, score, ranks }) => ({
      id,
      score,
      textRank: ranks.text,
      vectorRank: ranks.vector,
      similarity: similarity.get(id) ?? null,
    }))
  }

  return {
    async search(ctx, query) {
      const owner = { agentId: query.agentId, workspaceId: ctx.workspaceId }
      const ranked = await rank(ctx, query)
      return readBest(ranked, query.limit, async (some) => {
        const chunks = await repository.readChunks(ctx.db, owner, some)
        return new Map(chunks.map(({ id, docId, title, chunk, text }) => [id, { docId, title, chunk, text }]))
      })
    },
    async passages(ctx, query) {
      const owner = { agentId: query.agentId, workspaceId: ctx.workspaceId }
      const ranked = relevant(await rank(ctx, query), query.threshold)
      // Some will become one passage.
      const found = await readBest(ranked, query.limit * 2, async (some) => {
        const chunks = await repository.readAround(ctx.db, owner, some)
        return new Map(chunks.map(({ id, ...chunk }) => [id, chunk]))
      })
      return joinNeighbours(found.map((piece) => ({ piece, before: piece.before ?? undefined })))
        .slice(0, query.limit)
        .map(({ piece: { docId, title, score, url }, text }) => ({
          docId,
          title,
          text,
          score,
          ...(url ? { url } : {}),
        }))
    },
  }
}

/** The first `limit` of those that still exist, read a few at a time. */
async function readBest<Row>(
  ranked: readonly Ranked[],
  limit: number,
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): Promise<(Row & Omit<Ranked, 'id'>)[]> {
  const best: (Row & Omit<Ranked, 'id'>)[] = []
  for (let at = 0; at < ranked.length && best.length < limit; at += limit + SPARE) {
    const some = ranked.slice(at, at + limit + SPARE)
    const rows = await read(some.map(({ id }) => id))
    for (const { id, ...places } of some) {
      const row = rows.get(id)
      if (row) best.push({ ...row, ...places })
    }
  }
  return best.slice(0, limit)
}

async function searchMeaning(
  deps: SearchDeps,
  ctx: Ctx,
  { agentId, question, tags }: { agentId: string; question: string; tags: readonly string[] },
): Promise<{ model: string; sandbox: boolean; hits: VectorHit[] } | undefined> {
  try {
    const { dimensions } = await deps.agents.settingsOf(ctx, agentId)
    const { vectors, model, sandbox } = await deps.embedder.embed(ctx, {
      workspaceId: ctx.workspaceId,
      texts: [question],
      dimensions,
      signal: AbortSignal.timeout(EMBED_MS),
    })
    const vector = vectors[0]
    return (
      vector && { model, sandbox, hits: await deps.vectors.search(ctx, { agentId, model, vector, k: DEPTH, tags }) }
    )
  } catch (error) {
    if (!(error instanceof EmbedError)) throw error
    ctx.log.warn({ err: error, agentId }, 'embedding a question failed, searched by words alone')
    return undefined
  }
}

async function searchWords(
  ctx: Ctx,
  agentId: string,
  of: { question: string; total: number; tags: readonly string[] },
) {
  const asked = await repository.askedWords(ctx.db, agentId, of.question, STOP)
  const known = asked.flatMap(({ pos, asked: word, known: forms }) =>
    forms.map((one) => ({ ...one, pos, asked: word })),
  )
  const unknown = asked
    .filter((one) => one.asked.length >= 4 && !one.known.some(({ how }) => how === 'same' || how === 'stem'))
    .map(({ pos, asked: word }) => ({ pos, asked: word, ...searchOfSpellings(word) }))
  const corrected = unknown.length > 0 ? await repository.spellings(ctx.db, agentId, unknown) : []
  const plan = planWords([...known, ...corrected], of.total)
  if (!plan) return { hits: [], confidence: 0 }
  const rank = (candidates: string) =>
    repository.rankByWords(ctx.db, agentId, {
      candidates,
      terms: plan.terms,
      tags: of.tags,
      most: RANKED,
      limit: DEPTH,
    })
  const found = await rank(plan.candidates)
  // Words that were expected to stand together need not.
  const hits = found.length < ENOUGH && plan.otherwise !== plan.candidates ? await rank(plan.otherwise) : found
  return { hits, confidence: confidenceOf(hits[0]?.score ?? 0, mostOf(plan.terms)) }
}

/** The most that the words of a question can score. */
function mostOf(terms: readonly repository.Term[]): number {
  const groups = [...Map.groupBy(terms, ({ group }) => group).values()]
  return groups.reduce((sum, forms) => sum + Math.max(...forms.map(({ weight }) => weight)), 0)
}

/** One slip is looked for letter by letter; two slips, and slips in long words, by what is still alike. */
function searchOfSpellings(word: string): Pick<repository.UnknownWord, 'near' | 'alike'> {
  const near = word.length <= 12 ? spellingsNear(word) : []
  return { near, alike: near.length === 0 || word.length >= 8 }
}

interface Group {
  readonly words: Map<string, { weight: number; chunks: number }>
}

/**
 * Which chunks to rank, and by what. A word counts by how few chunks hold it. When the rarest words alone leave enough to
 * rank, the common ones only add to the score; when even the rarest is common, several must stand together.
 */
export function planWords(
  known: readonly repository.KnownWord[],
  total: number,
): { candidates: string; otherwise: string; terms: repository.Term[] } | undefined {
  const groups = [...groupsOf(known).values()].map(({ words }) => {
    const held = [...words.values()].reduce((sum, { chunks }) => sum + chunks, 0)
    const count = Math.min(total, Math.max(1, held))
    return { words, count, value: Math.log(1 + (total - count + 0.5) / (count + 0.5)) }
  })
  if (groups.length === 0) return undefined
  groups.sort((a, b) => a.count - b.count)
  const either = groups.map(({ words }) => `(${[...words.keys()].map(repository.lexeme).join(' | ')})`)
  const terms = groups.flatMap(({ words, value }, group) =>
    [...words].map(([word, { weight }]) => ({ group, word, weight: weight * value })),
  )
  const counts = groups.map(({ count }) => count)
  const candidates = candidatesOf(either, counts, total)
  // Where one word is enough to be looked at there is nothing to loosen.
  const together = (counts[0] ?? 0) > RANKED
  return { candidates, otherwise: together ? (either[0] ?? '') : candidates, terms: terms.slice(0, TERMS) }
}

function candidatesOf(either: readonly string[], counts: readonly number[], total: number): string {
  const rarest = counts[0] ?? 0
  let held = rarest
  let taken = 1
  if (rarest <= RANKED) {
    while (taken < counts.length && held + (counts[taken] ?? 0) <= RANKED) held += counts[taken++] ?? 0
    return either.slice(0, taken).join(' | ')
  }
  while (taken < counts.length && held > RANKED) held *= (counts[taken++] ?? 0) / Math.max(1, total)
  return either.slice(0, taken).join(' & ')
}

function groupsOf(known: readonly repository.KnownWord[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const { pos, asked, word, chunks, how } of known) {
    if (how === 'spelling' && !misspells(asked, word)) continue
    const key = `${pos} ${asked}`
    const group = groups.get(key) ?? { words: new Map() }
    const weight = Math.max(HOW_WEIGHT[how], group.words.get(word)?.weight ?? 0)
    group.words.set(word, { weight, chunks })
    groups.set(key, group)
  }
  return groups
}

const ASK_AGAIN_MS = 60 * 60_000

/**
 * Vectors of another model than the question's are not compared, so a changed model would silence them: the first question
 * under a model, and then one every hour, has the agent's documents looked through, and those of another model made anew.
 */
function createReindexTrigger(
  indexing: Pick<Indexer, 'reindex'>,
): (ctx: Ctx, agentId: string, model: string) => Promise<void> {
  const asked = new Map<string, number>()
  return async (ctx, agentId, model) => {
    const key = [ctx.region, agentId, model].join('|')
    const now = ctx.now().getTime()
    if (now - (asked.get(key) ?? 0) < ASK_AGAIN_MS) return
    if (asked.size > 10_000) asked.clear()
    asked.set(key, now)
    await indexing.reindex(ctx, agentId)
  }
}
