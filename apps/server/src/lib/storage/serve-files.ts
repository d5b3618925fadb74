// Serves uploaded files: public ones to everybody who has the URL; private ones by signed URL, or to members
// of the workspace. Pictures and sound are shown inline, everything else is downloaded.
import type { Region } from '@parlance/contract/lib/regions'
import { isRegion } from '@parlance/contract/lib/regions'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { NodeBindings } from '../http/app-types.ts'
import { securityHeaders } from '../http/headers.ts'
import { sha256 } from '../crypto.ts'
import type { SignedAddresses } from './signed-urls.ts'
import { type OpenFile, type Range, saveAs, type Storage } from './storage.ts'
import { type Asked, rangeOf } from './ranges.ts'

export interface Media {
  readonly size: number
  readonly mime: string
  readonly kind: string
  /** Undefined for a permanent one. */
  readonly expiresAt: Date | undefined
  /** The header `content-disposition`. */
  readonly disposition: string | undefined
  /** Sent by a visitor: must be revalidated by caches, and is embeddable by our own pages only. */
  readonly isPrivate: boolean
  readonly open: (range?: Range) => Promise<OpenFile | undefined>
}
export interface AskedWith {
  readonly until: string
  readonly sig: string
  readonly headers: Headers
}
/** Undefined for unknown files and those of others. Throws FORBIDDEN for an expired signature. */
export type ReadMedia = (region: Region, id: string, asked: AskedWith) => Promise<Media | undefined>

const STALL_MS = 60_000
const ADDRESS = /^\/media\/([a-z]+)\/([A-Za-z0-9]{20})\.([a-z0-9]+)$/

export async function serveMedia(
  c: Context<NodeBindings>,
  { regions, read, https }: { regions: readonly Region[]; read: ReadMedia; https: boolean },
): Promise<Response | undefined> {
  const [, region, id = '', ending] = ADDRESS.exec(c.req.path) ?? []
  if (!isRegion(region) || !regions.includes(region)) return undefined
  const { until = '', sig = '' } = c.req.query()
  const media = await read(region, id, { until, sig, headers: c.req.raw.headers })
  if (!media || media.kind !== ending) return undefined
  // The bytes of an id never change, so the id is the ETag.
  return hand(c, media, { etag: `"${id}"`, https })
}

/** The response to `GET /stored/{region}/{key}?…`; undefined for an invalid signature or a missing file. */
export async function serveStored(
  c: Context<NodeBindings>,
  {
    regions,
    addresses,
    storage,
    https,
    now,
  }: {
    regions: readonly Region[]
    addresses: Pick<SignedAddresses, 'read'>
    storage: Storage
    https: boolean
    now: () => Date
  },
): Promise<Response | undefined> {
  const file = addresses.read(c.req.path, c.req.query(), now())
  if (!file || !regions.includes(file.region)) return undefined
  const { key, mime, filename, expiresAt } = file
  const bucket = storage.bucket(file.region)
  // For a range or HEAD request, one byte is read to learn the size.
  const isWhole = c.req.method === 'GET' && !['range', 'if-none-match'].some((name) => c.req.header(name) !== undefined)
  const first = await bucket.open(key, isWhole ? undefined : { start: 0, end: 0 })
  if (!first) return undefined
  let isUsed = false
  const open = async (range?: Range) => {
    isUsed = isWhole && range === undefined
    return isUsed ? first : bucket.open(key, range)
  }
  const media = { size: first.size, mime, kind: '', expiresAt, disposition: saveAs(filename), isPrivate: true, open }
  try {
    return await hand(c, media, { etag: `"${sha256(`${file.region}/${key}`).slice(0, 20)}"`, https })
  } finally {
    if (!isUsed) first.stream.destroy()
  }
}

export interface ReadPhotos {
  readonly ofPerson: (id: string) => Promise<Buffer | undefined>
  readonly ofClient: (region: Region, id: string) => Promise<Buffer | undefined>
  readonly ofAgency: (region: Region, id: string) => Promise<Buffer | undefined>
}
const PHOTO = /^\/media\/(?:people|(clients|agencies)\/([a-z]+))\/([A-Za-z0-9]{20})\.webp$/

/** The response to `GET /media/people/{id}.webp`, `/media/clients/{region}/{id}.webp` and `/media/agencies/…`; undefined without such a photo. */
export async function servePhoto(
  c: Context<NodeBindings>,
  { read, regions, https }: { read: ReadPhotos; regions: readonly Region[]; https: boolean },
): Promise<Response | undefined> {
  const [, kind, place, id] = PHOTO.exec(c.req.path) ?? []
  if (id === undefined) return undefined
  const region = regions.find((one) => one === place)
  if (place !== undefined && region === undefined) return undefined
  const bytes = await (region === undefined
    ? read.ofPerson(id)
    : kind === 'agencies'
      ? read.ofAgency(region, id)
      : read.ofClient(region, id))
  if (!bytes) return undefined
  const open = async ({ start, end }: Range = { start: 0, end: bytes.length - 1 }) => ({
    size: bytes.length,
    stream: Readable.from([bytes.subarray(start, end + 1)]),
  })
  const photo = { size: bytes.length, mime: 'image/webp', kind: 'webp', isPrivate: false, open }
  return hand(c, { ...photo, expiresAt: undefined, disposition: undefined }, { etag: `"${id}"`, https })
}

async function hand(
  c: Context<NodeBindings>,
  media: Media,
  { etag, https }: { etag: string; https: boolean },
): Promise<Response | undefined> {
  const headers = {
    ...securityHeaders('api', https),
    // Opened directly it is sandboxed. Other sites may embed it, because the widget shows it there.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': media.isPrivate ? 'same-origin' : 'cross-origin',
    'cache-control': cachedAs(media),
    ...(media.disposition === undefined ? {} : { 'content-disposition': media.disposition }),
    etag,
  }
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  if (known?.some((one) => one === etag || one === '*')) return c.body(null, 304, headers)
  const described = { ...headers, 'content-type': media.mime, 'accept-ranges': 'bytes' }
  const asked = rangeOf(c.req.header('range'), media.size, { etag, ifRange: c.req.header('if-range') })
  if (asked === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${media.size}` })
  const { status, length, more } = partOf(asked, media.size)
  if (c.req.method === 'HEAD') return c.body(null, 200, { ...described, 'content-length': String(media.size) })
  const file = await media.open(asked)
  if (!file) return undefined
  const { outgoing } = c.env
  outgoing.writeHead(status, { ...described, ...more, 'content-length': String(asked ? length : file.size) })
  void pipeWithStallTimeout(file, outgoing as ServerResponse)
  return RESPONSE_ALREADY_SENT
}

/** Players request ranges to seek. */
const partOf = (asked: Exclude<Asked, 'unsatisfiable'>, size: number) =>
  asked
    ? {
        status: 206 as const,
        length: asked.end - asked.start + 1,
        more: { 'content-range': `bytes ${asked.start}-${asked.end}/${size}` },
      }
    : { status: 200 as const, length: size, more: {} }

const cachedAs = ({ isPrivate, expiresAt }: Media): string => {
  if (isPrivate) return 'private, no-cache'
  return expiresAt ? 'public, max-age=3600' : 'public, max-age=31536000, immutable'
}

/** Pipes with backpressure; a client that reads nothing for `stallMs` is disconnected, so that files are not held open. */
export async function pipeWithStallTimeout(
  { stream }: OpenFile,
  outgoing: ServerResponse,
  stallMs = STALL_MS,
): Promise<void> {
  outgoing.setTimeout(stallMs, () => outgoing.destroy())
  // On failure the connection is closed, because the length was already sent.
  await pipeline(stream, outgoing).catch(() => undefined)
}
