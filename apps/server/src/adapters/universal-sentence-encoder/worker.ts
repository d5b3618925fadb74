import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createEncoder } from './encoder.ts'
import type { Answer, Question, ThreadData } from './worker-queue.ts'
import { encodeText } from './encode-text.ts'

const NICE = 10
const { lowPriority } = workerData as ThreadData
// Only on Linux does this apply to the thread alone; elsewhere it would slow down the whole server.
if (lowPriority && process.platform === 'linux') setPriority(NICE)

const encoder = await createEncoder()
parentPort?.on('message', ({ id, texts }: Question) => {
  const vectors = texts.map((text) => Float32Array.from(encodeText(encoder, text)))
  const answer: Answer = { id, vectors }
  parentPort?.postMessage(
    answer,
    vectors.map(({ buffer }) => buffer),
  )
})
