import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type Known, parseMail } from './parse.ts'

const { source, known } = workerData as { source: Uint8Array; known: Known }
try {
  // On Linux this applies to the thread alone; elsewhere it may fail.
  if (process.platform === 'linux') setPriority(10)
} catch {}
parentPort?.postMessage(await parseMail(source, known))
