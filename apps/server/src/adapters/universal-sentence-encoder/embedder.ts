/**
 * Vectors without anybody's key: a sentence encoder for English that runs in this server, in threads of its own. Questions
 * have their own thread, so that no chat waits for a document; both end when nobody needs them.
 */
import { type Embedded, type Embedder } from '../../modules/knowledge/ports.ts'
import { createWorkerQueue } from './worker-queue.ts'

/** Grows with every change to how a text becomes a vector: vectors are compared only under one name. */
export const SENTENCE_ENCODER_MODEL = 'sandbox/energetic-use-lite@512'

export interface SentenceEmbedderOptions {
  /** Milliseconds without work after which a thread ends; two minutes when absent. */
  readonly idleMs?: number
}
export interface SentenceEmbedder extends Embedder {
  /** Ends the threads; what waits for them is rejected. */
  readonly close: () => Promise<void>
  /** Whether a thread runs now. */
  readonly running: () => boolean
}

const IDLE_MS = 120_000
/** A single text up to this long may be a question. */
const QUESTION_CHARS = 2000
const BATCH = 4
const CACHED = 500

/** It answers 512 numbers whatever is asked for. Texts of other languages find little by meaning: words are searched too. */
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
