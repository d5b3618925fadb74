// Owns what a run has once: what every product begins with, a migrated, empty database and compiled code, and the products
// that files share.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { PREPARED, SHARED, startProduct } from './product.ts'

const NAME = 'parlance-prepared-'
const copy = promisify(execFile)

/** Before the first file and, what it returns, after the last one. */
export default async function prepare({ vitest }: TestProject): Promise<() => Promise<void>> {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
  const end = () => rmSync(folder, { recursive: true, force: true })
  // The account of the database passes through.
  chmodSync(folder, 0o711)
  try {
    const product = await startProduct({ NODE_COMPILE_CACHE: join(folder, 'compiled') })
    await product.stop()
    await copy('cp', ['-a', join(product.dataDir, 'postgres'), folder])
    await product.close()
    process.env[PREPARED] = folder
    const shared = await Promise.all(Array.from({ length: vitest.config.maxWorkers }, () => startProduct()))
    process.env[SHARED] = JSON.stringify(shared.map(({ url, dataDir }) => ({ url, dataDir })))
    return async () => {
      await Promise.all(shared.map((one) => one.close()))
      end()
    }
  } catch (error) {
    end()
    throw error
  }
}

/** A run that was cut short leaves its folder behind. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(NAME) ? Number(name.slice(NAME.length).split('-')[0]) : 0
    if (!pid || isAlive(pid)) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // Another account's.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
