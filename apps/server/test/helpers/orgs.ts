// An organisation of a workspace with signed-in client users.
import { type ClientTab, CLIENT_TABS } from '@parlance/contract/lib/client-tabs'
import { newClientId, newClientToken, randomId } from '@parlance/contract/lib/ids'
import type { Org } from '@parlance/contract/orgs/schemas'
import { createHash } from 'node:crypto'
import type { TestDatabases } from './databases.ts'
import type { clientOf } from './app.ts'
import type { Person } from './people.ts'

type Api = Pick<ReturnType<typeof clientOf>, 'must' | 'api'> & { readonly dbs: TestDatabases }

export interface TestOrg {
  readonly orgId: string
  readonly agencyId: string
}

export async function makeOrg(
  { must, api, dbs }: Api,
  { region, token, workspace: { uid } }: Person,
  widgetIDs: readonly string[],
): Promise<TestOrg> {
  const path = `${api(region)}/v2/workspaces/${uid}/orgs`
  const { data } = await must<{ data: Org }>('POST', path, token, { name: `Org ${randomId(6)}`, widgetIDs })
  const { rows } = await dbs[region].pool.query<{ id: string }>('select id from agencies where workspace_id = $1', [
    uid,
  ])
  return { orgId: data.ID, agencyId: rows[0]?.id ?? '' }
}

export interface TestClient {
  readonly clientId: string
  readonly email: string
  /** The session token. */
  readonly token: string
}

/** Signs in without a password, directly in the database; sign-in has its own tests. */
export async function makeClient(
  { dbs }: Pick<Api, 'dbs'>,
  { region, workspace: { uid } }: Person,
  { orgId, agencyId }: TestOrg,
  {
    agentIds = [],
    canAccess = CLIENT_TABS,
    isOrgAdmin = false,
    allowCreateAgents = false,
  }: {
    agentIds?: readonly string[]
    canAccess?: readonly ClientTab[]
    isOrgAdmin?: boolean
    allowCreateAgents?: boolean
  } = {},
): Promise<TestClient> {
  const [clientId, token] = [newClientId(), newClientToken()]
  const email = `c${randomId(12).toLowerCase()}@example.test`
  const { pool } = dbs[region]
  await pool.query(
    `insert into clients (id, workspace_id, agency_id, org_id, email, name, agent_ids, can_access, is_org_admin, allow_create_agents, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'Client', $6, $7, $8, $9, now(), now())`,
    [clientId, uid, agencyId, orgId, email, agentIds, canAccess, isOrgAdmin, allowCreateAgents],
  )
  await pool.query(
    `insert into client_sessions (token_hash, workspace_id, agency_id, client_id, created_at, last_used_at, expires_at)
     values ($1, $2, $3, $4, now(), now(), now() + interval '1 day')`,
    [createHash('sha256').update(token).digest('hex'), uid, agencyId, clientId],
  )
  return { clientId, email, token }
}

/** The session of an admin of the agency in its client dashboard, who is not a client user. */
export async function makeAgencyAdmin(
  { dbs }: Pick<Api, 'dbs'>,
  { region, email, workspace: { uid } }: Person,
  agencyId: string,
): Promise<string> {
  const token = newClientToken()
  await dbs[region].pool.query(
    `insert into client_sessions (token_hash, workspace_id, agency_id, admin_email, created_at, last_used_at, expires_at)
     values ($1, $2, $3, $4, now(), now(), now() + interval '1 day')`,
    [createHash('sha256').update(token).digest('hex'), uid, agencyId, email],
  )
  return token
}
