import type { AgentSite, SeenPage, UnreadReason } from '@parlance/contract/widget/embed'
import type { Ctx } from '../../lib/ctx.ts'

/** Reads a public page. Never rejects; `reason` describes a failure. */
export type InspectPage = (url: string) => Promise<SeenPage | { readonly unread: UnreadReason }>

/** The latest first. */
export type SitesOf = (ctx: Ctx, agentId: string) => Promise<readonly AgentSite[]>
