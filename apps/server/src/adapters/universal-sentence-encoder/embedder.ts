/**
 * Embeddings without an API key: a sentence encoder for English that runs in worker threads of this server. Questions
 * have their own thread, so that no chat waits for a document; idle threads end.
 */
import { type Embedded, type Embedder } from '../../modules/knowledge/ports.ts'
import { createWorkerQueue } from './worker-queue.ts'

/** Must change whenever the encoding changes, because vectors are only compared under the same name. */
export const SENTENCE_ENCODER_MODEL = 'sandbox/energetic-use-lite@512'

export interface SentenceEmbedderOptions {
  readonly idleMs?: number
}
export interface SentenceEmbedder extends Embedder {
  readonly close: () => Promise<void>
  readonly running: () => boolean
}

const IDLE_MS = 120_000
/** A single text up to this length counts as a question. */
const QUESTION_CHARS = 2000
const BATCH = 4
const CACHED = 500

/** Always 512 dimensions. Only English is found well by meaning; other languages rely on word search. */
export function createSentenceEmbedder({ idleMs = IDLE_MS }: SentenceEmbedderOptions = {}): SentenceEmbedder {
  const questions = createWorkerQueue({ lowPriority: false, idleMs, batch: 1 })
  const documents = createWorkerQueue({ lowPriority: true, idleMs, batch: BATCH })
  const cache = new Map<string, Float32Array>()

  const question = async (text: string, signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    const known = cache.get(text)
    const vectors = known ? [known] : await questions.run([text], signal)
    cache.delete(text)
    for (const vector of vectors) cache.set(text, vector)
    if (cache.size > CACHED) cache.delete(cache.keys().next().value ?? '')
    return vectors
  }

  return {
    modelOf: async () => SENTENCE_ENCODER_MODEL,
    async embed(_ctx, { texts, signal }): Promise<Embedded> {
      const [text, ...more] = texts
      const short = text !== undefined && more.length === 0 && text.length <= QUESTION_CHARS
      const vectors = short ? await question(text, signal) : await documents.run(texts, signal)
      return { vectors, model: SENTENCE_ENCODER_MODEL, sandbox: true }
    },
    running: () => questions.running() || documents.running(),
    async close() {
      await Promise.all([questions.close(), documents.close()])
    },
  }
}
