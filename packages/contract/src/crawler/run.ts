import type { Crawl, CrawlPage } from './schemas.ts'

export type RunState = Pick<Crawl, 'status' | 'reason' | 'pagesFound' | 'pagesRead' | 'pagesFailed' | 'pagesSkipped'>

export type RunEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'begun' }
  | { readonly type: 'found'; readonly pages: number }
  | { readonly type: 'page'; readonly status: Exclude<CrawlPage['status'], 'waiting'> }
  | { readonly type: 'done'; readonly failure: string }
  | { readonly type: 'paused'; readonly reason: string }
  | { readonly type: 'resumed' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'cancelled'; readonly reason: string }

export const isRunning = ({ status }: Pick<RunState, 'status'>): boolean =>
  status === 'queued' || status === 'processing'

export const isUnfinished = (state: Pick<RunState, 'status'>): boolean => isRunning(state) || state.status === 'paused'

const FRESH = { reason: '', pagesFound: 0, pagesRead: 0, pagesFailed: 0, pagesSkipped: 0 }

/** Ignores an event that does not apply, e.g. a page of a cancelled run. */
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

/** A run paused before its first page was found starts with finding it. */
function reducePaused(state: RunState, event: RunEvent): RunState {
  if (event.type === 'resumed') return { ...state, status: state.pagesFound > 0 ? 'processing' : 'queued', reason: '' }
  return event.type === 'cancelled' ? { ...state, status: 'cancelled', reason: event.reason } : state
}

/** Pages known without reading count as read, duplicates as skipped. */
export const COUNTED = {
  read: 'pagesRead',
  unchanged: 'pagesRead',
  duplicate: 'pagesSkipped',
  skipped: 'pagesSkipped',
  failed: 'pagesFailed',
} as const satisfies Record<Exclude<CrawlPage['status'], 'waiting'>, keyof RunState>
