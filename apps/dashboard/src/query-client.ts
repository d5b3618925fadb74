// One cache of server state; refused calls are not repeated, and a lost session leads to sign-in and back.
import { ORPCError } from '@orpc/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { hasCode } from './errors.ts'
import { paths } from './paths.ts'
import { sessionQuery } from './session.ts'

interface Navigator {
  state: { location: { pathname: string; href: string } }
  navigate: (options: { to: string; search: never; replace: boolean }) => Promise<void>
}

export function makeQueryClient(router: () => Navigator): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        const { pathname, href } = router().state.location
        if (!hasCode(error, 'UNAUTHORIZED') || !pathname.startsWith('/app')) return
        client.setQueryData(sessionQuery.queryKey, null)
        const { to, search } = paths.login(href)
        void router().navigate({ to, search: search as never, replace: true })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && !(error instanceof ORPCError && error.status < 500),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
    },
  })
  return client
}
