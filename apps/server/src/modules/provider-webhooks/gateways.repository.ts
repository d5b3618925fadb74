import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'

/** Takes or renews the lease; undefined while another process has it. */
export async function holdGateway(
  db: Db,
  { provider, node, ms }: { provider: string; node: string; ms: number },
): Promise<{ state: unknown } | undefined> {
  const until = sql`now() + ${`${ms} milliseconds`}::interval`
  const [held] = await rows<{ state: unknown }>(
    db,
    sql`insert into provider_gateways (provider, node, until) values (${provider}, ${node}, ${until})
      on conflict (provider) do update set node = excluded.node, until = excluded.until
        where provider_gateways.node = excluded.node or provider_gateways.until is null or provider_gateways.until < now()
      returning state`,
  )
  return held
}
export async function keepGateway(
  db: Db,
  { provider, node, state }: { provider: string; node: string; state: unknown },
): Promise<void> {
  await db.execute(
    sql`update provider_gateways set state = ${JSON.stringify(state)}::jsonb where provider = ${provider} and node = ${node}`,
  )
}
export async function releaseGateway(db: Db, { provider, node }: { provider: string; node: string }): Promise<void> {
  await db.execute(sql`update provider_gateways set until = null where provider = ${provider} and node = ${node}`)
}
