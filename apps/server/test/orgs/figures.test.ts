// The list of clients with statistics of their conversations, and those that need attention.
import type { OrgSummary } from '@parlance/contract/orgs/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { makeOrg } from '../helpers/orgs.ts'
import type { Person, TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()

interface Told {
  readonly rating?: number
  readonly waits?: boolean
  readonly byHuman?: boolean
  readonly daysAgo?: number
  readonly channel?: string
  readonly pageUrl?: string
}

describe.each(['eu', 'na'] as const)('figures of clients in %s', (region) => {
  const { pool } = server.dbs[region]
  async function talk(owner: Person, agent: TestAgent, told: Told = {}): Promise<void> {
    const [id, at] = [randomId(20), new Date(Date.now() - (told.daysAgo ?? 1) * 86_400_000)]
    await pool.query(
      `insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, message_count, started_at, last_message_at, rating, rated_at, handoff_at, page_url)
       values ($1, $2, $3, $4, '', 'v', 2, $5, $5, $6, case when $6::int is null then null else $5::timestamptz end, case when $7 then $5::timestamptz end, $8)`,
      [
        id,
        owner.workspace.uid,
        agent.id,
        told.channel ?? 'web',
        at,
        told.rating ?? null,
        told.waits === true,
        told.pageUrl ?? '',
      ],
    )
    if (told.byHuman)
      await pool.query(
        `insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, status, at) values ($1, $2, 1, $1, $1, 'human', '[]', 'done', $3)`,
        [id, owner.workspace.uid, at],
      )
  }
  const list = async (owner: Person, query = '') => {
    const path = `${server.api(region)}/v2/workspaces/${owner.workspace.uid}/orgs?limit=2${query}`
    return server.must<{ items: OrgSummary[]; nextCursor: string | null }>('GET', path, owner.token)
  }

  test('count what the agents of each did in 30 days, in pages', async () => {
    const [owner, other] = [await server.signUp(region), await server.signUp(region)]
    const [good, bad, foreign] = [
      await server.makeAgent(owner),
      await server.makeAgent(owner),
      await server.makeAgent(other),
    ]
    const fine = await makeOrg(server, owner, [good.id])
    const both = await makeOrg(server, owner, [good.id, bad.id])
    const none = await makeOrg(server, owner, [])
    await talk(owner, good, { rating: 5 })
    await talk(owner, good, { byHuman: true })
    await talk(owner, good, { daysAgo: 40 })
    await talk(owner, good, { channel: 'test' })
    await talk(owner, bad, { waits: true, rating: 2 })
    await talk(owner, bad, { waits: true, rating: 1, pageUrl: `https://chat.example/${region}/prototype/${bad.id}` })
    await talk(other, foreign, { waits: true })

    const first = await list(owner)
    const second = await list(owner, `&cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
    const all = Object.fromEntries([...first.items, ...second.items].map((org) => [org.ID, org.figures]))
    expect(Object.keys(all)).toHaveLength(3)
    expect(all[fine.orgId]).toMatchObject({
      conversations: 2,
      answered: 0.5,
      satisfaction: 5,
      waiting: 0,
      attention: [],
    })
    expect(all[both.orgId]).toMatchObject({ conversations: 3, satisfaction: 3.5, waiting: 2, attention: ['waiting'] })
    expect(all[none.orgId]).toEqual({
      conversations: 0,
      answered: null,
      satisfaction: null,
      lastActivity: null,
      waiting: 0,
      attention: [],
    })
    expect((await list(owner, '&needs=attention')).items.map(({ ID }) => ID)).toEqual([both.orgId])
  })
})
