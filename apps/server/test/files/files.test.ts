import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { UploadedFile } from '@parlance/contract/files/api'
import { imageHead } from '../../src/lib/media/images.ts'
import { randomId } from '@parlance/contract/lib/ids'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, type TestAgent } from '../helpers/people.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-media-'))
const server = await startTestServer({ settings: { dataDir } })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

let eu: TestAgent
let na: TestAgent
beforeAll(async () => {
  ;[eu, na] = (await Promise.all(
    (['eu', 'na'] as const).map(async (region) => server.makeAgent(await server.signUp(region))),
  )) as [TestAgent, TestAgent]
})

type Answer = { data: UploadedFile; code: string; message: string }
const upload = (agent: TestAgent, body: Record<string, unknown> = {}, bearer = agent.owner.token) =>
  call<Answer>('POST', `${server.api(agent.region)}/rpc/uploadFile`, {
    bearer,
    body: { agentId: agent.id, base64Payload: PIXEL, ...body },
  })
const media = (path: string, init?: RequestInit) => fetch(new URL(path, server.url), init)
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')
/** The pixel with other dimensions in its header. */
const sized = (width: number, height: number) => {
  const bytes = Buffer.from(PIXEL, 'base64')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
/** The picture with a chunk before its last one, which is twelve bytes long. */
const withChunk = (picture: Buffer, chunk: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length - 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(chunk))
  return Buffer.concat([picture.subarray(0, -12), length, chunk, sum, picture.subarray(-12)])
}
const onePixel = { kind: 'png', width: 1, height: 1 }
const inBucket = (folder: string, agent: TestAgent) =>
  readdirSync(join(dataDir, 'buckets', folder, 'ws', agent.owner.workspace.uid))

test('stores a picture in the bucket of its region, and returns it unchanged', async () => {
  for (const [agent, folder, other] of [
    [eu, 'eu', 'na'],
    [na, 'default', 'eu'],
  ] as const) {
    const { status, body } = await upload(agent, { targetPath: 'users/x/Logo.png', userId: 'somebody else' })
    expect(status).toBe(200)
    const { url, path, id, dbFilePath, filename, sizeKB } = body.data
    expect(url).toBe(`${server.url}/media/${agent.region}/${id}.png`)
    expect(path).toMatch(new RegExp(`^ws/${agent.owner.workspace.uid}/[A-Za-z0-9]{24}\\.png$`))
    expect({ dbFilePath, filename }).toEqual({ dbFilePath: `files/${id}`, filename: path.split('/').at(-1) })
    expect(inBucket(folder, agent)).toContain(filename)

    const got = await media(url)
    expect(got.status).toBe(200)
    expect(got.headers.get('content-disposition')).toContain('Logo.png')
    const bytes = Buffer.from(await got.arrayBuffer())
    expect(imageHead(bytes)).toEqual(onePixel)
    expect(bytes.equals(Buffer.from(PIXEL, 'base64'))).toBe(true)
    expect(sizeKB).toBe(Math.round(bytes.length / 10) / 100)
    expect((await media(url.replace(`/${agent.region}/`, `/${other}/`))).status).toBe(404)
  }
  const { rows } = await server.dbs.eu.pool.query('select workspace_id, user_id from files')
  expect(rows).toEqual([
    { workspace_id: eu.owner.workspace.uid, user_id: expect.not.stringMatching(/^(somebody.*|)$/) },
  ])
})

test('accepts secrets of the workspace and of the agent, but none of another tenant', async () => {
  const stranger = await server.signUp('eu')
  const theirs = await server.makeAgent(stranger)
  for (const bearer of [eu.owner.workspace.secret, eu.secret]) expect((await upload(eu, {}, bearer)).status).toBe(200)
  for (const bearer of [stranger.token, stranger.workspace.secret, theirs.secret])
    expect(await upload(eu, {}, bearer)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

const WRONG_KIND = 'Only .png, .jpg, .webp, .gif Files'
const holds = (ending: string, what: string) => `This .${ending} file contains ${what}. ${WRONG_KIND}`
describe('the content of a file, not its name, decides', () => {
  test.each([
    ['HTML called png', base64('<!doctype html><script>alert(1)</script>'), 'a.png', holds('png', 'an HTML page')],
    [
      'SVG as a data URL of a png',
      `data:image/png;base64,${base64('<svg onload="alert(1)"/>')}`,
      'a.png',
      holds('png', 'an SVG drawing'),
    ],
    ['SVG', `data:image/svg+xml;base64,${base64('<svg xmlns="http://www.w3.org/2000/svg"/>')}`, 'a.svg', WRONG_KIND],
    ['a PDF called gif', base64('%PDF-1.7 and so on and so on'), 'a.gif', holds('gif', 'a PDF document')],
    ['a program', base64('MZ\u0090\u0000 and so on and so on'), 'a.webp', holds('webp', 'a program')],
  ])('%s is refused', async (_, base64Payload, targetPath, message) => {
    const heard = await upload(eu, { base64Payload, targetPath })
    expect(heard).toMatchObject({ status: 400, body: { message } })
  })

  test('treats a png called html as a png', async () => {
    const { body } = await upload(eu, { base64Payload: `data:text/html;base64,${PIXEL}`, targetPath: 'x.html' })
    const { headers } = await media(body.data.url)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('content-disposition')).toContain('x.png')
    for (const ending of ['html', 'svg', 'jpg'])
      expect((await media(body.data.url.replace('.png', `.${ending}`))).status).toBe(404)
  })

  test.each(['***', 'data:image/png,abc', 'data:image/png;base64', 'abc=def', ' '])('%j is no base64', async (text) => {
    expect(await upload(eu, { base64Payload: text })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  test('accepts line breaks in base64', async () => {
    expect((await upload(eu, { base64Payload: PIXEL.replace(/.{20}/g, '$&\r\n') })).status).toBe(200)
  })
})

test('accepts five million bytes and 8,000 pixels, and no more', async () => {
  // Extra bytes count towards the upload, and are not stored.
  const padded = (size: number) => {
    const pixel = Buffer.from(PIXEL, 'base64')
    return withChunk(pixel, Buffer.from('paDd'.padEnd(size - pixel.length - 8, '\0')))
  }
  const sent = async (bytes: Buffer) => upload(eu, { base64Payload: bytes.toString('base64') })
  const fitting = await sent(padded(5_000_000))
  expect(fitting, server.failures.join('\n')).toMatchObject({
    status: 200,
    body: { data: { sizeKB: expect.any(Number) } },
  })
  expect(fitting.body.data.sizeKB).toBeLessThan(1)
  expect(await sent(padded(5_000_001))).toMatchObject({ status: 413, body: { message: 'Max size: 5 MBs' } })
  expect((await sent(padded(6_000_000))).status).toBe(413)
  const wide = { width: 8000, height: 2, channels: 3, background: 'red' } as const
  expect((await sent(await sharp({ create: wide }).png().toBuffer())).status).toBe(200)
  for (const [width, height] of [
    [8001, 1],
    [1, 8001],
    [0, 1],
    [0x8000_0000, 1],
  ] as const)
    expect((await sent(sized(width, height))).status).toBe(400)
})

test('serves pictures to anyone for a year, and only as pictures', async () => {
  const { data } = (await upload(eu)).body
  const got = await media(data.url, { headers: { origin: 'https://elsewhere.example' } })
  const expected = {
    'content-type': 'image/png',
    'content-length': String((await (await media(data.url)).arrayBuffer()).byteLength),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    etag: `"${data.id}"`,
  }
  expect(Object.fromEntries(got.headers)).toMatchObject(expected)
  expect(got.headers.get('set-cookie')).toBeNull()
  await got.body?.cancel()

  const head = await media(data.url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(Object.fromEntries(head.headers)).toMatchObject(expected)
  for (const known of [`"${data.id}"`, `W/"x", W/"${data.id}"`]) {
    const again = await media(data.url, { headers: { 'if-none-match': known } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  expect((await media(data.url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  const brief = (await upload(eu, { temporary: true })).body.data
  expect(brief.filename).not.toBe(data.filename)
  expect((await media(brief.url)).headers.get('cache-control')).toBe('public, max-age=3600')
})

test.each([
  '/media',
  '/media/',
  '/media/eu',
  '/media/eu/',
  `/media/eu/${randomId(20)}`,
  `/media/eu/${randomId(20)}.png`,
  `/media/mars/${randomId(20)}.png`,
  '/media/eu/..%2f..%2fetc%2fpasswd',
  '/media/eu/%2e%2e/%2e%2e/secret.png',
  '/media/eu/..%5c..%5csecret.png',
  '/media/eu/%00.png',
  '/media/eu/%ff.png',
  '/media/eu//etc/passwd',
  '/media/eu/ws/x/y.png',
])('answers 404 in JSON for %s', async (path) => {
  const got = await media(path)
  expect(got.status).toBe(404)
  expect(got.headers.get('cache-control')).toBe('no-store')
  expect(await got.json()).toMatchObject({ success: false, code: 'NOT_FOUND', requestId: expect.any(String) })
})

test('shows an agent’s picture, and deletes it with the agent', async () => {
  const agent = await server.makeAgent(eu.owner)
  const { data } = (await upload(agent)).body
  const address = `${server.api('eu')}/v2/agents/${agent.id}`
  await server.must('POST', address, eu.owner.token, { avatarImageUrl: data.url })
  const shown = await server.must<{ data: { avatarImageUrl: string } }>(
    'GET',
    `${server.api('eu')}/public/agents/${agent.id}`,
    undefined,
  )
  expect(shown.data.avatarImageUrl).toBe(data.url)
  await server.must('DELETE', address, eu.owner.token)
  await vi.waitFor(async () => expect((await media(data.url)).status).toBe(404), { timeout: 20_000, interval: 200 })
  await vi.waitFor(() => expect(inBucket('eu', agent)).not.toContain(data.path.split('/').at(-1)))
  expect((await upload(agent)).status).toBe(404)
})

test('keeps a picture for a template and the agents made from it, and deletes it with the last of them', async () => {
  const { token, workspace } = eu.owner
  const agent = await server.makeAgent(eu.owner)
  const { data } = (await upload(agent)).body
  const address = (id: string) => `${server.api('eu')}/v2/agents/${id}`
  await server.must('POST', address(agent.id), token, { avatarImageUrl: data.url })
  const body = { name: 'With a picture' }
  const kept = await server.must<{ data: { id: string } }>('POST', `${address(agent.id)}/template`, token, body)
  const template = `${server.api('eu')}/v2/workspaces/${workspace.uid}/templates/${kept.data.id}`
  const usesOf = async (id: string) =>
    (await server.dbs.eu.pool.query('select 1 from file_uses where agent_id = $1', [id])).rowCount
  const deleted = async (id: string) => {
    await server.must('DELETE', address(id), token)
    await vi.waitFor(async () => expect(await usesOf(id)).toBe(0), { timeout: 20_000, interval: 100 })
  }
  await deleted(agent.id)
  expect((await media(data.url)).status).toBe(200)
  const { agentCreated } = await server.must<{ agentCreated: { ID: string } }>('POST', `${template}/agents`, token, {
    agentName: 'Second',
  })
  await server.must('DELETE', template, token)
  expect((await media(data.url)).status).toBe(200)
  await deleted(agentCreated.ID)
  expect((await media(data.url)).status).toBe(404)
})

test('keeps no picture for an agent of another workspace', async () => {
  const { data } = (await upload(eu)).body
  const other = await server.makeAgent(await server.signUp('eu'), { avatarImageUrl: data.url })
  const made = await server.must<{ data: { ID: string } }>(
    'POST',
    `${server.api('eu')}/v2/agents/${other.id}/duplicate`,
    other.owner.token,
    {},
  )
  const uses = 'select agent_id from file_uses where file_id = $1 and agent_id = any($2)'
  const { rows } = await server.dbs.eu.pool.query(uses, [data.id, [eu.id, other.id, made.data.ID]])
  expect(rows).toEqual([{ agent_id: eu.id }])
})

test('removes metadata about the author from a picture', async () => {
  const pixel = Buffer.from(PIXEL, 'base64')
  const telling = Buffer.concat([
    withChunk(pixel, Buffer.from('tEXtLocation\0 48.8584 N 2.2945 E', 'latin1')),
    Buffer.from('trailer'),
  ])
  const { body } = await upload(eu, { base64Payload: telling.toString('base64') })
  const got = Buffer.from(await (await media(body.data.url)).arrayBuffer())
  expect(imageHead(got)).toEqual(onePixel)
  for (const word of ['Location', '48.8584', 'trailer']) expect(got.includes(word)).toBe(false)
})
