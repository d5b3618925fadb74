// Owns the built-in PostgreSQL: a real server that runs as a child process on a Unix socket, restarted when it exits.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { binariesFor, findBinaries, program } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import {
  childOptions,
  ensureCluster,
  existingCluster,
  locateCluster,
  readPostmaster,
  SHARED_DIR,
  stopOrphan,
  SUPERUSER,
} from './cluster.ts'
import type { ClusterLocation } from './cluster.ts'
import type { DbLog } from './log.ts'

export type EmbeddedOptions = {
  /** Absolute or relative; created when missing. The caller holds its lock. */
  dataDir: string
  log: DbLog
  /** The `native` directory of the PostgreSQL package, to skip the lookup. */
  binDir?: string
  /** Location of clusters and programs that the database account cannot reach in place. */
  sharedDir?: string
  /** PostgreSQL settings that override the defaults below. */
  settings?: Record<string, string>
  /** How long `stop` waits for each way of ending it, in milliseconds. */
  patienceMs?: number
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type Embedded = {
  /** Connection URL of a database on this server. It survives restarts. */
  url(database: string): string
  readonly pid: number | undefined
  /** Shuts the server down cleanly. Repeated calls wait for the same shutdown. */
  stop(): Promise<void>
  /** Called for each unexpected exit of the server, which is then restarted. */
  onExit(fn: (exit: Exit) => void): void
}

// Tuned for little memory and many small transactions; nothing is acknowledged before it is on disk.
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  effective_cache_size: '256MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '140',
  superuser_reserved_connections: '3',
  jit: 'off',
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '80MB',
  max_wal_size: '512MB',
  // Saves three I/O worker processes; the data is in the page cache.
  io_method: 'sync',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  autovacuum_max_workers: '2',
  // Statements and values contain people's data, so the server logs only its own events; the product logs its own
  // errors.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

const PORT = 5432
const LONGEST_SOCKET_PATH = 100
const LARGEST_LOG = 10 * 1024 * 1024

/** Starts the server of a data directory, creating its cluster if needed. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log } = options
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 })
  const dataDir = realpathSync(options.dataDir)
  const sharedDir = options.sharedDir ?? SHARED_DIR
  const found = findBinaries(options.binDir)
  const location = locateCluster(dataDir, log, sharedDir)
  const binaries = location.account ? binariesFor(location.account, found, sharedDir) : found
  await ensureCluster(location, dataDir, binaries)
  await stopOrphan(location.cluster, log)
  const socketDir = makeSocketDir(location)
  const server = new Server({
    location,
    binaries,
    socketDir,
    log,
    logFile: join(dataDir, 'postgres.log'),
    settings: { ...SETTINGS, ...options.settings, unix_socket_directories: socketDir, port: String(PORT) },
    patienceMs: options.patienceMs ?? 10_000,
  })
  await server.start()
  return server
}

/** The URL of a database on the built-in server that is running on this data directory, for tools. */
export function runningEmbeddedUrl(dataDir: string, database: string): string | undefined {
  const cluster = existingCluster(dataDir)
  const postmaster = cluster ? readPostmaster(cluster) : undefined
  return postmaster?.ready ? socketUrl(postmaster.socketDir, database) : undefined
}

const socketUrl = (dir: string, database: string) =>
  `postgresql://${SUPERUSER}@${encodeURIComponent(dir)}/${encodeURIComponent(database)}`

// Socket paths are limited to about 107 bytes, so it is outside the data directory. Mode 0700 protects it.
function makeSocketDir(location: ClusterLocation): string {
  const base = [tmpdir(), '/tmp', '/var/tmp'].find((dir) => dir.length + 40 < LONGEST_SOCKET_PATH && isDirectory(dir))
  if (!base) throw new Error('No temporary directory with a short enough path for the database socket was found.')
  const dir = mkdtempSync(join(base, 'parlance-'))
  if (location.account) chownSync(dir, location.account.uid, location.account.gid)
  return dir
}

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

type ServerOptions = {
  location: ClusterLocation
  binaries: Binaries
  socketDir: string
  log: DbLog
  logFile: string
  settings: Record<string, string>
  patienceMs: number
}

class Server implements Embedded {
  readonly #o: ServerOptions
  readonly #listeners: ((exit: Exit) => void)[] = []
  #child: ChildProcess | undefined
  #guard: ChildProcess | undefined
  #stopping: Promise<void> | undefined
  #restarting: Promise<void> | undefined

  constructor(options: ServerOptions) {
    this.#o = options
  }

  url(database: string): string {
    return socketUrl(this.#o.socketDir, database)
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  onExit(fn: (exit: Exit) => void): void {
    this.#listeners.push(fn)
  }

  async start(): Promise<void> {
    for (const giveUp = Date.now() + 60_000; ; await sleep(100)) {
      try {
        return await this.#launch()
      } catch (error) {
        // The last workers of a killed server may keep its memory for a moment.
        if (String(error).includes('is still in use') && Date.now() < giveUp) continue
        rmSync(this.#o.socketDir, { recursive: true, force: true })
        throw error
      }
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end()
    return this.#stopping
  }

  async #launch(): Promise<void> {
    const { location, logFile } = this.#o
    const child = this.#spawn()
    const exited = once(child, 'exit').catch((error: unknown) => [error])
    child.on('error', () => {})
    const guard = child.pid === undefined ? undefined : guardOf(child, this.#o.socketDir)
    for (let waited = 0; readyPid(location.cluster) !== child.pid; waited += 5) {
      if (this.#stopping) await endChild(child, this.#o.patienceMs)
      const ended = await Promise.race([exited, sleep(5)])
      if (ended) {
        guard?.kill('SIGKILL')
        throw new Error(`PostgreSQL did not start. The end of ${logFile}:\n${tail(logFile, 1500)}`, { cause: ended[0] })
      }
      if (waited % 10_000 === 9_995) this.#o.log.warn({}, 'PostgreSQL is still recovering from an unclean stop')
    }
    this.#child = child
    this.#guard = guard
    child.unref()
    void exited.then(() => this.#ended(child))
  }

  #spawn(): ChildProcess {
    const { location, binaries, logFile, settings } = this.#o
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(logFile, `${logFile}.1`)
    const out = openSync(logFile, 'a', 0o600)
    try {
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      return spawn(program(binaries, 'postgres'), ['-D', location.cluster, ...args], {
        ...childOptions(location.cluster, location.account),
        stdio: ['ignore', out, out],
        // Its own process group: Ctrl-C in the terminal must not stop the database before the server.
        detached: true,
      })
    } finally {
      closeSync(out)
    }
  }

  #ended(child: ChildProcess): void {
    this.#child = undefined
    this.#guard?.kill('SIGKILL')
    if (this.#stopping) return
    const exit: Exit = { code: child.exitCode, signal: child.signalCode }
    this.#o.log.error({ ...exit, log: tail(this.#o.logFile, 500) }, 'PostgreSQL exited unexpectedly; restarting it')
    for (const listener of this.#listeners) listener(exit)
    this.#restarting = this.#restart()
  }

  async #restart(): Promise<void> {
    for (let delay = 100; !this.#stopping; delay = Math.min(delay * 2, 5000)) {
      await sleep(delay)
      if (this.#stopping) return
      try {
        await stopOrphan(this.#o.location.cluster, this.#o.log)
        await this.#launch()
        this.#o.log.info({ pid: this.pid }, 'PostgreSQL was restarted')
        return
      } catch (error) {
        if (this.#stopping) return
        this.#o.log.error({ err: error }, `PostgreSQL could not be started again; next attempt in ${delay * 2} ms`)
      }
    }
  }

  async #end(): Promise<void> {
    await this.#restarting
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) {
      child.ref()
      await endChild(child, this.#o.patienceMs)
    }
    this.#guard?.kill('SIGKILL')
    rmSync(this.#o.socketDir, { recursive: true, force: true })
  }
}

/** The next start recovers from the log whatever was open. */
async function endChild(child: ChildProcess, patienceMs: number): Promise<void> {
  const exited = once(child, 'exit')
  // A fast, orderly shutdown; then one that gives up open work; then none at all, for a server that no longer reacts.
  child.kill('SIGINT')
  const later = (['SIGQUIT', 'SIGKILL'] as const).map((signal, nth) =>
    setTimeout(() => child.kill(signal), patienceMs * (nth + 1)),
  )
  await exited
  for (const timer of later) clearTimeout(timer)
}

function readyPid(cluster: string): number | undefined {
  const postmaster = readPostmaster(cluster)
  return postmaster?.ready ? postmaster.pid : undefined
}

// $1 is the pid and $2 the socket directory, which is only removed once PostgreSQL has left it.
const GUARD = `read -r line; kill -INT "$1" 2>/dev/null
while kill -0 "$1" 2>/dev/null; do sleep 1; done; rmdir "$2" 2>/dev/null`

/** A shell that reads from our pipe: however this process dies, the pipe closes and it stops the database. */
function guardOf(child: ChildProcess, socketDir: string): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', String(child.pid), socketDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
  })
  guard.on('error', () => {})
  guard.unref()
  // An open pipe alone must not keep this process alive either.
  if (guard.stdin && 'unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
  return guard
}

function tail(file: string, bytes: number): string {
  let fd: number | undefined
  try {
    fd = openSync(file, 'r')
    const { size } = fstatSync(fd)
    const buffer = Buffer.alloc(Math.min(bytes, size))
    readSync(fd, buffer, 0, buffer.length, size - buffer.length)
    const text = buffer.toString('utf8')
    return buffer.length < size ? text.slice(text.indexOf('\n') + 1) : text
  } catch {
    return ''
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
