// kill -9 while one document is being embedded and another is uploading, then a restart on the same data.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll, expect, test } from 'vitest'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-reading-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const model = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
// Embeddings come from the encoder in the server, which is slow.
const env = { RATE_LIMIT_SCALE: '10000' }
let running = await startProcess(dataDir, env)
afterAll(async () => {
  await running.stop()
  await model.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const LONG = Array.from({ length: 200 }, (_, n) =>
  `Shelf ${n} holds lamp ${n * 31} and ${n * 17} spare parts. `.repeat(5),
)

test('resumes within a minute, and reports an interrupted upload', { timeout: 270_000 }, async () => {
  const before = clientOf(running.url, model)
  const owner = await before.signUp('eu')
  const agent = await before.makeAgent(owner)
  const path = `/v2/agents/${agent.id}/kb`
  await before.must('POST', before.api('eu') + path, owner.token, { name: 'Shelves', content: LONG.join('\n\n') })
  const { port } = new URL(running.url)
  const upload = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  upload.write(
    `POST ${new URL(before.api('eu') + path, running.url).pathname}/files?name=half.txt HTTP/1.1\r\nhost: localhost\r\n` +
      `authorization: Bearer ${owner.token}\r\ncontent-type: text/plain\r\ncontent-length: 100000\r\n\r\nbeginning`,
  )
  const statesOf = async (api: ReturnType<typeof clientOf>) => {
    const { items } = await api.must<{ items: DocumentSummary[] }>('GET', api.api('eu') + path, owner.token)
    return Object.fromEntries(items.map(({ name, status }) => [name, status]))
  }
  await expect.poll(() => statesOf(before)).toEqual({ Shelves: 'indexing', 'half.txt': 'queued' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  await running.kill()
  upload.destroy()

  running = await startProcess(dataDir, env)
  const after = clientOf(running.url, model)
  await expect
    .poll(() => statesOf(after), { timeout: 240_000, interval: 500 })
    .toEqual({ Shelves: 'ready', 'half.txt': 'failed' })
  const { items } = await after.must<{ items: DocumentSummary[] }>('GET', after.api('eu') + path, owner.token)
  expect(items.find(({ name }) => name === 'half.txt')?.reason).toBe('The upload didn’t finish. Upload the file again.')
})
