import { expect, test, vi } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { deleteOfAgent } from './repository.ts'

const { eu } = await freshDatabases()

test('deletes a long history of an agent in batches', async () => {
  await eu.pool.query(
    `insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, visitor_code, started_at, last_message_at)
     select 'c' || n, 'w', case when n = 6 then 'other' else 'a' end, 'web-chat', 'v' || n, 'Visitor', '', now(), now() from generate_series(1, 6) n`,
  )
  const queries = vi.spyOn(eu.pool, 'query')
  await deleteOfAgent(eu.db, 'a', 2)
  const results = await Promise.all(queries.mock.results.map(({ value }) => value as unknown as { rowCount: number }))
  const deleted = results.map(({ rowCount }) => rowCount)
  expect(deleted.slice(0, 3)).toEqual([2, 2, 1])
  const { rows } = await eu.pool.query('select id from conversations')
  expect(rows).toEqual([{ id: 'c6' }])
})
