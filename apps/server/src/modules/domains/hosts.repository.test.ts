import { expect, test, vi } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { createOrigins } from '../../lib/origin/origin.ts'
import { createHostStore } from './hosts.repository.ts'

const HOSTS = 10_000
const { identity } = await freshDatabases()
const hostOf = (nth: number) => `chat${nth}.agency.example`
const at = (host: string) => new Headers({ host })

test('finds one of 10,000 hosts by its index once, and in memory from then on', async () => {
  await identity.pool.query(
    `insert into hosts (host, kind, region, agency_id, workspace_id, status, created_at, updated_at)
     select 'chat' || n || '.agency.example', 'custom', 'eu', 'a' || n, 'w' || n, 'live', now(), now()
     from generate_series(1, $1::int) n`,
    [HOSTS],
  )
  await identity.pool.query('analyze hosts')
  const origins = createOrigins(
    { publicUrl: 'https://app.example' },
    createHostStore(identity.db, async () => true),
  )
  const asked = vi.spyOn(identity.pool, 'query')
  expect(await origins.resolve(at(hostOf(7777)))).toMatchObject({ kind: 'agency', agencyId: 'a7777' })
  expect(await origins.resolve(at('unknown.example'))).toBeUndefined()
  const statements = asked.mock.calls.map(([statement, values]) => {
    const { text, ...rest } = statement as unknown as { text: string; values?: unknown[] }
    return { text, values: rest.values ?? (values as unknown as unknown[]) }
  })
  expect(statements).toHaveLength(2)
  // Known hosts and unknown ones are answered at once, without a look-up.
  expect(origins.resolve(at(hostOf(7777)))).toMatchObject({ agencyId: 'a7777' })
  expect(origins.resolve(at('unknown.example'))).toBeUndefined()
  expect(asked).toHaveBeenCalledTimes(2)
  asked.mockRestore()
  const [first] = statements
  const explained = await identity.pool.query(`explain (format json) ${first?.text ?? ''}`, first?.values)
  const plan = JSON.stringify(explained.rows)
  expect(plan).toContain('"Index Name":"hosts_pkey"')
  expect(plan).not.toContain('Seq Scan')
})
