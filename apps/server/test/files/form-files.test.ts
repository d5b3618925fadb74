// Files that visitors send from forms: access, accepted files, delivery and deletion.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { Message } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, type TestAgent } from '../helpers/people.ts'
import { openStream, type TurnStream } from '../helpers/streams.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-sent-'))
const server = await startTestServer({ settings: { dataDir } })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const form = {
  type: 'form',
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'photo', label: 'Photo', type: 'file', required: false },
  ],
}
const config = {
  enableNodes: true,
  nodes: [
    {
      id: 'start',
      type: 'start',
      childrenNodes: [{ nodeId: 'desk', rule: { tests: [{ variable: 'name', operator: 'isNotSet' }] } }],
    },
    { id: 'desk', type: 'message', items: [form], childrenNodes: [{ nodeId: 'end', condition: 'They wrote.' }] },
    { id: 'end', type: 'message', items: [{ type: 'text', text: 'Thank you.' }] },
  ],
} as unknown as AgentPatch

let mine: TestAgent
let theirs: TestAgent
beforeAll(async () => {
  mine = await server.makeAgent(await server.signUp('eu'), config)
  theirs = await server.makeAgent(await server.signUp('eu'), config)
})

interface Talk {
  readonly agent: TestAgent
  readonly visitorId: string
  readonly conversationId: string
}
type Heard = { data: { url: string }; code: string; message: string }
const baseOf = ({ region, id }: TestAgent) => `${server.api(region)}/v2/agents/${id}`
/** A conversation whose latest answer is the form. */
async function talk(agent: TestAgent): Promise<Talk> {
  const visitorId = newVisitorId()
  const { answer } = await server.turn(agent, { visitorId })
  return { agent, visitorId, conversationId: answer.metadata?.conversationId ?? '' }
}
const upload = (at: Talk, body: Record<string, unknown> = {}, bearer = at.visitorId) =>
  call<Heard>('POST', `${baseOf(at.agent)}/conversations/${at.conversationId}/files`, {
    bearer,
    body: { filename: 'photo.png', base64Payload: PIXEL, ...body },
  })
const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)
const bare = (url: string) => url.split('?')[0] ?? ''
const base64 = (text: string) => Buffer.from(text).toString('base64')
const messagesOf = async ({ agent, conversationId }: Talk) =>
  (
    await server.must<{ messages: Message[] }>(
      'GET',
      `${baseOf(agent)}/conversations/${conversationId}`,
      agent.owner.token,
    )
  ).messages
async function filled(at: Talk, photo: string) {
  const shown = (await messagesOf(at)).findLast(({ items }) => items.some(({ type }) => type === 'form'))
  return {
    conversationId: at.conversationId,
    visitorId: at.visitorId,
    message: {
      id: randomId(16),
      text: 'x',
      submission: {
        messageId: shown?.id ?? '',
        item: shown?.items.findIndex(({ type }) => type === 'form') ?? 0,
        values: { name: 'Ada', photo },
      },
    },
  }
}
const submit = async (at: Talk, photo: string) =>
  call<Heard>('POST', `${baseOf(at.agent)}/interact`, { body: await filled(at, photo) })
const stored = (agent: TestAgent) => {
  try {
    return readdirSync(join(dataDir, 'buckets/eu/ws', agent.owner.workspace.uid))
  } catch {
    return []
  }
}

test('takes a file from upload to transcript, where the owner finds its address', async () => {
  const at = await talk(mine)
  const { status, body } = await upload(at)
  expect(status).toBe(200)
  const { url } = body.data
  expect(url).toMatch(/^\/media\/eu\/[A-Za-z0-9]{20}\.png\?until=\d+&sig=[\w-]{43}$/)
  expect((await submit(at, url)).status).toBe(200)
  const said = (await messagesOf(at)).findLast(({ from }) => from === 'user')
  expect(said?.submission?.values).toEqual({ name: 'Ada', photo: url })
  expect(said?.items).toEqual([{ type: 'text', text: 'Name: Ada\nPhoto: 📎' }])
  const got = await get(url)
  expect(Buffer.from(await got.arrayBuffer()).toString('base64')).toBe(PIXEL)
})

test('lets the owner upload too, but nobody for other people’s conversations', async () => {
  const [at, stranger] = [await talk(mine), await talk(theirs)]
  for (const bearer of [mine.owner.token, mine.owner.workspace.secret, mine.secret])
    expect((await upload(at, {}, bearer)).status).toBe(200)
  const before = stored(mine)
  for (const bearer of [stranger.visitorId, newVisitorId(), theirs.owner.token, theirs.secret])
    expect(await upload(at, {}, bearer)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  for (const wrong of [
    { ...at, conversationId: stranger.conversationId },
    { ...at, agent: theirs },
    { ...at, conversationId: randomId(24) },
  ])
    expect((await upload(wrong)).status).toBe(404)
  expect((await call('POST', `${baseOf(mine)}/conversations/${at.conversationId}/files`, { body: {} })).status).toBe(
    401,
  )
  expect(stored(mine)).toEqual(before)
})

test('accepts files only while the latest answer asks for one', async () => {
  const at = await talk(mine)
  await server.dbs.eu.pool.query(
    `update messages set items = '[{"type":"text","text":"Hello."}]' where conversation_id = $1 and author = 'agent'`,
    [at.conversationId],
  )
  expect(await upload(at)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await upload(await talk(mine))).status).toBe(200)
})

describe('a file field accepts only a file of its own conversation', () => {
  test('refuses a file of another conversation, a picture of the agent, and an external address', async () => {
    const [at, neighbour, stranger] = [await talk(mine), await talk(mine), await talk(theirs)]
    const own = (await upload(at)).body.data.url
    const picture = await server.must<{ data: { url: string } }>(
      'POST',
      `${server.api('eu')}/rpc/uploadFile`,
      mine.owner.token,
      {
        agentId: mine.id,
        base64Payload: PIXEL,
      },
    )
    for (const url of [
      (await upload(neighbour)).body.data.url,
      (await upload(stranger)).body.data.url,
      picture.data.url,
      own.replace('.png', '.html'),
      own.replace('/eu/', '/na/'),
      `${own}?x`,
      `/media/eu/${randomId(20)}.png`,
      '/app',
      'https://evil.example/a.png',
      `//evil.example${own}`,
    ])
      expect(await submit(at, url), url).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', data: { fields: [{ field: 'photo', message: 'Upload a file.' }] } },
      })
    expect((await submit(at, own)).status).toBe(200)
  })
})

describe('delivery', () => {
  test('shows pictures, downloads everything else, runs nothing, and lets nothing be cached', async () => {
    const at = await talk(mine)
    const html = '<!doctype html><script>alert(1)</script>'
    for (const [filename, payload, kind, type, saved] of [
      ['me.html', PIXEL, 'png', 'image/png', `inline; filename="me.png"; filename*=UTF-8''me.png`],
      [
        '../Grüße (1).TXT',
        base64(html),
        'txt',
        'text/plain; charset=utf-8',
        `attachment; filename="Gru_e (1).txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.txt`,
      ],
      [
        'cv.pdf',
        base64('%PDF-1.7 and so on'),
        'pdf',
        'application/pdf',
        `attachment; filename="cv.pdf"; filename*=UTF-8''cv.pdf`,
      ],
    ] as const) {
      const { url } = (await upload(at, { filename, base64Payload: payload })).body.data
      expect(bare(url)).toMatch(new RegExp(`\\.${kind}$`))
      const { headers, status } = await get(url)
      expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([200, type, saved])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('private, no-cache')
      for (const ending of ['html', 'svg'])
        expect((await get(url.replace(`.${kind}?`, `.${ending}?`))).status).toBe(404)
    }
  })

  test('removes metadata about the author from a picture', async () => {
    const comment = Buffer.from('tEXtComment\0taken at home')
    const chunk = Buffer.concat([Buffer.from([0, 0, 0, comment.length - 4]), comment, Buffer.alloc(4)])
    const pixel = Buffer.from(PIXEL, 'base64')
    const told = Buffer.concat([pixel.subarray(0, 33), chunk, pixel.subarray(33)])
    const { url } = (await upload(await talk(mine), { base64Payload: told.toString('base64') })).body.data
    expect(Buffer.from(await (await get(url)).arrayBuffer()).toString('base64')).toBe(PIXEL)
  })

  test.each([
    ['HTML', 'a.html', '<!doctype html><script>alert(1)</script>', ''],
    ['SVG', 'a.svg', '<svg onload="alert(1)"/>', ''],
    ['HTML called png', 'a.png', '<!doctype html>', 'This .png file contains an HTML page. '],
    ['a program', 'a.txt', 'MZ\0\u0001', 'This .txt file contains a program. '],
  ])('%s is refused', async (_, filename, text, why) => {
    expect(await upload(await talk(mine), { filename, base64Payload: base64(text) })).toMatchObject({
      status: 400,
      body: { message: `${why}Only .png, .jpg, .webp, .gif, .pdf, .txt, .docx, .xlsx Files` },
    })
  })
})

describe('access', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

  test('is refused without a signature, and with one for another file, agent or region', async () => {
    const [at, stranger] = [await talk(mine), await talk(theirs)]
    const { url } = (await upload(at)).body.data
    const other = (await upload(stranger)).body.data.url
    const query = (of: string) => of.slice(of.indexOf('?'))
    const until = Number(/until=(\d+)/.exec(url)?.[1])
    for (const wrong of [
      bare(url),
      `${bare(url)}${query(other)}`,
      url.replace(/sig=./, (sig) => (sig === 'sig=A' ? 'sig=B' : 'sig=A')),
      url.replace(`until=${until}`, `until=${until + 3600}`),
      url.replace(/&sig=.*/, ''),
      url.replace(/until=\d+&/, ''),
      url.replace('.png?', '.pdf?'),
      url.replace('/eu/', '/na/'),
    ])
      expect((await get(wrong)).status, wrong).toBe(404)
    expect((await get(url)).status).toBe(200)
    expect(until * 1000 - Date.now()).toBeGreaterThan(6 * 3_600_000)
    expect(until * 1000 - Date.now()).toBeLessThanOrEqual(12 * 3_600_000)
  })

  test('expires with the signed address, with a clear message, and a new read signs it again', async () => {
    const at = await talk(mine)
    const { url } = (await upload(at)).body.data
    await submit(at, url)
    const { files } = server.running.container.services
    const then = { ...server.running.container.contexts.system('eu'), now: () => new Date(Date.now() - 13 * 3_600_000) }
    const old = await get(files.signFileUrls(then, at.conversationId, bare(url)))
    expect([old.status, ((await old.json()) as Heard).code]).toEqual([403, 'FORBIDDEN'])
    const { rows } = await server.dbs.eu.pool.query<{ kept: string }>(
      `select coalesce(string_agg(m.items::text || coalesce(m.submission::text, ''), ' '), '') as kept
       from messages m where m.conversation_id = $1`,
      [at.conversationId],
    )
    expect(rows[0]?.kept).toContain(bare(url))
    expect(rows[0]?.kept).not.toContain('sig=')
    const photo = (await messagesOf(at)).findLast(({ from }) => from === 'user')?.submission?.values?.['photo']
    expect((await get(String(photo))).status).toBe(200)
    // Also when it is part of the text of an answer, and only an address of ours.
    const words = `It is [here](${bare(url)}), ${bare(url)}. Not https://elsewhere.example${bare(url)}`
    const [read] = files.signFileUrls({ ...then, now: () => new Date() }, at.conversationId, [{ text: words }])
    const told = read?.text.match(/\/media\/\S+?sig=[\w-]+/g) ?? []
    expect(told).toHaveLength(2)
    for (const address of told) expect((await get(address)).status).toBe(200)
    expect(read?.text).toMatch(/elsewhere\.example\/media\/eu\/\w{20}\.\w+$/)
    // Reading a conversation signs no file of others that it mentions.
    const stranger = (await upload(await talk(mine))).body.data.url
    expect(
      (await get(files.signFileUrls({ ...then, now: () => new Date() }, at.conversationId, bare(stranger)))).status,
    ).toBe(404)
  })

  test('is given with an answer that shows the file, live and when it is replayed', async () => {
    const shows = (image: string) => [{ type: 'visual', image, alt: 'Photo' }]
    const somewhere = `/media/eu/${'A'.repeat(20)}.png`
    const named = (operator: string) => ({ rule: { tests: [{ variable: 'name', operator }] } })
    const nodes = [
      { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'desk', ...named('isNotSet') }] },
      { id: 'desk', type: 'message', items: [form], childrenNodes: [{ nodeId: 'end', ...named('isSet') }] },
      { id: 'end', type: 'message', items: shows(somewhere) },
    ]
    const agent = await server.makeAgent(mine.owner, { ...config, nodes } as unknown as AgentPatch)
    const at = await talk(agent)
    const { url } = (await upload(at)).body.data
    const imageOf = async (stream: TurnStream) => {
      const { items, metadata } = await stream.rest()
      const shown = items.find((item) => item.type === 'visual')
      return { image: shown?.image ?? '', turnId: metadata?.turnId ?? '' }
    }
    const live = await imageOf(
      await openStream(`${baseOf(agent)}/interact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(await filled(at, url)),
      }),
    )
    expect(bare(live.image)).toBe(somewhere)
    expect(live.image).toMatch(/\?until=\d+&sig=[\w-]{43}$/)
    await server.dbs.eu.pool.query(
      `update messages set items = $2::jsonb where conversation_id = $1 and items @> '[{"type":"visual"}]'`,
      [at.conversationId, JSON.stringify(shows(bare(url)))],
    )
    const again = await imageOf(await server.resume(agent, live.turnId, 0, at.visitorId))
    expect(bare(again.image)).toBe(bare(url))
    expect((await get(again.image)).status).toBe(200)
  })

  test('is given to signed-in people of the workspace, by the stored address', async () => {
    const { url } = (await upload(await talk(mine))).body.data
    const guest = await server.join(mine.owner, 'viewer')
    for (const token of [mine.owner.token, guest.token]) expect((await get(bare(url), bearer(token))).status).toBe(200)
    for (const token of [theirs.owner.token, mine.secret, mine.owner.workspace.secret])
      expect((await get(bare(url), bearer(token))).status).toBe(404)
  })

  test('covers HEAD without bytes, ranges, and only reads', async () => {
    const { url } = (await upload(await talk(mine), { filename: 'a.txt', base64Payload: base64('0123456789') })).body
      .data
    const head = await get(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    const part = await get(url, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    for (const init of [{ method: 'HEAD' }, { headers: { range: 'bytes=2-4' } }])
      expect((await get(bare(url), init)).status).toBe(404)
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await get(url, { method })).status).toBe(404)
    expect((await get(`${url}&response-content-disposition=inline`)).headers.get('content-disposition')).toMatch(
      /^attachment/,
    )
  })
})

describe('limits', () => {
  test('allow ten megabytes, and no more', async () => {
    const at = await talk(mine)
    const text = (size: number) => Buffer.alloc(size, 'a').toString('base64')
    expect((await upload(at, { filename: 'a.txt', base64Payload: text(10_000_000) })).status).toBe(200)
    expect(await upload(at, { filename: 'a.txt', base64Payload: text(10_000_001) })).toMatchObject({
      status: 413,
      body: { message: 'Max size: 10 MBs' },
    })
  })

  test('allow twenty in a conversation, also in parallel, and a gigabyte per agent', async () => {
    const [at, next] = [await talk(theirs), await talk(theirs)]
    const before = stored(theirs).length
    const statuses = await Promise.all(Array.from({ length: 24 }, async () => (await upload(at)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    expect(stored(theirs).length - before).toBe(20)
    expect((await upload(next)).status).toBe(200)
    const { rows } = await server.dbs.eu.pool.query<{ id: string; size: number }>(
      `update files set size = 1000000000 where conversation_id = $1 returning id`,
      [next.conversationId],
    )
    expect(rows).toHaveLength(1)
    expect(await upload(next)).toMatchObject({ status: 429, body: { message: 'There’s no storage left for files.' } })
    expect((await upload(await talk(mine))).status).toBe(200)
  })
})

describe('deletion', () => {
  test('removes files with their conversation and agent, and copies from a duplicate’s original', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), config)
    const [first, second] = [await talk(agent), await talk(agent)]
    const urls = [(await upload(first)).body.data.url, (await upload(second)).body.data.url]
    await server.must('POST', `${baseOf(agent)}/duplicate`, agent.owner.token, {})
    await server.must('DELETE', `${baseOf(agent)}/conversations/${first.conversationId}`, agent.owner.token)
    await vi.waitFor(async () => expect((await get(urls[0] ?? '')).status).toBe(404), { timeout: 20_000 })
    expect((await get(urls[1] ?? '')).status).toBe(200)
    await server.must('DELETE', baseOf(agent), agent.owner.token)
    await vi.waitFor(async () => expect((await get(urls[1] ?? '')).status).toBe(404), { timeout: 20_000 })
    await vi.waitFor(() => expect(stored(agent)).toEqual([]))
  })

  test('removes files of a session-only conversation once it is over', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), { ...config, recordChatHistory: false })
    const at = await talk(agent)
    const { url } = (await upload(at)).body.data
    const { container } = server.running
    const sweep = () => container.services.conversations.sweepEphemeral(container.contexts.system('eu'))
    await sweep()
    expect((await get(url)).status).toBe(200)
    await server.dbs.eu.pool.query(
      `update conversations set last_message_at = now() - interval '31 minutes' where id = $1`,
      [at.conversationId],
    )
    await sweep()
    await vi.waitFor(async () => expect((await get(url)).status).toBe(404), { timeout: 20_000 })
    await vi.waitFor(() => expect(stored(agent)).toEqual([]))
  })
})
