// Lists that come page by page: what every one of them asks for, and what the frame around its rows needs to know.
import { keepPreviousData } from '@tanstack/react-query'
import { errorText } from './errors.ts'

/** The input all paged calls share; absent keys are left out, as the contract wants it. */
export const pageInput = (search: string, cursor: string | undefined, limit = 30) => ({
  limit,
  ...(search ? { search } : {}),
  ...(cursor ? { cursor } : {}),
})

/** How the next page is found; while another search loads, the rows of the last one stay. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor ?? undefined,
  placeholderData: keepPreviousData,
}

interface PagedQuery {
  isPending: boolean
  isSuccess: boolean
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

/** A query as the props of `PagedList`. */
export const listProps = (query: PagedQuery) => ({
  pending: query.isPending,
  ready: query.isSuccess,
  failure: query.error ? errorText(query.error) : '',
  onRetry: () => void query.refetch(),
  hasMore: query.hasNextPage,
  loadingMore: query.isFetchingNextPage,
  onMore: () => void query.fetchNextPage(),
})

/** For `VirtualRows`: how many there are once all are here, and what to do at the end of those that are. */
export const endProps = (query: PagedQuery, shown: number) => ({
  total: query.hasNextPage ? undefined : shown,
  onEnd: query.hasNextPage && !query.isFetchingNextPage && !query.error ? () => void query.fetchNextPage() : undefined,
})
