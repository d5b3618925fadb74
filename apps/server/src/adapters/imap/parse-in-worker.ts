// Parses mails: short ones at once, long ones in a worker thread, since a hostile mail can take minutes and gigabytes.
import { Worker } from 'node:worker_threads'
import { entryPath } from '../../lib/paths.ts'
import { type Known, parseMail, type ReadMail } from './parse.ts'

/** Bytes; the worst mail of this size takes about 100 ms. */
export const MAX_INLINE_BYTES = 64_000
const MAX_MS = 30_000
/** More than a mail of the largest size has whose files are in base64. */
const MAX_LINES = 600_000
const MAX_HEAD_BYTES = 64_000

export async function parseInWorker(source: Buffer, known: Known): Promise<ReadMail> {
  if (source.length <= MAX_INLINE_BYTES) return parseMail(source, known)
  try {
    if (hasManyLines(source)) throw new Error('the mail has too many lines')
    return await runWorker(source, known)
  } catch {
    // Its subject is all that is left.
    const end = source.indexOf('\r\n\r\n')
    return parseMail(source.subarray(0, Math.min(end < 0 ? MAX_HEAD_BYTES : end + 4, MAX_HEAD_BYTES)), known)
  }
}

function hasManyLines(source: Buffer): boolean {
  let lines = 0
  for (let at = source.indexOf(10); at >= 0; at = source.indexOf(10, at + 1)) {
    lines += 1
    if (lines > MAX_LINES) return true
  }
  return false
}

function runWorker(source: Buffer, known: Known): Promise<ReadMail> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(entryPath('adapters/imap/parse.worker'), {
      workerData: { source, known },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const late = setTimeout(() => end(new Error('reading a mail took too long')), MAX_MS)
    function end(error: Error) {
      clearTimeout(late)
      void worker.terminate()
      reject(error)
    }
    worker.once('error', end)
    worker.once('exit', () => end(new Error('reading a mail broke off')))
    worker.once('message', ({ mail, files }: ReadMail) => {
      clearTimeout(late)
      // Buffers arrive as plain byte arrays.
      resolve({ mail, files: files.map((file) => Buffer.from(file.buffer, file.byteOffset, file.byteLength)) })
    })
  })
}
