// The thread that computes vectors. One for documents gives way to everything else on the machine.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createEncoder } from './encoder.ts'
import type { Answer, Question, ThreadData } from './worker-queue.ts'
import { encodeText } from './encode-text.ts'

const NICE = 10
const { lowPriority } = workerData as ThreadData
// Only Linux takes this for the thread alone; elsewhere the whole server would be slowed down.
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
