import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readObject } from '../speech/sound.ts'
import { startVapi } from './server.ts'

const WAIT = { timeout: 20_000, interval: 20 }
vi.setConfig({ testTimeout: 120_000 })

type Asked = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

/** The other side: a custom model that streams one answer, and a server URL. */
async function startOurs() {
  const asked: Asked[] = []
  const answer = (response: ServerResponse, text: string) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const content of text.split(/(?<=\s)/))
      response.write(
        `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`,
      )
    response.end('data: [DONE]\n\n')
  }
  const server = createServer((request, response) => {
    void readObject(request).then((body = {}) => {
      asked.push({ path: request.url ?? '', headers: request.headers, body })
      if (request.url === '/model/chat/completions') return answer(response, 'We open at nine. See you then!')
      return response.writeHead(200).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function start() {
  const vapi = await startVapi({ frameMs: 1 })
  onTestFinished(vapi.close)
  const ours = await startOurs()
  const ask = async (method: string, path: string, body?: object, key = vapi.key) => {
    const answer = await fetch(`${vapi.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const assistant = {
    name: 'Shop',
    firstMessage: 'Hello from the shop.',
    model: { provider: 'custom-llm', url: `${ours.url}/model`, model: 'agent', headers: { 'x-vapi-secret': 'hush' } },
    voice: { provider: 'deepgram', voiceId: 'asteria' },
    transcriber: { provider: 'deepgram', endpointing: 50 },
    artifactPlan: { recordingEnabled: true },
    server: { url: `${ours.url}/hook`, headers: { 'x-vapi-secret': 'hush' } },
    serverMessages: ['status-update', 'end-of-call-report'],
    clientMessages: ['transcript', 'speech-update', 'user-interrupted', 'status-update'],
  }
  return { vapi, ours, ask, assistant }
}

const transport = {
  provider: 'vapi.websocket',
  audioFormat: { format: 'pcm_s16le', container: 'raw', sampleRate: 16_000 },
}

test('takes a right key and well-formed assistants and calls alone', async () => {
  const { vapi, ask, assistant } = await start()
  expect(await ask('POST', '/assistant', assistant, 'wrong')).toMatchObject({ status: 401, body: { statusCode: 401 } })
  for (const [bad, message] of [
    [{ name: 'x'.repeat(41) }, 'name must be'],
    [{ firstmessage: 'Hi' }, 'property firstmessage should not exist'],
    [{ model: { provider: 'custom-llm', model: 'agent' } }, 'model.url must be a URL address'],
    [{ model: { ...assistant.model, headers: { Authorization: 'x' } } }, 'use a credential'],
    [{ transcriber: { provider: 'deepgram', endpointing: 5 } }, 'endpointing must not be less than 10'],
    [{ maxDurationSeconds: 1 }, 'maxDurationSeconds must not be'],
    [{ serverMessages: ['everything'] }, 'each value in serverMessages'],
  ] as const) {
    const refused = await ask('POST', '/assistant', { ...assistant, ...bad })
    expect(refused.status).toBe(400)
    expect(String(refused.body.message)).toContain(message)
  }
  const made = await ask('POST', '/assistant', assistant)
  expect(made).toMatchObject({ status: 201, body: { name: 'Shop' } })
  const path = `/assistant/${String(made.body.id)}`
  expect(await ask('PATCH', path, { name: 'Store' })).toMatchObject({ status: 200, body: { name: 'Store' } })
  expect((await ask('GET', path, undefined, vapi.control.newKey())).status).toBe(404)
  expect((await ask('POST', '/call', { assistantId: made.body.id, transport: { provider: 'daily' } })).status).toBe(400)
  expect((await ask('POST', '/call', { assistantId: 'unknown', transport })).status).toBe(400)
  expect((await ask('DELETE', path)).status).toBe(200)
  expect((await ask('GET', path)).status).toBe(404)
})

test('speaks, hears, asks the custom model, and reports to the server URL', async () => {
  const { vapi, ours, ask, assistant } = await start()
  vapi.control.deliver('twice')
  vapi.control.hear('When do you open?')
  const call = (await ask('POST', '/call', { assistant, transport })).body as {
    id: string
    transport: { websocketCallUrl: string }
  }
  const socket = new WebSocket(call.transport.websocketCallUrl)
  const told: Record<string, unknown>[] = []
  let soundBytes = 0
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) soundBytes += data.length
    else told.push(JSON.parse(data.toString('utf8')) as Record<string, unknown>)
  })
  const said = (role: string) =>
    told.flatMap((one) => (one.type === 'transcript' && one.role === role ? [one.transcript] : []))
  await expect.poll(() => said('assistant'), WAIT).toEqual(['Hello from the shop.'])
  expect(soundBytes).toBeGreaterThan(10_000)
  const loud = Buffer.from(Int16Array.from({ length: 8000 }, (_, at) => Math.sin(at / 5) * 8000).buffer)
  socket.send(loud)
  socket.send(Buffer.alloc(32_000))
  await expect.poll(() => said('user'), WAIT).toEqual(['When do you open?'])
  await expect
    .poll(() => said('assistant'), WAIT)
    .toEqual(['Hello from the shop.', 'We open at nine.', 'See you then!'])
  const question = ours.asked.find(({ path }) => path === '/model/chat/completions')
  expect(question?.headers['x-vapi-secret']).toBe('hush')
  expect(question?.body).toMatchObject({
    stream: true,
    model: 'agent',
    call: { id: call.id },
    messages: [
      { role: 'assistant', content: 'Hello from the shop.' },
      { role: 'user', content: 'When do you open?' },
    ],
  })
  socket.send(JSON.stringify({ type: 'hangup' }))
  const reports = () =>
    ours.asked.flatMap(({ path, body, headers }) => {
      const message = body.message as { type: string } | undefined
      return path === '/hook' && message?.type === 'end-of-call-report' ? [{ message, headers }] : []
    })
  await expect.poll(() => reports().length, WAIT).toBe(2)
  expect(reports()[0]).toMatchObject({
    headers: { 'x-vapi-secret': 'hush' },
    message: { endedReason: 'customer-ended-call', call: { id: call.id } },
  })
  const [first] = reports()
  const { artifact } = (first?.message ?? {}) as { artifact?: { recordingUrl: string } }
  const recording = await fetch(artifact?.recordingUrl ?? '')
  expect(Buffer.from(await recording.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF')
})
