// The usual approach's cost: Hono and the AI SDK's streamText, storing nothing.
import type { AddressInfo } from 'node:net'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { serve } from '@hono/node-server'
import type { ModelMessage } from 'ai'
import { streamText } from 'ai'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { endWithParent, reportReady } from './run-as-child.ts'

const provider = createOpenAICompatible({
  name: 'bench',
  baseURL: `${process.argv[2] ?? ''}/v1`,
  apiKey: 'sk-bench',
  includeUsage: true,
})

const app = new Hono()

app.post('/chat', async (c) => {
  const { messages } = await c.req.json<{ messages: ModelMessage[] }>()
  return streamText({ model: provider('bench'), messages }).toUIMessageStreamResponse()
})

app.get('/live', (c) =>
  streamSSE(c, async (stream) => {
    await stream.write(': open\n\n')
    await new Promise<void>((resolve) => stream.onAbort(resolve))
  }),
)

endWithParent()
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => {
  reportReady((server.address() as AddressInfo).port)
})
