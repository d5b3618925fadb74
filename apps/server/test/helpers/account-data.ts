// Accounts that contain something of every kind, a search for leftover words, and exports of an account.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { fromCredits } from '@parlance/contract/lib/money'
import type { Region } from '@parlance/contract/lib/regions'
import { expect, vi } from 'vitest'
import type { startTestServer } from './app.ts'
import type { TestDatabases } from './databases.ts'
import { call, type Person } from './people.ts'
import { PIXEL } from './samples.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
export const PASSWORD = 'correct horse battery'

/** A word that occurs nowhere else. */
export const word = () => `canary${randomId(12).toLowerCase()}`

/** Searches stored tables and files for words. */
export function tracesOf(dbs: TestDatabases, dataDir: string) {
  /** Everything in the tables of a database, including those of its jobs. */
  async function dump(database: Region | 'identity'): Promise<Map<string, string>> {
    const { pool } = dbs[database]
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found = new Map<string, string>()
    for (const { name } of rows) {
      const lines = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
      found.set(name, lines.rows.map(({ text }) => text).join('\n'))
    }
    return found
  }
  /** Tables that contain one of the words. */
  async function tablesWith(words: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const database of ['identity', 'eu', 'na'] as const)
      for (const [table, text] of await dump(database))
        for (const word of words) if (text.includes(word)) found.push(`${database} ${table}: ${word}`)
    return found
  }
  const buckets = () => {
    const folder = join(dataDir, 'buckets')
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}\n${readFileSync(join(parentPath, name), 'latin1')}`)
      .join('\n')
  }
  const idle = (texts: readonly string[]) =>
    vi.waitFor(async () => expect(await tablesWith(texts)).toEqual([]), { timeout: 40_000, interval: 300 })
  return { tablesWith, buckets, idle }
}

/** A document that stays, and one that was deleted. */
async function teach({ must }: Pick<Server, 'must'>, kb: string, token: string, word: string): Promise<void> {
  await must('POST', kb, token, { name: `${word} document`, content: `The ${word} lamp is green.` })
  const deleted = { name: `${word} deleted document`, content: `The ${word} lamp was red.` }
  const { data } = await must<{ data: { ID: string } }>('POST', kb, token, deleted)
  await must('DELETE', `${kb}/${data.ID}`, token)
}

/** People who sign up by password, and the data in their accounts. */
export function holdersOf(server: Server) {
  const { url, must } = server
  async function person(region: Region, name: string): Promise<Person & { userId: string }> {
    const email = `${name}@example.test`
    const made = await must<{ token: string; account: { id: string } }>(
      'POST',
      `${url}/api/account/sign-up`,
      undefined,
      {
        email,
        password: PASSWORD,
        name,
        region,
      },
    )
    const { items } = await must<{ items: { uid: string }[] }>('GET', `${server.api(region)}/v2/workspaces`, made.token)
    const one = {
      region,
      email,
      password: PASSWORD,
      token: made.token,
      workspace: { uid: items[0]?.uid ?? '', secret: '' },
    }
    await server.confirm(one)
    return { ...one, userId: made.account.id }
  }

  /** Adds something of every kind, with the word in it. */
  async function fill(owner: Person, word: string) {
    const base = server.api(owner.region)
    const workspace = `${base}/v2/workspaces/${owner.workspace.uid}`
    await must('POST', workspace, owner.token, { workspaceName: `${word} workspace` })
    const agent = await server.makeAgent(owner, {
      title: `${word} agent`,
      vg_systemPrompt: `${word} prompt`,
      vg_kbEnabled: true,
    })
    await teach(server, `${base}/v2/agents/${agent.id}/kb`, owner.token, word)
    await must('POST', `${base}/rpc/uploadFile`, owner.token, {
      agentId: agent.id,
      base64Payload: PIXEL,
      targetPath: `${word}.png`,
    })
    await server.setCredits(owner, fromCredits(600))
    const said = await server.turn(agent, { text: `${word} question`, visitorId: newVisitorId() })
    expect(said.status).toBe(200)
    await must('POST', `${workspace}/keys`, owner.token, { name: `${word} key`, scopes: ['agents:read'] })
    await must('PUT', `${workspace}/credentials/anthropic`, owner.token, { apiKey: `sk-${word}-secret` })
    await must('POST', `${base}/workspace/${owner.workspace.uid}/logs`, owner.token, {
      agentId: agent.id,
      type: 'note',
      content: `${word} log entry`,
    })
    return { agent, conversationId: said.answer.metadata?.conversationId ?? 'none' }
  }
  return { person, fill }
}

export interface Copy {
  readonly id: string
  readonly state: string
  readonly bytes: number
  readonly done: number
  readonly total: number
  readonly expiresAt: string
}
/** Exports of an account, as their owners request them. */
export function copiesOf(server: Server) {
  const { url, must } = server
  const exportAt = (region: Region) => `${server.api(region)}/account/export`
  const stateOf = async (who: Person, region: Region = 'eu') =>
    (await must<{ data: Copy | null }>('GET', exportAt(region), who.token)).data
  const asked = (who: Person, region: Region = 'eu') =>
    call<{ data: Copy; code: string }>('POST', exportAt(region), { bearer: who.token, body: {} })
  /** A row as it is when another process is packing an export. */
  const begun = async (userId: string, over: { tries: number; beat: string }) => {
    const id = randomId(20)
    await server.dbs.eu.pool.query(
      `insert into account_exports (id, user_id, state, key, tries, created_at, beat_at, expires_at)
       values ($1, $2, 'packing', $3, $4, now(), now() - $5::interval, now() + interval '7 days')`,
      [id, userId, `exports/${id}.zip`, over.tries, over.beat],
    )
    return id
  }
  async function copyOf(who: Person, region: Region = 'eu'): Promise<Copy> {
    const { status, body } = await asked(who, region)
    expect([status, body.data.state]).toEqual([200, 'waiting'])
    return vi.waitFor(
      async () => {
        const copy = await stateOf(who, region)
        expect(copy).toMatchObject({ id: body.data.id, state: 'ready' })
        return copy as Copy
      },
      { timeout: 20_000, interval: 100 },
    )
  }
  const addressOf = async (who: Person, { id }: Pick<Copy, 'id'>, region: Region = 'eu') =>
    call<{ url: string; expiresAt: string; code: string }>('POST', `${exportAt(region)}/${id}/address`, {
      bearer: who.token,
      body: {},
    })
  const download = async (who: Person, copy: Copy, region: Region = 'eu') =>
    fetch(`${url}${(await addressOf(who, copy, region)).body.url}`)
  return { stateOf, asked, copyOf, begun, addressOf, download }
}
