// Which sources belong to an answer once all of it was said.
import { saysUnknown } from '../gaps/asked.ts'
import { citedIn, shownSources } from './citations.ts'
import type { Source } from './conversations.ts'

/**
 * Those the answer cites, or all of them where it cites none. An answer that says it does not know, and cites nothing, was
 * made from nothing: it has no sources.
 */
export function sourcesOfAnswer<S extends Pick<Source, 'n'>>(sources: readonly S[], answer: string): readonly S[] {
  const cited = new Set(citedIn(answer))
  const isCited = sources.some(({ n }) => n !== undefined && cited.has(n))
  return !isCited && saysUnknown(answer) ? [] : shownSources(sources, answer)
}
