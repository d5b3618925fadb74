// Measures a clean install: a clone of the last commit in a new folder, `npm ci` with an empty cache.
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './child-processes.ts'

export interface Install {
  seconds: number
  bytes: number
}

const INSTALL_TIMEOUT_MS = 600_000
const BYTES_PER_BLOCK = 512

/** Bytes of a folder on disk; hard links count once. */
async function diskBytes(folder: string, seen = new Set<number>()): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const { blocks, ino } = await lstat(path)
    if (!seen.has(ino)) bytes += blocks * BYTES_PER_BLOCK
    seen.add(ino)
    if (entry.isDirectory()) bytes += await diskBytes(path, seen)
  }
  return bytes
}

export async function measureInstall(): Promise<Install> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'parlance-install-'))
  try {
    const { env } = process
    const clone = join(folder, 'clone')
    await runProgram('git', ['clone', '-q', root, clone], { cwd: folder, env, timeoutMs: 60_000 })
    const began = performance.now()
    const cache = join(folder, 'cache')
    await runProgram('npm', ['ci', '--cache', cache], { cwd: clone, env, timeoutMs: INSTALL_TIMEOUT_MS })
    const seconds = (performance.now() - began) / 1000
    return { seconds, bytes: await diskBytes(join(clone, 'node_modules')) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
