import { localTime } from '@parlance/contract/analytics/time-zones'
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

/** Kiritimati is 25 hours ahead of Pago Pago: it is never the same day in both. */
const OPEN_ZONE = 'Pacific/Kiritimati'
const CLOSED_ZONE = 'Pacific/Pago_Pago'
export const openDays = () => [localTime(OPEN_ZONE, Date.now()).weekday + 1]

/** Runs a paused campaign with `openDays`; due before its open leads are those of these addresses, and deleted ones. */
export async function runWithOneOpen(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  { campaignId, closed, deleted }: { campaignId: string; closed: readonly string[]; deleted: number },
): Promise<void> {
  await sql(
    `update campaign_recipients set
       time_zone = case when address = any($2) then $3 else $4 end,
       next_at = now() - case when address = any($2) then interval '2 hours' else interval '0' end
     where campaign_id = $1`,
    [campaignId, closed, CLOSED_ZONE, OPEN_ZONE],
  )
  await sql(
    `insert into campaign_recipients (campaign_id, lead_id, workspace_id, name, address, time_zone, state, next_at)
     select id, 'deleted-' || n, workspace_id, '', '', $3, 'waiting', now() - interval '1 hour'
     from campaigns, generate_series(1, $2) n where id = $1`,
    [campaignId, deleted, OPEN_ZONE],
  )
  await sql(`update campaigns set state = 'running' where id = $1`, [campaignId])
}
