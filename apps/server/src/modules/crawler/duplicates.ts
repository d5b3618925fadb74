// Which of several addresses a page is kept under.
import type { CrawlPage } from '@parlance/contract/crawler/schemas'

type State = CrawlPage['status']

/**
 * Whether a page that names another address as its own is left to that one. `other` is what became of the other address in
 * this run, undefined when nobody saw it; one that could not be read, or that points on itself, is not believed.
 */
export function defersTo(other: State | undefined): boolean {
  return other === undefined || other === 'waiting' || other === 'read' || other === 'unchanged'
}

/** Whether pages that were left to this one have to be looked at again, because it will not be read. */
export const releasesDuplicates = (state: State): boolean => state === 'failed' || state === 'skipped'

export interface Compared {
  /** Of the text now, of the same page the last time (empty when it never was read), and whether another page has it. */
  readonly hash: string
  readonly before: string
  readonly twin: string | undefined
}

/** What a text that was fetched is to the job. */
export function compareContent({ hash, before, twin }: Compared): 'read' | 'unchanged' | 'duplicate' {
  if (before === hash) return 'unchanged'
  return twin === undefined ? 'read' : 'duplicate'
}
