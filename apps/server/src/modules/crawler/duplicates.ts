// Which of several URLs a page is stored under.
import type { CrawlPage } from '@parlance/contract/crawler/schemas'

type State = CrawlPage['status']

/** `other` is the state of the canonical page in this run; failed and duplicate ones do not count. */
export function defersTo(other: State | undefined): boolean {
  return other === undefined || other === 'waiting' || other === 'read' || other === 'unchanged'
}

/** Whether duplicates of this page must be read after all, because this one is not. */
export const releasesDuplicates = (state: State): boolean => state === 'failed' || state === 'skipped'

export interface ContentComparison {
  /** Hash of the text now and at the last run (empty if never read), and another page with the same text. */
  readonly hash: string
  readonly before: string
  readonly twin: string | undefined
}

export function compareContent({ hash, before, twin }: ContentComparison): 'read' | 'unchanged' | 'duplicate' {
  if (before === hash) return 'unchanged'
  return twin === undefined ? 'read' : 'duplicate'
}
