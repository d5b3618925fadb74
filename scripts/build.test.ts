import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { loadAssets, NOTES, tagOf } from '../apps/server/src/lib/http/files/static.ts'
import { pack, stamped } from './build.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-build-'))
afterAll(() => rmSync(folder, { recursive: true }))

const long = 'console.log("hello")\n'.repeat(200)
const file = join(folder, 'assets/a.js')

describe('compressed files', () => {
  beforeEach(async () => {
    rmSync(folder, { recursive: true })
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(file, long)
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    await pack(folder)
  })

  const serve = () => {
    const assets = loadAssets(folder)
    const app = new Hono()
    app.get('*', (c) => assets.serve(c, c.req.path.slice(1), {}) ?? c.text('none', 404))
    return async (path: string, accepted: string) => {
      const response = await app.request(path, { headers: { 'accept-encoding': accepted } })
      const body = Buffer.from(await response.arrayBuffer())
      return { status: response.status, encoding: response.headers.get('content-encoding'), body }
    }
  }

  test('are written only where they are worth it, and nothing else is left', () => {
    expect(new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))).toEqual(
      new Set([NOTES, 'assets', 'assets/a.js', 'assets/a.js.br', 'index.html']),
    )
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(long)
  })

  test('are sent as stored', async () => {
    // Another quality than the server's own, so that only the stored file has these bytes.
    const own = brotliCompressSync(long)
    writeFileSync(`${file}.br`, own)
    writeFileSync(join(folder, NOTES), JSON.stringify({ 'assets/a.js': [tagOf(long), tagOf(own)] }))
    const ask = serve()
    expect(await ask('/assets/a.js', 'br')).toEqual({ status: 200, encoding: 'br', body: own })
    expect((await ask('/assets/a.js', '')).body.toString()).toBe(long)
  })

  test.each<[what: string, harm: () => void, text?: string]>([
    ['none', () => undefined],
    ['an empty form', () => writeFileSync(`${file}.br`, '')],
    ['half a form', () => writeFileSync(`${file}.br`, readFileSync(`${file}.br`).subarray(0, 20))],
    ['a form of zeros', () => writeFileSync(`${file}.br`, Buffer.alloc(40))],
    ['the form of another text', () => writeFileSync(`${file}.br`, brotliCompressSync(`${long}// other`))],
    ['a form that is gone', () => rmSync(`${file}.br`)],
    ['a folder for a form', () => (rmSync(`${file}.br`), mkdirSync(`${file}.br`))],
    ['a file written again', () => writeFileSync(file, `${long}// new`), `${long}// new`],
    ['no notes', () => rmSync(join(folder, NOTES))],
    ['empty notes', () => writeFileSync(join(folder, NOTES), '')],
    ['notes of another shape', () => writeFileSync(join(folder, NOTES), '{"assets/a.js":["x"]}')],
  ])('with %s, every browser gets the file', async (_, harm, text = long) => {
    harm()
    const ask = serve()
    const [br, gzip, plain] = [
      await ask('/assets/a.js', 'gzip, br'),
      await ask('/assets/a.js', 'br;q=0, gzip'),
      await ask('/assets/a.js', 'x-br'),
    ]
    expect([br.status, gzip.status, plain.status]).toEqual([200, 200, 200])
    expect([br.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', null])
    for (const body of [brotliDecompressSync(br.body), gunzipSync(gzip.body), plain.body])
      expect(body.toString()).toBe(text)
  })

  test("are not addressable, nor are the build's own files", async () => {
    for (const name of ['.built-from', '.packed.json.77', 'assets/a.js.br.77']) writeFileSync(join(folder, name), 'x')
    const ask = serve()
    for (const path of [`/${NOTES}`, '/.built-from', '/.packed.json.77', '/assets/a.js.br', '/assets/a.js.br.77'])
      expect((await ask(path, '')).status).toBe(404)
  })
})

describe('the stamp of a build', () => {
  const stamp = join(folder, 'app/dist/.built-from')

  test('is missing during the build and records its sources at the end', async () => {
    for (const from of ['one', 'two']) {
      await stamped(stamp, from, async () => expect(existsSync(stamp)).toBe(false))
      expect(readFileSync(stamp, 'utf8')).toBe(from)
    }
    expect(readdirSync(join(folder, 'app/dist'))).toEqual(['.built-from'])
  })

  test('is missing after a failed build', async () => {
    await stamped(stamp, 'one', async () => undefined)
    await expect(stamped(stamp, 'two', () => Promise.reject(new Error('no space')))).rejects.toThrow('no space')
    expect(existsSync(stamp)).toBe(false)
  })
})
