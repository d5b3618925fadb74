import { afterEach, describe, expect, test, vi } from 'vitest'
import { delta, finishPart, sampleTranscript, startPart } from '../testing/sample.ts'
import { createApi } from './api.ts'
import { Refusal } from './refusal.ts'

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

test('sends the key in the body of a post and parses parts across chunk borders up to the end marker', async () => {
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

test("follows a turn with the visitor's key and the last event it read", async () => {
  const call = answer(stream())
  await api.follow('turn', '7', () => undefined, never)
  const [url, init] = call.mock.calls[0] ?? []
  expect(url).toBe('/api/eu/v2/agents/agent/interact/turn')
  expect(init?.headers).toEqual({ authorization: 'Bearer vis_key', 'last-event-id': '7' })
})

test('rejects with status, code and retry delay when the server refuses', async () => {
  answer(Response.json({ success: false, code: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '7' } }))
  await expect(api.transcript('conv', undefined)).rejects.toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    retryAfter: 7,
  })
  answer(new Response('<html>Bad gateway</html>', { status: 502 }))
  await expect(api.agent()).rejects.toBeInstanceOf(Refusal)
})

test('requests older pages by number', async () => {
  const call = answer(Response.json(sampleTranscript([])))
  await api.transcript('a/b', 12)
  expect(call.mock.calls[0]?.[0]).toBe('/api/eu/v2/agents/agent/conversations/a%2Fb?limit=30&before=12')
})

test('rejects the stream when a part is not JSON', async () => {
  answer(stream('data: <html>\n\n'))
  await expect(api.follow('turn', '', () => undefined, never)).rejects.toBeInstanceOf(SyntaxError)
})

describe('an upload', () => {
  class Request extends EventTarget {
    static last: Request | undefined
    readonly upload = new EventTarget()
    readonly headers: Record<string, string> = {}
    opened: readonly string[] = []
    body = ''
    status = 0
    response: unknown
    responseType = ''
    constructor() {
      super()
      Request.last = this
    }
    open(...opened: string[]) {
      this.opened = opened
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    send(body: string) {
      this.body = body
    }
    ends(status: number, response: unknown) {
      Object.assign(this, { status, response })
      this.dispatchEvent(new Event('load'))
    }
  }
  async function begin() {
    Request.last = undefined
    vi.stubGlobal('XMLHttpRequest', Request)
    const parts: number[] = []
    const url = api.upload('a/b', new File(['hello'], 'note.txt'), (part) => parts.push(part))
    url.catch(() => undefined)
    const sent = () => (Request.last?.body.includes('note.txt') ? Request.last : undefined)
    return { url, parts, request: await vi.waitUntil(sent) }
  }

  test("sends the visitor's key, reports progress and returns the address", async () => {
    const { url, parts, request } = await begin()
    expect(request.opened).toEqual(['POST', '/api/eu/v2/agents/agent/conversations/a%2Fb/files'])
    expect(request.headers).toEqual({ authorization: 'Bearer vis_key', 'content-type': 'application/json' })
    const { filename, base64Payload } = JSON.parse(request.body) as { filename: string; base64Payload: string }
    expect([filename, atob(base64Payload.split(',')[1] ?? '')]).toEqual(['note.txt', 'hello'])
    request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 3, total: 4 }))
    request.ends(200, { data: { url: '/media/eu/x.txt' } })
    expect(await url).toBe('/media/eu/x.txt')
    expect(parts).toEqual([0.75])
  })

  test.each([
    [400, { code: 'INVALID_INPUT' }, 'INVALID_INPUT'],
    [502, null, ''],
    [200, null, ''],
  ])('that is refused with %i says so', async (status, body, code) => {
    const { url, request } = await begin()
    request.ends(status, body)
    await expect(url).rejects.toMatchObject({ status, code })
  })
})
