// Who is signed in, and what the installation says of itself.
import type { Account } from '@parlance/core/accounts/accounts'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { globalApi } from './api.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Account | null> => (await globalApi.accounts.me.call()).account,
  staleTime: 60_000,
})
export const setSession = (client: QueryClient, account: Account | null) => {
  client.setQueryData(sessionQuery.queryKey, account)
}
export const useAccount = (): Account | null => useQuery(sessionQuery).data ?? null

export const statusQuery = globalApi.platform.status.queryOptions({ staleTime: 5 * 60_000 })
/** True once the installation has said that this service is a sandbox; false while unknown. */
export function useSandbox(service: 'model' | 'mail'): boolean {
  const status = useQuery(statusQuery).data
  return status?.services.some((entry) => entry.id === service && entry.mode === 'sandbox') ?? false
}
