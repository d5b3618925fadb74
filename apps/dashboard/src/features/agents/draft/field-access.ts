// Which fields of an agent whoever looks at the page may change at all: client users those of their pages, all others every one.
import { clientAgentFields } from '@parlance/contract/agents/client-fields'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** A field that may not be changed is not shown. */
export function useFieldAccess(): (field: keyof AgentConfig) => boolean {
  const { client } = useScope()
  if (!client) return () => true
  const fields = clientAgentFields(client.client.canAccess)
  return (field) => fields.has(field)
}
