// What a turn reads: passages of the knowledge base and what was said before.
import type { Source } from '@parlance/contract/conversations/schemas'
import { type ChatMessage, recentHistory } from '@parlance/engine/prompt'
import type { Ctx } from '../../../lib/ctx.ts'
import { readHistory } from '../repository.ts'
import type { Accepted } from './answer.ts'
import { HISTORY_CHARS, PASSAGE_CHARS } from './turn-deps.ts'
import { createModelReranker } from './rerank-passages.ts'
import { note, type Talk } from './turn-context.ts'

interface Wanted {
  readonly limit: number
  /** Of the node; the agent's own where it names none. */
  readonly tags: readonly string[] | undefined
}

/** A model that puts passages in order is given so many times more than are wanted, up to a bound. */
const RERANKED = { times: 3, most: 20 }

/** Passages for a question, at most what a prompt has room for; each question is searched once in a turn. */
export function searchFor(talk: Talk, question: string, wanted: Wanted): Promise<readonly Source[]> {
  const query = question.slice(0, 2000)
  const key = `${wanted.limit}|${wanted.tags?.join(',') ?? ''}|${query}`
  const known = talk.searches.get(key) ?? search(talk, query, wanted)
  talk.searches.set(key, known)
  return known
}

async function search(talk: Talk, query: string, wanted: Wanted): Promise<readonly Source[]> {
  const { engine, accepted } = talk
  const { agentId } = accepted.agent
  const started = performance.now()
  try {
    const found = await ranked(talk, query, wanted)
    let room = PASSAGE_CHARS
    const used = found.filter((source, index) => (room -= source.text.length) >= 0 || index === 0)
    const passages = found.map((source) => ({ ...source, used: used.includes(source) }))
    note(talk, [{ type: 'retrieval', query, passages, ms: performance.now() - started }])
    return used.map((source) => ({ ...source, n: numberOf(talk, source) }))
  } catch (error) {
    if (talk.running.abort.signal.aborted) throw error
    talk.isBlind = true
    // An answer without passages is better than none; the owner sees the missing sources.
    engine.deps.log.warn({ err: error, agentId }, 'the knowledge base could not be searched')
    note(talk, [{ type: 'retrieval', query, passages: [], ms: performance.now() - started }])
    return []
  }
}

async function ranked(talk: Talk, query: string, { limit, tags = [] }: Wanted): Promise<readonly Source[]> {
  const { agentId, effective } = talk.accepted.agent
  const { rerank, threshold } = effective.kb
  const found = await talk.engine.deps.search(talk.ctx, {
    agentId,
    query,
    limit: rerank ? Math.max(limit, Math.min(limit * RERANKED.times, RERANKED.most)) : limit,
    tags: tags.length > 0 ? tags : effective.kb.tags,
    threshold,
  })
  return rerank ? (await createModelReranker(talk).rank(query, found)).slice(0, limit) : found
}

/** The number of a passage, the same whenever it is found again in this turn. */
function numberOf({ numbers }: Talk, { docId, text }: Source): number {
  const key = `${docId}|${text}`
  const n = numbers.get(key) ?? numbers.size + 1
  numbers.set(key, n)
  return n
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
