import { isRegion } from '@parlance/contract/lib/regions'
import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import type { ProviderAccount } from '../../lib/http/provider-webhook.ts'

interface AccountRow {
  provider: string
  account: string
  region: string
  workspace_id: string
  connection_id: string
}
const fields = sql`provider, account, region, workspace_id, connection_id`
const accountOf = (row: AccountRow): ProviderAccount | undefined =>
  isRegion(row.region)
    ? {
        provider: row.provider,
        account: row.account,
        region: row.region,
        workspaceId: row.workspace_id,
        connectionId: row.connection_id,
      }
    : undefined

export async function findAccount(db: Db, provider: string, account: string): Promise<ProviderAccount | undefined> {
  const [row] = await rows<AccountRow>(
    db,
    sql`select ${fields} from provider_accounts where provider = ${provider} and account = ${account}`,
  )
  return row && accountOf(row)
}

/** False when the account belongs to another workspace or connection. */
export async function claimAccount(db: Db, given: ProviderAccount, now: Date): Promise<boolean> {
  const claimed = await rows(
    db,
    sql`insert into provider_accounts (${fields}, created_at)
      values (${given.provider}, ${given.account}, ${given.region}, ${given.workspaceId}, ${given.connectionId}, ${now.toISOString()}::timestamptz)
      on conflict (provider, account) do update set region = excluded.region
        where provider_accounts.workspace_id = excluded.workspace_id and provider_accounts.connection_id = excluded.connection_id
      returning 1`,
  )
  return claimed.length > 0
}

export async function releaseAccount(db: Db, given: Omit<ProviderAccount, 'region' | 'connectionId'>): Promise<void> {
  await db.execute(
    sql`delete from provider_accounts where provider = ${given.provider} and account = ${given.account} and workspace_id = ${given.workspaceId}`,
  )
}

export async function releaseWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`delete from provider_accounts where workspace_id = ${workspaceId}`)
}
