// A conversation's messages, paged from the end.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../../../../lib/workspace-scope.tsx'

/** Messages per page; more when seeking far back. */
const [PAGE, LARGE_PAGE] = [50, 200]

/** Loads back to the sought message's sequence number. */
export function useTranscript(agentId: string, conversationId: string, sought: number | undefined) {
  const { api } = useScope()
  const limit = sought ? LARGE_PAGE : PAGE
  const transcript = useInfiniteQuery(
    api.conversations.get.infiniteOptions({
      input: (before: number | undefined) => ({ agentId, conversationId, limit, ...(before ? { before } : {}) }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (last) => last.before ?? undefined,
      staleTime: 0,
    }),
  )
  const { hasNextPage, isFetching, isError, fetchNextPage } = transcript
  const oldest = transcript.data?.pages.at(-1)?.messages[0]?.seq ?? 0
  const isFurther = sought !== undefined && oldest > sought && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isFurther) void fetchNextPage()
  }, [isFurther, oldest, fetchNextPage])
  return transcript
}
