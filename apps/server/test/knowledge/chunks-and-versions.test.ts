// Chunks and versions of documents, sources that are cancelled or taken over, and their costs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Document, DocumentSummary, FoundDocument } from '@parlance/contract/knowledge/schemas'
import { pagesOf } from '@parlance/contract/knowledge/schemas'
import type { ChunkView, DocumentVersion } from '@parlance/contract/knowledge/sources-api'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { html, knowledgeOf, page, startSite } from '../helpers/knowledge.ts'
import type { TestAgent } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-pieces-'))
const site = await startSite()
const server = await startTestServer({ settings: { dataDir, outboundAllow: [site.host] } })
const { pool } = server.dbs.eu
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

let agent: TestAgent
let kb: ReturnType<typeof knowledgeOf>
let other: ReturnType<typeof knowledgeOf>
beforeAll(async () => {
  agent = await server.makeAgent(await server.signUp('eu'))
  kb = knowledgeOf(server, agent)
  other = knowledgeOf(server, await server.makeAgent(await server.signUp('eu')))
})
afterAll(async () => {
  await vi.waitFor(async () => expect(await violations(server.dbs)).toEqual([]), { timeout: 20_000, interval: 500 })
})

const add = async (name: string, content: string) =>
  (await kb.must<{ data: Document }>('POST', '', { name, content })).data.ID
const chunksOf = (docId: string, query = '') =>
  kb.must<{ items: ChunkView[]; nextCursor: string | null }>('GET', `/${docId}/chunks${query}`)
const versionsOf = async (docId: string) =>
  (await kb.must<{ items: DocumentVersion[] }>('GET', `/${docId}/versions`)).items
const long = Array.from(
  { length: 12 },
  (_, n) => `## Part ${n}\n\n${`Word${n} and more of part ${n}. `.repeat(60)}`,
).join('\n\n')

describe('chunks', () => {
  test('are listed with their positions, in pages, and edited in place', async () => {
    const docId = await add('Parts', long)
    const { content } = await kb.settled(docId)
    const seen: ChunkView[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const some: { items: ChunkView[]; nextCursor: string | null } = await chunksOf(
        docId,
        `?limit=5${cursor && `&cursor=${cursor}`}`,
      )
      expect(some.items.length).toBeLessThanOrEqual(5)
      seen.push(...some.items)
      cursor = some.nextCursor
    }
    expect(seen.map(({ n }) => n)).toEqual(seen.map((_, n) => n))
    for (const { text, start, end, embedded } of seen) {
      expect(content.slice(start, end)).toBe(text)
      expect(embedded).toBe(true)
    }
    const fifth = seen[5]
    expect(fifth?.heading).toMatch(/^Part /)
    const before = fifth?.text ?? ''
    const text = '## Part five\n\nRewritten altogether.'
    const said = await kb.must<{ data: DocumentSummary }>('PATCH', `/${docId}/chunks/5`, { before, text })
    expect(said.data.size).toBe(content.length - before.length + text.length)
    const after = await kb.settled(docId)
    expect(after.content).toBe(content.replace(before, text))
    expect((await versionsOf(docId)).map(({ cause }) => cause)).toEqual(['edit'])
    expect(await kb.ask('PATCH', `/${docId}/chunks/5`, { before, text: 'Late.' })).toMatchObject({
      status: 409,
      body: { code: 'STALE' },
    })
    expect(await kb.ask('PATCH', `/${docId}/chunks/999`, { before, text })).toMatchObject({ status: 404 })
    expect(await kb.ask('PATCH', `/${docId}/chunks/2147483648`, { before, text })).toMatchObject({ status: 400 })
    expect((await kb.get(docId)).content).toBe(after.content)
    const found = await kb.must<{ items: { docId: string; text: string }[] }>('POST', '/search', {
      query: 'rewritten altogether',
    })
    expect(found.items[0]).toMatchObject({ docId, text: expect.stringContaining('Rewritten') })
  })

  test('can be removed, except the last', async () => {
    const docId = await add('Two', `First of two.\n\n${'Second of two goes on. '.repeat(120)}`)
    const { items } = await chunksOf(docId)
    const [first] = items
    await kb.must('PATCH', `/${docId}/chunks/0`, { before: first?.text, text: '' })
    const { content } = await kb.settled(docId)
    expect(content).not.toContain('First of two')
    const only = await add('One', 'The only one.')
    const said = await kb.ask('PATCH', `/${only}/chunks/0`, { before: 'The only one.', text: ' ' })
    expect(said).toMatchObject({
      status: 400,
      body: { message: 'This would leave nothing in the document. Delete it instead.' },
    })
  })

  test('get their positions when an earlier release stored none', async () => {
    const docId = await add('Legacy', long.replaceAll('Word', 'Legacy'))
    await kb.settled(docId)
    const wanted = (await chunksOf(docId, '?limit=100')).items
    await pool.query('update chunks set char_start = 0, char_end = 0 where document_id = $1', [docId])
    expect((await chunksOf(docId, '?limit=100')).items).toEqual(wanted)
    const stored = await pool.query<{ n: string }>(
      'select count(*) as n from chunks where document_id = $1 and char_end = 0',
      [docId],
    )
    expect(Number(stored.rows[0]?.n)).toBe(0)
  })
})

describe('versions', () => {
  test('are kept for every change, ten at most, and can be restored', async () => {
    const docId = await add('History', 'State 0.')
    for (let n = 1; n <= 12; n += 1) await kb.must('PATCH', `/${docId}`, { content: `State ${n}.` })
    await kb.must('PATCH', `/${docId}`, { name: 'History of states', content: 'State 12.' })
    const versions = await versionsOf(docId)
    expect(versions).toHaveLength(10)
    expect(versions[0]).toMatchObject({ name: 'History', cause: 'edit', size: 'State 11.'.length })
    expect(versions[0]?.userId).not.toBe('')
    const of = async (id = '') =>
      (await kb.must<{ data: { content: string } }>('GET', `/${docId}/versions/${id}`)).data.content
    expect(await Promise.all(versions.map(({ id }) => of(id)))).toEqual(versions.map((_, n) => `State ${11 - n}.`))
    const oldest = versions[9]?.id ?? ''
    const back = await kb.must<{ data: Document }>('POST', `/${docId}/versions/${oldest}/restore`)
    expect(back.data).toMatchObject({ content: 'State 2.', name: 'History of states' })
    expect((await kb.settled(docId)).content).toBe('State 2.')
    const now = await versionsOf(docId)
    expect(now.map(({ cause }) => cause).slice(0, 2)).toEqual(['restore', 'edit'])
    expect(await of(now[0]?.id)).toBe('State 12.')
    // The restored version was the oldest, and made room for the replaced one.
    expect(await kb.ask('POST', `/${docId}/versions/${oldest}/restore`)).toMatchObject({ status: 404 })
    await kb.must('DELETE', `/${docId}`)
    const { rows } = await pool.query('select 1 from document_versions where document_id = $1', [docId])
    expect(rows).toEqual([])
  }, 60_000)
})

describe('sources', () => {
  const slow = (path: string) => {
    let open = 0
    site.pages.set(path, (_request, response) => {
      open += 1
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<html><body>')
      response.on('close', () => (open -= 1))
    })
    return () => open
  }

  test('stop at once when they are cancelled', async () => {
    const open = slow('/never')
    const { items } = await kb.addUrls([site.url('/never')])
    const docId = items[0]?.ID ?? ''
    await vi.waitFor(() => expect(open()).toBe(1), { timeout: 20_000 })
    expect((await kb.get(docId)).status).toBe('reading')
    expect(await other.ask('POST', `/${docId}/cancel`)).toMatchObject({ status: 404 })
    await kb.must('POST', `/${docId}/cancel`)
    await vi.waitFor(() => expect(open()).toBe(0), { timeout: 20_000 })
    expect(await kb.ask('GET', `/${docId}`)).toMatchObject({ status: 404 })
    await vi.waitFor(async () => expect((await server.balance(agent.owner)).held).toBe(0))
  })

  testAll('are read by another server when theirs dies', { timeout: 60_000 }, async () => {
    const node = await server.anotherNode({ dataDir })
    const open = slow('/handed')
    const { items } = await kb.addUrls([site.url('/handed')])
    const docId = items[0]?.ID ?? ''
    await vi.waitFor(() => expect(open()).toBe(1), { timeout: 20_000 })
    // As left by a killed process: its lease has expired and nobody renews it.
    site.pages.set('/handed', html(page('Handed over', 'Read by whoever came next.')))
    await pool.query(
      `update documents set lease_until = now() - interval '1 second', due_at = now() - interval '1 second' where id = $1`,
      [docId],
    )
    await node.running.container.services.knowledge.sweep(node.running.container.contexts.system('eu'))
    expect(await kb.settled(docId)).toMatchObject({ status: 'ready', name: 'Handed over' })
    await vi.waitFor(() => expect(open()).toBe(0), { timeout: 20_000 })
    await node.close()
  })

  test('cost a credit per page and one per page of text; refreshes cost only for changes', async () => {
    const person = await server.signUp('eu')
    const mine = knowledgeOf(server, await server.makeAgent(person))
    await server.setCredits(person, 100_000)
    const spent = async () => (100_000 - (await server.balance(person)).available) / 1000
    const words = 'Seals rest on the skerries until the tide returns. '.repeat(100)
    site.pages.set('/seals', html(page('Seals', words), { etag: '"one"' }))
    const { items } = await mine.addUrls([site.url('/seals')], { refresh: '6h' })
    const docId = items[0]?.ID ?? ''
    const read = await mine.settled(docId)
    await expect.poll(spent).toBe(1 + pagesOf(read.content.length))

    const refresh = async () => {
      const { fetchedAt } = await mine.get(docId)
      await pool.query(
        `update documents set next_fetch_at = now() - interval '1 second', fetched_at = fetched_at - interval '1 hour' where id = $1`,
        [docId],
      )
      await server.running.container.services.knowledge.sweep(server.running.container.contexts.system('eu'))
      await vi.waitFor(async () => expect((await mine.get(docId)).fetchedAt).toBeGreaterThanOrEqual(fetchedAt ?? 0), {
        timeout: 20_000,
      })
      return mine.settled(docId)
    }
    site.pages.set(
      '/seals',
      (request, response) => void response.writeHead(request.headers['if-none-match'] === '"one"' ? 304 : 500).end(),
    )
    expect(await refresh()).toMatchObject({ status: 'ready', content: read.content })
    await expect.poll(spent).toBe(1 + pagesOf(read.content.length))

    site.pages.set('/seals', html(page('Seals', words, 'Otters have come too.'), { etag: '"two"' }))
    const changed = await refresh()
    expect(changed.content).toContain('Otters')
    const versions = (await mine.must<{ items: DocumentVersion[] }>('GET', `/${docId}/versions`)).items
    expect(versions.map(({ cause }) => cause)).toEqual(['refresh'])
    const embedded = (await mine.must<{ items: ChunkView[] }>('GET', `/${docId}/chunks`)).items
    expect(embedded.every((chunk) => chunk.embedded)).toBe(true)
    // One for the page, one for the small new part.
    await expect.poll(spent).toBe(3 + pagesOf(read.content.length))
    const balance = await server.balance(person)
    expect(balance.held).toBe(0)

    await server.setCredits(person, 0)
    site.pages.set('/dear', html(page('Dear', 'Nobody can pay for this.')))
    const poor = await mine.addUrls([site.url('/dear')])
    expect(await mine.settled(poor.items[0]?.ID ?? '')).toMatchObject({
      status: 'paused',
      reason: expect.stringMatching(/^no credits: /),
      creditsNeeded: 1,
    })
    expect(await server.balance(person)).toMatchObject({ available: 0, held: 0 })
  })

  testAll('of one tenant do not wait for hundreds of another', { timeout: 60_000 }, async () => {
    const crowd = knowledgeOf(server, await server.makeAgent(await server.signUp('eu')))
    site.pages.set('/quick', html(page('PipelinedTransactions', 'Read at once.')))
    const paths = Array.from({ length: 100 }, (_, n) => `/crowd/${n}`)
    for (const path of paths)
      site.pages.set(path, (_request, response) => {
        setTimeout(
          () => response.writeHead(200, { 'content-type': 'text/html' }).end(page(path, `The page ${path}.`)),
          400,
        )
      })
    await crowd.addUrls(paths.map(site.url))
    await vi.waitFor(() => expect(site.asked.filter((path) => path.startsWith('/crowd/')).length).toBeGreaterThan(1), {
      timeout: 20_000,
    })
    const { items } = await kb.addUrls([site.url('/quick')])
    await kb.settled(items[0]?.ID ?? '')
    const waiting = (await crowd.list('&status=queued')).length
    expect(waiting).toBeGreaterThan(40)
    for (const { ID } of await crowd.list()) await crowd.ask('DELETE', `/${ID}`)
  })

  test('are deleted with their agent, and copied with its duplicate', async () => {
    const mine = await server.makeAgent(agent.owner)
    const its = knowledgeOf(server, mine)
    const docId = await its.upload('notes.txt', 'Notes of a voyage.', { tags: 'sea' })
    await its.settled(docId)
    await its.must('PATCH', `/${docId}`, { content: 'Notes of two voyages.' })
    const duplicate = `${server.api('eu')}/v2/agents/${mine.id}/duplicate`
    const { data } = await server.must<{ data: { ID: string } }>('POST', duplicate, agent.owner.token)
    const copy = knowledgeOf(server, { ...mine, id: data.ID })
    await vi.waitFor(
      async () => expect((await copy.list()).map(({ name, tags }) => [name, tags])).toEqual([['notes.txt', ['sea']]]),
      { timeout: 20_000 },
    )
    const [one] = await copy.list()
    expect((await copy.must<{ items: DocumentVersion[] }>('GET', `/${one?.ID ?? ''}/versions`)).items).toHaveLength(1)
    await server.must('DELETE', `${server.api('eu')}/v2/agents/${mine.id}`, agent.owner.token)
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query(
          'select 1 from documents where agent_id = $1 union all select 1 from document_versions where agent_id = $1',
          [mine.id],
        )
        expect(rows).toEqual([])
      },
      { timeout: 20_000 },
    )
    expect(await copy.list()).toHaveLength(1)
  })
})

test('tags, deletes and restores several documents at once, and only those of the agent', async () => {
  const owner = await server.signUp('eu')
  const own = knowledgeOf(server, await server.makeAgent(owner))
  const foreign = knowledgeOf(server, await server.makeAgent(await server.signUp('eu')))
  const write = async (of: typeof own, name: string, tags: readonly string[] = []) =>
    (await of.must<{ data: Document }>('POST', '', { name, content: `About ${name}.`, tags })).data.ID
  const [one, two, three] = [await write(own, 'one', ['Sea']), await write(own, 'two'), await write(own, 'three')]
  const theirs = await write(foreign, 'other')
  const tagged = { docIds: [one, two, two, theirs, 'unknown'], change: { addTags: ['sea', 'North'] } }
  expect(await own.must('POST', '/bulk', tagged)).toEqual({ changed: 2 })
  const tagsOf = async (docId: string) => (await own.get(docId)).tags
  expect([await tagsOf(one), await tagsOf(two), await tagsOf(three)]).toEqual([['Sea', 'North'], ['sea', 'North'], []])
  const many = Array.from({ length: 19 }, (_, n) => `tag ${n}`)
  const refused = await own.ask('POST', '/bulk', { docIds: [three, one], change: { addTags: many } })
  expect([refused.status, refused.body.code]).toEqual([429, 'LIMIT_REACHED'])
  expect(await tagsOf(three)).toEqual([])

  const removal = { docIds: [one, two, theirs], change: { delete: true } }
  expect(await own.must('POST', '/bulk', removal)).toEqual({ changed: 2 })
  expect(await own.must('POST', '/bulk', removal)).toEqual({ changed: 0 })
  expect((await own.list()).map(({ ID }) => ID)).toEqual([three])
  expect(await foreign.list()).toMatchObject([{ ID: theirs, tags: [] }])
  await own.must('POST', '/restore', { docIds: [one, two] })
  expect((await own.list()).map(({ name }) => name).toSorted()).toEqual(['one', 'three', 'two'])
  expect(await tagsOf(one)).toEqual(['Sea', 'North'])
  expect((await own.ask('POST', '/restore', { docIds: ['unknown', three] })).status).toBe(404)
})

test('finds documents by name and address across all agents of the workspace, best first', async () => {
  const owner = await server.signUp('eu')
  const [desk, shop] = [
    await server.makeAgent(owner, { title: 'Desk' }),
    await server.makeAgent(owner, { title: 'Shop' }),
  ]
  const write = async (of: TestAgent, name: string) =>
    (await knowledgeOf(server, of).must<{ data: Document }>('POST', '', { name, content: 'Some words.' })).data.ID
  const inside = await write(desk, 'Our Crème list')
  const first = await write(shop, 'Creme brûlée')
  const address = await write(desk, 'Menu')
  await pool.query("update documents set source_url = 'https://example.com/creme_1' where id = $1", [address])
  await other.must('POST', '', { name: 'Creme of somebody else', content: 'Some words.' })
  const find = async (search: string, limit = 10) => {
    const query = new URLSearchParams({ search, limit: String(limit) }).toString()
    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/kb?${query}`
    return (await server.must<{ items: FoundDocument[] }>('GET', path, owner.token)).items
  }
  const found = await find('CREME')
  expect(found.map(({ ID }) => ID)).toEqual([first, inside, address])
  expect(found.map(({ agentTitle }) => agentTitle)).toEqual(['Shop', 'Desk', 'Desk'])
  expect((await find('creme_1')).map(({ ID }) => ID)).toEqual([address])
  expect(await find('creme%1')).toEqual([])
  expect(await find('creme', 1)).toHaveLength(1)
})
