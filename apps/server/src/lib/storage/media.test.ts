import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from './disk.ts'
import type { OpenFile } from './storage.ts'
import { pipeWithStallTimeout } from './serve-files.ts'
import { signedAddresses } from './storage.testing.ts'

const SIZE = 30_000_000
const dir = mkdtempSync(join(tmpdir(), 'parlance-pour-'))
const bucket = createDiskStorage(dir, signedAddresses).bucket('eu')
const opened: OpenFile[] = []
const http = createServer((request, response) => {
  void (async () => {
    const file = await bucket.open('ws/a/big.png')
    if (!file) throw new Error('the file is missing')
    opened.push(file)
    response.writeHead(200, { 'content-length': String(file.size) })
    // A slow reader is fine; one that reads nothing is disconnected.
    await pipeWithStallTimeout(file, response, request.url === '/never' ? 300 : 10_000)
  })()
})
beforeAll(async () => {
  await bucket.put('ws/a/big.png', new Uint8Array(SIZE).fill(7))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
  rmSync(dir, { recursive: true, force: true })
})
const port = () => (http.address() as AddressInfo).port

test('gives a reader every byte', async () => {
  const got = await fetch(`http://127.0.0.1:${port()}/`)
  expect((await got.arrayBuffer()).byteLength).toBe(SIZE)
})

test('disconnects a reader that never reads, and closes its file early', async () => {
  const before = opened.length
  const ended = new Promise<void>((resolve) =>
    http.once('connection', (socket) => void socket.once('close', () => resolve())),
  )
  const client = connect(port(), '127.0.0.1')
  client.on('error', () => undefined)
  client.pause()
  client.write('GET /never HTTP/1.1\r\nhost: x\r\n\r\n')
  await ended
  client.destroy()
  const { stream } = opened[before]!
  expect(stream.destroyed).toBe(true)
  expect((stream as unknown as { bytesRead: number }).bytesRead).toBeLessThan(SIZE)
})
