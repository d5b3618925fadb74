// The list of a workspace's conversations: filters by agent, channel, state and time, pages, search and access.
import { newVisitorId } from '@parlance/contract/lib/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { chatsOf } from '../helpers/chats.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
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

test('lists all, newest first, with the names of their agents', async () => {
  expect(await found()).toEqual([ids.chair, ids.ended, ids.lamp, ids.old])
  expect((await list()).items.map(({ agentTitle }) => agentTitle)).toEqual(['Chairs', 'Lamps', 'Lamps', 'Lamps'])
})

test('filters by agent, channel, state and words, also combined', async () => {
  expect(await found({ agentId: lamps.id })).toEqual([ids.ended, ids.lamp, ids.old])
  expect(await found({ channel: 'api' })).toEqual([ids.chair])
  expect(await found({ state: 'ended_chat' })).toEqual([ids.ended])
  expect(await found({ search: 'lamp', state: 'ai-chatting' })).toEqual([ids.lamp, ids.old])
  expect(await found({ search: 'lamp', channel: 'api' })).toEqual([])
})

test('filters by the time of the newest message, in any time zone', async () => {
  expect(await found({ to: '2026-02-01T00:00:00Z' })).toEqual([ids.old])
  expect(await found({ from: '2026-02-01T00:00:00Z' })).toEqual([ids.chair, ids.ended, ids.lamp])
  expect(await found({ from: '2026-01-16T00:00:00+01:00', to: '2026-01-17T00:00:00+01:00' })).toEqual([ids.old])
  expect(await found({ from: '2026-01-15T23:30:01Z', to: '2026-01-16T00:00:00Z' })).toEqual([])
  expect(await found({ from: '2026-01-15T00:00:00+23:59', to: '2026-02-01T00:00:00-23:59' })).toEqual([ids.old])
})

test('keeps filters from page to page', async () => {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Listed = await list({ agentId: lamps.id, limit: '1', ...(cursor ? { cursor } : {}) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual([ids.ended, ids.lamp, ids.old])
})

test('shows nothing for another tenant’s agent', async () => {
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
])('refuses %o', async (query) => {
  const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/conversations?${new URLSearchParams(query).toString()}`
  expect((await call('GET', path, { bearer: owner.token })).status).toBe(400)
})

describe('search', () => {
  interface Found {
    id: string
    found?: { messageId: string; seq: number; from: string; excerpt: { text: string; hit: boolean }[] }
  }
  const search = async (words: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ search: words, ...more }).toString()
    const { items } = await server.must<{ items: Found[] }>(
      'GET',
      `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/conversations?${query}`,
      owner.token,
    )
    return items
  }
  const marked = ({ found }: Found) => found?.excerpt.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')

  test('finds any part of a word, and shows the newest message that contains it', async () => {
    const [hit, ...others] = await search('W LAM')
    expect(others).toEqual([])
    expect(hit).toMatchObject({ id: ids.lamp, found: { seq: 1, from: 'user' } })
    expect(hit && marked(hit)).toBe('A ne[w lam]p')
    const answers = await server.must<{ messages: { id: string; seq: number }[] }>(
      'GET',
      `${server.api('eu')}/v2/agents/${lamps.id}/conversations/${ids.lamp}`,
      owner.token,
    )
    expect(answers.messages[0]?.id).toBe(hit?.found?.messageId)
  })

  test('takes special characters literally, and finds a title or visitor without a message', async () => {
    expect(await search('%')).toEqual([])
    expect(await search('_')).toEqual([])
    await server.dbs.eu.pool.query("update conversations set title = 'Xylophones' where id = $1", [ids.chair])
    const [hit, ...others] = await search('xylo')
    expect([hit?.id, hit?.found, others.length]).toEqual([ids.chair, undefined, 0])
  })

  test('never finds other tenants’ messages, however many conversations lie between', async () => {
    const add = `insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, title, started_at, last_message_at)
      select $1 || n, $2, $3, 'api', $1 || n, 'somebody', 'Nothing', now(), now() + make_interval(secs => n) from generate_series(1, 450) n`
    await server.dbs.eu.pool.query(add, ['between', owner.workspace.uid, chairs.id])
    const found = async (words: string, more?: Record<string, string>) =>
      (await search(words, more)).map(({ id }) => id)
    expect(await found('somebody else')).toEqual([])
    expect(await found('a lamp of')).toEqual([])
    expect(await found('lamp')).toEqual([ids.ended, ids.lamp, ids.old])
    expect(await found('lamp', { state: 'ended_chat' })).toEqual([ids.ended])
    expect(await found('lamp', { agentId: chairs.id })).toEqual([])
    expect(await found('lamp', { agentId: theirs.id })).toEqual([])
    const pages = [await list({ search: 'lamp', limit: '2' })]
    pages.push(await list({ search: 'lamp', limit: '2', cursor: pages[0]?.nextCursor ?? '' }))
    expect(pages.map(({ items }) => items.map(({ id }) => id))).toEqual([[ids.ended, ids.lamp], [ids.old]])
    expect(pages[1]?.nextCursor).toBeNull()
    await server.dbs.eu.pool.query("delete from conversations where id like 'between%'")
  })
})
