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
/** Keeps the time of a problem that lasts. */
export async function reportGateway(
  db: Db,
  { provider, node, problem }: { provider: string; node: string; problem: string },
): Promise<void> {
  await db.execute(
    sql`update provider_gateways set problem = ${problem}, problem_at = case when ${problem} = '' then null else now() end
      where provider = ${provider} and node = ${node} and problem <> ${problem}`,
  )
}
export async function findGatewayProblem(
  db: Db,
  provider: string,
): Promise<{ problem: string; problem_at: Date | string } | undefined> {
  const [found] = await rows<{ problem: string; problem_at: Date | string }>(
    db,
    sql`select problem, problem_at from provider_gateways where provider = ${provider} and problem <> '' and problem_at is not null`,
  )
  return found
}
export async function releaseGateway(db: Db, { provider, node }: { provider: string; node: string }): Promise<void> {
  await db.execute(sql`update provider_gateways set until = null where provider = ${provider} and node = ${node}`)
}
