// The real product with two full workspaces: a measured one, and one that must have no effect.
import { openPool, type Pool } from '../../apps/server/src/lib/db/pool.ts'
import { runningEmbeddedUrl } from '../../apps/server/src/lib/db/embedded.ts'
import { startProduct } from '../../e2e/product.ts'
import { seedLists, type SeedTarget } from './seed.ts'

export interface Owner {
  readonly email: string
  readonly token: string
  readonly uid: string
  readonly agentId: string
}
export interface Stage {
  readonly url: string
  readonly dataDir: string
  /** Of its region. */
  readonly api: string
  readonly pool: Pool
  readonly owner: Owner
  /** The workspace that must have no effect. */
  readonly other: Owner
  readonly close: () => Promise<void>
}

export const PASSWORD = 'correct horse battery'

export async function call<T>(url: string, token?: string, body?: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

async function makeOwner(url: string, email: string): Promise<Owner> {
  const signUp = { email, password: PASSWORD, name: '', region: 'eu' }
  const { token } = await call<{ token: string }>(`${url}/api/account/sign-up`, undefined, signUp)
  const { items } = await call<{ items: { uid: string }[] }>(`${url}/api/eu/v2/workspaces`, token)
  const uid = items[0]?.uid ?? ''
  await call(`${url}/api/eu/v2/workspaces/${uid}/owner-verified`, token, {})
  const { agentCreated } = await call<{ agentCreated: { ID: string } }>(
    `${url}/api/eu/rpc/convertAgentTemplateToAgent`,
    token,
    { agentName: 'Busy', agentTemplate: 'blank-template', workspaceId: uid },
  )
  return { email, token, uid, agentId: agentCreated.ID }
}

export async function openStage(
  say: (text: string) => void,
  fill: (pool: Pool, target: SeedTarget) => Promise<void> = seedLists,
  env: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const product = await startProduct({ RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'error', ...env })
  const url = runningEmbeddedUrl(product.dataDir, 'parlance_eu')
  try {
    if (!url) throw new Error('the database of the product was not found')
    const pool = openPool(url, { max: 2, applicationName: 'bench', statementTimeoutMs: 0 })
    const owner = await makeOwner(product.url, 'lists@example.com')
    const other = await makeOwner(product.url, 'others@example.com')
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
