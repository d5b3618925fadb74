// Cuts long texts beside the server's own thread, and lets that one go first.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { chunkText } from './chunk-text.ts'

const { text, maxChunkSize } = workerData as { text: string; maxChunkSize: number }
try {
  // Of this thread alone on Linux; elsewhere it may not be allowed.
  if (process.platform === 'linux') setPriority(10)
} catch {}
// The texts themselves are cut out by whoever has the content: only places cross over.
parentPort?.postMessage(chunkText(text, maxChunkSize).map(({ start, end, heading }) => ({ start, end, heading })))
