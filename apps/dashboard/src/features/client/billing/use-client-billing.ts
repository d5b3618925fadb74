// Shared by the billing dialog: the organization, and reloading after changes.
import type { ClientBilling } from '@parlance/contract/billing/client-billing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../../lib/workspace-scope.tsx'

export interface BillingProps {
  billing: ClientBilling
}

/** The organization and its agency as input of the calls. */
export function usePayer({ orgId, accountId }: ClientBilling) {
  const { region } = useScope()
  return { orgId, region, workspaceStripeAccountId: accountId }
}

export function usePaymentMethod({ customerId, accountId }: ClientBilling) {
  const { api } = useScope()
  const found = useQuery(
    api.clientBilling.getPaymentMethods.queryOptions({ input: { customerId, accountId }, enabled: customerId !== '' }),
  )
  const method = found.data?.paymentMethod ?? undefined
  return {
    ...found,
    isLoading: customerId !== '' && found.isPending,
    method,
    /** Not while the provider can’t be asked. */
    hasNone: customerId === '' || (found.data !== undefined && !method),
  }
}

/** Balance, plans, card, invoices, and the credits in the header. */
export function useRefreshBilling() {
  const { api, region } = useScope()
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: api.clientBilling.key() }),
      client.invalidateQueries({ queryKey: ['client-session', region] }),
    ])
  }
}
