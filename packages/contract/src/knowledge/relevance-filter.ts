// Decides which search results a model may see.

/** Cosine below which a passage without a common word counts as noise: all texts are slightly similar. */
export const MIN_SIMILARITY = 0.3

/**
 * What is worth showing to a model. A passage stays when a word of the question (or a corrected spelling) stands in it, or
 * when it is similar enough in meaning. One found only by a weak similarity is dropped, so that an agent asked about
 * something it was never told sees no passage and says that it does not know.
 *
 * With a `threshold` (cosine, 0 to 1) that no passage reaches, there is none at all, whatever words they share with the
 * question. 0 is the same as none, and where nothing could be compared by meaning it says nothing.
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
