// What a turn reads: passages of the knowledge base and what was said before.
import type { Source } from '@parlance/core/conversations/conversations'
import { type ChatMessage, recentHistory } from '@parlance/core/conversations/prompt'
import type { Ctx } from '../../platform/ctx.ts'
import { readHistory } from './conversations.store.ts'
import type { Accepted } from './turns.answer.ts'
import { HISTORY_CHARS, PASSAGE_CHARS } from './turns.engine.ts'
import { note, type Talk } from './turns.talk.ts'

/** Passages for a question, at most what a prompt has room for; each question is searched once in a turn. */
export function searchFor(talk: Talk, question: string, limit: number): Promise<readonly Source[]> {
  const query = question.slice(0, 2000)
  const key = `${limit}|${query}`
  const known = talk.searches.get(key) ?? search(talk, query, limit)
  talk.searches.set(key, known)
  return known
}

async function search(talk: Talk, query: string, limit: number): Promise<readonly Source[]> {
  const { engine, ctx, accepted } = talk
  const { agentId } = accepted.agent
  const started = performance.now()
  try {
    const found = await engine.deps.search(ctx, { agentId, query, limit })
    let room = PASSAGE_CHARS
    const used = found.filter((source, index) => (room -= source.text.length) >= 0 || index === 0)
    const passages = found.map((source) => ({ ...source, used: used.includes(source) }))
    note(talk, [{ type: 'retrieval', query, passages, ms: performance.now() - started }])
    return used
  } catch (error) {
    // An answer without passages is better than none; the owner sees the missing sources.
    engine.deps.log.warn({ err: error, agentId }, 'the knowledge base could not be searched')
    note(talk, [{ type: 'retrieval', query, passages: [], ms: performance.now() - started }])
    return []
  }
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
