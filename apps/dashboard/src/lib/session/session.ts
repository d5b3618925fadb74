// Who is signed in, and what the installation says of itself.
import type { Account } from '@parlance/contract/accounts/schemas'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { globalApi } from '../api.ts'
import { setLanguage } from '../../i18n/i18n.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Account | null> => {
    const { account } = await globalApi.accounts.me.call()
    // Before anything shows the account: no page comes in one language and changes to another.
    if (account) await setLanguage(account.language)
    return account
  },
  staleTime: 60_000,
})
export const setSession = (client: QueryClient, account: Account | null) => {
  client.setQueryData(sessionQuery.queryKey, account)
  if (account) void setLanguage(account.language)
}
export const useAccount = (): Account | null => useQuery(sessionQuery).data ?? null

export const statusQuery = globalApi.platform.status.queryOptions({ staleTime: 5 * 60_000 })
/** True once the installation has said that this service is a sandbox; false while unknown. */
export function useSandbox(service: 'model' | 'mail'): boolean {
  const status = useQuery(statusQuery).data
  return status?.services.some((entry) => entry.id === service && entry.mode === 'sandbox') ?? false
}
