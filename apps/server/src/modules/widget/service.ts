// Owns widget checks: whether a page embeds an agent correctly, and which sites loaded it.
import { allowsOrigin } from '@parlance/contract/agents/allowed-sites'
import type { AgentSite, EmbedCheck } from '@parlance/contract/widget/embed'
import { judgePage, unreadCheck } from './embed-check.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Agents } from '../agents/service.ts'
import type { InspectPage, SitesOf } from './ports.ts'

export interface WidgetDeps {
  readonly agents: Pick<Agents, 'get'>
  readonly inspectPage: InspectPage
  readonly sites: SitesOf
  /** Origin of this installation; known only once the server listens. */
  readonly appOrigin: () => string
}

/** All calls act inside `ctx.workspaceId` and throw NOT_FOUND for any other tenant's agent. */
export interface Widget {
  /** Reads the page and diagnoses the widget of the published agent. `origin`: another origin of this installation. */
  readonly check: (ctx: Ctx, of: { agentId: string; url: string; origin?: string | undefined }) => Promise<EmbedCheck>
  /** The latest first, at most 50. */
  readonly sites: (ctx: Ctx, agentId: string) => Promise<AgentSite[]>
}

const MOST_SITES = 50

export function createWidget({ agents, inspectPage, sites, appOrigin }: WidgetDeps): Widget {
  return {
    async check(ctx, { agentId, url, origin }) {
      const { data } = await agents.get(ctx, agentId)
      const seen = await inspectPage(url)
      if ('unread' in seen) return unreadCheck(url, seen.unread)
      const site = new URL(seen.url)
      const last = (await sites(ctx, agentId)).find((one) => one.origin === site.origin)
      return judgePage(seen, {
        agentId,
        region: ctx.region,
        origins: originsOf(appOrigin(), origin),
        siteAllowed: (one) => allowsOrigin(data.allowedDomains, one.origin),
        lastSeen: last?.lastAt,
      })
    },
    async sites(ctx, agentId) {
      await agents.get(ctx, agentId)
      return (await sites(ctx, agentId)).slice(0, MOST_SITES)
    },
  }
}

/** The configured origin first, which is recommended. */
function originsOf(...addresses: readonly (string | undefined)[]): string[] {
  const known = addresses.flatMap((address) => (address && URL.canParse(address) ? [new URL(address).origin] : []))
  return [...new Set(known)]
}
