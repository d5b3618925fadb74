// The product as a target: the built server on its own data directory, a workspace with credits, an agent without
// retrieval.
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verify } from '../apps/server/src/cli/verify.ts'
import { root, run } from '../scripts/run.ts'
import { call, grantCredits, type Owner, signUpOwner } from './api.ts'
import { isGone, spawnProgram, stopTree } from './child-processes.ts'
import { groupsOf } from './procfs.ts'
import { get, post, type Target } from './target.ts'

interface ServerFile {
  pid: number
  url: string
}

/** A first start initialises the database cluster. */
const START_TIMEOUT_MS = 180_000

export function productTarget(upstream: string): Target {
  let dataDir = ''
  let child: ChildProcess | undefined
  let server: ServerFile = { pid: 0, url: '' }
  let owner: Owner | undefined

  /** Without the caller's variables: they could name a real database, or a model key that costs money. */
  const env = () => {
    const { PATH, HOME, USER, LANG, TMPDIR } = process.env
    return {
      PATH,
      HOME,
      USER,
      LANG,
      TMPDIR,
      PORT: '0',
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '100000',
      OPENAI_BASE_URL: `${upstream}/v1`,
      OPENAI_API_KEY: 'sk-bench',
    }
  }
  const agentUrl = () => `${server.url}/api/eu/v2/agents/${owner?.agentId}`
  const turn = () => post(`${agentUrl()}/interact`, { message: { id: '{{uuid}}', text: 'Tell me something.' } })

  /** Waits for this start's server file, which names another process, and for /readyz to return 200. */
  async function ready(started: ChildProcess, log: () => string): Promise<ServerFile> {
    for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until && !isGone(started); await sleep(10)) {
      const file = await readFile(join(dataDir, 'server.json'), 'utf8').catch(() => '{}')
      const found = JSON.parse(file) as Partial<ServerFile>
      if (!found.url || found.pid === server.pid) continue
      const answer = await fetch(`${found.url}/readyz`).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok) return found as ServerFile
    }
    throw new Error(`the server did not become ready: ${log().trim().slice(-800)}`)
  }

  async function stop(): Promise<void> {
    const stopped = child
    child = undefined
    if (stopped) await stopTree(stopped, groupsOf([], dataDir).database)
  }

  return {
    name: 'product',
    label: 'product',
    async start() {
      if (!dataDir) {
        await run('node', ['scripts/build.ts', '--if-changed'], { quiet: true })
        dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'))
        // Otherwise the cluster of a root run would stay under /var/lib.
        await chmod(dataDir, 0o711)
      }
      const began = performance.now()
      const args = ['--max-semi-space-size=8', 'apps/server/dist/main.js']
      const { child: started, output } = spawnProgram(process.execPath, args, { cwd: root, env: env() })
      child = started
      server = await ready(started, () => output.log)
      return {
        startMs: performance.now() - began,
        format: 'ui',
        idleNeedsTurns: true,
        turn: turn(),
        idle(index, starts) {
          const { conversationId, visitorId } = starts[index % starts.length] ?? {}
          if (!conversationId || !visitorId) throw new Error('a start event has no conversationId or no visitorId')
          return get(`${agentUrl()}/conversations/${conversationId}/live`, { authorization: `Bearer ${visitorId}` })
        },
        groups: () => groupsOf([started.pid ?? server.pid, server.pid], dataDir),
        stop,
      }
    },
    async prepare() {
      owner = await signUpOwner(server.url)
      await grantCredits(dataDir, owner.uid)
      await call(agentUrl(), owner.token, { vg_kbEnabled: false, enableNodes: false })
      return turn()
    },
    async verify() {
      const verdicts = await verify({ dataDir, regions: ['eu', 'na'], databases: {} })
      return verdicts.flatMap(({ region, check, rows }) => (rows.length > 0 ? [`${region}: ${check} is violated`] : []))
    },
    async dispose() {
      await stop()
      if (dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
      dataDir = ''
    },
  }
}
