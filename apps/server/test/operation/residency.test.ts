// Data of one region never enters the other's database, bucket, mail path or a log. Canary words in everything that a
// workspace can contain are searched for byte by byte in the other region's stores.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { startMail } from '@parlance/simulators/mail/server'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { quietPort } from '@parlance/simulators/quiet-port'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'
import { freshDatabases } from '../helpers/databases.ts'
import { call } from '../helpers/people.ts'
import { PIXEL } from '../helpers/samples.ts'

const dbs = await freshDatabases()
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-residency-'))
const [model, euMail, naMail] = await Promise.all([
  startOpenAi({ firstTokenMs: 0, perTokenMs: 0 }),
  startMail(),
  startMail(),
])
// Real mail needs the address for its links before the server listens.
const port = await quietPort()
const server = await startProcess(dataDir, {
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATABASE_URL_IDENTITY: dbs.urls.identity,
  DATABASE_URL_EU: dbs.urls.eu,
  DATABASE_URL_NA: dbs.urls.na,
  MASTER_KEY: randomBytes(32).toString('hex'),
  RATE_LIMIT_SCALE: '10000',
  OPENAI_API_KEY: model.key,
  OPENAI_BASE_URL: model.url,
  SMTP_URL_EU: euMail.smtpUrl,
  SMTP_URL_NA: naMail.smtpUrl,
  MAIL_FROM: 'Parlance <no-reply@parlance.test>',
  // Logs everything that can be logged.
  LOG_LEVEL: 'trace',
})
afterAll(async () => {
  await server.stop()
  await Promise.all([model.close(), euMail.close(), naMail.close()])
  rmSync(dataDir, { recursive: true, force: true })
})

const api = clientOf(server.url, model)
const REGION_STORES = { eu: dbs.eu, na: dbs.na }
const BUCKETS = { eu: 'eu', na: 'default' }
const MAILS = { eu: euMail, na: naMail }
const other = (region: Region): Region => (region === 'eu' ? 'na' : 'eu')

/** Everything in the tables of a database, including those of its jobs. */
async function dump({ pool }: (typeof REGION_STORES)[Region]): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const parts = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
      return `${name}\n${found.rows.map(({ text }) => text).join('\n')}`
    }),
  )
  return parts.join('\n')
}

/** Names and bytes of all files of a region's bucket. */
function bucket(region: Region): string {
  const folder = join(dataDir, 'buckets', BUCKETS[region])
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files
    .map(({ parentPath, name }) => `${parentPath}/${name}\n${readFileSync(join(parentPath, name), 'latin1')}`)
    .join('\n')
}

/** A word of this region only; all texts start with it. */
const canary = (region: Region) => `canary${region}${randomId(12).toLowerCase()}`

async function live(region: Region) {
  const word = canary(region)
  const email = `${word}@example.test`
  const { token } = await api.must<{ token: string }>('POST', `${api.url}/api/account/sign-up`, undefined, {
    email,
    password: `${word} password`,
    name: word,
    region,
  })
  const mail = await MAILS[region].inbox.waitFor(({ to, text }) => to.includes(email) && text.includes('verify-email'))
  const [, proof] = /verify-email\?token=([\w.~-]+)/.exec(mail.text) ?? []
  await api.must('POST', `${api.url}/api/account/verify-email`, undefined, { token: proof })
  const base = api.api(region)
  const { items } = await api.must<{ items: { uid: string }[] }>('GET', `${base}/v2/workspaces`, token)
  const uid = items[0]?.uid ?? ''
  const workspace = `${base}/v2/workspaces/${uid}`
  await api.must('POST', workspace, token, { workspaceName: `${word} workspace` })
  const owner = { region, email, password: '', token, workspace: { uid, secret: '' } }
  const agent = await api.makeAgent(owner, {
    title: `${word} agent`,
    vg_systemPrompt: `${word} prompt`,
    vg_kbEnabled: true,
  })
  const ofAgent = `${base}/v2/agents/${agent.id}`
  await api.must('POST', `${ofAgent}/kb`, token, { name: `${word} document`, content: `The ${word} lamp is green.` })
  await api.must('POST', `${base}/rpc/uploadFile`, token, {
    agentId: agent.id,
    base64Payload: PIXEL,
    targetPath: `${word}.png`,
  })
  const said = await api.turn(agent, { text: `${word} question`, visitorId: newVisitorId() })
  const wrong = await call('GET', `${ofAgent}/kb/${word}`, { bearer: token })
  await api.must('POST', `${base}/workspace/${uid}/logs`, token, {
    agentId: agent.id,
    type: 'note',
    content: `${word} log entry`,
    withEmail: true,
  })
  expect([said.status, wrong.status]).toEqual([200, 404])
  return { word, uid, agent, conversationId: said.answer.metadata?.conversationId ?? 'none' }
}

let lives: Record<Region, Awaited<ReturnType<typeof live>>>
beforeAll(async () => {
  lives = { eu: await live('eu'), na: await live('na') }
  // Started jobs (indexing, mails) write as well.
  const busy = async () => {
    const counts = await Promise.all(
      Object.values(REGION_STORES).map(({ pool }) =>
        pool.query(
          `select 1 from pgboss.job where name not like '\\_\\_%' and state in ('created', 'retry', 'active') and start_after < now()`,
        ),
      ),
    )
    return counts.reduce((sum, { rows }) => sum + rows.length, 0)
  }
  await vi.waitFor(async () => expect(await busy()).toBe(0), { timeout: 30_000, interval: 200 })
}, 120_000)

describe.each(['eu', 'na'] as const)('what is made in %s', (region) => {
  test('is found in its own region, so the search works', async () => {
    const { word } = lives[region]
    expect(await dump(REGION_STORES[region])).toContain(`${word} prompt`)
    await expect
      .poll(() =>
        MAILS[region].inbox
          .list()
          .map(({ to }) => String(to))
          .join(' '),
      )
      .toContain(word)
    expect(bucket(region)).not.toBe('')
  })

  test('is in no table of the other region, including jobs', async () => {
    const { word, uid, agent, conversationId } = lives[region]
    const stored = await dump(REGION_STORES[other(region)])
    for (const trace of [word, uid, agent.id, conversationId]) expect(stored.includes(trace), trace).toBe(false)
  })

  test('is in no file of the other bucket', () => {
    const { word, uid, agent } = lives[region]
    const files = bucket(other(region))
    for (const trace of [word, uid, agent.id]) expect(files.includes(trace), trace).toBe(false)
  })

  test('is mailed only through its own region', () => {
    const { word } = lives[region]
    expect(JSON.stringify(MAILS[other(region)].inbox.list())).not.toContain(word)
  })

  test('is in no log, even at the most verbose level', () => {
    expect(server.output().length).toBeGreaterThan(1000)
    expect(server.output()).not.toContain(lives[region].word)
  })

  test('is in the identity store only as an account', async () => {
    const { word, uid, agent } = lives[region]
    const stored = await dump(dbs.identity)
    expect(stored).toContain(`${word}@example.test`)
    for (const trace of [`${word} prompt`, `${word} document`, `${word} question`, `${word} workspace`, uid, agent.id])
      expect(stored.includes(trace), trace).toBe(false)
  })
})
