import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulators } from './simulators.ts'

test('starts the named ones and closes them, including open streams', async () => {
  const simulators = await startSimulators(['openai', 'mail'], { openai: { perTokenMs: 10_000 } })
  const response = await fetch(`${simulators.openai.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulators.openai.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox', messages: [{ role: 'user', content: 'hi' }], stream: true }),
  })
  expect(response.status).toBe(200)
  expect(simulators.mail.smtpUrl).toMatch(/^smtp:\/\/sandbox-\w+:[\w-]+@127\.0\.0\.1:\d+$/)
  await simulators.close()
  await expect(response.text()).rejects.toThrow()
  await expect(fetch(simulators.openai.url)).rejects.toThrow('fetch failed')
})

test('starts a single one', async () => {
  const simulators = await startSimulators(['mail'])
  onTestFinished(() => simulators.close())
  expect(simulators.openai).toBeUndefined()
  expect(simulators.mail.inbox.list()).toEqual([])
})

test('reports a port that is taken', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  onTestFinished(() => void holder.close())
  const address = holder.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(startSimulators(['openai', 'mail'], { mail: { port } })).rejects.toThrow('EADDRINUSE')
  await expect(startSimulators(['openai'], { openai: { port } })).rejects.toThrow('EADDRINUSE')
})
