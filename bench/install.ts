// Measures a clean install: a clone of the last commit in a new folder, `npm ci` with an empty cache.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export async function measureInstall() {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-install-'))
  try {
    const clone = join(folder, 'clone')
    await run('git', ['clone', '-q', join(import.meta.dirname, '..'), clone])
    const began = performance.now()
    await run('npm', ['ci', '--cache', join(folder, 'cache')], { cwd: clone, timeout: 600_000, maxBuffer: 64 << 20 })
    const installSeconds = (performance.now() - began) / 1000
    const { stdout } = await run('du', ['-sk', join(clone, 'node_modules')])
    return { installSeconds, installBytes: Number.parseInt(stdout) * 1024 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
