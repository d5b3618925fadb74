// All conversations of a workspace: narrowed by agent, channel, state and time, read to their end, and nobody else's.
import { newVisitorId } from '@parlance/core/kit/ids'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer } from './testing/app.ts'
import { chatsOf } from './testing/chats.ts'
import { call, type Person, type TestAgent } from './testing/people.ts'

const server = await startTestServer()
const chats = chatsOf(server)
let owner: Person
let lamps: TestAgent
let chairs: TestAgent
let theirs: TestAgent
const ids: Record<'old' | 'lamp' | 'ended' | 'chair' | 'theirs', string> = {
  old: '',
  lamp: '',
  ended: '',
  chair: '',
  theirs: '',
}

interface Listed {
  items: { id: string; agentTitle: string }[]
  nextCursor: string | null
}
const list = (query: Record<string, string> = {}) =>
  server.must<Listed>(
    'GET',
    `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/conversations?${new URLSearchParams(query).toString()}`,
    owner.token,
  )
const found = async (query?: Record<string, string>) => (await list(query)).items.map(({ id }) => id)

beforeAll(async () => {
  const [one, two] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  owner = one
  lamps = await server.makeAgent(owner, { title: 'Lamps' })
  chairs = await server.makeAgent(owner, { title: 'Chairs' })
  theirs = await server.makeAgent(two, { title: 'Theirs' })
  const said = async (agent: TestAgent, text: string) => (await chats.chat(agent, newVisitorId(), text)).conversationId
  ids.old = await said(lamps, 'An old lamp')
  ids.lamp = await said(lamps, 'A new lamp')
  const ended = await chats.chat(lamps, newVisitorId(), 'A lamp that is done')
  ids.ended = ended.conversationId
  await chats.post(ended, 'end')
  ids.chair = await said(chairs, 'A chair')
  ids.theirs = await said(theirs, 'A lamp of somebody else')
  const { pool } = server.dbs.eu
  await pool.query("update conversations set last_message_at = '2026-01-15T23:30:00Z' where id = $1", [ids.old])
  await pool.query("update conversations set channel = 'api' where id = $1", [ids.chair])
})

test('all of them, newest first, with the names of their agents', async () => {
  expect(await found()).toEqual([ids.chair, ids.ended, ids.lamp, ids.old])
  expect((await list()).items.map(({ agentTitle }) => agentTitle)).toEqual(['Chairs', 'Lamps', 'Lamps', 'Lamps'])
})

test('by agent, channel, state and words, and by several at once', async () => {
  expect(await found({ agentId: lamps.id })).toEqual([ids.ended, ids.lamp, ids.old])
  expect(await found({ channel: 'api' })).toEqual([ids.chair])
  expect(await found({ state: 'ended_chat' })).toEqual([ids.ended])
  expect(await found({ search: 'lamp', state: 'ai-chatting' })).toEqual([ids.lamp, ids.old])
  expect(await found({ search: 'lamp', channel: 'api' })).toEqual([])
})

test('by the time of the newest message, whatever the offset', async () => {
  expect(await found({ to: '2026-02-01T00:00:00Z' })).toEqual([ids.old])
  expect(await found({ from: '2026-02-01T00:00:00Z' })).toEqual([ids.chair, ids.ended, ids.lamp])
  expect(await found({ from: '2026-01-16T00:00:00+01:00', to: '2026-01-17T00:00:00+01:00' })).toEqual([ids.old])
  expect(await found({ from: '2026-01-15T23:30:01Z', to: '2026-01-16T00:00:00Z' })).toEqual([])
  expect(await found({ from: '2026-01-15T00:00:00+23:59', to: '2026-02-01T00:00:00-23:59' })).toEqual([ids.old])
})

test('page by page, filters kept', async () => {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Listed = await list({ agentId: lamps.id, limit: '1', ...(cursor ? { cursor } : {}) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual([ids.ended, ids.lamp, ids.old])
})

test('another tenant’s agent has none here', async () => {
  expect(await found({ agentId: theirs.id })).toEqual([])
  expect(await found({ search: 'somebody else' })).toEqual([])
})

test.each<Record<string, string>>([
  { channel: 'smoke' },
  { state: 'gone' },
  { from: 'yesterday' },
  { to: '0001-01-01T00:00:00Z' },
  { from: '9999-01-01T00:00:00Z' },
  { agentId: 'x'.repeat(101) },
])('%o is refused', async (query) => {
  const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/conversations?${new URLSearchParams(query).toString()}`
  expect((await call('GET', path, { bearer: owner.token })).status).toBe(400)
})
