// Owns what every product of a run begins with: a migrated, empty database and compiled code, made once and copied by each.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PREPARED, startProduct } from './product.ts'

const NAME = 'parlance-prepared-'
const copy = promisify(execFile)

/** Before the first file and, what it returns, after the last one. */
export default async function prepare(): Promise<() => void> {
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
  } catch (error) {
    end()
    throw error
  }
  process.env[PREPARED] = folder
  return end
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
