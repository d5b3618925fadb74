// The product as a target: the built server on its own data directory, a seeded workspace with credits, an agent
// without retrieval.
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram, sleep, spawnProgram, stopTree } from './child-processes.ts'
import type { RequestSpec } from './load.ts'
import { groupsOf } from './procfs.ts'
import type { Running, Target } from './target.ts'

interface ServerFile {
  pid: number
  url: string
}

interface Seed {
  region: string
  workspace: { uid: string; secret: string }
  agent: { id: string; secret: string }
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A first start initialises the database cluster and may build the apps. */
const START_TIMEOUT_MS = 180_000
const COMMAND_TIMEOUT_MS = 60_000
const CREDITS = '1000000'

/**
 * Environment variables a program needs. Nothing else is passed: the caller's database URL or model key would make the
 * run write to a real database or pay for real answers.
 */
function inherited(): NodeJS.ProcessEnv {
  const wanted = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|USER|LANG|TMPDIR|npm_config_.*)$/.test(name),
  )
  return Object.fromEntries(wanted)
}

class Product {
  #upstream: string
  #dataDir = ''
  #child: ChildProcess | undefined
  #server: ServerFile | undefined
  #seed: Seed | undefined

  constructor(upstream: string) {
    this.#upstream = upstream
  }

  get #env(): NodeJS.ProcessEnv {
    return {
      ...inherited(),
      PORT: '0',
      DATA_DIR: this.#dataDir,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '100000',
      OPENAI_BASE_URL: `${this.#upstream}/v1`,
      OPENAI_API_KEY: 'sk-bench',
    }
  }

  async start(): Promise<Running> {
    if (!this.#dataDir) {
      this.#dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'))
      // Otherwise the cluster of a root run would stay under /var/lib.
      await chmod(this.#dataDir, 0o711)
    }
    const before = this.#server?.pid
    const began = performance.now()
    const options = { cwd: ROOT, env: this.#env }
    // Like `npm start`.
    const build = ['scripts/build.ts', '--if-changed']
    await runProgram(process.execPath, build, { ...options, timeoutMs: START_TIMEOUT_MS })
    const args = ['--max-semi-space-size=8', 'apps/server/dist/main.js']
    const { child, output } = spawnProgram(process.execPath, args, options)
    this.#child = child
    const server = await this.#ready(child, began, before, () => output.log)
    const startMs = performance.now() - began
    this.#server = server
    return {
      startMs,
      format: 'ui',
      idleNeedsTurns: true,
      turn: this.#seed ? this.#turn(server, this.#seed) : { url: server.url, method: 'GET', headers: {}, body: '' },
      idle: (index, starts) => this.#idle(index, starts),
      groups: () => groupsOf([child.pid ?? server.pid, server.pid], this.#dataDir),
      stop: () => this.#stop(),
    }
  }

  /** Waits for this start's server file (with another process id than `before`) and for /readyz to return 200. */
  async #ready(child: ChildProcess, began: number, before: number | undefined, log: () => string) {
    while (performance.now() - began < START_TIMEOUT_MS) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}: ${log().trim().slice(-800)}`)
      }
      const server = await this.#readServerFile()
      if (server && server.pid !== before) {
        const ok = await fetch(`${server.url}/readyz`).then(
          (answer) => answer.body?.cancel().then(() => answer.ok) ?? answer.ok,
          () => false,
        )
        if (ok) return server
      }
      await sleep(10)
    }
    throw new Error(`the server was not ready within ${START_TIMEOUT_MS / 1000} s: ${log().trim().slice(-800)}`)
  }

  async #readServerFile(): Promise<ServerFile | undefined> {
    try {
      return JSON.parse(await readFile(join(this.#dataDir, 'server.json'), 'utf8')) as ServerFile
    } catch {
      // Missing or incomplete; the next attempt finds it.
      return undefined
    }
  }

  async prepare(): Promise<RequestSpec> {
    const server = this.#known()
    const options = { cwd: ROOT, env: this.#env, timeoutMs: COMMAND_TIMEOUT_MS }
    const line = await runProgram('npm', ['run', '-s', 'seed', '--', '--json'], options)
    const seed = JSON.parse(line.trim().split('\n').at(-1) ?? '') as Seed
    this.#seed = seed
    const grant = ['apps/server/src/cli/grant.ts', '--workspace', seed.workspace.uid, '--credits', CREDITS]
    await runProgram(process.execPath, grant, options)
    const answer = await fetch(`${server.url}/api/${seed.region}/v2/agents/${seed.agent.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${seed.agent.secret}` },
      body: JSON.stringify({ vg_kbEnabled: false, enableNodes: false }),
    })
    if (!answer.ok) throw new Error(`the agent's settings were refused, ${answer.status}: ${await answer.text()}`)
    await answer.body?.cancel()
    return this.#turn(server, seed)
  }

  #turn(server: ServerFile, seed: Seed): RequestSpec {
    return {
      url: `${server.url}/api/${seed.region}/v2/agents/${seed.agent.id}/interact`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"message":{"id":"{{uuid}}","text":"Tell me something."}}',
    }
  }

  #idle(index: number, starts: Record<string, string>[]): RequestSpec {
    const { conversationId, visitorId } = starts[index % starts.length] ?? {}
    if (!conversationId || !visitorId) throw new Error('no start event told a conversationId and a visitorId')
    const turns = this.#turn(this.#known(), this.#seeded()).url
    const url = `${turns.replace(/\/interact$/, '')}/conversations/${conversationId}/live`
    return { url, method: 'GET', headers: { authorization: `Bearer ${visitorId}` }, body: '' }
  }

  async verify(): Promise<void> {
    const options = { cwd: ROOT, env: this.#env, timeoutMs: COMMAND_TIMEOUT_MS }
    await runProgram('npm', ['run', '-s', 'verify'], options)
  }

  async #stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child) await stopTree(child, groupsOf([], this.#dataDir).database)
  }

  async dispose(): Promise<void> {
    await this.#stop()
    if (this.#dataDir) await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    this.#dataDir = ''
  }

  #known(): ServerFile {
    if (!this.#server) throw new Error('the server has not been started')
    return this.#server
  }

  #seeded(): Seed {
    if (!this.#seed) throw new Error('the installation has not been seeded')
    return this.#seed
  }
}

export function productTarget(upstream: string): Target {
  const product = new Product(upstream)
  return {
    name: 'product',
    label: 'product',
    start: () => product.start(),
    prepare: () => product.prepare(),
    verify: () => product.verify(),
    dispose: () => product.dispose(),
  }
}
