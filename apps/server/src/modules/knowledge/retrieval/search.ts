// Searches passages by words (tolerating accents, inflection and typos) and by meaning, and fuses both rankings.
import { fuseScores, SANDBOX_WEIGHT, confidenceOf } from '@parlance/contract/knowledge/score-fusion'
import { relevant } from '@parlance/contract/knowledge/relevance-filter'
import { type Joined, joinNeighbours, type Piece } from './join-neighbours.ts'
import { misspells, spellingsNear } from './spelling.ts'
import { beginsInTable, headOfLastTable, withTableHead } from './table-head.ts'
import { STOP_WORDS } from '@parlance/contract/knowledge/stopwords'
import type { Passage } from '@parlance/contract/knowledge/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Indexer } from '../ingestion/index-documents.ts'
import { EmbedError, type VectorHit } from '../ports.ts'
import type { KnowledgeDeps } from '../deps.ts'
import type { Owner } from '../repository.ts'
import * as repository from './search.repository.ts'

/** Results of each search; fusion needs more than the caller gets. */
const DEPTH = 50
/** Maximum chunks ranked by words, because ranking reads word lists. */
const RANKED = 600
/** Maximum terms for ranking, rare words first. */
const TERMS = 40
/** If fewer chunks contain the common words together, those with one of them are ranked too. */
const ENOUGH = 10
/** Extra rows, because some may have been deleted. */
const SPARE = 5
/** Timeout of embedding; then the search is by words only. */
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
  /** The best passages by words and meaning; see `relevant` in the contract for what a model may see. */
  readonly search: (
    ctx: Ctx,
    query: { agentId: string; query: string; limit: number; tags?: readonly string[] | undefined },
  ) => Promise<Passage[]>
  /**
   * Only relevant ones, with neighbours joined (see `joinNeighbours`), and with the head of the table that they begin in.
   * `url` if readers can open the document.
   */
  readonly passages: (
    ctx: Ctx,
    query: {
      agentId: string
      query: string
      limit: number
      tags?: readonly string[] | undefined
      threshold?: number | undefined
      /** Without an embedding model, so that it is free. */
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
      const found = await readBest(ranked, query.limit * 2, async (some) => {
        const chunks = await repository.readAround(ctx.db, owner, some)
        return new Map(chunks.map(({ id, ...chunk }) => [id, chunk]))
      })
      const joined = joinNeighbours(found.map((piece) => ({ piece, before: piece.before ?? undefined })))
      const passages = await withTableHeads(ctx, owner, joined.slice(0, query.limit))
      return passages.map(({ piece: { docId, title, score, url }, text }) => ({
        docId,
        title,
        text,
        score,
        ...(url ? { url } : {}),
      }))
    },
  }
}

async function withTableHeads<P extends Joined<Piece>>(ctx: Ctx, owner: Owner, passages: readonly P[]): Promise<P[]> {
  const inTables = passages.filter(({ text, from }) => from > 0 && beginsInTable(text))
  if (inTables.length === 0) return [...passages]
  const places = inTables.map(({ piece: { docId }, from: n }) => ({ docId, n }))
  const starts = await repository.tableStarts(ctx.db, owner, places)
  return passages.map((passage) => {
    const start = starts.find(({ docId, n }) => docId === passage.piece.docId && n === passage.from)
    const head = start && headOfLastTable(start.text)
    return head === undefined ? passage : { ...passage, text: withTableHead(passage.text, head) }
  })
}

/** The first `limit` existing ones, read in small batches. */
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
  // Falls back to a looser condition.
  const hits = found.length < ENOUGH && plan.otherwise !== plan.candidates ? await rank(plan.otherwise) : found
  return { hits, confidence: confidenceOf(hits[0]?.score ?? 0, mostOf(plan.terms)) }
}

/** Maximum score of the words of a question. */
function mostOf(terms: readonly repository.Term[]): number {
  const groups = [...Map.groupBy(terms, ({ group }) => group).values()]
  return groups.reduce((sum, forms) => sum + Math.max(...forms.map(({ weight }) => weight)), 0)
}

/** Shorter words, e.g. in scripts without spaces, are similar by chance. */
const SHORTEST_ALIKE = 4

/** Candidates with one typo are enumerated; two typos, and typos in long words, are searched by similarity. */
function searchOfSpellings(word: string): Pick<repository.UnknownWord, 'near' | 'alike'> {
  const near = word.length <= 12 ? spellingsNear(word) : []
  return { near, alike: word.length >= (near.length === 0 ? SHORTEST_ALIKE : 8) }
}

interface Group {
  readonly words: Map<string, { weight: number; chunks: number }>
}

/**
 * Rare words weigh more. If they select enough chunks, common ones only add to the score; if even the rarest word is
 * common, several must occur together.
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
  // If one word is enough, there is nothing to relax.
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

/** Vectors of another model are not comparable: a question triggers reindexing, once an hour at most. */
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
