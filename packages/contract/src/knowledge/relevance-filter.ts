/**
 * Cosine similarity below which a passage that shares no word with the question is noise: all texts are slightly
 * similar.
 */
export const MIN_SIMILARITY = 0.3

/**
 * Returns the passages worth showing to a model: those that contain a word of the question (or its corrected spelling)
 * or are similar enough in meaning. If no passage reaches `threshold` (cosine, 0 to 1), returns none, so the agent says
 * that it doesn't know. A threshold of 0 means none, and it doesn't apply when nothing could be compared by meaning.
 */
export function relevant<P extends { readonly textRank: number | null; readonly similarity: number | null }>(
  passages: readonly P[],
  threshold: number = 0,
): P[] {
  const compared = passages.flatMap(({ similarity }) => similarity ?? [])
  if (threshold > 0 && compared.length > 0 && Math.max(...compared) < threshold) return []
  const least = threshold > 0 ? Math.min(MIN_SIMILARITY, threshold) : MIN_SIMILARITY
  return passages.filter(({ textRank, similarity }) => textRank !== null || (similarity ?? 0) >= least)
}
