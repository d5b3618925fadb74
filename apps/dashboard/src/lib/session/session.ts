// The signed-in account and the installation's public settings.
import type { Account } from '@parlance/contract/accounts/schemas'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { globalApi } from '../api.ts'
import { setLanguage } from '../../i18n/i18n.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Account | null> => {
    const { account } = await globalApi.accounts.me.call()
    // Before anything renders, so that no page changes its language.
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
/** Whether the installation uses a sandbox for this service; false while unknown. */
export function useSandbox(service: 'model' | 'mail'): boolean {
  const status = useQuery(statusQuery).data
  return status?.services.some((entry) => entry.id === service && entry.mode === 'sandbox') ?? false
}
