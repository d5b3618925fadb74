// Embeddings from any OpenAI-compatible server, including the sandbox.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { APICallError } from '@ai-sdk/provider'
import { type Embedded, type Embedder, EmbedError, type EmbedRequest } from '../../modules/knowledge/ports.ts'
import type { Ctx } from '../../lib/ctx.ts'

export interface Endpoint {
  /** Includes the version, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly sandbox: boolean
  /** The guarded client, for URLs that users entered. */
  readonly fetch?: typeof fetch
}

export interface OpenAiEmbedderOptions {
  /** Undefined for a workspace without an endpoint, which uses `otherwise`. */
  readonly endpointFor: (ctx: Ctx, workspaceId: string) => Promise<Endpoint | undefined>
  /** Without it, a workspace without an endpoint is refused. */
  readonly otherwise?: Embedder
  readonly model: string
  /** Of one request, in milliseconds; 20,000 when absent. */
  readonly timeoutMs?: number
  /** Milliseconds before the first retry; 300 when absent. */
  readonly pauseMs?: number
}

const BATCH = { texts: 256, chars: 150_000 }
const RETRIES = 2
const CACHED = 500
const CACHED_CHARS = 2000
const MAX_PAUSE_MS = 5000

export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const cache = new Map<string, Promise<Embedded>>()
  /** Models whose number of dimensions cannot be chosen. */
  const fixed = new Set<string>()

  const fresh = async (ctx: Ctx, endpoint: Endpoint, request: EmbedRequest): Promise<Embedded> => {
    const vectors: Float32Array[] = []
    for (const texts of batchesOf(request.texts))
      vectors.push(...(await embedBatch(options, fixed, endpoint, { ...request, texts })))
    const size = vectors[0]?.length ?? 0
    if (vectors.some((vector) => vector.length !== size || size === 0))
      throw new EmbedError('garbled', 'the vectors are not of one length')
    return { vectors, model: nameOf(options.model, endpoint, request.dimensions), sandbox: endpoint.sandbox }
  }

  return {
    async modelOf(ctx, request) {
      const endpoint = await options.endpointFor(ctx, request.workspaceId)
      return endpoint ? nameOf(options.model, endpoint, request.dimensions) : otherwise(options).modelOf(ctx, request)
    },
    async embed(ctx, request) {
      const endpoint = await options.endpointFor(ctx, request.workspaceId)
      if (!endpoint) return otherwise(options).embed(ctx, request)
      const [text, ...more] = request.texts
      if (text === undefined || more.length > 0 || text.length > CACHED_CHARS) return fresh(ctx, endpoint, request)
      // Cached, because owners' tests and visitors ask the same questions again.
      const key = keyOf(endpoint, request, text)
      const known = cache.get(key)
      cache.delete(key)
      const answer = known ?? fresh(ctx, endpoint, request)
      cache.set(key, answer)
      if (cache.size > CACHED) cache.delete(cache.keys().next().value ?? '')
      answer.catch(() => cache.delete(key))
      return known ? withSignal(known, request.signal) : answer
    },
  }
}

function otherwise(options: OpenAiEmbedderOptions): Embedder {
  if (options.otherwise) return options.otherwise
  throw new EmbedError('refused', 'No OpenAI key is configured, which search by meaning needs.')
}

/** Vectors are only compared under the same name, so it includes the endpoint and the requested length. */
const nameOf = (model: string, { baseUrl, sandbox }: Endpoint, dimensions: number): string =>
  sandbox ? `sandbox/${model}@${dimensions}` : `${new URL(baseUrl).host}/${model}@${dimensions}`

const keyOf = (endpoint: Endpoint, { workspaceId, dimensions }: EmbedRequest, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([workspaceId, endpoint.baseUrl, endpoint.apiKey, dimensions, text]))
    .digest('base64')

/** Waits for a call shared with other requests until this request's own signal aborts. */
function withSignal<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    const stop = () => reject(new EmbedError('down', 'the embedding took too long', { cause: signal.reason }))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function* batchesOf(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = []
  let chars = 0
  for (const text of texts) {
    if (batch.length === BATCH.texts || (batch.length > 0 && chars + text.length > BATCH.chars)) {
      yield batch
      batch = []
      chars = 0
    }
    batch.push(text)
    chars += text.length
  }
  if (batch.length > 0) yield batch
}

async function embedBatch(
  { model, timeoutMs = 20_000, pauseMs = 300 }: OpenAiEmbedderOptions,
  fixed: Set<string>,
  endpoint: Endpoint,
  request: EmbedRequest,
): Promise<Float32Array[]> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await call(endpoint, model, request, timeoutMs, fixed.has(endpoint.baseUrl))
    } catch (error) {
      const failure = read(error, request.signal)
      if (failure.dimensions && !fixed.has(endpoint.baseUrl)) {
        fixed.add(endpoint.baseUrl)
        tried -= 1
        continue
      }
      if (failure.error.kind === 'refused' || tried >= RETRIES || request.signal?.aborted) throw failure.error
      const pause = failure.waitMs ?? pauseMs * 2 ** tried * (0.5 + Math.random())
      await sleep(Math.min(pause, MAX_PAUSE_MS), undefined, request.signal ? { signal: request.signal } : {}).catch(
        () => {
          throw failure.error
        },
      )
    }
  }
}

async function call(
  { baseUrl, apiKey, fetch }: Endpoint,
  model: string,
  { texts, dimensions, signal }: EmbedRequest,
  timeoutMs: number,
  fixed: boolean,
): Promise<Float32Array[]> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({ name: 'openai', baseURL: baseUrl, apiKey, ...(fetch ? { fetch } : {}) })
  const timeout = AbortSignal.timeout(timeoutMs)
  const { embeddings } = await provider.embeddingModel(model).doEmbed({
    values: [...texts],
    abortSignal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(fixed ? {} : { providerOptions: { openaiCompatible: { dimensions } } }),
  })
  if (embeddings.length !== texts.length)
    throw new EmbedError('garbled', 'the model answered another number of vectors')
  return embeddings.map((numbers) => {
    const vector = Float32Array.from(numbers)
    if (!vector.every(Number.isFinite)) throw new EmbedError('garbled', 'a vector is not made of numbers')
    return vector
  })
}

interface Failure {
  readonly error: EmbedError
  readonly waitMs?: number | undefined
  /** The server does not let callers choose the number of dimensions. */
  readonly dimensions?: boolean
}

function read(error: unknown, signal: AbortSignal | undefined): Failure {
  if (error instanceof EmbedError) return { error }
  const made = (kind: EmbedError['kind'], detail: string) => new EmbedError(kind, detail, { cause: error })
  if (signal?.aborted) return { error: made('down', 'the embedding took too long') }
  if (!APICallError.isInstance(error)) return { error: made('down', 'the embedding server cannot be reached') }
  const status = error.statusCode ?? 0
  if (status === 429) {
    const seconds = Number(error.responseHeaders?.['retry-after'])
    return { error: made('busy', 'the embedding server is busy'), waitMs: seconds > 0 ? seconds * 1000 : undefined }
  }
  if (status >= 400 && status < 500 && status !== 408)
    return {
      error: made('refused', `the embedding server refused: ${status}`),
      dimensions: /dimensions/i.test(error.responseBody ?? ''),
    }
  return { error: made(status >= 200 && status < 300 ? 'garbled' : 'down', `the embedding server failed: ${status}`) }
}
