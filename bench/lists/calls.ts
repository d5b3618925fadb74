// Latency of each list call: the first page, a deep page, filters, and searches with many, one and no hits.
import { call, type Owner } from '../api.ts'
import { p95, median } from '../stats.ts'
import { COMMON_WORD, RARE_WORD } from './seed.ts'

const ROUNDS = 25
const DEEP_PAGES = 80

interface Asked {
  readonly list: string
  readonly path: string
  readonly limit?: number
  readonly searches?: boolean
  readonly filters?: readonly string[]
}

const listsOf = ({ uid, agentId }: Owner): readonly Asked[] => [
  {
    list: 'sessions',
    path: `/v2/workspaces/${uid}/conversations`,
    limit: 100,
    searches: true,
    filters: [
      `agentId=${agentId}`,
      'channel=api',
      'state=ended_chat&channel=test',
      'from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z',
    ],
  },
  { list: 'chats of an agent', path: `/v2/agents/${agentId}/conversations`, limit: 100, searches: true },
  { list: 'agents', path: `/v2/workspaces/${uid}/agents`, limit: 48, searches: true },
  { list: 'agents of the switcher', path: `/v2/workspaces/${uid}/agent-summaries` },
  {
    list: 'documents',
    path: `/v2/agents/${agentId}/kb`,
    limit: 100,
    searches: true,
    filters: ['status=failed', 'sourceType=url', 'tag=none'],
  },
  {
    list: 'deliveries',
    path: `/v2/workspaces/${uid}/events/deliveries`,
    limit: 100,
    searches: true,
    filters: ['state=failed', 'state=waiting', 'type=agent_updated'],
  },
  {
    list: 'audit',
    path: `/v2/workspaces/${uid}/audit`,
    limit: 100,
    filters: ['who=member-7', 'who=nobody', 'action=agents', 'kind=key'],
  },
  { list: 'log', path: `/v2/workspaces/${uid}/logs`, limit: 100, searches: true },
  { list: 'members', path: `/v2/workspaces/${uid}/members` },
]

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor?: string | null
}

/** Milliseconds of a call. The first one warms the database's cache, as opening the page does. */
export async function timeCall(url: string, token: string, rounds = ROUNDS) {
  const took: number[] = []
  let rows = 0
  for (let round = 0; round <= rounds; round += 1) {
    const from = performance.now()
    rows = (await call<Page>(url, token)).items.length
    if (round > 0) took.push(performance.now() - from)
  }
  return { rows, p50: median(took), p95: p95(took) }
}

async function deepCursor(url: string, token: string): Promise<string> {
  let cursor = ''
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    const { nextCursor } = await call<Page>(cursor ? `${url}&cursor=${encodeURIComponent(cursor)}` : url, token)
    if (!nextCursor) break
    cursor = nextCursor
  }
  return cursor
}

export type Timing = Awaited<ReturnType<typeof measureCalls>>[number]

export async function measureCalls(api: string, owner: Owner, only = '') {
  const timings: ({ list: string; what: string } & Awaited<ReturnType<typeof timeCall>>)[] = []
  for (const { list, path, limit, searches, filters = [] } of listsOf(owner).filter((one) => one.list.includes(only))) {
    const url = `${api}${path}${limit ? `?limit=${limit}` : ''}`
    const add = async (what: string, extra: string) =>
      timings.push({ list, what, ...(await timeCall(extra ? `${url}&${extra}` : url, owner.token)) })
    await add(limit ? 'first page' : 'all of it', '')
    const cursor = limit ? await deepCursor(url, owner.token) : ''
    if (cursor) await add('far down', `cursor=${encodeURIComponent(cursor)}`)
    for (const filter of filters) await add(filter.replace(owner.agentId, '…'), filter)
    const searched = { 'many hits': COMMON_WORD, 'one hit': RARE_WORD, 'no hit': 'qzx jwk' }
    for (const [what, word] of Object.entries(searches ? searched : {}))
      await add(`search, ${what}`, `search=${encodeURIComponent(word)}`)
  }
  return timings
}
