// Owns the exclusive claim of one process on a data directory. The claim is a kernel file lock, taken through SQLite on
// `server.lock`: it ends with the process, so a stale lock cannot exist, a reused pid cannot be mistaken for the owner,
// and two starters cannot both win. It also holds between containers that share the directory, where pids mean nothing.
// `server.pid` only shows people (and the refused process) who the owner is.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export type LockOwner = { pid: number; command: string; host: string; since: string }

export type DataLock = {
  /** Releases the directory. Idempotent. */
  release(): void
}

export class DataDirLocked extends Error {
  readonly dataDir: string
  readonly owner: LockOwner | undefined
  constructor(dataDir: string, owner: LockOwner | undefined) {
    super(
      owner
        ? `The data directory ${dataDir} is in use by process ${owner.pid} (${owner.command}) on ${owner.host}, started ${owner.since}. ` +
            'Stop it first, or give this server another DATA_DIR.'
        : `The data directory ${dataDir} is in use by another process. Stop it first, or give this server another DATA_DIR.`,
    )
    this.name = 'DataDirLocked'
    this.dataDir = dataDir
    this.owner = owner
  }
}

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6

/** Locks the directory for the life of this process. @throws {DataDirLocked} naming the owner */
export async function acquireDataLock(dataDir: string): Promise<DataLock> {
  // Others need to traverse it, not to read it: the database may run as its own user inside.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const handle = lockFile(join(dataDir, 'server.lock'))
  if (!handle) throw new DataDirLocked(dataDir, await findOwner(dataDir))
  writeOwner(dataDir)
  let held = true
  return {
    release() {
      if (!held) return
      held = false
      rmSync(ownerFile(dataDir), { force: true })
      handle.close()
    },
  }
}

/** The process that holds the data directory, or undefined. */
export async function dataLockOwner(dataDir: string): Promise<LockOwner | undefined> {
  let handle: DatabaseSync | undefined
  try {
    handle = lockFile(join(dataDir, 'server.lock'))
  } catch {
    return undefined
  }
  if (!handle) return findOwner(dataDir)
  handle.close()
  return undefined
}

function lockFile(path: string): DatabaseSync | undefined {
  const handle = new DatabaseSync(path, { timeout: 0 })
  try {
    // Nothing is ever written: the open exclusive transaction is the lock, without a journal file.
    handle.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return handle
  } catch (error) {
    handle.close()
    const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    if (code === SQLITE_BUSY || code === SQLITE_LOCKED) return undefined
    throw new Error(`Cannot lock ${path}: the file system must support file locks and be writable.`, { cause: error })
  }
}

const ownerFile = (dataDir: string) => join(dataDir, 'server.pid')

function writeOwner(dataDir: string): void {
  const owner: LockOwner = {
    pid: process.pid,
    command: [process.title, ...process.argv.slice(1)].join(' '),
    host: hostname(),
    since: new Date().toISOString(),
  }
  const fresh = `${ownerFile(dataDir)}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(owner)}\n`)
  renameSync(fresh, ownerFile(dataDir))
}

// The owner writes its name just after locking, so a refused process retries briefly.
async function findOwner(dataDir: string): Promise<LockOwner | undefined> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const owner = readOwner(dataDir)
    if (owner && (owner.host !== hostname() || isAlive(owner.pid))) return owner
    await sleep(80)
  }
  return undefined
}

function readOwner(dataDir: string): LockOwner | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(ownerFile(dataDir), 'utf8'))
    return isOwner(read) ? read : undefined
  } catch {
    return undefined
  }
}

function isOwner(value: unknown): value is LockOwner {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'command' in value &&
    typeof value.command === 'string' &&
    'host' in value &&
    typeof value.host === 'string' &&
    'since' in value &&
    typeof value.since === 'string'
  )
}

/** Whether a process with this pid exists, no matter who owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
