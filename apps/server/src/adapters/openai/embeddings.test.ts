import { startSimulators } from '@parlance/simulators/simulators'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../lib/ctx.ts'
import { EmbedError } from '../../modules/knowledge/ports.ts'
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './embeddings.ts'

const simulators = await startSimulators(['openai'])
afterAll(() => simulators.close())
const { openai } = simulators
beforeEach(() => openai.control.reset())

const ctx = {} as Ctx
const make = (options: Partial<OpenAiEmbedderOptions> = {}, endpoint: object = {}) =>
  createOpenAiEmbedder({
    endpointFor: async () => ({ baseUrl: openai.url, apiKey: openai.key, sandbox: true, ...endpoint }),
    model: 'text-embedding-3-small',
    pauseMs: 1,
    ...options,
  })
const ask = (texts: string[], dimensions = 128, signal?: AbortSignal) => ({
  workspaceId: 'w',
  texts,
  dimensions,
  ...(signal ? { signal } : {}),
})
const calls = () => openai.control.requests.filter(({ path }) => path.endsWith('/embeddings'))
const kindOf = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(EmbedError)
  return (error as EmbedError).kind
}

describe('embeddings', () => {
  it('returns one vector per text, in order, of the requested length', async () => {
    const { vectors, model, sandbox } = await make().embed(
      ctx,
      ask(['refund policy', 'opening hours', 'refund policy']),
    )
    expect(vectors.map((vector) => vector.length)).toEqual([128, 128, 128])
    expect(vectors[2]).toEqual(vectors[0])
    expect(vectors[1]).not.toEqual(vectors[0])
    expect([model, sandbox]).toEqual(['sandbox/text-embedding-3-small@128', true])
    expect(calls()[0]?.headers['authorization']).toBe(`Bearer ${openai.key}`)
    expect(await make().embed(ctx, ask([]))).toMatchObject({ vectors: [] })
  })
  it('names them in advance, by server, model and length', async () => {
    const names = await Promise.all([
      make().modelOf(ctx, { workspaceId: 'w', dimensions: 128 }),
      make({}, { sandbox: false }).modelOf(ctx, { workspaceId: 'w', dimensions: 128 }),
      make({ model: 'other' }).modelOf(ctx, { workspaceId: 'w', dimensions: 128 }),
      make().modelOf(ctx, { workspaceId: 'w', dimensions: 64 }),
      make({}, { sandbox: false, baseUrl: 'http://127.0.0.1:1/v1' }).modelOf(ctx, { workspaceId: 'w', dimensions: 64 }),
    ])
    expect(new Set(names).size).toBe(5)
    expect((await make().embed(ctx, ask(['x']))).model).toBe(names[0])
  })
  it('sends batches', async () => {
    const texts = Array.from({ length: 600 }, (_, n) => `text number ${n}`)
    const { vectors } = await make().embed(ctx, ask(texts, 32))
    expect(vectors).toHaveLength(600)
    expect(calls().map(({ body }) => (body as { input: string[] }).input.length)).toEqual([256, 256, 88])
    expect(vectors[599]).toEqual((await make().embed(ctx, ask(['text number 599'], 32))).vectors[0])
  })
  it('caches questions by workspace and length', async () => {
    const embedder = make()
    const [first, again] = [
      await embedder.embed(ctx, ask(['where is it'])),
      await embedder.embed(ctx, ask(['where is it'])),
    ]
    expect(again).toEqual(first)
    expect(calls()).toHaveLength(1)
    await embedder.embed(ctx, { ...ask(['where is it']), workspaceId: 'other' })
    await embedder.embed(ctx, ask(['where is it'], 64))
    expect(calls()).toHaveLength(3)
  })
  it('retries after 429, 500 and broken connections', async () => {
    for (const fault of [
      { kind: 'status', status: 429, retryAfter: 0 },
      { kind: 'status', status: 503 },
      { kind: 'cut' },
    ] as const) {
      openai.control.reset()
      openai.control.set({ fault: { ...fault, times: 2 } })
      expect((await make().embed(ctx, ask(['a', 'b']))).vectors).toHaveLength(2)
      expect(calls()).toHaveLength(3)
    }
  })
  it('fails with a kind after three tries, without caching it', async () => {
    const embedder = make()
    openai.control.set({ fault: { kind: 'status', status: 500, times: 3 } })
    expect(await kindOf(embedder.embed(ctx, ask(['q'])))).toBe('down')
    expect(calls()).toHaveLength(3)
    expect((await embedder.embed(ctx, ask(['q']))).vectors).toHaveLength(1)
    openai.control.set({ fault: { kind: 'status', status: 429, retryAfter: 0, times: 3 } })
    expect(await kindOf(make().embed(ctx, ask(['q'])))).toBe('busy')
  })
  it('fails at once when the key is refused', async () => {
    openai.control.set({ fault: { kind: 'status', status: 401 } })
    expect(await kindOf(make().embed(ctx, ask(['q'])))).toBe('refused')
    expect(calls()).toHaveLength(1)
  })
  it('fails on invalid responses', async () => {
    for (const form of ['json', 'html'] as const) {
      openai.control.set({ fault: { kind: 'garbage', form, times: 3 } })
      expect(await kindOf(make().embed(ctx, ask(['q'])))).toBe('garbled')
    }
    const answering = (body: object) => ({ fetch: async () => Response.json(body) })
    const vector = (...embedding: number[]) => ({ object: 'embedding', embedding })
    expect(await kindOf(make({}, answering({ data: [] })).embed(ctx, ask(['q'])))).toBe('garbled')
    expect(await kindOf(make({}, answering({ data: [vector()] })).embed(ctx, ask(['q'])))).toBe('garbled')
    expect(await kindOf(make({}, answering({ data: [vector(1), vector(1, 2)] })).embed(ctx, ask(['q', 'r'])))).toBe(
      'garbled',
    )
  })
  it('waits no longer than the setting or the caller allows', async () => {
    openai.control.set({ fault: { kind: 'hang', times: 9 } })
    expect(await kindOf(make({ timeoutMs: 30 }).embed(ctx, ask(['q'])))).toBe('down')
    expect(calls()).toHaveLength(3)
    expect(await kindOf(make().embed(ctx, ask(['q'], 128, AbortSignal.timeout(30))))).toBe('down')
    expect(calls()).toHaveLength(4)
  })
  it('uses the model’s own length when it can’t be chosen', async () => {
    const bodies: { dimensions?: number }[] = []
    const fetch = async (_url: unknown, init?: RequestInit) => {
      const body = JSON.parse(init?.body as string) as { dimensions?: number; input: string[] }
      bodies.push(body)
      if (body.dimensions)
        return Response.json(
          { error: { message: 'This model does not support specifying dimensions.' } },
          { status: 400 },
        )
      return Response.json({ data: body.input.map(() => ({ object: 'embedding', embedding: [1, 2, 3] })) })
    }
    const embedder = make({}, { fetch, baseUrl: 'http://models.example/v1' })
    expect((await embedder.embed(ctx, ask(['a', 'b']))).vectors).toEqual([
      Float32Array.of(1, 2, 3),
      Float32Array.of(1, 2, 3),
    ])
    await embedder.embed(ctx, ask(['c']))
    expect(bodies.map(({ dimensions }) => dimensions)).toEqual([128, undefined, undefined])
  })
})
