// Latency of each list call: the first page, a deep page, filters, and searches with many, one and no hits.
import { call, type Owner } from '../api.ts'
import { p95, median } from '../stats.ts'
import { COMMON_WORD, RARE_WORD } from './seed.ts'

const ROUNDS = 25
const DEEP_PAGES = 80

interface Asked {
  readonly list: string
  readonly path: string
  /** Of a page, in lists that have pages; 0 in others. */
  readonly limit?: number
  readonly searches?: boolean
  readonly filters?: readonly string[]
}

function listsOf({ uid, agentId }: Owner): readonly Asked[] {
  const workspace = `/v2/workspaces/${uid}`
  const day = 'from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z'
  const sessions = [`agentId=${agentId}`, 'channel=api', 'state=ended_chat&channel=test', day]
  const deliveries = ['state=failed', 'state=waiting', 'type=agent_updated']
  const audit = ['who=member-7', 'who=nobody', 'action=agents', 'kind=key']
  return [
    { list: 'sessions', path: `${workspace}/conversations`, filters: sessions },
    { list: 'chats of an agent', path: `/v2/agents/${agentId}/conversations` },
    { list: 'agents', path: `${workspace}/agents`, limit: 48 },
    { list: 'agents of the switcher', path: `${workspace}/agent-summaries`, limit: 0, searches: false },
    { list: 'documents', path: `/v2/agents/${agentId}/kb`, filters: ['status=failed', 'sourceType=url', 'tag=none'] },
    { list: 'deliveries', path: `${workspace}/events/deliveries`, filters: deliveries },
    { list: 'audit', path: `${workspace}/audit`, searches: false, filters: audit },
    { list: 'log', path: `${workspace}/logs` },
    { list: 'members', path: `${workspace}/members`, limit: 0, searches: false },
  ]
}

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

export async function measureCalls(api: string, owner: Owner, only = '') {
  const timings: ({ list: string; what: string } & Awaited<ReturnType<typeof timeCall>>)[] = []
  for (const { list, path, limit = 100, searches = true, filters = [] } of listsOf(owner)) {
    if (!list.includes(only)) continue
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
