// The real product with two full workspaces: a measured one, and one that must have no effect.
import { openPool, type Pool } from '../../apps/server/src/lib/db/pool.ts'
import { runningEmbeddedUrl } from '../../apps/server/src/lib/db/embedded.ts'
import { startProduct } from '../../e2e/product.ts'
import { type Owner, signUpOwner } from '../api.ts'
import { say } from '../output.ts'
import { seedLists, type SeedTarget } from './seed.ts'

export interface Stage {
  readonly url: string
  readonly dataDir: string
  readonly api: string
  readonly pool: Pool
  readonly owner: Owner
  readonly other: Owner
  readonly close: () => Promise<void>
}

export async function openStage(
  fill: (pool: Pool, target: SeedTarget) => Promise<void> = seedLists,
  env: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const product = await startProduct({ RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'error', ...env })
  const url = runningEmbeddedUrl(product.dataDir, 'parlance_eu')
  try {
    if (!url) throw new Error('the database of the product was not found')
    const pool = openPool(url, { max: 2, applicationName: 'bench', statementTimeoutMs: 0 })
    const owner = await signUpOwner(product.url, 'lists@example.com')
    const other = await signUpOwner(product.url, 'others@example.com')
    say('filling two workspaces …')
    for (const { uid, agentId } of [other, owner]) await fill(pool, { workspaceId: uid, agentId })
    const close = async () => {
      await pool.end()
      await product.close()
    }
    return { url: product.url, dataDir: product.dataDir, api: `${product.url}/api/eu`, pool, owner, other, close }
  } catch (error) {
    await product.close()
    throw error
  }
}
