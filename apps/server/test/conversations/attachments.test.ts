// What visitors attach to messages: access, accepted files, what the model gets, and deletion.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CANARY, HOSTILE } from '@parlance/engine/prompt-injection.testing'
import { id3, mp3, webm } from '../../src/lib/media/audio.testing.ts'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { docx, xlsx, zipBomb } from '../../src/adapters/ingest/samples.testing.ts'
import { startTestServer } from '../helpers/app.ts'
import { attachmentsOf, OPEN } from '../helpers/attachments.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, type TestAgent } from '../helpers/people.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-attached-'))
const server = await startTestServer({ settings: { dataDir } })
const { baseOf, upload, uploaded, told, unsignedUrl, get, messagesOf, traceOf, lastCall } = attachmentsOf(server)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
afterEach(() => server.model.control.reset())

let mine: TestAgent
let theirs: TestAgent
beforeAll(async () => {
  mine = await server.makeAgent(await server.signUp('eu'), OPEN)
  theirs = await server.makeAgent(await server.signUp('eu'), OPEN)
})
const stored = (agent: TestAgent) => {
  try {
    return readdirSync(join(dataDir, 'buckets/eu/ws', agent.owner.workspace.uid))
  } catch {
    return []
  }
}

describe('from upload to answer', () => {
  test('shows the model a picture that was sent before a conversation exists, and the owner finds it', async () => {
    const visitor = newVisitorId()
    const file = await uploaded(mine, visitor, 'me.png', PIXEL)
    expect(file).toMatchObject({ name: 'me.png', mime: 'image/png', size: Buffer.from(PIXEL, 'base64').length })
    const { status, answer, conversationId, turnId } = await told(mine, visitor, {
      text: 'What is this?',
      attachments: [file.url],
    })
    expect([status, answer.status]).toEqual([200, 'complete'])
    expect(lastCall().user).toEqual([
      { type: 'text', text: 'What is this?\n[Picture: me.png]' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
    ])
    expect((await messagesOf(mine, conversationId))[0]).toMatchObject({
      from: 'user',
      items: [
        { type: 'text', text: 'What is this?' },
        { type: 'visual', image: expect.stringContaining(unsignedUrl(file.url)), alt: 'me.png' },
      ],
    })
    expect(await traceOf(mine, turnId)).toContainEqual(
      expect.objectContaining({ type: 'attachment', name: 'me.png', given: 'picture', isEarlier: false }),
    )
    await told(mine, visitor, { text: 'And what colour is it?', conversationId })
    expect(lastCall().user).toHaveLength(2)
  })

  test('accepts a document without a message: its text is data, and stays for the next question', async () => {
    const visitor = newVisitorId()
    const file = await uploaded(mine, visitor, 'rules.docx', docx(['The lynx sleeps in the north tower.']))
    const first = await told(mine, visitor, { attachments: [file.url] })
    expect(lastCall().system).toContain(
      '<attachments>\n<attachment name="rules.docx">The lynx sleeps in the north tower.</attachment>\n</attachments>',
    )
    expect(lastCall().user).toBe('[File: rules.docx]')
    const [question] = await messagesOf(mine, first.conversationId)
    expect(question?.items).toEqual([
      { type: 'file', url: expect.stringContaining(unsignedUrl(file.url)), name: 'rules.docx', mime: file.mime },
    ])
    const second = await told(mine, visitor, {
      text: 'Where does the lynx sleep?',
      conversationId: first.conversationId,
    })
    expect(second.answer.text).toContain('north tower')
    const { items } = await server.must<{ items: { title: string }[] }>(
      'GET',
      `${baseOf(mine)}/conversations?search=rules.docx`,
      mine.owner.token,
    )
    expect(items.map(({ title }) => title)).toEqual(['[File: rules.docx]'])
  })

  test('reads a workbook', async () => {
    const visitor = newVisitorId()
    const bytes = Buffer.from(
      xlsx({
        Prices: [
          ['Lamp', 20],
          ['Desk', 90],
        ],
      }),
    )
    const file = await uploaded(mine, visitor, 'prices.xlsx', bytes)
    await told(mine, visitor, { text: 'What does the desk cost?', attachments: [file.url] })
    expect(lastCall().system).toMatch(/<attachment name="prices.xlsx">[^<]*Desk[^<]*90/)
  })

  test('passes on at most 8,000 characters of all documents', async () => {
    const visitor = newVisitorId()
    const files = await Promise.all(
      ['a', 'b'].map((name) => uploaded(mine, visitor, `${name}.txt`, `${name} word `.repeat(900))),
    )
    const { turnId } = await told(mine, visitor, { text: 'Read.', attachments: files.map(({ url }) => url) })
    const inner = /<attachments>([^]*)<\/attachments>/.exec(lastCall().system)?.[1] ?? ''
    expect(inner.replaceAll(/<[^>]+>|\n/g, '').length).toBeLessThanOrEqual(8000)
    expect(inner).toContain('<attachment name="b.txt" cut="yes">')
    expect(await traceOf(mine, turnId)).toContainEqual(
      expect.objectContaining({ type: 'attachment', name: 'b.txt', given: 'text', isCut: true }),
    )
  })

  test('gives only the name to a model that can’t see', async () => {
    const owner = await server.signUp('eu')
    const blind = await server.makeAgent(owner, { ...OPEN, vg_defaultModel: 'sandbox' })
    const visitor = newVisitorId()
    const { url } = await uploaded(blind, visitor, 'me.png', PIXEL)
    const { turnId } = await told(blind, visitor, { text: 'Look', attachments: [url] })
    expect(lastCall().user).toMatch(/^Look\n\[Picture: me\.png\]\n\(You can’t see/)
    expect(await traceOf(blind, turnId)).toContainEqual(
      expect.objectContaining({ type: 'attachment', name: 'me.png', given: 'name' }),
    )
  })

  test('retries without pictures when the model refuses them', async () => {
    const visitor = newVisitorId()
    const { url } = await uploaded(mine, visitor, 'me.png', PIXEL)
    server.model.control.set({ fault: { kind: 'status', status: 400 } })
    const { answer } = await told(mine, visitor, { text: 'Look', attachments: [url] })
    expect(answer.status).toBe('complete')
    expect(lastCall().user).toMatch(/You can’t see/)
  })
})

test('keeps attachments for people while a hand-off is open, and calls no model', async () => {
  const agent = await server.makeAgent(await server.signUp('eu'), { ...OPEN, UIhandoffTitle: 'Talk to us' })
  const visitor = newVisitorId()
  const { conversationId } = await told(agent, visitor, { text: 'Hello' })
  await server.must('POST', `${baseOf(agent)}/handoff`, visitor, { conversationId })
  const { url } = await uploaded(agent, visitor, 'me.png', PIXEL)
  server.model.control.reset()
  expect((await told(agent, visitor, { attachments: [url], conversationId })).status).toBe(200)
  expect(server.model.control.requests).toEqual([])
  const said = (await messagesOf(agent, conversationId)).findLast(({ from }) => from === 'user')
  expect(said?.items).toEqual([{ type: 'visual', image: expect.stringContaining(unsignedUrl(url)), alt: 'me.png' }])
  expect((await told(agent, visitor, { attachments: [url], conversationId })).status).toBe(400)
})

describe('ownership', () => {
  test('covers no file of other visitors, even of the same agent', async () => {
    const [visitor, neighbour] = [newVisitorId(), newVisitorId()]
    const { url, id } = await uploaded(mine, visitor, 'me.png', PIXEL)
    for (const [agent, key] of [
      [mine, neighbour],
      [theirs, visitor],
      [theirs, neighbour],
    ] as const) {
      const { status, refusal } = await told(agent, key, { text: 'Hi', attachments: [url] })
      expect([status, refusal?.code]).toEqual([400, 'INVALID_INPUT'])
      expect((await call('DELETE', `${baseOf(agent)}/attachments/${id}`, { bearer: key })).status).toBe(404)
    }
    for (const wrong of [
      url.replace('.png', '.html'),
      url.replace('/eu/', '/na/'),
      `${url}?x`,
      `https://evil.example${url}`,
    ])
      expect((await told(mine, visitor, { text: 'Hi', attachments: [wrong] })).status, wrong).toBe(400)
    expect((await told(mine, visitor, { text: 'Hi', attachments: [url, url] })).status).toBe(400)
    expect((await told(mine, visitor, { text: 'Hi', attachments: [url] })).status).toBe(200)
  })

  test('needs a visitor’s key for an upload', async () => {
    const body = { filename: 'a.png', base64Payload: PIXEL }
    const path = `${baseOf(mine)}/attachments`
    expect((await call('POST', path, { body })).status).toBe(401)
    for (const bearer of [mine.owner.token, mine.secret, mine.owner.workspace.secret])
      expect((await call('POST', path, { bearer, body })).status).toBe(403)
    expect(
      (
        await call('POST', `${server.api('eu')}/v2/agents/${randomId(16)}/attachments`, {
          bearer: newVisitorId(),
          body,
        })
      ).status,
    ).toBe(404)
  })

  test('allows one message per upload: a second is refused, and a repeat is the same turn', async () => {
    const visitor = newVisitorId()
    const { url } = await uploaded(mine, visitor, 'me.png', PIXEL)
    const id = randomId(16)
    const first = await told(mine, visitor, { id, attachments: [url] })
    const again = await told(mine, visitor, { id, attachments: [url] })
    expect(again.turnId).toBe(first.turnId)
    const { url: other } = await uploaded(mine, visitor, 'me.png', PIXEL)
    for (const attachments of [[other], [url, other]])
      expect(await told(mine, visitor, { id, attachments })).toMatchObject({
        status: 409,
        refusal: { code: 'MESSAGE_ID_USED' },
      })
    for (const conversationId of [first.conversationId, undefined])
      expect(await told(mine, visitor, { attachments: [url], conversationId })).toMatchObject({
        status: 400,
        refusal: { message: 'These attachments were already sent. Upload them again.' },
      })
  })

  test('allows one message per upload when two come at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const visitor = newVisitorId()
      const { url } = await uploaded(mine, visitor, 'me.png', PIXEL)
      const all = await Promise.all(Array.from({ length: 4 }, () => told(mine, visitor, { attachments: [url] })))
      expect(all.map(({ status }) => status).toSorted((a, b) => Number(a) - Number(b))).toEqual([200, 400, 400, 400])
    }
  })

  test('lets the visitor send uploads again when their message is refused', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), OPEN)
    const visitor = newVisitorId()
    const { url } = await uploaded(agent, visitor, 'me.png', PIXEL)
    await server.setCredits(agent.owner, 0)
    expect((await told(agent, visitor, { attachments: [url] })).status).toBe(402)
    await server.setCredits(agent.owner, 1_000_000)
    expect((await told(agent, visitor, { attachments: [url] })).status).toBe(200)
  })
})

describe('accepted files', () => {
  test.each([
    ['HTML', 'a.html', '<!doctype html><script>alert(1)</script>'],
    ['SVG', 'a.svg', '<svg onload="alert(1)"/>'],
    ['SVG called png', 'a.png', '<svg onload="alert(1)"/>', 'This .png file contains an SVG drawing. '],
    ['a program', 'a.txt', 'MZ\0\u0001', 'This .txt file contains a program. '],
    ['a page behind the tag of a song', 'a.mp3', Buffer.concat([id3('x'), Buffer.from('<script>alert(1)</script>')])],
    ['a film', 'a.webm', webm(1, { type: 1 })],
    ['nothing', 'a.txt', ' ', 'This .txt file contains something other than its name says. '],
  ])('do not include %s', async (_, filename, content, why = '') => {
    const { status, body } = await upload(mine, newVisitorId(), filename, content === ' ' ? '\u0000' : content)
    expect([status, body.message]).toEqual([400, `${why}Only .png, .jpg, .webp, .gif, .pdf, .txt, .docx, .xlsx Files`])
  })

  test('are served as the type they were accepted as, even when the bytes fit two types', async () => {
    const gif = 'GIF89a\u0001\0\u0001\0/*'.concat('\0'.repeat(20), '*/=1;alert(1)//<script>alert(1)</script>')
    const page = `<html><script>alert(1)</script>`
    for (const [name, content, type, saved] of [
      ['a.html', Buffer.from(gif, 'latin1'), 'image/gif', `inline; filename="a.gif"; filename*=UTF-8''a.gif`],
      [
        'a.html',
        Buffer.from(`%PDF-1.7\n${page}`),
        'application/pdf',
        `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`,
      ],
      ['a.html', mp3(3, id3(page)), 'audio/mpeg', `inline; filename="a.mp3"; filename*=UTF-8''a.mp3`],
    ] as const) {
      const { url } = await uploaded(mine, newVisitorId(), name, content)
      const { headers } = await get(url)
      expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([type, saved])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('private, no-cache')
    }
  })

  test('give only their name when a document unpacks to more than is read', async () => {
    const visitor = newVisitorId()
    const { url, name } = await uploaded(mine, visitor, 'bomb.docx', zipBomb(150))
    const { answer, turnId } = await told(mine, visitor, { text: 'Read this.', attachments: [url] })
    expect(answer.status).toBe('complete')
    expect(lastCall().system).not.toContain('<attachments>')
    expect(await traceOf(mine, turnId)).toContainEqual(expect.objectContaining({ name, given: 'name' }))
  }, 60_000)

  test.each(HOSTILE.slice(0, 16))('named «$name» are data', async ({ text, title }) => {
    server.model.control.set({ gullible: true })
    const visitor = newVisitorId()
    const { url } = await uploaded(
      theirs,
      visitor,
      `${title ?? 'order'}.txt`,
      `${text}\n\nThe mallet weighs four pounds.`,
    )
    const { answer } = await told(theirs, visitor, { text: 'What does the mallet weigh?', attachments: [url] })
    expect(lastCall().system.split('<attachments>')).toHaveLength(2)
    expect(lastCall().system.split('</attachments>')).toHaveLength(2)
    expect(answer.text).not.toContain(CANARY)
    expect(answer.text).toContain('four pounds')
  })
})

describe('limits', () => {
  test('allow ten megabytes, and five files in a message', async () => {
    const visitor = newVisitorId()
    const text = (size: number) => Buffer.alloc(size, 'a')
    expect((await upload(mine, visitor, 'a.txt', text(10_000_000))).status).toBe(200)
    expect(await upload(mine, visitor, 'a.txt', text(10_000_001))).toMatchObject({
      status: 413,
      body: { message: 'Max size: 10 MBs' },
    })
    const { url } = await uploaded(mine, visitor, 'me.png', PIXEL)
    expect((await told(mine, visitor, { text: 'x', attachments: Array.from({ length: 6 }, () => url) })).status).toBe(
      400,
    )
  })

  test('allow twenty a day per visitor, also in parallel and when some are removed', async () => {
    const [visitor, other] = [newVisitorId(), newVisitorId()]
    const answers = await Promise.all(Array.from({ length: 23 }, () => upload(mine, visitor, 'me.png', PIXEL)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const [first] = answers.flatMap(({ status, body }) => (status === 200 ? [body.data] : []))
    expect((await call('DELETE', `${baseOf(mine)}/attachments/${first?.id}`, { bearer: visitor })).status).toBe(200)
    expect((await get(first?.url ?? '')).status).toBe(404)
    expect(await upload(mine, visitor, 'me.png', PIXEL)).toMatchObject({
      status: 429,
      body: { code: 'LIMIT_REACHED' },
    })
    expect((await upload(mine, other, 'me.png', PIXEL)).status).toBe(200)
    await server.dbs.eu.pool.query(
      `update files set created_at = created_at - interval '25 hours' where agent_id = $1`,
      [mine.id],
    )
    expect((await upload(mine, visitor, 'me.png', PIXEL)).status).toBe(200)
  })

  test('allow uploads only where the agent accepts them', async () => {
    const owner = await server.signUp('eu')
    const closed = await server.makeAgent(owner)
    const voice = await server.makeAgent(owner, { allowVoiceNotes: true })
    const files = await server.makeAgent(owner, { allowAttachments: true })
    const visitor = newVisitorId()
    expect(await upload(closed, visitor, 'me.png', PIXEL)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await upload(voice, visitor, 'me.png', PIXEL)).toMatchObject({
      status: 400,
      body: { message: 'Only .webm, .ogg, .mp4, .mp3, .wav audio files' },
    })
    expect((await upload(files, visitor, 'note.webm', webm(1))).status).toBe(400)
    const { id } = await uploaded(voice, visitor, 'note.webm', webm(1))
    await server.must('POST', baseOf(voice), owner.token, { allowVoiceNotes: false })
    expect(
      (await call('POST', `${baseOf(voice)}/attachments/${id}/transcript`, { bearer: visitor, body: {} })).status,
    ).toBe(403)
    expect(stored(closed)).toHaveLength(1)
  })
})

describe('deletion', () => {
  const sweep = () => {
    const { container } = server.running
    return container.services.files.sweep(container.contexts.system('eu'))
  }
  const age = (agent: TestAgent) =>
    server.dbs.eu.pool.query(
      `update files set expires_at = now() - interval '1 second' where agent_id = $1 and expires_at is not null`,
      [agent.id],
    )

  test('removes unsent files with their text after a day', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), OPEN)
    const visitor = newVisitorId()
    const kept = await uploaded(agent, visitor, 'kept.txt', 'Kept.')
    const gone = await uploaded(agent, visitor, 'gone.txt', 'Gone.')
    await told(agent, visitor, { attachments: [kept.url] })
    expect(stored(agent)).toHaveLength(4)
    await age(agent)
    expect((await told(agent, visitor, { attachments: [gone.url] })).status).toBe(400)
    expect((await get(gone.url)).status).toBe(404)
    await sweep()
    expect((await get(kept.url)).status).toBe(200)
    expect(stored(agent)).toHaveLength(2)
  })

  test('removes files with their conversation and with their agent, sent or not', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), OPEN)
    const visitor = newVisitorId()
    const [first, second, unsent] = await Promise.all(
      ['a', 'b', 'c'].map((name) => uploaded(agent, visitor, `${name}.txt`, name)),
    )
    const one = await told(agent, visitor, { attachments: [first?.url ?? ''] })
    await told(agent, visitor, { attachments: [second?.url ?? ''] })
    await server.must('DELETE', `${baseOf(agent)}/conversations/${one.conversationId}`, agent.owner.token)
    await vi.waitFor(async () => expect((await get(first?.url ?? '')).status).toBe(404), { timeout: 20_000 })
    expect((await get(second?.url ?? '')).status).toBe(200)
    await server.must('DELETE', baseOf(agent), agent.owner.token)
    // One at a time, in any order.
    await vi.waitFor(() => expect(stored(agent)).toEqual([]), { timeout: 20_000 })
    for (const file of [second, unsent]) expect((await get(file?.url ?? '')).status).toBe(404)
  })
})
