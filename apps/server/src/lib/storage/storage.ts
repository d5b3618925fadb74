// File storage: one bucket per region, on disk (disk.ts) or in an S3-compatible store (adapters/s3).
import { withoutMarks } from '@parlance/contract/lib/fold'
import type { Readable } from 'node:stream'
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'

export interface OpenFile {
  readonly size: number
  /** Reads 64 KB at a time; ending or destroying it closes the file. */
  readonly stream: Readable
}

/** First and last byte, both inclusive and counted from 0. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** How a signed URL opens a file: as a download, until it expires. */
export interface Reading {
  readonly filename: string
  readonly mime: string
  readonly expiresAt: Date
}

export interface Bucket {
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Returns the size. Throws PAYLOAD_TOO_LARGE, or REQUEST_TIMEOUT if it stalls; then nothing is stored. */
  readonly receive: (key: string, source: Readable, maxBytes: number) => Promise<number>
  readonly get: (key: string) => Promise<Buffer | undefined>
  /** Opens a file for streaming. Callers must read it to the end or destroy the stream. */
  readonly open: (key: string, range?: Range) => Promise<OpenFile | undefined>
  /** A URL of this file until it expires, on our origin or the store's. Does not check that the file exists. */
  readonly signedUrl: (key: string, reading: Reading) => Promise<string>
  /** Removes leftovers of writers that died before then; 0 for stores with lifecycle rules. */
  readonly sweep: (before: Date) => Promise<number>
  /** Removes leftovers of dead writers of this key, before it is written again. */
  readonly clear: (key: string) => Promise<void>
  /** Deleting a missing file is fine. */
  readonly delete: (key: string) => Promise<void>
}
export interface Storage {
  readonly bucket: (region: Region) => Bucket
}

/** Segments of plain characters that begin with a letter or digit, which excludes `..`, hidden files and absolute paths. */
const KEY = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*[A-Za-z0-9][A-Za-z0-9_.-]*$/
const MAX_KEY = 300

/** Throws on an invalid key. Every call of a bucket checks it first. */
export function assertKey(key: string): string {
  if (key.length > MAX_KEY || key.includes('..') || !KEY.test(key)) throw new Error('not a key of a bucket')
  return key
}

/** A sender that is silent for this long counts as disconnected. */
const SILENCE_MS = 20_000

/** Avoids an unhandled error event if the sender disconnects before the stream is read. */
export const ignoreErrors = (source: Readable): Readable => source.on('error', () => undefined)

/** The chunks of a stream. Throws PAYLOAD_TOO_LARGE, or REQUEST_TIMEOUT if it breaks off or stalls. */
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

/** Headers are ASCII, so the name is encoded (RFC 8187), after a plain one for clients that do not decode it. */
export const saveAs = (name: string): string => `attachment; ${named(name)}`
/** For a file that browsers show, and save under this name. */
export const shownAs = (name: string): string => `inline; ${named(name)}`

function named(name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `filename="${asciiName(name)}"; filename*=UTF-8''${encoded}`
}

const asciiName = (name: string): string => withoutMarks(name).replaceAll(/[^ -~]|["\\%]/gu, '_')
