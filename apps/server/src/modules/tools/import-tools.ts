// Imports tools from curl commands and OpenAPI documents. Hostile documents can take minutes to parse, so a child process does it
// with a timeout.
import { spawn } from 'node:child_process'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { entryPath } from '../../lib/paths.ts'
import { importCurl } from './import/curl.ts'
import type { ImportResult } from './import/collector.ts'

export type ImportFormat = 'openapi' | 'curl'
export type { ImportResult } from './import/collector.ts'

const CHILD_SCRIPT = entryPath('modules/tools/import-openapi.child')
const PARSE_TIMEOUT_MS = 8000
const MEMORY_MB = 256
const MAX_CONCURRENT = 2
let running = 0

/** @throws INVALID_INPUT if the text cannot be parsed in time or contains no tool; UNAVAILABLE when busy */
export async function importTools({ format, text }: { format: ImportFormat; text: string }): Promise<ImportResult> {
  // Commands are short and parse quickly.
  if (format === 'curl') return orThrow(importCurl(text))
  if (running >= MAX_CONCURRENT) throw new AppError('UNAVAILABLE', undefined, { retryAfter: 5 })
  running += 1
  try {
    return orThrow(await parseInChild(text))
  } finally {
    running -= 1
  }
}

function orThrow(imported: ImportResult): ImportResult {
  if (imported.tools.length > 0) return imported
  throw new AppError('INVALID_INPUT', imported.notes[0] ?? msg('no_operation_found'))
}

/** Not a worker thread, because running out of memory in one ends the whole process. */
function parseInChild(text: string): Promise<ImportResult> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, CHILD_SCRIPT], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // The child must not see the server's environment.
    env: {},
    timeout: PARSE_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const tooMuch = (cause?: unknown) => reject(new AppError('INVALID_INPUT', msg('text_too_complex'), { cause }))
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    // The child may exit before it has read all input.
    child.stdin.on('error', () => undefined)
    child.once('error', tooMuch)
    child.once('close', (code) => {
      if (code !== 0) return tooMuch()
      resolve(JSON.parse(Buffer.concat(parts).toString()) as ImportResult)
    })
    child.stdin.end(text)
  })
}
