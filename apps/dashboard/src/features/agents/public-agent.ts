// An agent's public data, for pages without sign-in.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { isRegion, REGIONS, type Region } from '@parlance/contract/lib/regions'
import { queryOptions } from '@tanstack/react-query'
import { regionalApi } from '../../lib/api.ts'
import { hasCode } from '../../lib/errors.ts'

/** Where an agent was found: in the requested region, in another, or nowhere. */
export interface FoundAgent {
  readonly region: Region
  readonly agent: PublicAgent
}

/** Null when no region has the agent; rethrows other errors. */
async function find(region: Region, agentId: string): Promise<FoundAgent | null> {
  for (const place of [region, ...REGIONS.filter((other) => other !== region)]) {
    try {
      const { data } = await regionalApi(place).agents.publicGet.call({ agentId })
      return { region: place, agent: data }
    } catch (error) {
      if (!hasCode(error, 'NOT_FOUND', 'INVALID_INPUT', 'MISDIRECTED')) throw error
    }
  }
  return null
}

export const publicAgentQuery = (region: string | undefined, agentId: string) =>
  queryOptions({
    queryKey: ['public-agent', region, agentId],
    queryFn: () => (isRegion(region) && agentId ? find(region, agentId) : null),
    staleTime: 60_000,
  })
