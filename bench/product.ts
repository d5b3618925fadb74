// The product as a target: a workspace with credits, an agent without retrieval, on a data folder that survives a restart.
import { verify } from '../apps/server/src/cli/verify.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { run } from '../scripts/run.ts'
import { call, grantCredits, type Owner, signUpOwner } from './api.ts'
import { groupsOf } from './procfs.ts'
import { get, post, type Target } from './target.ts'

export function productTarget(upstream: string): Target {
  let product: Product | undefined
  let owner: Owner | undefined
  const env = {
    EMBEDDINGS: 'offline',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    NODE_OPTIONS: '--max-semi-space-size=8',
    RATE_LIMIT_SCALE: '100000',
    OPENAI_BASE_URL: `${upstream}/v1`,
    OPENAI_API_KEY: 'sk-bench',
  }
  const agentUrl = () => `${product?.url}/api/eu/v2/agents/${owner?.agentId}`
  const turn = () => post(`${agentUrl()}/interact`, { message: { id: '{{uuid}}', text: 'Tell me something.' } })

  return {
    name: 'product',
    async start() {
      // What a build prints would stand before the JSON.
      await run('node', ['scripts/build.ts', '--if-changed'], { quiet: true })
      const { startMs, pid, dataDir, stop } = (product = await startProduct(env, product?.dataDir))
      return {
        startMs,
        format: 'ui',
        idleNeedsTurns: true,
        turn: turn(),
        idle(index, starts) {
          const { conversationId, visitorId } = starts[index % starts.length] ?? {}
          if (!conversationId || !visitorId) throw new Error('a start event has no conversationId or no visitorId')
          return get(`${agentUrl()}/conversations/${conversationId}/live`, { authorization: `Bearer ${visitorId}` })
        },
        groups: () => groupsOf([pid], dataDir),
        stop,
      }
    },
    async prepare() {
      if (!product) throw new Error('the product is not running')
      owner = await signUpOwner(product.url)
      await grantCredits(product.dataDir, owner.uid)
      await call(agentUrl(), owner.token, { vg_kbEnabled: false, enableNodes: false })
      return turn()
    },
    async verify() {
      const verdicts = await verify({ dataDir: product?.dataDir ?? '', regions: ['eu', 'na'], databases: {} })
      return verdicts.flatMap(({ region, check, rows }) => (rows.length > 0 ? [`${region}: ${check} is violated`] : []))
    },
    dispose: async () => product?.close(),
  }
}
