// Buckets of an S3-compatible store. The client loads with the first file.
import type { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'
import type { SignedAddresses } from '../../lib/storage/signed-urls.ts'
import {
  assertKey,
  type Bucket,
  ignoreErrors,
  type OpenFile,
  piecesOf,
  type Range,
  saveAs,
  type Storage,
} from '../../lib/storage/storage.ts'
import type { S3Place, S3Settings } from '../../lib/settings.ts'

interface Opened {
  readonly sdk: typeof Sdk
  readonly client: Sdk.S3Client
}
type Open = () => Promise<Opened>

const CONNECT_MS = 5000
/** A call that transfers nothing for this long has failed. */
const SILENCE_MS = 20_000
const TRIES = 3
/** Part size of multipart uploads; S3 requires at least 5 MB for all but the last. */
const PIECE = 8 * 1024 * 1024

/** Each region has its own bucket and its files never leave it. Throws UNAVAILABLE when the store fails. */
export function createS3Storage(
  settings: S3Settings,
  addresses: Pick<SignedAddresses, 'addressOf'>,
): Storage & { readonly close: () => Promise<void> } {
  const clients: Promise<Opened>[] = []
  const opening = (place: S3Place): Open => {
    let opened: Promise<Opened> | undefined
    return () => {
      opened ??= open(settings, place)
      if (!clients.includes(opened)) clients.push(opened)
      return opened
    }
  }
  const { eu, na } = settings.places
  const at = (region: Region, place: S3Place): Bucket => {
    const open = opening(place)
    const own: Bucket['signedUrl'] = async (key, reading) =>
      addresses.addressOf({ ...reading, region, key: assertKey(key) })
    return { ...bucketAt(place, open), signedUrl: settings.direct ? presigned(place, open) : own }
  }
  const buckets = { eu: eu && at('eu', eu), na: na && at('na', na) }
  return {
    bucket(region) {
      const bucket = buckets[region]
      if (!bucket) throw new Error(`there is no bucket for the region ${region}`)
      return bucket
    },
    close: async () => {
      for (const { client } of await Promise.all(clients)) client.destroy()
    },
  }
}

async function open({ keys }: S3Settings, { region, endpoint }: S3Place): Promise<Opened> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    ...(keys ? { credentials: keys } : {}),
    // Other servers rarely support virtual-hosted buckets.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, requestTimeout: SILENCE_MS },
    // Many S3-compatible servers do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { sdk, client }
}

/** A presigned URL of the store, for this one file and response. */
function presigned({ bucket: Bucket }: S3Place, open: Open): Bucket['signedUrl'] {
  return async (key, { filename, mime, expiresAt }) => {
    const Key = assertKey(key)
    const [{ sdk, client }, { getSignedUrl }] = await Promise.all([open(), import('@aws-sdk/s3-request-presigner')])
    const command = new sdk.GetObjectCommand({
      Bucket,
      Key,
      ResponseContentDisposition: saveAs(filename),
      ResponseContentType: mime,
      ResponseCacheControl: 'private, no-store',
    })
    // The signing date must not lie in the future.
    const signingDate = new Date(Math.min(Date.now(), expiresAt.getTime() - 1000))
    const expiresIn = Math.ceil((expiresAt.getTime() - signingDate.getTime()) / 1000)
    return inWords(getSignedUrl(client, command, { signingDate, expiresIn }))
  }
}

function bucketAt({ bucket: Bucket }: S3Place, open: Open): Omit<Bucket, 'signedUrl'> {
  const put = async (Key: string, Body: Uint8Array) => {
    const { sdk, client } = await open()
    await inWords(client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.length })))
  }
  const fetched = async (Key: string, range?: Range): Promise<OpenFile | undefined> => {
    const { sdk, client } = await open()
    const Range = range && `bytes=${range.start}-${Number.isFinite(range.end) ? range.end : ''}`
    const answer = await unlessMissing(client.send(new sdk.GetObjectCommand({ Bucket, Key, ...(Range && { Range }) })))
    if (!answer?.Body) return undefined
    const whole = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1]
    return { size: Number(whole ?? answer.ContentLength ?? 0), stream: answer.Body as Readable }
  }
  return {
    put: async (key, bytes) => put(assertKey(key), bytes),
    receive: async (key, source, maxBytes) => receive({ Bucket, Key: assertKey(key) }, { open, put }, source, maxBytes),
    async get(key) {
      const file = await fetched(assertKey(key))
      if (!file) return undefined
      const pieces: Buffer[] = []
      await inWords(
        (async () => {
          for await (const piece of file.stream as AsyncIterable<Buffer>) pieces.push(piece)
        })(),
      )
      return Buffer.concat(pieces)
    },
    open: async (key, range) => fetched(assertKey(key), range),
    // Incomplete multipart uploads are removed by a lifecycle rule of the bucket.
    sweep: async () => 0,
    // An incomplete upload has no key yet.
    clear: async () => {},
    async delete(key) {
      assertKey(key)
      const { sdk, client } = await open()
      await unlessMissing(client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key })))
    },
  }
}

/**
 * Small files are put at once, larger ones in parts: one part is in memory at a time, and the file appears when complete.
 */
async function receive(
  at: { readonly Bucket: string; readonly Key: string },
  { open, put }: { readonly open: Open; readonly put: (key: string, bytes: Uint8Array) => Promise<void> },
  source: Readable,
  maxBytes: number,
): Promise<number> {
  ignoreErrors(source)
  const { sdk, client } = await open()
  const parts: Sdk.CompletedPart[] = []
  let UploadId: string | undefined
  let size = 0
  const send = async (Body: Buffer) => {
    UploadId ??= (await inWords(client.send(new sdk.CreateMultipartUploadCommand(at)))).UploadId
    const PartNumber = parts.length + 1
    const sent = client.send(
      new sdk.UploadPartCommand({ ...at, UploadId, PartNumber, Body, ContentLength: Body.length }),
    )
    parts.push({ PartNumber, ETag: (await inWords(sent)).ETag })
  }
  try {
    let waiting: Buffer[] = []
    let length = 0
    for await (const chunk of piecesOf(source, maxBytes)) {
      size += chunk.length
      waiting.push(chunk)
      length += chunk.length
      if (length < PIECE) continue
      await send(Buffer.concat(waiting))
      waiting = []
      length = 0
    }
    if (parts.length === 0) await put(at.Key, Buffer.concat(waiting))
    else {
      if (length > 0) await send(Buffer.concat(waiting))
      const MultipartUpload = { Parts: parts }
      await inWords(client.send(new sdk.CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload })))
    }
    return size
  } catch (error) {
    // Parts of an aborted upload cost storage; if aborting fails too, the lifecycle rule of the bucket removes them.
    if (UploadId !== undefined)
      await client.send(new sdk.AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined)
    throw error
  }
}

const MISSING = new Set(['NoSuchKey', 'NotFound'])

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && MISSING.has(error.name)) return undefined
    throw words(error)
  }
}
const inWords = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw words(error)
  })
const words = (cause: unknown): AppError => new AppError('UNAVAILABLE', msg('files_unreachable'), { cause })
