// What the billing page reads of the workspace's payments, and how it is read again.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../lib/workspace-scope.tsx'

export function useBilling() {
  const { api, workspace } = useScope()
  return useQuery(api.billing.overview.queryOptions({ input: { uid: workspace.uid }, staleTime: 10_000 }))
}

export function useInvoices(limit: number) {
  const { api, workspace } = useScope()
  return useQuery(api.billing.invoices.queryOptions({ input: { uid: workspace.uid, limit }, staleTime: 10_000 }))
}

export function usePaymentMethod(enabled = true) {
  const { api, workspace } = useScope()
  return useQuery(
    api.billing.getUserData.queryOptions({ input: { userId: workspace.uid }, staleTime: 10_000, enabled }),
  )
}

/** Reads plan, balance and invoices again. */
export function useRefreshBilling() {
  const { api } = useScope()
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: api.billing.key() }),
      client.invalidateQueries({ queryKey: api.workspaces.key() }),
    ])
  }
}
