// Versions, files and keys of agents through the real app: two tenants, and bad files.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Agent, AgentExport, AgentVersion, ImportReport } from '@parlance/contract/agents/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

interface Heard {
  readonly agent: Record<string, unknown>
}
/** An outside system that refuses or never answers. */
const told: Heard[] = []
let mute = false
const sink = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    told.push(JSON.parse(text) as Heard)
    if (!mute) response.writeHead(500).end('no')
  })
})
await new Promise<void>((done) => void sink.listen(0, '127.0.0.1', done))
afterAll(() => {
  sink.closeAllConnections()
  sink.close()
})

const server = await startTestServer({
  settings: { newAgentHookUrl: `http://127.0.0.1:${(sink.address() as AddressInfo).port}/new-agent` },
})
let ada: Person
let bob: Person
let agent: TestAgent
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  agent = await server.makeAgent(ada, { title: 'First', whatsappToken: 'canary', vgOptions: { note: 1 } })
})

const base = server.api('eu')
const at = (id: string, path = '') => `${base}/v2/agents/${id}${path}`
const as = (person: Person) => ({ bearer: person.token })
interface Refusal {
  readonly code: string
  readonly message: string
}
interface Got {
  readonly data: Agent
  readonly version: number
  readonly draft: { readonly version: number; readonly config: Agent } | null
}
const read = async (id = agent.id) => (await call<Got>('GET', at(id), as(ada))).body
const countOf = async (person: Person) =>
  (await call<{ items: unknown[] }>('GET', `${base}/v2/workspaces/${person.workspace.uid}/agent-summaries`, as(person)))
    .body.items.length

describe('an older version', () => {
  let kept: AgentVersion
  beforeAll(async () => {
    const body = { agentId: agent.id, workspaceId: ada.workspace.uid }
    kept = (await call<{ version: AgentVersion }>('POST', `${base}/rpc/saveAgentBackup`, { ...as(ada), body })).body
      .version
    await server.must('POST', at(agent.id), ada.token, { title: 'Second', vgOptions: { other: 2 } })
  })

  test('shows its content without secrets', async () => {
    const { status, body } = await call<{ data: { config: Agent } }>(
      'GET',
      at(agent.id, `/versions/${kept.id}`),
      as(ada),
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: kept.id, config: { title: 'First', vgOptions: { note: 1 } } })
    expect(JSON.stringify(body)).not.toContain('canary')
  })

  test('restores into the draft with current secrets, and keeps the published copy', async () => {
    await server.must('PUT', at(agent.id, '/draft'), ada.token, { whatsappToken: 'newest-token', theme: 'pink-dark' })
    const before = await read()
    const body = { version: before.draft?.version }
    const { status } = await call('POST', at(agent.id, `/versions/${kept.id}/restore`), { ...as(ada), body })
    expect(status).toBe(200)
    const after = await read()
    expect(after.data).toMatchObject({ title: 'Second', whatsappToken: 'canary' })
    expect(after.draft?.config).toMatchObject({
      title: 'First',
      theme: before.data.theme,
      whatsappToken: 'newest-token',
    })
    expect(after.draft?.config.vgOptions).not.toHaveProperty('other')
    expect(after.draft?.version).toBeGreaterThan(before.draft?.version ?? 0)
  })

  test('refuses an outdated draft with the newer one', async () => {
    const before = await read()
    const stale = await call<Refusal & { data: { version: number } }>(
      'POST',
      at(agent.id, `/versions/${kept.id}/restore`),
      {
        ...as(ada),
        body: { version: (before.draft?.version ?? 1) - 1 },
      },
    )
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', data: { version: before.draft?.version } } })
    expect(JSON.stringify(stale.body)).not.toContain('newest-token')
    expect(await read()).toEqual(before)
  })

  test('leaves no draft when it equals the published copy', async () => {
    await server.must('DELETE', at(agent.id, '/draft'), ada.token)
    const body = { agentId: agent.id, workspaceId: ada.workspace.uid }
    const now = await call<{ version: AgentVersion }>('POST', `${base}/rpc/saveAgentBackup`, { ...as(ada), body })
    await server.must('PUT', at(agent.id, '/draft'), ada.token, { title: 'Third' })
    const path = at(agent.id, `/versions/${now.body.version.id}/restore`)
    expect((await call('POST', path, { ...as(ada), body: {} })).body).toEqual({ success: true, draft: null })
    expect((await read()).draft).toBeNull()
  })

  test('of another agent is not found', async () => {
    const other = await server.makeAgent(ada)
    const path = at(other.id, `/versions/${kept.id}/restore`)
    expect((await call('POST', path, { ...as(ada), body: {} })).status).toBe(404)
    expect((await read(other.id)).draft).toBeNull()
  })
})

describe('an agent as a file', () => {
  const importing = (person: Person, body: object) =>
    call<{ data: Agent | null; report: ImportReport } & Refusal>(
      'POST',
      `${base}/v2/workspaces/${person.workspace.uid}/agents/import`,
      { ...as(person), body },
    )

  test('exports the draft without secrets, and imports it as a new agent elsewhere', async () => {
    const tool = { name: 'lend', serverUrl: 'https://api.example/lend', method: 'POST' }
    await server.must('PUT', `${base}/v2/workspaces/${ada.workspace.uid}/tools/lend`, ada.token, tool)
    await server.must('PUT', at(agent.id, '/draft'), ada.token, { title: 'Drafted', functionsIds: ['lend', 'ghost'] })
    const { status, body: file } = await call<AgentExport>('GET', at(agent.id, '/export'), as(ada))
    expect(status).toBe(200)
    expect(file).toMatchObject({ format: 'parlance-agent', formatVersion: 1 })
    expect(file.config).toMatchObject({ title: 'Drafted', functionsIds: [], tools: [{ id: 'lend', name: 'lend' }] })
    expect(JSON.stringify(file)).not.toMatch(/canary|newest-token|vg_[A-Za-z0-9]{20}/)

    const { body } = await importing(bob, { file })
    expect(body.report).toMatchObject({ format: 'parlance', tools: 1, notes: [] })
    expect(body.data).toMatchObject({ title: 'Drafted', ownerID: bob.workspace.uid, whatsappToken: '' })
    expect(body.data?.ID).not.toBe(agent.id)
    expect((await call('GET', at(body.data?.ID ?? ''), as(ada))).status).toBe(404)
    expect((await importing(bob, { file, title: 'Renamed' })).body.data?.title).toBe('Renamed')
  })

  test('only reports in a dry run, also for Typebot and Flowise', async () => {
    const before = await countOf(bob)
    const typebot = {
      version: '6',
      name: 'Ask',
      groups: [
        {
          id: 'g',
          title: 'G',
          blocks: [
            { id: 'b', type: 'email input' },
            { id: 'c', type: 'Code' },
          ],
        },
      ],
      edges: [],
    }
    const flowise = {
      nodes: [{ id: 'a', data: { name: 'toolAgent', category: 'Agents', label: 'A', inputs: {} } }],
      edges: [],
    }
    for (const [file, format] of [
      [typebot, 'typebot'],
      [JSON.stringify(flowise), 'flowise'],
    ] as const) {
      const { status, body } = await importing(bob, { file, dryRun: true })
      expect([status, body.data, body.report.format]).toEqual([200, null, format])
    }
    expect(await countOf(bob)).toBe(before)
    const made = await importing(bob, { file: typebot })
    expect(made.body.data).toMatchObject({ title: 'Ask', enableNodes: true })
    expect(made.body.report.notes).toContainEqual(
      expect.objectContaining({
        where: 'Group “G”, block “Code”',
        what: 'Scripts can’t run here.',
        level: 'lost',
      }),
    )
    expect(await countOf(bob)).toBe(before + 1)
  })

  test('refuses malformed, hostile or too large files, and creates nothing', async () => {
    const before = await countOf(bob)
    const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown
    const own = (config: object) => ({ format: 'parlance-agent', formatVersion: 1, exportedAt: '', config })
    for (const [file, message] of [
      [null, 'isn’t an agent'],
      [[], 'isn’t an agent'],
      ['{', 'isn’t valid JSON'],
      [{ nodes: nested(100) }, 'nested too deeply'],
      [`{"nodes":${JSON.stringify(nested(100))}}`, 'nested too deeply'],
      ['{"nodes":[],"__proto__":{}}', 'isn’t allowed'],
      [{ groups: [], version: '99' }, 'Typebot version 99'],
      [
        own({ title: 'A', nodes: [{ id: 'x', type: 'default' }] }),
        'config.nodes: An agent must have exactly one start step.',
      ],
      [{ ...own({ title: 'A' }), formatVersion: 3 }, 'version 3'],
    ] as const) {
      const { status, body } = await importing(bob, { file })
      expect([status, body.code], message).toEqual([400, 'INVALID_INPUT'])
      expect(body.message).toContain(message)
    }
    const raw = `{"file":{"nodes":[],"__proto__":{"x":1}}}`
    const response = await fetch(`${base}/v2/workspaces/${bob.workspace.uid}/agents/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bob.token}` },
      body: raw,
    })
    expect(response.status).toBe(400)
    const empties = await importing(bob, { file: { nodes: Array.from({ length: 1_000_000 }, () => []) } })
    expect([empties.status, empties.body.code]).toEqual([400, 'INVALID_INPUT'])
    expect(empties.body.message).toBe('The body is too complex: it holds more than 200,000 values.')
    const large = await importing(bob, { file: { nodes: ['x'.repeat(5_000_000)] } })
    expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await countOf(bob)).toBe(before)
  })
})

describe('strangers', () => {
  test('can’t read, restore, export, import or renew for another tenant', async () => {
    const before = await read()
    const uid = ada.workspace.uid
    const file = { format: 'parlance-agent', formatVersion: 1, exportedAt: '', config: { title: 'Planted' } }
    for (const [method, url, body] of [
      ['GET', at(agent.id, '/versions/any'), undefined],
      ['POST', at(agent.id, '/versions/any/restore'), {}],
      ['GET', at(agent.id, '/export'), undefined],
      ['POST', `${base}/v2/workspaces/${uid}/agents/import`, { file }],
      ['POST', at(agent.id, '/secret-key'), {}],
    ] as const) {
      expect((await call(method, url, { ...as(bob), body })).status, url).toBe(404)
      expect((await call(method, url, { bearer: agent.secret, body })).status, url).toBeGreaterThanOrEqual(401)
    }
    expect(await read()).toEqual(before)
  })
})

test('replaces the secret key and keeps other secrets', async () => {
  const mine = await server.makeAgent(ada, { whatsappToken: 'kept' })
  const { body } = await call<{ SECRET_API_KEY: string }>('POST', at(mine.id, '/secret-key'), { ...as(ada), body: {} })
  expect(body.SECRET_API_KEY).toMatch(/^vg_[A-Za-z0-9]{20}$/)
  expect((await call('GET', at(mine.id), { bearer: mine.secret })).status).toBe(401)
  const { status, body: seen } = await call<Got>('GET', at(mine.id), { bearer: body.SECRET_API_KEY })
  expect([status, seen.data.whatsappToken, seen.data.SECRET_API_KEY]).toEqual([200, 'kept', body.SECRET_API_KEY])
})

describe('a new agent', () => {
  const recorded = async (agentId: string) =>
    (
      await server.dbs.eu.pool.query<{ name: string; workspace_id: string }>(
        'select name, workspace_id from analytics_events where agent_id = $1',
        [agentId],
      )
    ).rows
  const heardOf = (id: string) => told.filter(({ agent: one }) => one['ID'] === id)
  const event = () => ({ name: 'new_agent_created', workspace_id: ada.workspace.uid })

  test('is sent to the hook without secrets and recorded once', async () => {
    const id = randomId(16)
    const { status } = await call('POST', at(id), { ...as(ada), body: { title: 'Told', whatsappToken: 'canary' } })
    expect(status).toBe(200)
    await vi.waitFor(() => expect(heardOf(id)).toHaveLength(1), { timeout: 20_000 })
    const [heard] = heardOf(id)
    expect(heard?.agent).toMatchObject({ ID: id, title: 'Told', ownerID: ada.workspace.uid })
    expect(heard?.agent).not.toHaveProperty('SECRET_API_KEY')
    expect(JSON.stringify(heard)).not.toContain('canary')
    await vi.waitFor(async () => expect(await recorded(id)).toEqual([event()]), { timeout: 20_000 })

    await call('POST', at(id), { ...as(ada), body: { title: 'Told again' } })
    await server.must('POST', at(id, '/duplicate'), ada.token, {})
    await vi.waitFor(() => expect(told.some(({ agent: one }) => one['title'] === 'Told again (copy)')).toBe(true), {
      timeout: 20_000,
    })
    expect(await recorded(id)).toHaveLength(1)
    expect(heardOf(id)).toHaveLength(1)
  })

  test('counts again when its id is reused after a deletion', async () => {
    const id = randomId(16)
    for (const times of [1, 2]) {
      await server.must('POST', at(id), ada.token, { title: 'Again' })
      await vi.waitFor(async () => expect(await recorded(id)).toHaveLength(times), { timeout: 20_000 })
      await server.must('DELETE', at(id), ada.token)
    }
  })

  test('is created although the hook never answers', async () => {
    mute = true
    const id = randomId(16)
    const begun = performance.now()
    await server.must('POST', at(id), ada.token, { title: 'Patient' })
    expect(performance.now() - begun).toBeLessThan(3000)
    await vi.waitFor(async () => expect(await recorded(id)).toHaveLength(1), { timeout: 20_000 })
    mute = false
  })
})

test('lists languages publicly by code and English name, cacheable for a day', async () => {
  const { status, headers, body } = await call<{ languages: { language: string; name: string }[] }>(
    'GET',
    `${base}/translation-languages`,
  )
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('public, max-age=86400')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(body).toMatchObject({ success: true })
  const english = new Intl.DisplayNames('en', { type: 'language' })
  const renamed = body.languages.filter(({ language, name }) => english.of(language) !== name)
  // The runtime knows newer names of these two than people search for.
  expect(renamed.map(({ name }) => name)).toEqual(['Bengali', 'Tagalog'])
  const codes = body.languages.map(({ language }) => language)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes).toEqual(expect.arrayContaining(['en', 'de', 'fr', 'es', 'pt', 'ar']))
})
