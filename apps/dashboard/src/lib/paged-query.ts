// Paged lists: shared input and props of the list components.
import { keepPreviousData } from '@tanstack/react-query'
import { errorText } from './errors.ts'

/** Shared input of paged calls; absent keys are omitted, as the contract requires. */
export const pageInput = (search: string, cursor: string | undefined, limit = 30) => ({
  limit,
  ...(search ? { search } : {}),
  ...(cursor ? { cursor } : {}),
})

/** Keeps the previous rows while another search loads. */
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

/** A query as props of `PagedList`. */
export const listProps = (query: PagedQuery) => ({
  pending: query.isPending,
  ready: query.isSuccess,
  failure: query.error ? errorText(query.error) : '',
  onRetry: () => void query.refetch(),
  hasMore: query.hasNextPage,
  loadingMore: query.isFetchingNextPage,
  onMore: () => void query.fetchNextPage(),
})

/** Props of `VirtualRows`: the total once everything is loaded, and what to do at the end. */
export const endProps = (query: PagedQuery, shown: number) => ({
  total: query.hasNextPage ? undefined : shown,
  onEnd: query.hasNextPage && !query.isFetchingNextPage && !query.error ? () => void query.fetchNextPage() : undefined,
})
