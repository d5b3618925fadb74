// Buckets on disk: one folder per region; files are written atomically, and no key leads out of the folder.
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Region } from '@parlance/contract/lib/regions'
import type { SignedAddresses } from './signed-urls.ts'
import { assertKey, type Bucket, ignoreErrors, piecesOf, type Storage } from './storage.ts'

const FOLDERS: Record<Region, string> = { eu: 'eu', na: 'default' }
/** Stores buckets under `dataDir`/buckets. Every call throws on an invalid key before touching the disk. */
export function createDiskStorage(dataDir: string, { addressOf }: Pick<SignedAddresses, 'addressOf'>): Storage {
  return {
    bucket: (region) => ({
      ...diskBucket(join(dataDir, 'buckets', FOLDERS[region])),
      signedUrl: async (key, reading) => addressOf({ ...reading, region, key: assertKey(key) }),
    }),
  }
}

function diskBucket(root: string): Omit<Bucket, 'signedUrl'> {
  return {
    sweep: (before) => sweep(root, before),
    clear: (key) => clear(root, key),
    put: (key, bytes) => stored(root, key, (path) => writeDurably(path, bytes)),
    async receive(key, source, maxBytes) {
      ignoreErrors(source)
      return stored(root, key, (path) => writeStream(path, source, maxBytes))
    },
    async get(key) {
      const file = await opened(root, key)
      try {
        return await file?.readFile()
      } finally {
        await file?.close()
      }
    },
    async open(key, range = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const file = await opened(root, key)
      if (!file) return undefined
      try {
        const { size } = await file.stat()
        return { size, stream: file.createReadStream({ start: range.start, end: range.end }) }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async delete(key) {
      const wanted = join(root, assertKey(key))
      try {
        await rm(await within(root, wanted), { force: true })
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
  }
}

async function stored<T>(root: string, key: string, write: (path: string) => Promise<T>): Promise<T> {
  const wanted = join(root, assertKey(key))
  await mkdir(dirname(wanted), { recursive: true, mode: 0o700 })
  const path = await within(root, wanted)
  const temporary = join(dirname(path), `.${markOf(key)}-${randomBytes(8).toString('hex')}.tmp`)
  try {
    const written = await write(temporary)
    await rename(temporary, path)
    await syncFolder(dirname(path))
    return written
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Part of the temporary names of a key. */
const markOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16)
const TEMPORARY = /^\.(?:([0-9a-f]{16})-)?[0-9a-f]{16}\.tmp$/

/** Removes leftovers of writers of this key. A writer that is still active fails. */
async function clear(root: string, key: string): Promise<void> {
  const folder = dirname(join(root, assertKey(key)))
  for (const name of await readdir(folder).catch(nothingThere))
    if (TEMPORARY.exec(name)?.[1] === markOf(key)) await rm(await within(root, join(folder, name)), { force: true })
}

async function sweep(root: string, before: Date): Promise<number> {
  let swept = 0
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(nothingThere)) {
    if (!entry.isFile() || !TEMPORARY.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtime >= before) continue
    await rm(path, { force: true })
    swept += 1
  }
  return swept
}

function nothingThere(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}

async function opened(root: string, key: string): Promise<FileHandle | undefined> {
  const wanted = join(root, assertKey(key))
  try {
    return await open(await within(root, wanted), constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The real path of a file; a symbolic link that leads out of the bucket is refused. */
async function within(root: string, path: string): Promise<string> {
  const [base, folder] = await Promise.all([realpath(root), realpath(dirname(path))])
  if (folder !== base && !folder.startsWith(`${base}${sep}`)) throw new Error('a folder of the bucket leads out of it')
  return join(folder, path.slice(dirname(path).length + 1))
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeStream(path: string, source: Readable, maxBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const chunk of piecesOf(source, maxBytes)) {
      size += chunk.length
      await file.appendFile(chunk)
    }
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

/** Makes the rename durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
