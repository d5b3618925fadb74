// Tools from other descriptions. A text can be made to take minutes to read, so that a process of its own reads it, for seconds.
import { spawn } from 'node:child_process'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { entryPath } from '../../lib/paths.ts'
import { fromCurl } from './import/curl.ts'
import type { Imported } from './import/imported-tool.ts'

export type ImportFormat = 'openapi' | 'curl'
export type { Imported } from './import/imported-tool.ts'

const READER = entryPath('modules/tools/import-openapi.child')
const READING_MS = 8000
const MEMORY_MB = 256
/** Readings at once; there are other things to do. */
const AT_ONCE = 2
let underWay = 0

/** INVALID_INPUT with a sentence when the text can't be read, takes too long, or holds no tool; UNAVAILABLE when busy. */
export async function importTools({ format, text }: { format: ImportFormat; text: string }): Promise<Imported> {
  // Commands are short, and reading them is quick.
  if (format === 'curl') return orRefused(fromCurl(text))
  if (underWay >= AT_ONCE) throw new AppError('UNAVAILABLE', undefined, { retryAfter: 5 })
  underWay += 1
  try {
    return orRefused(await reading(text))
  } finally {
    underWay -= 1
  }
}

function orRefused(imported: Imported): Imported {
  if (imported.tools.length > 0) return imported
  throw new AppError('INVALID_INPUT', imported.notes[0] ?? msg('no_operation_found'))
}

/** A thread would do but for its memory: where that runs out, the whole process ends. */
function reading(text: string): Promise<Imported> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, READER], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // What the server was started with is nobody's business there.
    env: {},
    timeout: READING_MS,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const tooMuch = (cause?: unknown) => reject(new AppError('INVALID_INPUT', msg('text_too_complex'), { cause }))
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined)
    child.once('error', tooMuch)
    child.once('close', (code) => {
      if (code !== 0) return tooMuch()
      resolve(JSON.parse(Buffer.concat(parts).toString()) as Imported)
    })
    child.stdin.end(text)
  })
}
