// Which sources belong to an answer once all of it was said.
import { saysUnknown } from './unanswered.ts'
import { citedIn, shownSources } from '@parlance/contract/conversations/citations'
import type { Source } from '@parlance/contract/conversations/schemas'

/**
 * Those the answer cites, or all of them where it cites none. An answer that says it does not know, and cites nothing, was
 * made from nothing: it has no sources.
 */
export function sourcesOfAnswer<S extends Pick<Source, 'n'>>(sources: readonly S[], answer: string): readonly S[] {
  const cited = new Set(citedIn(answer))
  const isCited = sources.some(({ n }) => n !== undefined && cited.has(n))
  return !isCited && saysUnknown(answer) ? [] : shownSources(sources, answer)
}
