// Which fields the user may change: client users those of their pages, others all.
import { clientAgentFields } from '@parlance/contract/agents/client-fields'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** Fields without permission are hidden. */
export function useFieldAccess(): (field: keyof AgentConfig) => boolean {
  const { client } = useScope()
  if (!client) return () => true
  const fields = clientAgentFields(client.client.canAccess)
  return (field) => fields.has(field)
}
