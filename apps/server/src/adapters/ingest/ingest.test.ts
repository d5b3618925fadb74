import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ParseError } from '../../modules/knowledge/parsing.ports.ts'
import { isAll, testAll } from '../../../../../scripts/test-tier.ts'
import { ingestOf, page, watchLoop } from './ingest.testing.ts'
import * as samples from './samples.testing.ts'

// Starting processes and reading megabytes takes time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const file = (bytes: Uint8Array | string, fileName: string) => ({
  source: { bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes },
  fileName,
  mediaType: '',
})
const refusalOf = async (work: Promise<unknown>): Promise<ParseError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ParseError)) throw new Error('Expected a ParseError', { cause: error })
  return error
}
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const gone = (pid: number) => expect.poll(() => alive(pid), { timeout: 20_000 }).toBe(false)

describe('bad documents', () => {
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'ingest-'))
  })
  afterAll(() => rm(dir, { recursive: true }))

  type Bad = readonly [name: string, fileName: string, kind: string, make: () => Uint8Array]
  const small: readonly Bad[] = [
    ['a PDF under a password', 'a.pdf', 'encrypted', () => samples.pdf([[]], { encrypted: true })],
    ['half a PDF', 'a.pdf', 'broken', () => samples.pdfBook(300).subarray(0, 200_000)],
    ['a zip bomb', 'a.docx', 'too-large', () => samples.zipBomb()],
    ['a zip that lies about its size', 'a.docx', 'broken', () => samples.lyingZip()],
    ['archives in archives', 'a.docx', 'unsupported', () => samples.nestedZip(20)],
    ['names that lead outside', 'a.docx', 'unsupported', () => samples.zipSlip()],
    ['an entity bomb', 'a.docx', 'unsupported', () => samples.entityBomb()],
    ['Office under a password', 'a.xlsx', 'encrypted', () => samples.encryptedOffice()],
    ['4 MB of spaces', 'a.txt', 'empty', () => Buffer.alloc(4_000_000, ' ')],
    ['a million open elements', 'a.html', 'too-large', () => Buffer.from(`<html>${'<div>'.repeat(1_000_000)}x`)],
    ['a million open brackets', 'a.json', 'broken', () => Buffer.alloc(1_000_000, '[')],
    ['deep JSON', 'a.json', 'too-large', () => Buffer.from('['.repeat(500_000) + ']'.repeat(500_000))],
    [
      'deep XML in Word',
      'a.docx',
      'too-large',
      () => samples.docx([], { 'word/document.xml': Buffer.from(`<w:document>${'<w:p>'.repeat(150_000)}`) }),
    ],
    ['noise', 'a.pptx', 'broken', () => samples.garbage(1_000_000)],
  ]
  const large: readonly Bad[] = [
    ['a PDF of 5,000 pages', 'a.pdf', 'too-large', () => samples.pdfBook(5000, 2)],
    ['50 MB without a space', 'a.txt', 'too-large', () => Buffer.alloc(50_000_000, 'a')],
    ['50 MB of CSV quotes', 'a.csv', 'too-large', () => Buffer.alloc(50_000_000, '"')],
  ]
  const made = isAll ? [...small, ...large] : small

  it('are refused with a reason, without blocking or growing the server', { timeout: 120_000 }, async () => {
    const ingest = ingestOf()
    const paths = await Promise.all(
      made.map(async ([, fileName, , make], at) => {
        const path = join(dir, `${at}-${fileName}`)
        await writeFile(path, make())
        return path
      }),
    )
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    const stop = watchLoop()
    for (const [at, [name, fileName, kind]] of made.entries()) {
      const error = await refusalOf(ingest.parse({ source: { path: paths[at] ?? '' }, fileName, mediaType: '' }))
      expect([name, error.kind]).toEqual([name, kind])
      expect(error.message).toMatch(/^[A-Z][^]*\.$/)
    }
    expect(stop()).toBeLessThan(200)
    expect(process.memoryUsage.rss() - before).toBeLessThan(60_000_000)
    expect((await ingest.parse(file('still here', 'a.txt'))).markdown).toBe('still here')
  })

  testAll('reads pages of half a megabyte, and refuses one of nested tables', { timeout: 150_000 }, async () => {
    const ingest = ingestOf({ pages: { timeMs: 60_000 } })
    const many = await ingest.parsePage(page('<a href="/a">x</a> '.repeat(12_000)))
    expect(many.links).toEqual(['https://shop.example/a'])
    const banners = `${'<div class="cookie">'.repeat(150)}${'<p>x</p>'.repeat(20_000)}`
    expect((await ingest.parsePage(page(banners))).markdown.startsWith('x\n\nx')).toBe(true)
    expect((await refusalOf(ingest.parsePage(page('<table><tr><td>'.repeat(100_000))))).kind).toBe('too-large')
    expect((await ingest.parsePage(page('<!--'.repeat(1_000_000)))).markdown).toBe('')
  })

  testAll('do not delay pages', async () => {
    const ingest = ingestOf()
    await ingest.parsePage(page('<p>warm</p>'))
    const book = ingest.parse(file(samples.pdfBook(300), 'book.pdf'))
    let done = false
    void book.then(() => (done = true))
    for (let n = 0; n < 20; n += 1) await ingest.parsePage(page(`<p>page ${n}</p>`))
    expect(done).toBe(false)
    expect((await book).pages).toBe(300)
  })
})

describe('limits of a process', () => {
  testAll('stops slow work, and reads the next document in a new process', async () => {
    const ingest = ingestOf({ files: { timeMs: 1500 } })
    const late = ingest.parse(file(samples.pdfBook(1500), 'a.pdf'))
    const pid = ingest.pids().files ?? 0
    expect(await refusalOf(late)).toMatchObject({ kind: 'slow', message: expect.stringContaining('2 seconds') })
    await gone(pid)
    const patient = ingestOf()
    expect((await patient.parse(file('next', 'a.txt'))).markdown).toBe('next')
  })
  testAll('ends a process that takes too much memory', async () => {
    const ingest = ingestOf({ files: { maxRss: 130_000_000 } })
    expect((await refusalOf(ingest.parse(file(samples.pdfBook(600), 'a.pdf')))).kind).toBe('memory')
  })
  it('reports memory and continues when the system kills the process', async () => {
    const ingest = ingestOf()
    const first = ingest.parse(file(samples.pdfBook(300), 'a.pdf'))
    const second = ingest.parse(file('after it', 'b.txt'))
    process.kill(ingest.pids().files ?? 0, 'SIGKILL')
    expect(await refusalOf(first)).toMatchObject({ kind: 'memory' })
    expect((await second).markdown).toBe('after it')
  })
})

describe('the life of a process', () => {
  it('starts on demand and ends when idle', async () => {
    const ingest = ingestOf({ files: { idleMs: 100 } })
    expect(ingest.pids()).toEqual({ files: undefined, pages: undefined })
    await ingest.parse(file('a', 'a.txt'))
    const pid = ingest.pids().files ?? 0
    expect(alive(pid)).toBe(true)
    await gone(pid)
    expect((await ingest.parse(file('b', 'b.txt'))).markdown).toBe('b')
  })
  testAll('is replaced after many documents, and when it has grown', async () => {
    const ingest = ingestOf({ pages: { documents: 3 }, files: { keptRss: 1 } })
    const pids = new Set<number | undefined>()
    for (let n = 0; n < 6; n += 1) {
      const work = ingest.parsePage(page(`<p>${n}</p>`))
      pids.add(ingest.pids().pages)
      expect((await work).markdown).toBe(String(n))
    }
    expect(pids.size).toBe(2)
    await ingest.parse(file('a', 'a.txt'))
    expect(ingest.pids().files).toBe(undefined)
  })
  it('stops on abort, while running and while waiting', async () => {
    const ingest = ingestOf()
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = ingest.parse({ ...file(samples.pdfBook(300), 'a.pdf'), signal: running.signal })
    const second = ingest.parse({ ...file('b', 'b.txt'), signal: waiting.signal })
    const third = ingest.parse(file('c', 'c.txt'))
    const pid = ingest.pids().files ?? 0
    waiting.abort(new Error('not this one'))
    running.abort(new Error('nor this'))
    await Promise.all([expect(first).rejects.toThrow('nor this'), expect(second).rejects.toThrow('not this one')])
    await gone(pid)
    expect((await third).markdown).toBe('c')
    await expect(ingest.parse({ ...file('d', 'd.txt'), signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  })
  it('rejects waiting work on close', async () => {
    const ingest = ingestOf()
    const works = [ingest.parse(file(samples.pdfBook(100), 'a.pdf')), ingest.parse(file('b', 'b.txt'))]
    const settled = Promise.allSettled(works)
    const pid = ingest.pids().files ?? 0
    await ingest.close()
    expect(alive(pid)).toBe(false)
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(ingest.parse(file('c', 'c.txt'))).rejects.toThrow('closed')
  })
  testAll('ends with the server, even in the middle of a document', async () => {
    const script = `
      import { createIngest } from ${JSON.stringify(join(import.meta.dirname, 'ingest.ts'))}
      import { pdfBook } from ${JSON.stringify(join(import.meta.dirname, 'samples.testing.ts'))}
      const ingest = createIngest()
      await ingest.parse({ source: { bytes: Buffer.from('a') }, fileName: 'a.txt', mediaType: '' })
      void ingest.parse({ source: { bytes: pdfBook(1900) }, fileName: 'a.pdf', mediaType: '' })
      console.log(ingest.pids().files)`
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [told] = (await once(server.stdout, 'data')) as [Buffer]
    const pid = Number(told.toString())
    expect(alive(pid)).toBe(true)
    server.kill('SIGKILL')
    await gone(pid)
  })
})

describe('many pages', () => {
  testAll('are read by one process without blocking the server', async () => {
    const ingest = ingestOf()
    const batch = () => Promise.all(Array.from({ length: 50 }, (_, n) => ingest.parsePage(page(samples.webPage(n)))))
    await batch()
    const pid = ingest.pids().pages
    const stop = watchLoop()
    expect((await batch()).at(-1)?.title).toBe('Page 49')
    expect(stop()).toBeLessThan(200)
    expect(ingest.pids().pages).toBe(pid)
  })
})
