// Where files lie: one bucket per region, on disk (disk.ts) or at a store that speaks S3 (adapters/s3).
import type { Readable } from 'node:stream'
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'

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

/** What an address opens a file as: something to be saved, for a while. */
export interface Reading {
  /** The name to save it under. */
  readonly filename: string
  readonly mime: string
  readonly expiresAt: Date
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
  /**
   * An address at which whoever has it reads this very file until then, and does nothing else: a path on this
   * installation's origin, or an address of the store's own. Nobody asks whether the file is there.
   */
  readonly signedUrl: (key: string, reading: Reading) => Promise<string>
  /** Clears what writers that died before then left half written; 0 at stores that do it by rules of their own. */
  readonly sweep: (before: Date) => Promise<number>
  /** Clears what dead writers of this key left half written, for whoever writes it anew; it is nobody else's by then. */
  readonly clear: (key: string) => Promise<void>
  /** Deleting what is not there is fine. */
  readonly delete: (key: string) => Promise<void>
}
export interface Storage {
  readonly bucket: (region: Region) => Bucket
}

/** Segments of plain characters that begin with a letter or digit, so neither `..`, hidden files nor absolute paths fit. */
const KEY = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*[A-Za-z0-9][A-Za-z0-9_.-]*$/
const MAX_KEY = 300

/** Throws on a key that no bucket likes. Every call of a bucket asks this before it touches anything. */
export function assertKey(key: string): string {
  if (key.length > MAX_KEY || key.includes('..') || !KEY.test(key)) throw new Error('not a key of a bucket')
  return key
}

/** A sender that is silent for so long has gone. */
const SILENCE_MS = 20_000

/** A sender that breaks off before its first piece is asked for must not be an error that nobody hears. */
export const ignoreErrors = (source: Readable): Readable => source.on('error', () => undefined)

/**
 * The pieces of a stream as they come. Throws PAYLOAD_TOO_LARGE above `maxBytes` and REQUEST_TIMEOUT when it breaks off or
 * stands still.
 */
export async function* piecesOf(source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  const silent = setTimeout(() => source.destroy(new Error('nothing more came')), SILENCE_MS).unref()
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      silent.refresh()
      size += chunk.length
      if (size > maxBytes)
        throw new AppError('PAYLOAD_TOO_LARGE', msg('file_larger_than', { max: Math.round(maxBytes / 1_000_000) }))
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError || !source.destroyed) throw error
    throw new AppError('REQUEST_TIMEOUT', msg('file_ended_early'), { cause: error })
  } finally {
    clearTimeout(silent)
  }
}

/** A header is ASCII: the name goes encoded (RFC 8187). */
export const saveAs = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`
