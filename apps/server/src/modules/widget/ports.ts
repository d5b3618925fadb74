// What the widget's module needs of others: a look at somebody's page, and the sites that loaded an agent.
import type { AgentSite, SeenPage, UnreadReason } from '@parlance/contract/widget/embed'
import type { Ctx } from '../../lib/ctx.ts'

/** Reads a public page once, as it comes over the line. Never rejects: what went wrong is the reason. */
export type InspectPage = (url: string) => Promise<SeenPage | { readonly unread: UnreadReason }>

/** The latest first. */
export type SitesOf = (ctx: Ctx, agentId: string) => Promise<readonly AgentSite[]>
