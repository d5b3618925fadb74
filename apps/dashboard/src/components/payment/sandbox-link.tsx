import { Anchor } from '@mantine/core'
import type { PaymentProvider } from '@parlance/contract/billing/payments'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { statusQuery } from '../../lib/session/session.ts'

/** Leads to the simulator's page with test cards, discount codes and its clock; only in the sandbox. */
export function SandboxLink({ provider, children }: { provider: PaymentProvider; children: ReactNode }) {
  const hasPage = useQuery(statusQuery).data?.simulatorPages.includes('stripe') === true
  if (!provider.sandbox || !hasPage) return null
  return (
    <Anchor href={provider.url} target="_blank" rel="noopener" size="sm" underline="always">
      {children}
    </Anchor>
  )
}
