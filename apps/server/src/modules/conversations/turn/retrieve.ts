// What a turn reads: passages of the knowledge base and what was said before.
import type { Source } from '@parlance/contract/conversations/schemas'
import { type ChatMessage, recentHistory } from '@parlance/engine/prompt'
import type { Ctx } from '../../../lib/ctx.ts'
import { readHistory } from '../repository.ts'
import { type Accepted, HISTORY_CHARS, PASSAGE_CHARS, type PassageQuery, type Retrieval } from './types.ts'
import { needsRewriting, rewriteQuestion } from './search-query.ts'
import { createModelReranker } from './rerank-passages.ts'
import { addTrace, type TurnScope } from './turn-context.ts'

/** A model that puts passages in order is given so many times more than are wanted, up to a bound. */
const RERANKED = { times: 3, most: 20 }

export function createRetrieval(context: TurnScope): Retrieval {
  const searches = new Map<string, Promise<readonly Source[]>>()
  /** Numbers by which passages are cited: the same passage keeps its number for the whole turn. */
  const numbers = new Map<string, number>()
  let rewritten: Promise<string> | undefined
  let hasFailed = false

  const numberOf = ({ docId, text }: Source): number => {
    const key = `${docId}|${text}`
    const n = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, n)
    return n
  }
  const search = async (query: string, wanted: PassageQuery): Promise<readonly Source[]> => {
    const { runtime, accepted } = context
    const { agentId } = accepted.agent
    const started = performance.now()
    try {
      const found = await ranked(context, query, wanted)
      let room = PASSAGE_CHARS
      const used = found.filter((source, index) => (room -= source.text.length) >= 0 || index === 0)
      const passages = found.map((source) => ({ ...source, used: used.includes(source) }))
      addTrace(context, [{ type: 'retrieval', query, passages, ms: performance.now() - started }])
      return used.map((source) => ({ ...source, n: numberOf(source) }))
    } catch (error) {
      if (context.running.abort.signal.aborted) throw error
      hasFailed = true
      // An answer without passages is better than none; the owner sees the missing sources.
      runtime.deps.log.warn({ err: error, agentId }, 'the knowledge base could not be searched')
      addTrace(context, [{ type: 'retrieval', query, passages: [], ms: performance.now() - started }])
      return []
    }
  }
  const visitorWords = () => context.accepted.request.words ?? context.accepted.request.text
  return {
    search(question, wanted) {
      const query = question.slice(0, 2000)
      const key = `${wanted.limit}|${wanted.tags?.join(',') ?? ''}|${query}`
      const known = searches.get(key) ?? search(query, wanted)
      searches.set(key, known)
      return known
    },
    async question(node) {
      if (!(await needsRewriting(context, node))) return visitorWords()
      return (rewritten ??= rewriteQuestion(context, node))
    },
    numbered: () => numbers.size,
    async searched() {
      if (hasFailed || searches.size === 0) return undefined
      const found = (await Promise.all(searches.values())).map((passages) => passages.length)
      return { question: (await rewritten) ?? visitorWords(), found }
    },
  }
}

async function ranked(
  context: TurnScope,
  query: string,
  { limit, tags = [] }: PassageQuery,
): Promise<readonly Source[]> {
  const { agentId, effective } = context.accepted.agent
  const { rerank, threshold } = effective.kb
  const found = await context.runtime.deps.search(context.ctx, {
    agentId,
    query,
    limit: rerank ? Math.max(limit, Math.min(limit * RERANKED.times, RERANKED.most)) : limit,
    tags: tags.length > 0 ? tags : effective.kb.tags,
    threshold,
  })
  return rerank ? (await createModelReranker(context).rank(query, found)).slice(0, limit) : found
}

export async function storedHistory(
  ctx: Ctx,
  conversationId: string,
  { agent, seq }: Pick<Accepted, 'agent' | 'seq'>,
): Promise<ChatMessage[]> {
  const greeting = agent.effective.greeting.map((content) => ({ role: 'assistant' as const, content }))
  const stored = seq > 1 ? await readHistory(ctx.db, conversationId, seq) : []
  return recentHistory([...greeting, ...stored], HISTORY_CHARS)
}
