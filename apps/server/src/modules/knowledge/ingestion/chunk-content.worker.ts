import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { chunkText } from './chunk-text.ts'

const { text, maxChunkSize } = workerData as { text: string; maxChunkSize: number }
try {
  // On Linux this applies to the thread alone; elsewhere it may fail.
  if (process.platform === 'linux') setPriority(10)
} catch {}
// Only offsets are posted; the main thread cuts the texts.
parentPort?.postMessage(chunkText(text, maxChunkSize).map(({ start, end, heading }) => ({ start, end, heading })))
