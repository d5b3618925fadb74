// Puts passages in order by a model.
import type { Source } from '@parlance/contract/conversations/schemas'
import { RERANK_SCHEMA, readOrder, rerankPrompt } from './reranking.ts'
import type { Reranker } from '../ports.ts'
import { askSmall } from './auxiliary-model-call.ts'
import type { Talk } from './turn-context.ts'

const RERANK_MS = 5000

/** By the agent's own model, on the turn's bill. */
export const createModelReranker = (talk: Talk): Reranker => ({
  async rank<P extends Pick<Source, 'title' | 'text'>>(
    question: string,
    passages: readonly P[],
  ): Promise<readonly P[]> {
    if (passages.length < 2) return passages
    const answer = await askSmall(talk, {
      ...rerankPrompt(question, passages),
      json: { name: 'order', schema: RERANK_SCHEMA },
      model: undefined,
      ms: RERANK_MS,
    })
    const order = answer === undefined ? undefined : readOrder(answer, passages.length)
    return order?.flatMap((at) => passages[at] ?? []) ?? passages
  },
})
