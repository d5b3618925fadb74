// Global setup of a run: a migrated, empty database, compiled code, and the shared products.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { quietPort } from '@parlance/simulators/quiet-port'
import type { TestProject } from 'vitest/node'
import { PREPARED, startProduct, type Product, type Worker, WORKERS } from './product.ts'

const NAME = 'parlance-prepared-'
const copy = promisify(execFile)

/** Runs before the first file; the returned function after the last one. */
export default async function prepare({ vitest }: TestProject): Promise<() => Promise<void>> {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
  const end = () => rmSync(folder, { recursive: true, force: true })
  // The database's account must pass through this folder.
  chmodSync(folder, 0o711)
  try {
    const product = await startProduct({ NODE_COMPILE_CACHE: join(folder, 'compiled') })
    await product.stop()
    await copy('cp', ['-a', join(product.dataDir, 'postgres'), folder])
    await product.close()
    process.env[PREPARED] = folder
    const workers = await Promise.all(Array.from({ length: vitest.config.maxWorkers }, prepareWorker))
    process.env[WORKERS] = JSON.stringify(workers.map(({ worker }) => worker))
    return async () => {
      await Promise.all(workers.flatMap(({ products }) => products.map((one) => one.close())))
      end()
    }
  } catch (error) {
    end()
    throw error
  }
}

async function prepareWorker(): Promise<{ readonly worker: Worker; readonly products: readonly Product[] }> {
  const [sitePort, modelPort] = [await quietPort(), await quietPort()]
  const products = await Promise.all([
    startProduct({ OUTBOUND_ALLOW: `127.0.0.1:${sitePort}`, CRAWLER_OWN_DELAY_MS: '100' }),
    startProduct({
      OPENAI_API_KEY: 'sk-sandbox-journeys',
      OPENAI_BASE_URL: `http://127.0.0.1:${modelPort}/v1`,
      TRUSTED_PROXIES: '1',
    }),
  ])
  const [plain, model] = products.map(({ url, dataDir }) => ({ url, dataDir })) as [Shared, Shared]
  return { worker: { products: { plain, model }, sitePort, modelPort }, products }
}
type Shared = Worker['products']['plain']

/** An aborted run leaves its folder behind. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(NAME) ? Number(name.slice(NAME.length).split('-')[0]) : 0
    if (!pid || isAlive(pid)) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // Belongs to another account.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
