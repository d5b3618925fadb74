// Voice notes: accepted files, transcripts, cost, and playback.
import { mp3, mp4, ogg, wav, webm } from '../../src/lib/media/audio.testing.ts'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { type Answer, attachmentsOf, OPEN } from '../helpers/attachments.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const { baseOf, uploaded, told, unsignedUrl, get, messagesOf, lastCall } = attachmentsOf(server)
afterEach(() => server.model.control.reset())

let mine: TestAgent
let theirs: TestAgent
beforeAll(async () => {
  mine = await server.makeAgent(await server.signUp('eu'), OPEN)
  theirs = await server.makeAgent(await server.signUp('eu'), OPEN)
})

describe('voice notes', () => {
  const transcript = (agent: TestAgent, visitor: string, id: string) =>
    call<Answer<{ text: string }>>('POST', `${baseOf(agent)}/attachments/${id}/transcript`, {
      bearer: visitor,
      body: {},
    })

  test.each([
    ['webm', webm(2)],
    ['ogg', ogg(2)],
    ['mp4', mp4(2)],
    ['mp3', mp3(77)],
    ['wav', wav(2)],
  ])('in %s are transcribed and become the message', async (kind, recording) => {
    const visitor = newVisitorId()
    const note = await uploaded(mine, visitor, `note.${kind}`, recording)
    expect(note).toMatchObject({ url: expect.stringMatching(new RegExp(`\\.${kind}\\?`)), name: `note.${kind}` })
    const { status, body } = await transcript(mine, visitor, note.id)
    expect([status, body.data.text]).toEqual([200, expect.stringContaining('nobody listened to this voice note')])
    const { conversationId } = await told(mine, visitor, { text: body.data.text, attachments: [note.url] })
    expect((await messagesOf(mine, conversationId))[0]?.items).toEqual([
      { type: 'text', text: body.data.text },
      { type: 'file', url: expect.stringContaining(unsignedUrl(note.url)), name: `note.${kind}`, mime: note.mime },
    ])
    expect(lastCall().user).toBe(`${body.data.text}\n[Voice note]`)
  })

  test('are charged by the minute, once; a failed provider costs nothing', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), OPEN)
    await server.setCredits(agent.owner, 100_000)
    const visitor = newVisitorId()
    const { id } = await uploaded(agent, visitor, 'note.wav', wav(60))
    server.model.control.set({ fault: { kind: 'status', status: 503 } })
    expect(await transcript(agent, visitor, id)).toMatchObject({ status: 502, body: { code: 'MODEL_UNAVAILABLE' } })
    expect(await server.balance(agent.owner)).toEqual({ available: 100_000, held: 0 })
    for (let time = 0; time < 2; time += 1) expect((await transcript(agent, visitor, id)).status).toBe(200)
    expect(await server.balance(agent.owner)).toEqual({ available: 100_000 - 7800, held: 0 })
  })

  test('are charged once when many requests come at the same moment', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), OPEN)
    await server.setCredits(agent.owner, 100_000)
    const visitor = newVisitorId()
    const { id } = await uploaded(agent, visitor, 'note.wav', wav(60))
    const answers = await Promise.all(Array.from({ length: 8 }, () => transcript(agent, visitor, id)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(new Set(answers.map(({ body }) => body.data.text)).size).toBe(1)
    expect(await server.balance(agent.owner)).toEqual({ available: 100_000 - 7800, held: 0 })
  })

  test('count towards the agent’s budget, and stop when it is used up', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), { ...OPEN, maxTokensUsage: 5 })
    await server.setCredits(agent.owner, 100_000)
    const visitor = newVisitorId()
    const [first, second] = [
      await uploaded(agent, visitor, 'one.wav', wav(60)),
      await uploaded(agent, visitor, 'two.wav', wav(60)),
    ]
    expect((await transcript(agent, visitor, first.id)).status).toBe(200)
    expect(await transcript(agent, visitor, second.id)).toMatchObject({ status: 429, body: { code: 'LIMIT_REACHED' } })
    expect(await server.balance(agent.owner)).toEqual({ available: 100_000 - 7800, held: 0 })
  })

  test('stay within the month’s credits when many run at once', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), { ...OPEN, maxTokensUsage: 5 })
    await server.setCredits(agent.owner, 100_000)
    const visitor = newVisitorId()
    const notes = await Promise.all([1, 2, 3, 4].map((n) => uploaded(agent, visitor, `${n}.wav`, wav(60 + n))))
    const answers = await Promise.all(notes.map(({ id }) => transcript(agent, visitor, id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429])
    const { available, held } = await server.balance(agent.owner)
    expect([held, available > 90_000]).toEqual([0, true])
  })

  test('cost one credit with the customer’s own key, and are refused without credits', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), OPEN)
    const visitor = newVisitorId()
    const { id } = await uploaded(agent, visitor, 'note.wav', wav(3))
    await server.setCredits(agent.owner, 0)
    expect(await transcript(agent, visitor, id)).toMatchObject({ status: 402, body: { code: 'CREDITS_EXHAUSTED' } })
    await server.setCredits(agent.owner, 10_000)
    await server.useOwnKey(agent.owner)
    expect((await transcript(agent, visitor, id)).status).toBe(200)
    expect(await server.balance(agent.owner)).toEqual({ available: 9000, held: 0 })
  })

  test('are refused from other visitors, as pictures, and when too long', async () => {
    const visitor = newVisitorId()
    const note = await uploaded(mine, visitor, 'note.webm', webm(1))
    const picture = await uploaded(mine, visitor, 'me.png', PIXEL)
    expect((await transcript(mine, newVisitorId(), note.id)).status).toBe(404)
    expect((await transcript(theirs, visitor, note.id)).status).toBe(404)
    expect((await transcript(mine, visitor, picture.id)).status).toBe(404)
    expect((await transcript(mine, visitor, randomId(20))).status).toBe(404)
    const long = await uploaded(mine, visitor, 'long.webm', webm(400))
    expect(await transcript(mine, visitor, long.id)).toMatchObject({
      status: 413,
      body: { message: 'A voice note can have up to 5 minutes.' },
    })
  })

  test('play in ranges', async () => {
    const recording = wav(1)
    const { url } = await uploaded(mine, newVisitorId(), 'note.wav', recording)
    const all = await get(url)
    expect([all.status, all.headers.get('accept-ranges'), all.headers.get('content-type')]).toEqual([
      200,
      'bytes',
      'audio/wav',
    ])
    const piece = await get(url, { range: 'bytes=100-199' })
    expect([piece.status, piece.headers.get('content-range'), piece.headers.get('content-length')]).toEqual([
      206,
      `bytes 100-199/${recording.length}`,
      '100',
    ])
    expect(Buffer.from(await piece.arrayBuffer())).toEqual(Buffer.from(recording.slice(100, 200)))
    const end = await get(url, { range: 'bytes=-10' })
    expect(Buffer.from(await end.arrayBuffer())).toEqual(Buffer.from(recording.slice(-10)))
    const beyond = await get(url, { range: `bytes=${recording.length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${recording.length}`])
  })
})
