// Serves uploaded pictures to everybody: under an address that never changes, and as nothing but a picture.
import type { Region } from '@parlance/core/kit/regions'
import { isRegion } from '@parlance/core/kit/regions'
import type { Context } from 'hono'
import { securityHeaders } from '../http/headers.ts'

export interface Media {
  readonly bytes: Uint8Array
  readonly mime: string
  /** The ending its address must have. */
  readonly kind: string
  /** Undefined for one that stays. */
  readonly expiresAt: Date | undefined
}
export type ReadMedia = (region: Region, id: string) => Promise<Media | undefined>

const ADDRESS = /^\/media\/([a-z]+)\/([A-Za-z0-9]{20})\.([a-z]+)$/

/** The answer to `GET /media/{region}/{id}.{ext}`, or undefined when there is no such picture. */
export async function serveMedia(
  c: Context,
  { regions, read, https }: { regions: readonly Region[]; read: ReadMedia; https: boolean },
): Promise<Response | undefined> {
  const [, region, id = '', ending] = ADDRESS.exec(c.req.path) ?? []
  if (!isRegion(region) || !regions.includes(region)) return undefined
  const media = await read(region, id)
  if (!media || media.kind !== ending) return undefined
  // The bytes of an id never change, so the id is its own version.
  const etag = `"${id}"`
  const headers = {
    ...securityHeaders('api', https),
    // Opened by itself it is shown in a sandbox without scripts; other sites may show it, their visitors see the widget there.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': media.expiresAt ? 'public, max-age=3600' : 'public, max-age=31536000, immutable',
    etag,
  }
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  if (known?.some((one) => one === etag || one === '*')) return c.body(null, 304, headers)
  return c.body(new Uint8Array(media.bytes), 200, {
    ...headers,
    'content-type': media.mime,
    'content-length': String(media.bytes.byteLength),
  })
}
