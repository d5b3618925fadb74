// Hands on what visitors asked and the knowledge base could not serve, once their turn is over and nobody waits for it.
import { type AskedTurn, isUnserved } from './unanswered.ts'
import { turnText } from './stream-parts.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Engine } from './turn-deps.ts'
import type { RunningTurn } from './running-turns.ts'
import type { Talk } from './turn-context.ts'

export type Searched = Pick<AskedTurn, 'question' | 'found'>

/**
 * What a turn searched for, and how much it found. Undefined where that is nobody's question (tests, drafts, forms), where
 * the agent keeps no history, and where a search failed.
 */
export async function searchedIn(talk: Talk): Promise<Searched | undefined> {
  const { agent, request, values } = talk.accepted
  const isReal = request.channel !== 'test' && !request.draft && values === undefined
  const isKept = agent.config.recordChatHistory && request.ephemeral !== true
  if (!isReal || !isKept || talk.isBlind || talk.searches.size === 0) return undefined
  const found = (await Promise.all(talk.searches.values())).map((passages) => passages.length)
  return { question: (await talk.question) ?? request.words ?? request.text, found }
}

/** After the answer was stored. */
export function noteUnserved(
  { deps }: Engine,
  ctx: Ctx,
  { turn, agentId, workspaceId }: RunningTurn,
  { question, found }: Searched,
): void {
  if (!isUnserved({ question, found, answer: turnText(turn) })) return
  const { conversationId, turnId } = turn.metadata
  deps.unserved({ ...ctx, workspaceId }, { agentId, workspaceId, conversationId, turnId, question })
}
