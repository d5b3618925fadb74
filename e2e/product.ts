// The product under test: its process, data folder, port and log.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { run } from '../scripts/run.ts'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const START_MS = 150_000
const STOP_MS = 20_000
/** The folder that a run's products are created from. */
export const PREPARED = 'PARLANCE_E2E_PREPARED'
/** JSON list of the run's workers, of type `Worker`. */
export const WORKERS = 'PARLANCE_E2E_WORKERS'
/** The account that may be granted support access. */
export const SUPPORT_EMAIL = 'support@lumen.test'
/** The product's output, in its data folder. */
const LOG = 'output.log'
const copy = promisify(execFile)

export interface Product {
  /** Origin of the dashboard, the API and the widget. */
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** Milliseconds from the start of the process until it was ready. */
  readonly startMs: number
  /** Logged errors since the start or since it was taken, minus the allowed patterns. */
  readonly errors: (allowed?: readonly RegExp[]) => string[]
  /** Ends the process and keeps its data. */
  readonly stop: () => Promise<void>
  /** Ends the process and removes its data. */
  readonly close: () => Promise<void>
}

/**
 * Starts the built product on a free port; `env` overrides quiet defaults, and `kept` is the data folder of a stopped one
 * to start again. Rejects with its log when it fails to start.
 */
export async function startProduct(env: Readonly<Record<string, string>> = {}, kept?: string): Promise<Product> {
  const dataDir = kept ?? newDataDir()
  const prepared = kept ? {} : await fromPrepared(dataDir)
  if (!process.env[PREPARED]) await run('node', ['scripts/build.ts', '--if-changed'])
  const file = join(dataDir, LOG)
  const output = openSync(file, 'a')
  const began = performance.now()
  const child = spawn(join(bin, 'node'), ['apps/server/dist/main.js'], {
    cwd: root,
    env: {
      ...clean(),
      PORT: '0',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      RATE_LIMIT_SCALE: '100',
      EMBEDDINGS: 'simulator',
      OPERATOR_NAME: 'Lumen',
      OPERATOR_EMAIL: 'hello@lumen.test',
      ...prepared,
      BASE_WORKSPACE_SEATS: '5',
      PLAN_LIMITS: JSON.stringify({ free: { maxAgents: 'infinity', clientSeats: 'infinity' } }),
      SUPPORT_EMAILS: SUPPORT_EMAIL,
      ...env,
    },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  // An aborted test run leaves no server behind.
  const orphan = () => child.kill('SIGTERM')
  process.once('exit', orphan)
  const end = async () => {
    process.removeListener('exit', orphan)
    await stop(child)
  }
  const close = async () => {
    await end()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await listening(child, join(dataDir, 'server.json'))
    const startMs = performance.now() - began
    const errors: Product['errors'] = (allowed) => errorsOf(readFileSync(file, 'utf8'), allowed)
    return { url, dataDir, pid: child.pid ?? 0, startMs, errors, stop: end, close }
  } catch (error) {
    const log = readFileSync(file, 'utf8')
    await close()
    throw new Error(`The product did not start.\n${log}`, { cause: error })
  }
}

export type Variant = 'plain' | 'model'

/** Shared by all files of a worker, one after the other. */
export interface Worker {
  /** By variant: `plain` uses the demo model, `model` the server on `modelPort`. */
  readonly products: Readonly<Record<Variant, Pick<Product, 'url' | 'dataDir'>>>
  /** Port of a site, tool or endpoint that the plain product may call. */
  readonly sitePort: number
  /** Port of the simulator that the other product calls. */
  readonly modelPort: number
}

/** This worker's resources; undefined outside a run. */
export function thisWorker(): Worker | undefined {
  const all = JSON.parse(process.env[WORKERS] ?? '[]') as Worker[]
  return all[Number(process.env['VITEST_POOL_ID']) - 1]
}

/** The worker's product, which outlives the file; undefined outside a run. */
export function sharedProduct(variant: Variant): Pick<Product, 'url' | 'dataDir' | 'errors'> | undefined {
  const own = thisWorker()?.products[variant]
  if (!own) return undefined
  const log = () => readFileSync(join(own.dataDir, LOG), 'utf8')
  const before = log().length
  return { ...own, errors: (allowed) => errorsOf(log().slice(before), allowed) }
}

/** The port of this worker's site, tool or endpoint, which the shared product may call. */
export const sitePort = (): number => thisWorker()?.sitePort ?? 0

function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-e2e-'))
  // As root, the database runs under its own account; an inaccessible folder would leave a cluster under /var/lib each
  // time.
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** Copies the run's database into a new data folder and returns the product's settings; does nothing outside a run. */
async function fromPrepared(dataDir: string): Promise<Record<string, string>> {
  const folder = process.env[PREPARED]
  if (!folder) return {}
  // Only `cp` preserves ownership.
  await copy('cp', ['-a', join(folder, 'postgres'), dataDir])
  return { NODE_COMPILE_CACHE: join(folder, 'compiled') }
}

/** The environment without product settings. */
function clean(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return { PATH: `${bin}:${PATH}`, HOME, TMPDIR, LANG }
}

async function listening(child: ChildProcess, file: string): Promise<string> {
  for (const until = Date.now() + START_MS; Date.now() < until; await pause(50)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('It ended by itself.')
    if (!existsSync(file)) continue
    const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string }
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) return url
  }
  throw new Error(`It was not ready after ${START_MS / 1000} s.`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

const errorsOf = (log: string, allowed: readonly RegExp[] = []) =>
  log.split('\n').filter((line) => /"level":(50|60)/.test(line) && !allowed.some((pattern) => pattern.test(line)))
