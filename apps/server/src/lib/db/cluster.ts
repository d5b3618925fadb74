// Owns the embedded cluster on disk: chooses its place, creates it atomically, and ends leftover servers.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { blockedAt, databaseAccount, isRoot } from './system-account.ts'
import type { SystemAccount } from './system-account.ts'
import { makeOpenDir, program } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import type { DbLog } from './log.ts'

export const SUPERUSER = 'parlance'

/** Location of clusters that the database account cannot reach inside the data directory. */
export const SHARED_DIR = '/var/lib/parlance'

export type ClusterLocation = {
  /** The PGDATA directory. It may not exist yet. */
  cluster: string
  /** The account that runs PostgreSQL; undefined when it runs as this process does. */
  account: SystemAccount | undefined
}

const marker = (dataDir: string) => join(dataDir, 'postgres.location')
const isCluster = (dir: string) => existsSync(join(dir, 'PG_VERSION'))

/** Where the cluster is or will be: under `sharedDir` if its account can't reach the data directory. */
export function locateCluster(dataDir: string, log: DbLog, sharedDir = SHARED_DIR): ClusterLocation {
  const local = join(dataDir, 'postgres')
  const elsewhere = readMarker(dataDir)
  if (!isRoot()) return { cluster: ownCluster(local, elsewhere), account: undefined }
  if (elsewhere) {
    if (isCluster(elsewhere)) return { cluster: elsewhere, account: ownerOf(elsewhere) }
    throw new Error(
      `The database of ${dataDir} was in ${elsewhere}, which is gone. ` +
        `Bring it back, or remove ${marker(dataDir)} to begin with an empty one.`,
    )
  }
  if (isCluster(local)) return { cluster: local, account: reaching(local, ownerOf(local)) }
  const account = databaseAccount()
  if (!blockedAt(dataDir, account)) return { cluster: local, account }
  const far = join(sharedDir, createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16))
  if (isCluster(far)) setAside(far, dataDir, log)
  return { cluster: far, account }
}

/** Where a data directory's cluster is; undefined without one. Changes nothing. */
export function existingCluster(dataDir: string): string | undefined {
  const cluster = readMarker(dataDir) ?? join(dataDir, 'postgres')
  return isCluster(cluster) ? cluster : undefined
}

function readMarker(dataDir: string): string | undefined {
  return existsSync(marker(dataDir)) ? readFileSync(marker(dataDir), 'utf8').trim() : undefined
}

function ownCluster(local: string, elsewhere: string | undefined): string {
  const owner = elsewhere ? 0 : statSync(local, { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === process.getuid?.()) return local
  throw new Error(
    `The database in ${elsewhere ?? local} was made by a server that ran as root. ` +
      'Start this one as root too, or give it another DATA_DIR.',
  )
}

function ownerOf(cluster: string): SystemAccount {
  const { uid, gid } = statSync(cluster)
  if (uid !== 0) return { uid, gid }
  throw new Error(
    `The database in ${cluster} belongs to root, as whom PostgreSQL refuses to run: chown it to its account.`,
  )
}

function reaching(cluster: string, account: SystemAccount): SystemAccount {
  const blocked = blockedAt(cluster, account)
  if (!blocked) return account
  throw new Error(
    `The database in ${cluster} runs as user ${account.uid}, who may no longer enter ${blocked}. ` +
      `Allow it again: chmod o+x ${blocked}`,
  )
}

// The data directory was recreated, so an empty database is wanted; the old one is kept aside.
function setAside(cluster: string, dataDir: string, log: DbLog): void {
  const aside = `${cluster}.old-${Date.now()}`
  renameSync(cluster, aside)
  log.warn({ aside }, `${dataDir} is new, so it starts with an empty database; the one it had before is kept aside`)
}

/** Creates the cluster if there is none. It appears complete: initdb works under another name first. */
export async function ensureCluster(location: ClusterLocation, dataDir: string, binaries: Binaries): Promise<void> {
  const { cluster, account } = location
  const parent = dirname(cluster)
  if (isCluster(cluster)) {
    const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    if (major === binaries.version.split('.')[0]) return
    throw new Error(
      `The database in ${cluster} is of PostgreSQL ${major}, this release brings ${binaries.version}. ` +
        'Dump it with the release that made it, then restore the dump into a new DATA_DIR.',
    )
  }
  if (parent !== dataDir) makeOpenDir(parent)
  const leftover = `${cluster}.new-`
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    if (path.startsWith(leftover)) rmSync(path, { recursive: true, force: true })
  }
  const fresh = `${leftover}${process.pid}`
  mkdirSync(fresh, { mode: 0o700 })
  if (account) chownSync(fresh, account.uid, account.gid)
  await initdb(fresh, binaries, account)
  renameSync(fresh, cluster)
  if (parent !== dataDir) writeFileSync(marker(dataDir), `${cluster}\n`)
}

async function initdb(dir: string, binaries: Binaries, account: SystemAccount | undefined): Promise<void> {
  // PostgreSQL's own C.UTF-8 sorts the same on every machine and version. LC_CTYPE comes from the system and decides
  // which characters text search treats as letters, so a UTF-8 one is preferred.
  const ctypes = ['C.UTF-8', 'en_US.UTF-8', 'C']
  let failure: unknown
  let said = ''
  for (const ctype of ctypes) {
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`]
    const rest = ['--encoding=UTF8', '--auth=trust', `--username=${SUPERUSER}`, '--no-instructions']
    try {
      await run(program(binaries, 'initdb'), ['-D', dir, ...locale, ...rest], childOptions(dir, account))
      return
    } catch (error) {
      failure = error
      said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
      if (!said.includes('invalid locale')) break
    }
  }
  rmSync(dir, { recursive: true, force: true })
  throw new Error(`PostgreSQL could not create its database files (initdb failed).\n${said.trim()}`.trim(), {
    cause: failure,
  })
}

const run = promisify(execFile)

/** Spawn options for PostgreSQL programs: their account, without this process's environment and directory. */
export function childOptions(dir: string, account: SystemAccount | undefined) {
  return { cwd: dir, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...account }
}

export type Postmaster = { pid: number; socketDir: string; ready: boolean }

export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, socketDir: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** Ends a server that an earlier, killed process left on the cluster, and removes a stale pid file. */
export async function stopOrphan(cluster: string, log: DbLog, patienceMs = 10_000): Promise<void> {
  const found = readPostmaster(cluster)
  if (!found) return
  const what = whatIs(found.pid, cluster)
  if (what === 'other') rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (what !== 'server') return
  log.warn({ pid: found.pid }, 'a PostgreSQL left by an earlier run is still there; stopping it')
  // Its workers end by themselves when it is killed, and the next start recovers from its log.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalTo(found.pid, signal)
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(20)) {
      if (whatIs(found.pid, cluster) === 'server') continue
      if (found.socketDir.includes('/parlance-')) rmSync(found.socketDir, { recursive: true, force: true })
      return
    }
  }
  throw new Error(`PostgreSQL process ${found.pid} on ${cluster} does not stop; end it by hand.`)
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}

/** Whether this pid is this cluster's PostgreSQL server, another process, or none. */
function whatIs(pid: number, cluster: string): 'server' | 'other' | 'unknown' {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)])
        .toString()
        .includes(cluster)
        ? 'server'
        : 'other'
    }
    if (readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return 'other'
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster) ? 'server' : 'other'
  } catch (error) {
    // A process we may not inspect is left to PostgreSQL's own check.
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? 'unknown' : 'other'
  }
}
