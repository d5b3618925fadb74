// Sources of knowledge over the API: what is accepted, what is refused and why, and what is read from it.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  docx,
  encryptedOffice,
  entityBomb,
  garbage,
  nestedZip,
  pdf,
  pdfBook,
  xlsx,
  zipBomb,
  zipSlip,
} from '../../src/adapters/ingest/samples.testing.ts'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { html, knowledgeOf, page, startSite } from '../helpers/knowledge.ts'
import type { TestAgent } from '../helpers/people.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-sources-'))
const site = await startSite()
const server = await startTestServer({ settings: { dataDir, outboundAllow: [site.host] } })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

let agent: TestAgent
let kb: ReturnType<typeof knowledgeOf>
let other: ReturnType<typeof knowledgeOf>
beforeAll(async () => {
  agent = await server.makeAgent(await server.signUp('eu'))
  kb = knowledgeOf(server, agent)
  other = knowledgeOf(server, await server.makeAgent(await server.signUp('eu')))
  for (const { region, workspace } of [agent.owner])
    await server.setCredits({ ...agent.owner, region, workspace }, 900_000)
})
afterAll(async () => {
  await vi.waitFor(async () => expect(await violations(server.dbs)).toEqual([]), { timeout: 20_000, interval: 500 })
})

const inBucket = () => {
  const folder = join(dataDir, 'buckets/eu/kb', agent.owner.workspace.uid)
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
}
const MB = 1_000_000

describe('files', () => {
  test('of every kind are read in the background, and their bytes are deleted', async () => {
    const files: [string, Uint8Array | string, string][] = [
      ['hours.txt', 'We open at nine in Tromsø.', 'Tromsø'],
      ['prices.csv', 'Thing,Price\nKayak,900\nPaddle,45\n', 'Paddle'],
      ['guide.md', '# Guide\n\nBring a **drysuit**.', 'drysuit'],
      ['page.html', page('Fjords', 'The water is cold all year round.'), 'cold all year'],
      ['data.json', '{"tours":[{"name":"Midnight sun"}]}', 'Midnight sun'],
      ['talk.srt', '1\n00:00:01,000 --> 00:00:03,000\nWelcome aboard the Hurtigruten.\n', 'Hurtigruten'],
      ['letter.docx', docx(['Dear guest, the ferry leaves at noon.']), 'ferry leaves'],
      [
        'list.xlsx',
        xlsx({
          Boats: [
            ['Name', 'Seats'],
            ['Freya', 8],
          ],
        }),
        'Freya',
      ],
      ['book.pdf', pdfBook(3), ' '],
    ]
    const made = await Promise.all(
      files.map(([name, bytes]) => kb.upload(name, bytes, { tags: 'Tours, tours ,north' })),
    )
    for (const [at, [name, , words]] of files.entries()) {
      const read = await kb.settled(made[at] ?? '')
      expect(read, name).toMatchObject({
        status: 'ready',
        reason: '',
        progress: 100,
        name,
        fileName: name,
        sourceType: 'file',
      })
      expect(read.content, name).toContain(words)
      expect(read.tags, name).toEqual(['tours', 'north'])
      expect(read.bytes).toBeGreaterThan(10)
    }
    expect((await kb.get(made[8] ?? '')).pages).toBe(3)
    await vi.waitFor(() => expect(inBucket()).toEqual([]))
    const { items } = await kb.must<{ items: { docId: string }[] }>('POST', '/search', {
      query: 'When does the ferry leave?',
    })
    expect(items[0]?.docId).toBe(made[6])
    expect(await other.list()).toEqual([])
  })

  test('say which pages had no text, until the text is edited by hand', async () => {
    const line = (text: string) => [{ x: 72, y: 700, size: 12, text }]
    const docId = await kb.upload('scan.pdf', pdf([line('The ferry leaves at noon.'), [], []]))
    const warning = '2 of 3 pages have no text. They may be scans.'
    expect(await kb.settled(docId)).toMatchObject({
      status: 'ready',
      reason: '',
      warning,
      warningMessage: { code: 'pages_without_text', params: { blank: 2, count: 3 } },
    })
    expect(await kb.list()).toContainEqual(expect.objectContaining({ ID: docId, warning }))
    await kb.must('PATCH', `/${docId}`, { content: 'The ferry leaves at noon, from the north pier.' })
    expect((await kb.settled(docId)).warning).toBe('')
    await kb.must('DELETE', `/${docId}`)
  })

  test('report one by one why they cannot be read, and the server goes on', { timeout: 120_000 }, async () => {
    const files: [string, Uint8Array | string, RegExp][] = [
      ['empty.pdf', pdf([[]]), /text/i],
      ['truncated.pdf', pdfBook(5).slice(0, 3000), /\S/],
      ['noise.pdf', garbage(5000), /\S/],
      ['bomb.docx', zipBomb(), /\S/],
      ['nested.docx', nestedZip(4), /\S/],
      ['slip.docx', zipSlip(), /^$|\S/],
      ['entities.docx', entityBomb(), /\S/],
      ['locked.docx', encryptedOffice(), /password|protected|encrypted/i],
      ['picture.txt', garbage(4000), /\S/],
      ['blank.txt', ' \n\n ', /text/i],
    ]
    const made = await Promise.all(files.map(([name, bytes]) => kb.upload(name, bytes)))
    for (const [at, [name, , why]] of files.entries()) {
      const read = await kb.settled(made[at] ?? '', 100_000)
      if (name !== 'slip.docx') expect(read.status, name).toBe('failed')
      expect(read.reason, name).toMatch(why)
      expect(read.reason, name).not.toMatch(/Error|undefined|node_modules|\/tmp|ENOENT/)
    }
    expect((await server.turn(agent)).status).toBe(200)
    const again = await kb.upload('fine.txt', 'All is well afterwards.')
    expect((await kb.settled(again)).status).toBe('ready')
    for (const id of made) await kb.must('DELETE', `/${id}`)
    await vi.waitFor(() => expect(inBucket()).toEqual([]))
  })

  test('use the workspace’s storage, and leave nothing when there is no room', async () => {
    const owner = await server.signUp('eu')
    const mine = knowledgeOf(server, await server.makeAgent(owner))
    const { uid } = owner.workspace
    const taken = (bytes: number) =>
      server.dbs.eu.pool.query(
        `insert into files (id, workspace_id, agent_id, user_id, key, filename, mime, size, created_at)
         values ($1, $1, 'a', '', 'k', 'f', 'image/png', $2, now()) on conflict (id) do update set size = $2`,
        [uid, bytes],
      )
    const limit = 2000 * MB
    await taken(limit - 10)
    const refused = { status: 429, body: { code: 'LIMIT_REACHED' } }
    expect(await mine.send('long.txt', 'Eleven here')).toMatchObject(refused)
    expect((await mine.send('short.txt', 'Ten bytes!')).status).toBe(200)
    await taken(limit)
    expect(await mine.send('none.txt', 'x')).toMatchObject(refused)
    const { rows } = await server.dbs.eu.pool.query('select name from documents where workspace_id = $1', [uid])
    expect(rows).toEqual([{ name: 'short.txt' }])
  })

  test('of fifty megabytes without a space delay nobody', { timeout: 120_000 }, async () => {
    const docId = await kb.upload('long.txt', 'x'.repeat(49 * MB))
    const asked = performance.now()
    expect((await kb.ask('GET', '')).status).toBe(200)
    expect(performance.now() - asked).toBeLessThan(2000)
    expect(await kb.settled(docId, 100_000)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/4,000,000|long|large/i),
    })
  })

  test('are refused by extension, by size and when empty', async () => {
    const count = (await kb.list()).length
    expect(await kb.send('virus.exe', 'MZ')).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_INPUT',
        message: 'Only .txt, .md, .html, .htm, .csv, .xlsx, .docx, .pptx, .pdf, .json, .srt, .vtt Files',
      },
    })
    expect(await kb.send('nothing.txt', '')).toMatchObject({ status: 400, body: { message: 'The file is empty.' } })
    expect(await kb.send('a.txt', 'x', { tags: 'y'.repeat(60) })).toMatchObject({ status: 400 })
    const large = await kb.send('large.txt', new Uint8Array(50 * MB + 1)).catch(() => ({ status: 413 }))
    expect(large.status).toBe(413)
    expect((await kb.list()).length).toBe(count)
    expect(inBucket()).toEqual([])
  })

  test('stay within the daily limit', async () => {
    const { pool } = server.dbs.eu
    await pool.query(
      `insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, chunk_count, created_at, updated_at, source_type)
       select 'limit' || n, 'nobody', $1, 'x', '', 0, '', '', 'failed', 0, now(), now(), 'file' from generate_series(1, 1000) n`,
      [agent.owner.workspace.uid],
    )
    expect(await kb.send('late.txt', 'x')).toMatchObject({
      status: 429,
      body: { code: 'LIMIT_REACHED', message: expect.stringContaining('1,000 documents in 24 hours') },
    })
    await pool.query(`delete from documents where id like 'limit%'`)
    expect((await kb.send('late.txt', 'In time after all.')).status).toBe(200)
  })
})

describe('addresses', () => {
  test('become documents with the title, text and address of their pages', async () => {
    site.pages.set('/visit?x=1', html(page('Visit us', 'We are in the harbour, behind the church.'), { etag: '"one"' }))
    const { items, refused } = await kb.addUrls([`${site.url('/visit?x=1')}#where`, site.url('/visit?x=1')], {
      tags: ['web'],
      refresh: '24h',
    })
    expect(refused).toEqual([])
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      status: 'queued',
      sourceType: 'url',
      sourceUrl: site.url('/visit?x=1'),
      name: `${site.host}/visit?x=1`,
    })
    const read = await kb.settled(items[0]?.ID ?? '')
    expect(read).toMatchObject({
      status: 'ready',
      name: 'Visit us',
      tags: ['web'],
      refresh: '24h',
      bytes: expect.any(Number),
    })
    expect(read.content).toContain('behind the church')
    expect((read.nextFetchAt ?? 0) - (read.fetchedAt ?? 0)).toBe(24 * 3600)
    const again = await kb.addUrls([site.url('/visit?x=1')])
    expect(again.items[0]).toMatchObject({ ID: read.ID, status: 'ready' })
  })

  test('are refused one by one when they are internal or unknown, without a request', async () => {
    const before = site.asked.length
    const inside = [
      'http://127.0.0.1/',
      'http://localhost/',
      'http://10.0.0.1/',
      'http://192.168.1.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://metadata.google.internal/',
      'http://0x7f000001/',
      'http://printer.local/',
      `http://127.0.0.1:1/`,
      `http://user:secret@${site.host}/`,
    ]
    const nonsense = [
      'not an address',
      'ftp://example.com/a',
      'javascript:alert(1)',
      'http://',
      'file:///etc/passwd',
      'word',
    ]
    site.pages.set('/good', html(page('Good', 'A page that is fine.')))
    const { items, refused } = await kb.addUrls([...inside, site.url('/good'), ...nonsense])
    expect(items.map(({ sourceUrl }) => sourceUrl)).toEqual([site.url('/good')])
    expect(refused.map(({ url }) => url).toSorted()).toEqual([...inside, ...nonsense].toSorted())
    for (const { url, reason } of refused)
      expect(reason, url).toMatch(/^(?:That isn’t a web page address|This address isn’t on the public internet)\.$/)
    await kb.settled(items[0]?.ID ?? '')
    expect(site.asked.slice(before)).toEqual(['/good'])
  })

  test('say why their pages are unusable', { timeout: 120_000 }, async () => {
    site.pages.set('/loop', (_request, response) => void response.writeHead(302, { location: '/loop' }).end())
    site.pages.set(
      '/inside',
      (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    site.pages.set('/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('<p>more and more</p>'.repeat(2000)), 2)
      response.on('close', () => clearInterval(timer))
    })
    site.pages.set(
      '/picture',
      (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(garbage(500)),
    )
    site.pages.set('/bare', html('<html><body></body></html>'))
    const paths = ['/loop', '/inside', '/endless', '/picture', '/bare', '/missing']
    const { items } = await kb.addUrls(paths.map(site.url))
    const reasons = await Promise.all(items.map(async ({ ID }) => kb.settled(ID, 100_000)))
    for (const { status, reason, sourceUrl } of reasons) {
      expect(status, sourceUrl).toBe('failed')
      expect(reason, sourceUrl).toMatch(/^[A-Z].*\.$/)
      expect(reason, sourceUrl).not.toMatch(/169\.254|ECONN|Error/)
    }
    expect((await server.turn(agent)).status).toBe(200)
  })

  test('of PDFs are read as PDFs', async () => {
    site.pages.set(
      '/terms.pdf',
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfBook(2)),
    )
    const { items } = await kb.addUrls([site.url('/terms.pdf')])
    expect(await kb.settled(items[0]?.ID ?? '')).toMatchObject({ status: 'ready', sourceType: 'url', pages: 2 })
  })

  test('are read from a sitemap', async () => {
    const list = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.url('/good')}</loc><lastmod>2026-01-02</lastmod></url><url><loc>${site.url('/visit')}</loc></url></urlset>`
    site.pages.set(
      '/sitemap.xml',
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(list),
    )
    expect(await kb.must('POST', '/sitemap', { url: site.url('/sitemap.xml') })).toEqual({
      items: [
        { url: site.url('/good'), lastModified: '2026-01-02' },
        { url: site.url('/visit'), lastModified: '' },
      ],
      more: false,
    })
    expect(await kb.ask('POST', '/sitemap', { url: 'http://127.0.0.1/sitemap.xml' })).toMatchObject({ status: 400 })
    expect(await kb.ask('POST', '/sitemap', { url: site.url('/no.xml') })).toMatchObject({
      status: 502,
      body: { code: 'UPSTREAM_FAILED' },
    })
  })
})

describe('questions with answers', () => {
  test('are found by the question, also after it was reworded', async () => {
    const { items } = await kb.must<{ items: { ID: string; name: string; sourceType: string }[] }>('POST', '/qa', {
      pairs: [
        { question: 'May I bring my dachshund?', answer: 'Yes, on a lead.' },
        { question: 'Is there wifi?', answer: 'In the lounge alone.' },
      ],
      tags: ['faq'],
    })
    expect(items.map(({ name, sourceType }) => [name, sourceType])).toEqual([
      ['May I bring my dachshund?', 'qa'],
      ['Is there wifi?', 'qa'],
    ])
    const [first] = items
    const docId = first?.ID ?? ''
    expect(await kb.settled(docId)).toMatchObject({ status: 'ready', content: 'Yes, on a lead.' })
    const top = async (query: string) =>
      (await kb.must<{ items: { docId: string; similarity: number | null }[] }>('POST', '/search', { query })).items[0]
    expect(await top('bring dachshund')).toMatchObject({ docId })
    await kb.must('PATCH', `/${docId}`, { name: 'Are huskies welcome?' })
    await kb.settled(docId)
    expect(await top('huskies welcome')).toMatchObject({ docId, similarity: expect.any(Number) })
    const { items: chunks } = await kb.must<{ items: { heading: string; embedded: boolean }[] }>(
      'GET',
      `/${docId}/chunks`,
    )
    expect(chunks).toMatchObject([{ heading: 'Are huskies welcome?', embedded: true }])
  })
})

describe('tags and filters', () => {
  test('are counted, changed, and narrow the list', async () => {
    const mine = knowledgeOf(server, await server.makeAgent(agent.owner))
    const add = async (name: string, tags: string[]) =>
      (await mine.must<{ data: { ID: string } }>('POST', '', { name, content: `About ${name}.`, tags })).data.ID
    const a = await add('Alpha', ['Red', 'big'])
    await add('Beta', ['red'])
    await mine.must('POST', '/qa', { pairs: [{ question: 'Gamma?', answer: 'Yes.' }], tags: ['Red'] })
    const tags = async () =>
      (await server.must<{ items: { tag: string; documents: number }[] }>('GET', `${mine.kb}-tags`, mine.token)).items
    expect(await tags()).toEqual([
      { tag: 'Red', documents: 3 },
      { tag: 'big', documents: 1 },
    ])
    const names = async (query: string) => (await mine.list(query)).map(({ name }) => name)
    expect(await names('&tag=RED')).toEqual(['Gamma?', 'Beta', 'Alpha'])
    expect(await names('&tag=big')).toEqual(['Alpha'])
    expect(await names('&sourceType=qa')).toEqual(['Gamma?'])
    expect(await names('&status=failed')).toEqual([])
    expect(await names('&crawlId=none')).toEqual([])
    expect(await names('&search=alph&tag=red')).toEqual(['Alpha'])
    await mine.must('PATCH', `/${a}`, { tags: [] })
    expect(await tags()).toEqual([{ tag: 'Red', documents: 2 }])
    expect(await mine.ask('PATCH', `/${a}`, { refresh: '6h' })).toMatchObject({ status: 400 })
  })
})
