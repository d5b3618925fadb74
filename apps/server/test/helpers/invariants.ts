// What must hold after any test: the checks of `npm run verify` in both regions.
import { collectChecks } from '../../src/cli/verify.ts'
import { runChecks, type Violation } from '../../src/modules/billing/invariants.ts'
import type { TestDatabases } from './databases.ts'

/** The broken rules of both regions; an empty list when all is well. */
export async function violations(dbs: Pick<TestDatabases, 'eu' | 'na'>): Promise<Violation[]> {
  const checks = await collectChecks()
  return (await Promise.all([dbs.eu, dbs.na].map(({ pool }) => runChecks(pool, checks)))).flat()
}
