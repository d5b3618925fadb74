// What a turn reads: passages of the knowledge base and what was said before.
import type { Source } from '@parlance/contract/conversations/schemas'
import { type ChatMessage, recentHistory } from '@parlance/engine/prompt'
import type { Ctx } from '../../../lib/ctx.ts'
import { readHistory } from '../repository.ts'
import { type Accepted, HISTORY_CHARS, PASSAGE_CHARS } from './types.ts'
import { createModelReranker } from './rerank-passages.ts'
import { addTrace, type TurnContext } from './turn-context.ts'

interface Wanted {
  readonly limit: number
  /** Of the node; the agent's own where it names none. */
  readonly tags: readonly string[] | undefined
}

/** A model that puts passages in order is given so many times more than are wanted, up to a bound. */
const RERANKED = { times: 3, most: 20 }

/** Passages for a question, at most what a prompt has room for; each question is searched once in a turn. */
export function searchFor(context: TurnContext, question: string, wanted: Wanted): Promise<readonly Source[]> {
  const query = question.slice(0, 2000)
  const key = `${wanted.limit}|${wanted.tags?.join(',') ?? ''}|${query}`
  const known = context.searches.get(key) ?? search(context, query, wanted)
  context.searches.set(key, known)
  return known
}

async function search(context: TurnContext, query: string, wanted: Wanted): Promise<readonly Source[]> {
  const { runtime, accepted } = context
  const { agentId } = accepted.agent
  const started = performance.now()
  try {
    const found = await ranked(context, query, wanted)
    let room = PASSAGE_CHARS
    const used = found.filter((source, index) => (room -= source.text.length) >= 0 || index === 0)
    const passages = found.map((source) => ({ ...source, used: used.includes(source) }))
    addTrace(context, [{ type: 'retrieval', query, passages, ms: performance.now() - started }])
    return used.map((source) => ({ ...source, n: numberOf(context, source) }))
  } catch (error) {
    if (context.running.abort.signal.aborted) throw error
    context.isBlind = true
    // An answer without passages is better than none; the owner sees the missing sources.
    runtime.deps.log.warn({ err: error, agentId }, 'the knowledge base could not be searched')
    addTrace(context, [{ type: 'retrieval', query, passages: [], ms: performance.now() - started }])
    return []
  }
}

async function ranked(context: TurnContext, query: string, { limit, tags = [] }: Wanted): Promise<readonly Source[]> {
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

/** The number of a passage, the same whenever it is found again in this turn. */
function numberOf({ numbers }: TurnContext, { docId, text }: Source): number {
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
