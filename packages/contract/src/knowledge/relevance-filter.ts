/** Cosine similarity below which a passage without a word of the question is noise. */
export const MIN_SIMILARITY = 0.3

/**
 * Keeps passages that contain a word of the question (or its corrected spelling) or are similar enough in meaning.
 * Keeps none if no passage reaches `threshold` (cosine, 0 to 1; 0 means none), so that the agent says it doesn't know.
 * The threshold doesn't apply when nothing was compared by meaning.
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
