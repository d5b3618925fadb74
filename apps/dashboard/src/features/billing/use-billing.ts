// Billing data of the workspace and its reload.
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCan } from '../../lib/permissions.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

/** A paid purchase whose credits arrive with the provider's confirmation. */
export interface Awaited {
  /** The overview before the payment. */
  readonly before: BillingOverview
  readonly since: number
}
const LOOK_MS = 1000
const LOOK_FOR_MS = 120_000

const hasArrived = ({ before }: Awaited, { currentPlan }: BillingOverview) =>
  currentPlan.id !== 'free' && currentPlan.usdBalance > before.currentPlan.usdBalance

/** Polls while a purchase is awaited, then reloads plan, balance and invoices. */
export function useBilling(awaited?: Awaited, onArrived?: () => void) {
  const { api, workspace } = useScope()
  const refresh = useRefreshBilling()
  const enabled = useCan('admin')
  const billing = useQuery({
    ...api.billing.overview.queryOptions({ input: { uid: workspace.uid }, staleTime: 10_000, enabled }),
    refetchInterval: awaited && (() => (Date.now() - awaited.since < LOOK_FOR_MS ? LOOK_MS : false)),
  })
  const arrived = awaited !== undefined && billing.data !== undefined && hasArrived(awaited, billing.data)
  useEffect(() => {
    if (!arrived) return
    onArrived?.()
    void refresh()
  })
  return billing
}

export function useInvoices(limit: number) {
  const { api, workspace } = useScope()
  const input = { uid: workspace.uid, limit }
  return useQuery({
    ...api.billing.invoices.queryOptions({ input, staleTime: 10_000 }),
    placeholderData: keepPreviousData,
  })
}

export function usePaymentMethod() {
  const { api, workspace } = useScope()
  return useQuery(api.billing.getUserData.queryOptions({ input: { userId: workspace.uid }, staleTime: 10_000 }))
}
export type UserData = NonNullable<ReturnType<typeof usePaymentMethod>['data']>

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
