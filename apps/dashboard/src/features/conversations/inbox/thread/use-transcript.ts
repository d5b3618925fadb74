// The messages of one conversation, page by page from its end.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../../../../lib/workspace-scope.tsx'

/** Messages of a page; more where one far back is sought. */
const [PAGE, LARGE_PAGE] = [50, 200]

/** With everything back to the message that is sought, by its sequence number. */
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
