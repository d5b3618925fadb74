import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { S3Settings } from '../../lib/settings.ts'
import { behavesAsStorage, bytes, opensSigned, read, signedAddresses } from '../../lib/storage/storage.testing.ts'
import { createS3Storage } from './s3.ts'

const directory = mkdtempSync(join(tmpdir(), 'parlance-s3-'))
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [
    { name: 'parlance-eu', configs: [] },
    { name: 'parlance-na', configs: [] },
  ],
})
let endpoint = ''
let storage: ReturnType<typeof createS3Storage>
beforeAll(async () => {
  const { port } = await server.run()
  endpoint = `http://127.0.0.1:${port}`
  storage = make({})
})
afterAll(async () => {
  await storage.close()
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})
const make = ({ url = endpoint, ...more }: { url?: string } & Partial<S3Settings>) =>
  createS3Storage(
    {
      keys,
      places: {
        eu: { bucket: 'parlance-eu', region: 'eu-central-1', endpoint: url },
        na: { bucket: 'parlance-na', region: 'us-east-1', endpoint: url },
      },
      ...more,
    },
    signedAddresses,
  )

describe('a store that speaks S3', () => {
  behavesAsStorage(() => storage)
  describe('behind our own addresses', () => opensSigned(() => storage, { isTrusting: false }))
  describe('by its own addresses', () => {
    const direct = () => made
    let made: ReturnType<typeof createS3Storage>
    beforeAll(() => void (made = make({ direct: true })))
    afterAll(() => made.close())
    opensSigned(direct, { isTrusting: true })
  })
})

test('reports another owner’s key, or a missing bucket, without secrets', async () => {
  const wrong = make({ keys: { accessKeyId: 'NOBODY', secretAccessKey: 'S3RVER' } })
  const nowhere = make({
    places: { eu: { bucket: 'no-such-bucket', region: 'eu-central-1', endpoint } },
  })
  onTestFinished(async () => {
    await Promise.all([wrong.close(), nowhere.close()])
  })
  const refusal = { code: 'UNAVAILABLE', message: 'Files are unavailable right now. Try again in a moment.' }
  await expect(wrong.bucket('eu').put('ws/a.png', bytes('x'))).rejects.toMatchObject(refusal)
  await expect(nowhere.bucket('eu').put('ws/a.png', bytes('x'))).rejects.toMatchObject(refusal)
  // A missing bucket is not a missing file.
  await expect(nowhere.bucket('eu').get('ws/a.png')).rejects.toMatchObject(refusal)
  expect(() => nowhere.bucket('na')).toThrow('no bucket for the region na')
})

test('retries temporary errors, and reports an unreachable store', async () => {
  let failures = 2
  const flaky = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const failing = failures > 0
      failures -= 1
      response.writeHead(failing ? 503 : 200).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => flaky.once('listening', resolve))
  const port = (flaky.address() as AddressInfo).port
  const passing = make({ url: `http://127.0.0.1:${port}` })
  const away = make({ url: 'http://127.0.0.1:1' })
  onTestFinished(async () => {
    await Promise.all([passing.close(), away.close()])
    flaky.closeAllConnections()
    flaky.close()
  })
  await passing.bucket('eu').put('ws/a.png', bytes('x'))
  expect(failures).toBe(-1)
  await expect(away.bucket('eu').get('ws/a.png')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('reads what another process stored', async () => {
  await storage.bucket('na').put('ws/shared.txt', bytes('shared'))
  const other = make({})
  onTestFinished(() => other.close())
  expect(await read(other.bucket('na'), 'ws/shared.txt')).toBe('shared')
})

test.each([
  ['parlance-eu', undefined, 'https://parlance-eu.s3.eu-central-1.amazonaws.com/a/b.zip'],
  // The store's wildcard certificate doesn't cover names with dots.
  ['files.example.test', undefined, 'https://s3.eu-central-1.amazonaws.com/files.example.test/a/b.zip'],
  ['parlance-eu', 'http://minio.test:9000', 'http://minio.test:9000/parlance-eu/a/b.zip'],
])(
  'an address of a file in %s at %s names it, its form and its end, and no secret',
  async (bucket, endpoint, wanted) => {
    const place = { bucket, region: 'eu-central-1', ...(endpoint ? { endpoint } : {}) }
    const direct = make({ direct: true, places: { eu: place } })
    onTestFinished(() => direct.close())
    const expiresAt = new Date(Date.now() + 600_000)
    const reading = { filename: 'b.zip', mime: 'application/zip', expiresAt }
    const address = new URL(await direct.bucket('eu').signedUrl('a/b.zip', reading))
    expect(address.origin + address.pathname).toBe(wanted)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Expires': '600',
      'X-Amz-SignedHeaders': 'host',
      'response-content-disposition': `attachment; filename="b.zip"; filename*=UTF-8''b.zip`,
      'response-content-type': 'application/zip',
      'response-cache-control': 'private, no-store',
    })
    expect(address.searchParams.get('X-Amz-Credential')).toMatch(/^S3RVER\/\d{8}\/eu-central-1\/s3\/aws4_request$/)
  },
)
