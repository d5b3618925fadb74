import type { Person } from './people.ts'
import type { Names } from './operation-names.ts'
import type { clientOf } from './app.ts'

/** A campaign that has not been started. */
export async function makeCampaign(
  { must, api }: Pick<ReturnType<typeof clientOf>, 'must' | 'api'>,
  owner: Person,
  agentId: string,
): Promise<Pick<Names, 'campaignId'>> {
  const body = { name: 'Spring', channel: 'telegram', text: 'Hello {name}!' }
  const path = `${api(owner.region)}/v2/agents/${agentId}/campaigns`
  const { data } = await must<{ data: { id: string } }>('POST', path, owner.token, body)
  return { campaignId: data.id }
}
