// Unsubscribe links of notification mails and campaigns: a page for people, and RFC 8058 one-click for mail programs,
// without a session.
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import type { Context } from 'hono'
import type { Ctx } from '../ctx.ts'
import type { NodeBindings } from './app-types.ts'
import { securityHeaders } from './headers.ts'

export interface Unsubscribe {
  readonly end: (ctx: Ctx, token: string) => Promise<boolean>
  readonly page: (ctx: Ctx, token: string, isDone: boolean) => Promise<string | undefined>
}

export const UNSUBSCRIBE_PATH = '/api/:region/:of{notifications|campaigns}/unsubscribe/:token'

export type Unsubscribes = Readonly<Record<'notifications' | 'campaigns', Unsubscribe>>
const POLICY = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

interface Deps {
  readonly unsubscribe: Unsubscribes
  readonly regions: readonly Region[]
  readonly contextFor: (region: Region) => Ctx
  readonly https: boolean
}

/** Undefined for an unknown link. GET changes nothing, because link scanners send it. */
export async function serveUnsubscribe(
  c: Context<NodeBindings>,
  { unsubscribe, regions, contextFor, https }: Deps,
): Promise<Response | undefined> {
  const { region = '', token = '', of } = c.req.param() as { region?: string; token?: string; of: keyof Unsubscribes }
  if (!isRegion(region) || !regions.includes(region)) return undefined
  const ctx = contextFor(region)
  const isDone = c.req.method === 'POST'
  if (isDone && !(await unsubscribe[of].end(ctx, token))) return undefined
  const html = await unsubscribe[of].page(ctx, token, isDone)
  return html === undefined
    ? undefined
    : c.html(html, 200, {
        ...securityHeaders('api', https),
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
      })
}
