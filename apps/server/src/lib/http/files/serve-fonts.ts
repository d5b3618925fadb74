import { isRegion, type Region } from '@parlance/contract/lib/regions'
import type { Context } from 'hono'
import type { NodeBindings } from '../app-types.ts'
import { securityHeaders } from '../headers.ts'

export type ReadFont = (region: Region, slug: string, file: string) => Promise<Buffer | undefined>

const ADDRESS = /^\/fonts\/([a-z]+)\/([a-z0-9-]+)\/([0-9a-f]+\.woff2)$/

/** The response to `GET /fonts/{region}/{family}/{file}`; undefined if there is no such file. */
export async function serveFont(
  c: Context<NodeBindings>,
  { regions, read, https }: { regions: readonly Region[]; read: ReadFont; https: boolean },
): Promise<Response | undefined> {
  const [, region, slug = '', file = ''] = ADDRESS.exec(c.req.path) ?? []
  if (!isRegion(region) || !regions.includes(region)) return undefined
  const etag = `"${file.slice(0, 20)}"`
  const headers = {
    ...securityHeaders('script', https),
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  const bytes = await read(region, slug, file)
  return bytes && c.body(new Uint8Array(bytes), 200, headers)
}
