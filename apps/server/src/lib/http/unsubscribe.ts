// Unsubscribe links of notification mails and campaigns: a page for people, and RFC 8058 one-click for mail programs,
// without a session.
import { languageAccepted } from '@parlance/contract/accounts/languages'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import type { Context } from 'hono'
import type { Ctx } from '../ctx.ts'
import type { NodeBindings } from './app-types.ts'
import type { LinkPage } from './link-page.ts'

export interface Unsubscribe {
  readonly end: (ctx: Ctx, token: string) => Promise<boolean>
  /** Undefined for an invalid link. */
  readonly page: (ctx: Ctx, token: string, isDone: boolean) => Promise<LinkPage | undefined>
}

const PATH = '/api/:region/:of{notifications|campaigns}/unsubscribe'
/** Mail programs cut long links: one without its token is a broken one, too. */
export const UNSUBSCRIBE_PATHS = [PATH, `${PATH}/`, `${PATH}/:token`]

export type Unsubscribes = Readonly<Record<'notifications' | 'campaigns', Unsubscribe>>

interface Deps {
  readonly unsubscribe: Unsubscribes
  readonly regions: readonly Region[]
  readonly contextFor: (region: Region) => Ctx
}

/** Undefined for an unknown link. GET changes nothing, because link scanners send it. */
export async function answerUnsubscribe(
  c: Context<NodeBindings>,
  { unsubscribe, regions, contextFor }: Deps,
): Promise<LinkPage | undefined> {
  const { region = '', token = '', of } = c.req.param() as { region?: string; token?: string; of: keyof Unsubscribes }
  if (!isRegion(region) || !regions.includes(region)) return undefined
  const ctx = contextFor(region)
  const isDone = c.req.method === 'POST'
  if (isDone && !(await unsubscribe[of].end(ctx, token))) return undefined
  return unsubscribe[of].page(ctx, token, isDone)
}

export const languageOf = (c: Context<NodeBindings>) => languageAccepted(c.req.header('accept-language'))
