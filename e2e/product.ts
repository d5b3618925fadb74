// Owns the product under test: its own process, data folder and port, and what it logged.
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
/** Names the folder that a run's products are made from, while there is one. */
export const PREPARED = 'PARLANCE_E2E_PREPARED'
/** Lists as JSON what each worker of a run has, of type `Worker`. */
export const WORKERS = 'PARLANCE_E2E_WORKERS'
/** Whose account may be let into workspaces, once it is made. */
export const SUPPORT_EMAIL = 'support@lumen.test'
/** In the data folder: what the product printed. */
const LOG = 'output.log'
const copy = promisify(execFile)

export interface Product {
  /** Origin of the dashboard, the API and the widget. */
  readonly url: string
  readonly dataDir: string
  /** Log lines of level error and above, since it was started or taken, that no pattern allows. */
  readonly errors: (allowed?: readonly RegExp[]) => string[]
  /** Ends the process and leaves its data. */
  readonly stop: () => Promise<void>
  /** Ends the process and removes its data. */
  readonly close: () => Promise<void>
}

/** Starts the built product on a free port; `env` goes on top of quiet defaults. Rejects with its log when it does not come up. */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-e2e-'))
  // Run by root, the database has its own account; a folder closed to it would leave a cluster under /var/lib each time.
  chmodSync(dataDir, 0o711)
  const prepared = await fromPrepared(dataDir)
  // Those of a run begin with the same build.
  if (!process.env[PREPARED]) await run('node', ['scripts/build.ts', '--if-changed'])
  const file = join(dataDir, LOG)
  const output = openSync(file, 'a')
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
  // A test run that is cut short leaves no server behind.
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
    return { url, dataDir, errors: (allowed) => errorsOf(readFileSync(file, 'utf8'), allowed), stop: end, close }
  } catch (error) {
    const log = readFileSync(file, 'utf8')
    await close()
    throw new Error(`The product did not start.\n${log}`, { cause: error })
  }
}

export type Variant = 'plain' | 'model'

/** What the files of one worker share, one after the other. */
export interface Worker {
  /** By variant: `plain` answers with the demo model, `model` with whatever listens on `modelPort`. */
  readonly products: Readonly<Record<Variant, Pick<Product, 'url' | 'dataDir'>>>
  /** Of a web site, tool or endpoint that the plain product may call. */
  readonly sitePort: number
  /** Of the simulator that the other product asks. */
  readonly modelPort: number
}

/** What this worker has in a run; undefined outside of one. */
export function thisWorker(): Worker | undefined {
  const all = JSON.parse(process.env[WORKERS] ?? '[]') as Worker[]
  return all[Number(process.env['VITEST_POOL_ID']) - 1]
}

/** The product of this worker; undefined outside a run. It outlives the file. */
export function sharedProduct(variant: Variant): Pick<Product, 'url' | 'dataDir' | 'errors'> | undefined {
  const own = thisWorker()?.products[variant]
  if (!own) return undefined
  const log = () => readFileSync(join(own.dataDir, LOG), 'utf8')
  const before = log().length
  return { ...own, errors: (allowed) => errorsOf(log().slice(before), allowed) }
}

/** Of the web site, tool or endpoint of this worker, to which the shared product may go. */
export const sitePort = (): number => thisWorker()?.sitePort ?? 0

/** Lays the database of this run into a new data folder; returns settings for the product. Nothing of both outside a run. */
async function fromPrepared(dataDir: string): Promise<Record<string, string>> {
  const folder = process.env[PREPARED]
  if (!folder) return {}
  // Only `cp` keeps whose the files are.
  await copy('cp', ['-a', join(folder, 'postgres'), dataDir])
  return { NODE_COMPILE_CACHE: join(folder, 'compiled') }
}

/** The environment without anything that would configure the product. */
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
