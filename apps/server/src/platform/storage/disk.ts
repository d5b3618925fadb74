// The buckets on disk: one folder per region, files written whole or not at all, and nothing outside reachable by a key.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@parlance/core/kit/errors'
import type { Region } from '@parlance/core/kit/regions'

export interface OpenFile {
  /** Of the whole file, in bytes. */
  readonly size: number
  /** Reads 64 KB at a time; ending or destroying it closes the file. */
  readonly stream: Readable
}

/** The first and the last byte that are wanted, both counted from 0. */
export interface Range {
  readonly start: number
  readonly end: number
}

export interface Bucket {
  /** Stores the bytes durably; a key that exists is replaced. */
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>
  /**
   * Stores what the stream brings without holding it in memory. Answers how many bytes they were. Throws PAYLOAD_TOO_LARGE
   * above `maxBytes` and REQUEST_TIMEOUT when it breaks off or stands still; nothing is stored then.
   */
  readonly receive: (key: string, source: Readable, maxBytes: number) => Promise<number>
  readonly get: (key: string) => Promise<Buffer | undefined>
  /** For what is passed on without being held in memory. Whoever opens it reads it to the end or destroys the stream. */
  readonly open: (key: string, range?: Range) => Promise<OpenFile | undefined>
  /** Deleting what is not there is fine. */
  readonly delete: (key: string) => Promise<void>
}
export interface Storage {
  readonly bucket: (region: Region) => Bucket
}

const FOLDERS: Record<Region, string> = { eu: 'eu', na: 'default' }
/** Segments of plain characters that begin with a letter or digit, so neither `..`, hidden files nor absolute paths fit. */
const KEY = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*[A-Za-z0-9][A-Za-z0-9_.-]*$/
const MAX_KEY = 300

/** Keeps buckets under `dataDir`/buckets. Every call throws on a key it does not like, before touching the disk. */
export function createDiskStorage(dataDir: string): Storage {
  return { bucket: (region) => diskBucket(join(dataDir, 'buckets', FOLDERS[region])) }
}

function diskBucket(root: string): Bucket {
  return {
    async put(key, bytes) {
      const wanted = join(root, assertKey(key))
      await mkdir(dirname(wanted), { recursive: true, mode: 0o700 })
      const path = await within(root, wanted)
      // A name no key can have.
      const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`)
      try {
        await writeDurably(temporary, bytes)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    async receive(key, source, maxBytes) {
      const wanted = join(root, assertKey(key))
      await mkdir(dirname(wanted), { recursive: true, mode: 0o700 })
      const path = await within(root, wanted)
      const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`)
      try {
        const size = await writeStream(temporary, source, maxBytes)
        await rename(temporary, path)
        await syncFolder(dirname(path))
        return size
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
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

async function opened(root: string, key: string): Promise<FileHandle | undefined> {
  const wanted = join(root, assertKey(key))
  try {
    return await open(await within(root, wanted), constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function assertKey(key: string): string {
  if (key.length > MAX_KEY || key.includes('..') || !KEY.test(key)) throw new Error('not a key of a bucket')
  return key
}

/** The real place of a file; a linked folder that leads out of the bucket is refused. */
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

/** A sender that is silent for so long has gone. */
const SILENCE_MS = 20_000

async function writeStream(path: string, source: Readable, maxBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  let size = 0
  const silent = setTimeout(() => source.destroy(new Error('nothing more came')), SILENCE_MS).unref()
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      silent.refresh()
      size += chunk.length
      if (size > maxBytes)
        throw new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${Math.round(maxBytes / 1_000_000)} MB.`)
      await file.appendFile(chunk)
    }
    await file.sync()
    return size
  } catch (error) {
    if (error instanceof AppError || !source.destroyed) throw error
    throw new AppError('REQUEST_TIMEOUT', 'The file ended before all of it had come.', { cause: error })
  } finally {
    clearTimeout(silent)
    await file.close()
  }
}

/** The rename itself must outlive a power cut. */
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
