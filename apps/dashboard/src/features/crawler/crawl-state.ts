// How states of jobs and pages look.
import type { Crawl, CrawlPage } from '@parlance/contract/crawler/schemas'

export const CRAWL_COLOURS = {
  queued: 'gray',
  processing: 'iris',
  paused: 'yellow',
  completed: 'green',
  failed: 'red',
  cancelled: 'gray',
} as const satisfies Record<Crawl['status'], string>

export const PAGE_COLOURS = {
  waiting: 'gray',
  read: 'green',
  unchanged: 'green',
  duplicate: 'gray',
  skipped: 'yellow',
  failed: 'red',
} as const satisfies Record<CrawlPage['status'], string>

export const isRunning = ({ status }: Pick<Crawl, 'status'>): boolean => status === 'queued' || status === 'processing'

/** Waits for credits and keeps its place. */
export const isPaused = ({ status }: Pick<Crawl, 'status'>): boolean => status === 'paused'

type Counts = Pick<Crawl, 'pagesFound' | 'pagesRead' | 'pagesFailed' | 'pagesSkipped' | 'maxPages'>

export const waitingOf = ({ pagesFound, pagesRead, pagesFailed, pagesSkipped }: Counts): number =>
  Math.max(0, pagesFound - pagesRead - pagesFailed - pagesSkipped)

/** Progress in percent of the found pages, or of the limit if lower. */
export function progressOf(counts: Counts): number {
  const { pagesFound, pagesRead, pagesFailed, pagesSkipped, maxPages } = counts
  if (pagesFound === 0) return 0
  const byFound = (pagesRead + pagesFailed + pagesSkipped) / pagesFound
  return Math.min(100, Math.round(100 * Math.max(byFound, pagesRead / maxPages)))
}
