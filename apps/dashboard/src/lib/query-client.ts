// The query cache: refused calls are not retried, and an ended session leads to sign-in and back.
import { ORPCError } from '@orpc/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasCode } from './errors.ts'
import { leaveForLogin, readClientSession, tellOtherTabs, type Navigator } from './session/session-end.ts'

export function makeQueryClient(router: () => Navigator): QueryClient {
  const onClosed = (error: unknown) => {
    if (hasCode(error, 'ACCESS_DISABLED')) void readClientSession(client)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (hasCode(error, 'UNAUTHORIZED')) leaveForLogin(client, router())
        onClosed(error)
      },
    }),
    mutationCache: new MutationCache({ onError: onClosed }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && !(error instanceof ORPCError && error.status < 500),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
    },
  })
  tellOtherTabs(client)
  return client
}
