// What the billing page reads of the workspace's payments, and how it is read again.
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../../lib/workspace-scope.tsx'

/** A purchase whose payment went through, until its credits arrive: they come by the provider's own confirmation. */
export interface Awaited {
  /** What was shown before the payment. */
  readonly before: BillingOverview
  readonly since: number
}
const LOOK_MS = 1000
const LOOK_FOR_MS = 120_000

const hasArrived = ({ before }: Awaited, { currentPlan }: BillingOverview) =>
  currentPlan.id !== 'free' && currentPlan.usdBalance > before.currentPlan.usdBalance

/** Reads on while a purchase is awaited, then plan, balance and invoices again. */
export function useBilling(awaited?: Awaited, onArrived?: () => void) {
  const { api, workspace } = useScope()
  const refresh = useRefreshBilling()
  const billing = useQuery({
    ...api.billing.overview.queryOptions({ input: { uid: workspace.uid }, staleTime: 10_000 }),
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
