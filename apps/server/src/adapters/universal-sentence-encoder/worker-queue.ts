// A worker thread that computes vectors, and its queue: started on demand, ended when idle.
import { Worker } from 'node:worker_threads'
import { entryPath } from '../../lib/paths.ts'
import { EmbedError } from '../../modules/knowledge/ports.ts'

export interface ThreadData {
  readonly lowPriority: boolean
}
/** What the thread is sent, one at a time. */
export interface Question {
  readonly id: number
  readonly texts: readonly string[]
}
export interface Answer {
  readonly id: number
  readonly vectors: readonly Float32Array<ArrayBuffer>[]
}

export interface WorkerQueueOptions extends ThreadData {
  readonly idleMs: number
  /** Texts per message: few, so that aborted jobs end soon. */
  readonly batch: number
  /** Module of the thread; the real one when absent. */
  readonly thread?: URL
}

export interface WorkerQueue {
  /** Vectors in the order of the texts. Rejects with an EmbedError, also when `signal` is aborted. */
  readonly run: (texts: readonly string[], signal?: AbortSignal) => Promise<Float32Array[]>
  readonly running: () => boolean
  readonly close: () => Promise<void>
}

interface Job {
  readonly texts: readonly string[]
  readonly vectors: Float32Array[]
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (error: EmbedError) => void
  /** Threads that crashed while working on it. */
  crashes: number
}

/** A job that crashes two threads is rejected. */
const MAX_CRASHES = 2

export const createWorkerQueue = (options: WorkerQueueOptions): WorkerQueue => {
  const lane = new QueuedLane(options)
  return {
    run: (texts, signal) => lane.run(texts, signal),
    running: () => lane.running(),
    close: () => lane.close(),
  }
}

class QueuedLane {
  readonly #options: WorkerQueueOptions
  readonly #jobs: Job[] = []
  #thread: Worker | undefined
  #asked: { readonly id: number; readonly job: Job } | undefined
  #lastId = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: WorkerQueueOptions) {
    this.#options = options
  }

  run(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 0) return Promise.resolve([])
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
    const job: Job = { texts, vectors: [], resolve, reject, crashes: 0 }
    const cancel = () =>
      this.#leave(job)?.reject(new EmbedError('down', 'the embedding took too long', { cause: signal?.reason }))
    this.#jobs.push(job)
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted) cancel()
    else this.#next()
    return promise.finally(() => signal?.removeEventListener('abort', cancel))
  }

  running(): boolean {
    return this.#thread !== undefined
  }

  async close(): Promise<void> {
    for (const job of this.#jobs.splice(0)) job.reject(new EmbedError('down', 'the server is closing'))
    await this.#stop()
  }

  #next(): void {
    if (this.#asked) return
    clearTimeout(this.#idle)
    const job = this.#jobs[0]
    if (!job) {
      this.#thread?.unref()
      if (this.#thread) this.#idle = setTimeout(() => void this.#stop(), this.#options.idleMs).unref()
      return
    }
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#lastId += 1
    this.#asked = { id: this.#lastId, job }
    const from = job.vectors.length
    const question: Question = { id: this.#lastId, texts: job.texts.slice(from, from + this.#options.batch) }
    this.#thread.postMessage(question)
  }

  #start(): Worker {
    const data: ThreadData = { lowPriority: this.#options.lowPriority }
    const worker = new Worker(this.#options.thread ?? entryPath('adapters/universal-sentence-encoder/worker'), {
      workerData: data,
    })
    worker.on('message', (answer: Answer) => this.#received(answer))
    worker.on('error', (error) => this.#ended(worker, error))
    worker.on('exit', () => this.#ended(worker))
    return worker
  }

  #received({ id, vectors }: Answer): void {
    if (this.#asked?.id !== id) return
    const { job } = this.#asked
    this.#asked = undefined
    job.vectors.push(...vectors)
    if (job.vectors.length === job.texts.length) this.#leave(job)?.resolve(job.vectors)
    this.#next()
  }

  /** After a crash: the job is sent to a new thread. */
  #ended(worker: Worker, cause?: unknown): void {
    if (this.#thread !== worker) return
    this.#thread = undefined
    const job = this.#asked?.job
    this.#asked = undefined
    if (job) job.crashes += 1
    if (job && job.crashes >= MAX_CRASHES)
      this.#leave(job)?.reject(new EmbedError('down', 'the embedding thread ended', { cause }))
    this.#next()
  }

  #leave(job: Job): Job | undefined {
    const at = this.#jobs.indexOf(job)
    if (at >= 0) this.#jobs.splice(at, 1)
    return at >= 0 ? job : undefined
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle)
    const ending = this.#thread
    this.#thread = undefined
    this.#asked = undefined
    await ending?.terminate()
  }
}
