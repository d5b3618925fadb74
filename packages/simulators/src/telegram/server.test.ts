import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newBotToken, startTelegram } from './server.ts'

test('delivers files written on the page to a bot that was connected before a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'telegram-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storeFile = join(folder, 'state.json')
  const updates: { message?: Record<string, unknown> }[] = []
  const product = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      updates.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as (typeof updates)[number])
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => product.once('listening', resolve))
  onTestFinished(() => void product.close())
  const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}/hook`
  const token = newBotToken()
  const post = (to: string, body: unknown) =>
    fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  const first = await startTelegram({ storeFile })
  await post(`${first.url}/bot${token}/setWebhook`, { url, secret_token: 'secret_1' })
  await first.close()
  const second = await startTelegram({ storeFile })
  onTestFinished(() => second.close())
  const [bot = ''] = token.split(':')
  expect(second.webhooks.get(bot)).toEqual({ url, secret: 'secret_1' })

  await post(`${second.url}/page/say`, { bot, kind: 'picture', text: 'Our lamp' })
  await vi.waitFor(() => expect(updates).toHaveLength(1))
  expect(updates[0]?.message).toMatchObject({ caption: 'Our lamp', photo: [{ file_id: 'picture.png' }] })
  expect(updates[0]?.message).not.toHaveProperty('text')
  const file = await fetch(`${second.url}/file/bot${token}/files/picture.png`)
  expect(file.status).toBe(200)
})
