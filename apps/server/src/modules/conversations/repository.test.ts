import { expect, test, vi } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { deleteEphemeral, deleteOfAgent } from './repository.ts'

const { eu } = await freshDatabases()

test('deletes a long history of an agent in batches', async () => {
  await eu.pool.query(
    `insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, visitor_code, started_at, last_message_at)
     select 'c' || n, 'w', case when n = 6 then 'other' else 'a' end, 'web-chat', 'v' || n, 'Visitor', '', now(), now() from generate_series(1, 6) n`,
  )
  const queries = vi.spyOn(eu.pool, 'query')
  await deleteOfAgent(eu.db, 'a', 2)
  const results = await Promise.all(
    queries.mock.results.map(({ value }) => value as unknown as Promise<{ rowCount: number }>),
  )
  const deleted = results.map(({ rowCount }) => rowCount)
  expect(deleted.slice(0, 3)).toEqual([2, 2, 1])
  const { rows } = await eu.pool.query('select id from conversations')
  expect(rows).toEqual([{ id: 'c6' }])
})

test('deletes idle conversations without history up to a limit, and finds them by an index', async () => {
  await eu.pool.query(
    `insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, started_at, last_message_at, ephemeral, state)
     select 'e' || n, 'w', 'b', 'web-chat', 'v' || n, 'Visitor', now(), now() - n * interval '1 hour', n < 5,
       case when n = 4 then 'human-chatting' else 'ai-chatting' end
     from generate_series(1, 5) n`,
  )
  const idleSince = new Date(Date.now() - 90 * 60_000)
  const held = `assignee is not null and (handoff_at is not null or state = 'human-chatting')`
  for (const [condition, index] of [
    [`ephemeral and last_message_at < now()`, 'conversations_ephemeral'],
    [`id > '' and ${held} order by id`, 'conversations_held'],
  ] as const) {
    const client = await eu.pool.connect()
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(`explain select id from conversations where ${condition}`)
    client.release(true)
    expect(JSON.stringify(rows)).toContain(index)
  }
  expect(await deleteEphemeral(eu.db, idleSince, 1)).toEqual(['e3'])
  expect(await deleteEphemeral(eu.db, idleSince, 5)).toEqual(['e2'])
  expect(await deleteEphemeral(eu.db, idleSince, 5)).toEqual([])
})
