import { afterEach, expect, test, vi } from 'vitest'
import { delta, finishPart, sampleTranscript, startPart } from '../testing/sample.ts'
import { createApi, Refusal } from './api.ts'

const api = createApi('/api/eu', 'agent', () => 'vis_key')
const never = new AbortController().signal
const answer = (response: Response) => {
  const call = vi.fn<typeof fetch>(() => Promise.resolve(response))
  vi.stubGlobal('fetch', call)
  return call
}
afterEach(() => vi.unstubAllGlobals())

const line = (id: number, part: unknown) => `id: ${id}\ndata: ${JSON.stringify(part)}\n\n`
function stream(...chunks: string[]) {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of bytes) controller.enqueue(chunk)
        controller.close()
      },
    }),
  )
}

test('a post carries the key in its body and reads parts across chunk borders up to the end mark', async () => {
  const text = line(0, startPart) + line(1, delta('Grüße')) + line(2, finishPart) + 'data: [DONE]\n\n'
  const call = answer(stream(text.slice(0, 40), text.slice(40, 41), text.slice(41)))
  const heard: [string, string][] = []
  const body = { conversationId: undefined, visitorId: 'vis_key', message: { id: 'm', text: 'Hi' }, context: {} }
  await api.post(body, (id, part) => heard.push([id, part.type]), never)
  expect(heard).toEqual([
    ['0', 'start'],
    ['1', 'text-delta'],
    ['2', 'finish'],
  ])
  const [url, init] = call.mock.calls[0] ?? []
  expect(url).toBe('/api/eu/v2/agents/agent/interact')
  expect(JSON.parse(String(init?.body))).toEqual({
    visitorId: 'vis_key',
    message: { id: 'm', text: 'Hi' },
    context: {},
  })
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit' })
})

test('following proves the visitor and says where it stopped', async () => {
  const call = answer(stream())
  await api.follow('turn', '7', () => undefined, never)
  const [url, init] = call.mock.calls[0] ?? []
  expect(url).toBe('/api/eu/v2/agents/agent/interact/turn')
  expect(init?.headers).toEqual({ authorization: 'Bearer vis_key', 'last-event-id': '7' })
})

test('a refusal carries status, code and how long to wait', async () => {
  answer(Response.json({ success: false, code: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '7' } }))
  await expect(api.transcript('conv', undefined)).rejects.toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    retryAfter: 7,
  })
  answer(new Response('<html>Bad gateway</html>', { status: 502 }))
  await expect(api.agent()).rejects.toBeInstanceOf(Refusal)
})

test('older pages are asked for by number', async () => {
  const call = answer(Response.json(sampleTranscript([])))
  await api.transcript('a/b', 12)
  expect(call.mock.calls[0]?.[0]).toBe('/api/eu/v2/agents/agent/conversations/a%2Fb?limit=30&before=12')
})

test('a part that is not JSON breaks the stream instead of being shown', async () => {
  answer(stream('data: <html>\n\n'))
  await expect(api.follow('turn', '', () => undefined, never)).rejects.toBeInstanceOf(SyntaxError)
})
