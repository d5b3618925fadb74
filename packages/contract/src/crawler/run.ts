// What happens to a job of the crawler from its start to its end.
import type { Crawl, CrawlPage } from './schemas.ts'

export type RunState = Pick<Crawl, 'status' | 'reason' | 'pagesFound' | 'pagesRead' | 'pagesFailed' | 'pagesSkipped'>

export type RunEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'begun' }
  | { readonly type: 'found'; readonly pages: number }
  /** A page that waited was dealt with. */
  | { readonly type: 'page'; readonly status: Exclude<CrawlPage['status'], 'waiting'> }
  /** No page waits any more; `failure` is the reason of a run that read none. */
  | { readonly type: 'done'; readonly failure: string }
  /** Credits are out: what waits keeps its place. */
  | { readonly type: 'paused'; readonly reason: string }
  | { readonly type: 'resumed' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'cancelled'; readonly reason: string }

export const isRunning = ({ status }: Pick<RunState, 'status'>): boolean =>
  status === 'queued' || status === 'processing'

/** It runs, or is paused and keeps its place. */
export const isUnfinished = (state: Pick<RunState, 'status'>): boolean => isRunning(state) || state.status === 'paused'

const FRESH = { reason: '', pagesFound: 0, pagesRead: 0, pagesFailed: 0, pagesSkipped: 0 }

/** The job after an event; the same state where the event means nothing to it, e.g. a page of a run that was cancelled. */
export function reduceRun(state: RunState, event: RunEvent): RunState {
  if (event.type === 'asked') return isUnfinished(state) ? state : { status: 'queued', ...FRESH }
  if (state.status === 'paused') return reducePaused(state, event)
  if (!isRunning(state)) return state
  switch (event.type) {
    case 'begun':
      return { ...state, status: 'processing' }
    case 'found':
      return { ...state, pagesFound: state.pagesFound + event.pages }
    case 'page':
      return { ...state, [COUNTED[event.status]]: state[COUNTED[event.status]] + 1 }
    case 'done':
      return state.pagesRead === 0 && state.pagesFailed + state.pagesSkipped > 0
        ? { ...state, status: 'failed', reason: event.failure }
        : { ...state, status: 'completed' }
    case 'resumed':
      return state
    case 'paused':
    case 'failed':
    case 'cancelled':
      return { ...state, status: event.type, reason: event.reason }
  }
}

/** A run that was paused before its first page was found begins with finding it. */
function reducePaused(state: RunState, event: RunEvent): RunState {
  if (event.type === 'resumed') return { ...state, status: state.pagesFound > 0 ? 'processing' : 'queued', reason: '' }
  return event.type === 'cancelled' ? { ...state, status: 'cancelled', reason: event.reason } : state
}

/** Where pages are counted: what is known without reading again counts as read, what another page says as skipped. */
export const COUNTED = {
  read: 'pagesRead',
  unchanged: 'pagesRead',
  duplicate: 'pagesSkipped',
  skipped: 'pagesSkipped',
  failed: 'pagesFailed',
} as const satisfies Record<Exclude<CrawlPage['status'], 'waiting'>, keyof RunState>
